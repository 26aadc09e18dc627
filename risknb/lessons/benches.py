"""The no-code path of lessons 6 to 10: explorers and benches with buttons.

Every one is an object with plain methods that do the same as its buttons.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any, Final

import pandas as pd

from .. import luck, odds
from . import drawings
from .inference import at_least, posterior
from .mystery import DICE, MysteryDice, mystery_dice
from .questions import LessonError
from .reckoning import draw_until_set
from .telling import Note, rows, said, written
from .widgets import Shown, card, picture

MOST: Final = 40
LONGEST_MARCH: Final = 6
NAMES: Final = {"I": "infantry", "C": "cavalry", "A": "artillery", "W": "wild"}
STYLE: Final = {"description_width": "170px"}


def _number(value: int, low: int, high: int, words: str) -> Any:
    import ipywidgets as widgets

    return widgets.BoundedIntText(value, low, high, description=words, style=STYLE)


# -- 6 -------------------------------------------------------------------------------------------
class OddsExplorer(Shown):
    """Two numbers, armies and defenders: how the battle may end, as bars."""

    def __init__(self, armies: int = 3, defenders: int = 1) -> None:
        import ipywidgets as widgets

        self.armies = _number(armies, 2, MOST, "all your armies")
        self.defenders = _number(defenders, 1, MOST, "defenders")
        self.stop = _number(1, 1, MOST, "stop at so many armies")
        self.said = widgets.HTML()
        boxes = [self.armies, self.defenders, self.stop]
        for box in boxes:
            box.observe(self._changed, "value")
        self.widget = card(*boxes, self.said)
        self._changed()

    def _changed(self, _: Any = None) -> None:
        battle = self.look(self.armies.value, self.defenders.value, self.stop.value)
        self.said.value = written(battle._repr_html_())

    def look(self, armies: int, defenders: int, stop: int = 1) -> Any:
        """The battle that the boxes show."""
        return odds.battle(armies, defenders, stop=stop)


# -- 7 -------------------------------------------------------------------------------------------
class PathBuilder(Shown):
    """Build a march: armies, and the defenders of one territory after the other."""

    def __init__(self, armies: int = 10) -> None:
        import ipywidgets as widgets

        self.defenders: list[int] = []
        self.armies = _number(armies, 2, MOST, "all your armies")
        self.next = _number(2, 1, MOST, "defenders ahead")
        more, back = (widgets.Button(description=text) for text in ("Add territory", "Take back"))
        more.on_click(lambda _: self.add(self.next.value))
        back.on_click(lambda _: self.back())
        self.armies.observe(lambda _: self._tell(), "value")
        self.said = widgets.HTML()
        line = widgets.HBox([self.next, more, back])
        self.widget = card(self.armies, line, self.said)
        self._tell()

    def add(self, defenders: int) -> None:
        """Put another territory at the end of the march."""
        if len(self.defenders) < LONGEST_MARCH:
            self.defenders.append(defenders)
        self._tell()

    def back(self) -> None:
        """Take the last territory away."""
        del self.defenders[-1:]
        self._tell()

    def look(self) -> Any:
        """The march as a chain of battles; ``None`` as long as it is empty."""
        return odds.chain(self.armies.value, self.defenders) if self.defenders else None

    def _tell(self) -> None:
        if not self.defenders:
            self.said.value = said("No territory yet. Add one.")
            return
        size = (9, 4.6)
        self.said.value = picture(
            lambda ax: drawings.staircase(self.armies.value, self.defenders, ax=ax), size
        )


# -- 8 -------------------------------------------------------------------------------------------
class CardDrawer(Shown):
    """Draw cards until they hold a set; ``.waits`` has one number a hand."""

    def __init__(self, *, seed: int | str | None = None) -> None:
        import ipywidgets as widgets

        self.seed = seed
        self.waits: list[int] = []
        self.hand = ""
        buttons = [self._button(n) for n in (1, 10)]
        self.said, self.image = widgets.HTML(), widgets.HTML()
        self.widget = card(widgets.HBox(buttons), self.said, self.image)
        self.said.value = said("No cards yet. Predict first!")

    def _button(self, n: int) -> Any:
        import ipywidgets as widgets

        made = widgets.Button(description="Draw a hand" if n == 1 else f"Draw {n} hands")
        made.on_click(lambda _: self.draw(n))
        return made

    def draw(self, n: int = 1) -> list[int]:
        """Draw *n* hands; how many cards each needed."""
        if not 1 <= n <= 10_000:
            raise LessonError("draw 1 to 10000 hands at once")
        new: list[int] = []
        for _ in range(n):
            seed = None if self.seed is None else f"{self.seed}:{len(self.waits) + len(new)}"
            self.hand = draw_until_set(seed)
            new.append(len(self.hand))
        self.waits += new
        self._tell()
        return new

    def _tell(self) -> None:
        cards = ", ".join(NAMES[letter] for letter in self.hand)
        mean = sum(self.waits) / len(self.waits)
        words = f"The last hand: {cards}. Hands so far: {len(self.waits)}, mean {mean:.2f} cards."
        self.said.value = said(words)
        self.image.value = picture(lambda ax: drawings.wait_bars(self.waits, ax=ax), (8, 4.6))


# -- 9 -------------------------------------------------------------------------------------------
class DiceBench(Shown):
    """Five dice on a bench, one of them loaded: roll each as often as you like."""

    def __init__(self, key: str, *, pupil: str = "", chance: Any = "1/3") -> None:
        self.dice: MysteryDice = mystery_dice(key, pupil=pupil, chance=chance)
        #: How often the loaded die shows a six.
        self.chance = float(Fraction(chance))
        self._build()

    def _build(self) -> None:
        import ipywidgets as widgets

        lines = [
            widgets.HBox([widgets.Label(f"Die {die}"), *(self._button(die, n) for n in (1, 10))])
            for die in DICE
        ]
        self.said, self.told = widgets.HTML(), widgets.HTML()
        self.widget = card(*lines, self.said, self._accuser(), self.told)
        self._tell()

    def _button(self, die: str, n: int) -> Any:
        import ipywidgets as widgets

        words = f"Roll {die} once" if n == 1 else f"Roll {die} {n} times"
        made = widgets.Button(description=words)
        made.on_click(partial(self._clicked, die, n))
        return made

    def _accuser(self) -> Any:
        """A list to choose the loaded die from, and a button."""
        import ipywidgets as widgets

        self.suspect = widgets.Dropdown(
            options=["", *DICE], description="the loaded die is", style=STYLE
        )
        click = widgets.Button(description="Accuse (once only)")
        click.on_click(lambda _: self.accuse(self.suspect.value))
        return widgets.HBox([self.suspect, click])

    def accuse(self, die: str) -> Note:
        """Name the loaded die: what the button does."""
        note = self.dice.accuse(die) if die else Note("Choose a die first.")
        self.told.value = note._repr_html_()
        return note

    def _clicked(self, die: str, n: int, _: Any = None) -> None:
        self.roll(die, n)

    def roll(self, die: str, n: int = 1) -> list[int]:
        """Roll a die *n* times."""
        faces = self.dice.roll(die, n)
        self._tell()
        return faces

    def _tell(self) -> None:
        self.said.value = rows(self.dice.counts)

    def belief(self) -> dict[str, float]:
        """How likely each die is the loaded one."""
        counts = self.dice.counts
        found = posterior(counts["6"], counts["rolls"], self.chance)
        return {die: float(p) for die, p in zip(counts["die"], found, strict=True)}


class SixCounter(Shown):
    """Sixes and rolls: how likely a fair die shows so many sixes or more."""

    def __init__(self, sixes: int = 3, rolls: int = 10) -> None:
        import ipywidgets as widgets

        self.rolls = _number(rolls, 1, 100, "rolls")
        self.sixes = _number(sixes, 0, 100, "sixes")
        self.said, self.image = widgets.HTML(), widgets.HTML()
        for box in (self.rolls, self.sixes):
            box.observe(self._changed, "value")
        self.widget = card(self.rolls, self.sixes, self.said, self.image)
        self._changed()

    def look(self, sixes: int, rolls: int) -> float:
        """The chance that the boxes show."""
        return float(at_least(sixes, rolls))

    def _changed(self, _: Any = None) -> None:
        sixes, rolls = self.sixes.value, self.rolls.value
        chance = self.look(sixes, rolls)
        self.said.value = said(f"{sixes} sixes or more in {rolls} rolls: chance {chance:.4f}.")
        self.image.value = picture(lambda ax: drawings.tail(sixes, rolls, ax=ax), (9, 4.6))


# -- 10 ------------------------------------------------------------------------------------------
class LuckBoard(Shown):
    """Choose a game of the pool: everybody's luck in it, as a table and a curve."""

    def __init__(self, rolls: pd.DataFrame) -> None:
        import ipywidgets as widgets

        if rolls.empty:
            raise LessonError("there are no throws to look at")
        self.rolls = rolls
        names = [str(game) for game in rolls["game"].unique()]
        self.game = widgets.Dropdown(options=names, description="game", style=STYLE)
        self.said, self.image = widgets.HTML(), widgets.HTML()
        self.game.observe(self._changed, "value")
        self.widget = card(self.game, self.said, self.image)
        self._changed()

    def look(self, game: str) -> pd.DataFrame:
        """The ledger of one game: expected and actual losses, luck, z and percentile."""
        return luck.ledger(self.rolls[self.rolls["game"] == game])

    def _changed(self, _: Any = None) -> None:
        from ..charts import cumulative_luck

        rolls = self.rolls[self.rolls["game"] == self.game.value]
        columns = ["player", "rolls", "expected", "actual", "luck", "z", "percentile"]
        self.said.value = rows(self.look(self.game.value)[columns])
        self.image.value = picture(lambda ax: cumulative_luck(rolls, ax=ax))
