"""The no-code path: boxes and buttons for pupils who do not write code.

Every widget is an object with plain methods that do the same as its buttons, so that a lesson runs
without a screen; answers that count come from variables in the notebook, never from a slider.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import odds
from ..charts import look
from ..game import Game
from ..wording import percent
from . import plots, table
from .checking import Verdict, check
from .classroom import export
from .figures import pair_ways
from .guessing import predict
from .pictures import Picture
from .questions import Exercise, LessonError, Prediction
from .telling import Note, said
from .trials import MOST_DICE, throws, together, typed

#: How many throws are listed one by one.
LISTED: Final = 12
MOST_SIDES: Final = 10
TALLEST: Final = 30
#: A square of the grid: wide enough for its letter and its numbers once it is marked.
SQUARE: Final = {"width": "56px", "padding": "0"}
#: What stands in an empty box, by the kind of its question.
EXAMPLES: Final = {
    "chance": "5/36, 0.139 or 13.9 %",
    "list": "1, 2, 3",
    "guess": "your guess, like 12 or 40 %",
}


def picture(draw: Callable[[Axes], Axes], size: tuple[float, float] = (9, 5)) -> str:
    """A chart as HTML, with its description for those who cannot see it."""
    figure = Figure(figsize=size, layout="constrained", facecolor=look.theme(False).paper)
    return Picture(draw(figure.subplots())).image()


class Shown:
    """Something that shows itself in a notebook as its ``widget``."""

    widget: Any

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.widget._repr_mimebundle_(**options)


def card(*parts: Any) -> Any:
    """Parts of a widget below each other, with a frame that keeps them together."""
    import ipywidgets as widgets

    from .shield import CARD, Shield

    layout = {"border": "1px solid #B7C3CC", "padding": "8px 14px 12px", "margin": "0 0 8px"}
    made = widgets.VBox([*parts, Shield(layout={"display": "none"})], layout=layout)
    return made.add_class(CARD)


# -- marking pairs -------------------------------------------------------------------------------
class GridPicker(Shown):
    """A grid of all pairs of two dice; click those that the attacker wins."""

    def __init__(self, sides: int = 6) -> None:
        if not 2 <= sides <= MOST_SIDES:
            raise LessonError(f"sides: 2 to {MOST_SIDES}")
        self.sides = sides
        self.marked: set[tuple[int, int]] = set()
        self._build()

    def _build(self) -> None:
        import ipywidgets as widgets

        faces = range(1, self.sides + 1)
        self.squares = {(a, d): self._square(a, d) for a in reversed(faces) for d in faces}
        columns = f"repeat({self.sides}, 58px)"
        board = widgets.GridBox(
            list(self.squares.values()),
            layout=widgets.Layout(grid_template_columns=columns, grid_gap="2px"),
        )
        head = "Rows: the attacker's die. Columns: the defender's die. Mark what the attacker wins."
        self.told = widgets.HTML()
        self.widget = card(widgets.HTML(said(head)), board, self.told)
        self._tell()

    def _square(self, attack: int, defend: int) -> Any:
        import ipywidgets as widgets

        words = f"attacker {attack}, defender {defend}"
        made = widgets.ToggleButton(
            description=f"{attack}:{defend}", tooltip=words, layout=SQUARE
        )
        made.observe(partial(self._toggled, (attack, defend)), "value")
        return made

    def _toggled(self, pair: tuple[int, int], change: Any) -> None:
        square = self.squares[pair]
        # A letter as well as the pressed look: colour alone tells too little.
        square.description = f"{'A ' if change['new'] else ''}{pair[0]}:{pair[1]}"
        (self.marked.add if change["new"] else self.marked.discard)(pair)
        self._tell()

    def mark(self, attack: int, defend: int) -> None:
        """Mark a pair, or take the mark away: what a click does."""
        square = self.squares[attack, defend]
        square.value = not square.value

    def _tell(self) -> None:
        self.told.value = said(f"Marked: {len(self.marked)} of {self.sides**2} pairs.", bold=True)


# -- typing in what was tried by hand ------------------------------------------------------------
class TrialBox(Shown):
    """A box for what was tried by hand: ``.text`` is what stands in it, once it can be read.

    *read* turns the text into results: ``typed`` for dice, ``won_or_lost``, or ``counted`` with the
    *limits* of its numbers.
    """

    def __init__(self, example: str, read: Callable[..., Any] = typed, *limits: int) -> None:
        self.read, self.limits, self.text = read, limits, ""
        self._build(example)

    def _build(self, example: str) -> None:
        import ipywidgets as widgets

        self.box = widgets.Textarea(
            placeholder=f"for example {example}",
            tooltip="what you tried by hand",
            continuous_update=False,
            layout={"width": "520px", "height": "64px"},
        )
        self.box.observe(self._changed, "value")
        self.told = widgets.HTML()
        self.widget = card(self.box, self.told)
        self._changed()

    def write(self, text: str) -> None:
        """Write a text into the box: what a pupil types."""
        self.box.value = text

    def _changed(self, _: Any = None) -> None:
        text = self.box.value
        try:
            number = len(self.read(text, *self.limits))
        except LessonError as problem:
            self.text, words = "", f"{problem}."
        else:
            self.text = text
            words = f"{number} read. Run the next cell." if number else "Nothing typed in yet."
        self.told.value = said(words)


# -- counting throws -----------------------------------------------------------------------------
class PairCounter(Shown):
    """All throws of three dice against two: how many of them go a certain way in both pairs."""

    WAYS: Final = {"higher": (1,), "the same": (0,), "lower": (-1,), "anything": (1, 0, -1)}

    def __init__(self) -> None:
        self.first, self.second = (self._choice(which) for which in ("highest", "second highest"))
        self._build()

    def _choice(self, which: str) -> Any:
        import ipywidgets as widgets

        return widgets.Dropdown(
            options=list(self.WAYS), value="the same", description=f"{which} die is",
            style={"description_width": "140px"},
        )  # fmt: skip

    def _build(self) -> None:
        import ipywidgets as widgets

        self.said = widgets.HTML()
        for choice in (self.first, self.second):
            choice.observe(self._changed, "value")
        head = "All throws of three dice against two. Compared with the defender's, the attacker's"
        self.widget = card(widgets.HTML(said(head)), self.first, self.second, self.said)
        self._changed()

    def _changed(self, _: Any = None) -> None:
        found = self.count(self.first.value, self.second.value)
        self.said.value = said(f"So many throws are like that: {found}.", bold=True)

    def count(self, first: str = "anything", second: str = "anything") -> int:
        """How many throws are like that: the number that the boxes show.

        *first* and *second*: "higher", "the same", "lower" or "anything", for the highest dice and
        for the second highest.
        """
        if not {first, second} <= set(self.WAYS):
            raise LessonError(f"choose one of {', '.join(self.WAYS)}")
        ways = pair_ways()
        return sum(ways[a, b] for a in self.WAYS[first] for b in self.WAYS[second])


# -- throwing ------------------------------------------------------------------------------------
class Roller(Shown):
    """Buttons that throw dice; ``.throws`` is the table of all throws so far."""

    def __init__(
        self, attack: int = 1, defend: int = 1, *, alias: str = "me", seed: int | str | None = None
    ) -> None:
        self.alias, self.seed = alias, seed
        self.throws = throws(0, attack, defend, alias=alias)
        self._batches = 0
        self._build(attack, defend)

    def _build(self, attack: int, defend: int) -> None:
        import ipywidgets as widgets

        style = {"description_width": "initial"}
        most = {side: list(range(1, n + 1)) for side, n in MOST_DICE.items()}
        self.attack = widgets.Dropdown(
            options=most["attack"], value=attack, description="attack dice", style=style
        )
        self.defend = widgets.Dropdown(
            options=most["defend"], value=defend, description="defence dice", style=style
        )
        buttons = [self._button(n) for n in (1, 10, 100)]
        self.said, self.image = widgets.HTML(), widgets.HTML()
        chosen = widgets.HBox([self.attack, self.defend])
        self.widget = card(chosen, widgets.HBox(buttons), self.said, self.image)
        self._tell()

    def _button(self, n: int) -> Any:
        import ipywidgets as widgets

        made = widgets.Button(description="Throw once" if n == 1 else f"Throw {n} times")
        made.on_click(lambda _: self.throw(n))
        return made

    def throw(self, n: int = 1) -> pd.DataFrame:
        """Throw *n* times with the dice chosen: what the buttons do."""
        self._batches += 1
        seed = None if self.seed is None else f"{self.seed}:{self._batches}"
        new = throws(n, self.attack.value, self.defend.value, seed=seed, alias=self.alias)
        self.throws = together(self.throws, new) if len(self.throws) else new
        self._tell()
        return new

    def sets(self) -> dict[str, pd.DataFrame]:
        """The throws by number of dice: {"2 against 1": table}."""
        groups = self.throws.groupby(["attack_dice", "defend_dice"])
        return {f"{a} against {d}": part for (a, d), part in groups}

    def _tell(self) -> None:
        if not len(self.throws):
            self.said.value = said("Nothing thrown yet. Predict first!")
            return
        last = self.throws.tail(LISTED)
        shown = "  ".join(_throwsaid(row) for _, row in last.iterrows())
        self.said.value = said(f"{len(self.throws)} throws. The last: {shown}")
        self.image.value = picture(lambda ax: plots.outcomes(self.sets(), ax=ax))


def _throwsaid(row: pd.Series[Any]) -> str:
    sides = (
        "".join(str(row[f"{side}{die}"]) for die in (1, 2, 3) if not pd.isna(row[f"{side}{die}"]))
        for side in "ad"
    )
    return ":".join(sides)


# -- answering -----------------------------------------------------------------------------------
class Boxes(Shown):
    """Questions one below the other, each with a box, a button and room for what is said to it."""

    def _build(
        self, asked: Sequence[Exercise | Prediction], button: str, clicked: Callable[[str], Any]
    ) -> None:
        import ipywidgets as widgets

        self.boxes: dict[str, Any] = {}
        self.told: dict[str, Any] = {}
        rows = []
        for one in asked:
            kind = one.kind if isinstance(one, Exercise) else "guess"
            self.boxes[one.id] = _box(one.id, one.options, kind)
            self.told[one.id] = widgets.HTML()
            click = widgets.Button(description=button.format(one.id))
            click.on_click(lambda _, name=one.id: clicked(name))
            line = widgets.HBox([self.boxes[one.id], click])
            rows += [widgets.HTML(said(f"{one.id}: {one.question}")), line, self.told[one.id]]
        self.widget = card(*rows)


class AnswerBoxes(Boxes):
    """A box and a button for every exercise of a lesson that needs no code."""

    def __init__(self, lesson: int) -> None:
        self.asked = [one for one in table.exercises(lesson) if one.kind != "function"]
        if not self.asked:
            raise LessonError(f"there is no lesson {lesson}")
        self.verdicts: dict[str, Verdict] = {}
        self._build(self.asked, "Check {}", lambda name: self.answer(name, self.boxes[name].value))
        for one in self.asked:
            if not one.options:  # Enter checks as well; a list is first looked through
                self.boxes[one.id].continuous_update = False
                self.boxes[one.id].observe(partial(self._entered, one.id), "value")

    def _entered(self, name: str, change: Any) -> None:
        self.answer(name, change["new"])

    def answer(self, name: str, answer: Any) -> Verdict:
        """Check an answer: what the button does."""
        verdict = self.verdicts[name] = check(name, answer)
        self.told[name].value = verdict._repr_html_()
        return verdict


class PredictionBoxes(Boxes):
    """A box and a button for every prediction of a lesson."""

    def __init__(self, lesson: int) -> None:
        self.asked = table.predictions(lesson)
        if not self.asked:
            raise LessonError(f"lesson {lesson} has no predictions")
        self._build(
            self.asked, "Write down", lambda name: self.predict(name, self.boxes[name].value)
        )

    def predict(self, name: str, value: Any) -> Note:
        """Write a prediction down: what the button does."""
        note = predict(name, value)
        self.told[name].value = note._repr_html_()
        return note


def _box(name: str, options: tuple[str, ...], kind: str = "number") -> Any:
    import ipywidgets as widgets

    if options:
        return widgets.Dropdown(options=["", *options], tooltip=f"your answer to {name}")
    wanted = EXAMPLES.get(kind, "a number")
    return widgets.Text(placeholder=wanted, tooltip=f"your answer to {name}")


# -- handing in ----------------------------------------------------------------------------------
class HandIn(Shown):
    """A box for a made-up name, and a button that writes the file for the class."""

    def __init__(self, data: Game | pd.DataFrame) -> None:
        self.data = data
        self._build()

    def _build(self) -> None:
        import ipywidgets as widgets

        self.alias = widgets.Text(placeholder="a made-up name, like fox-7", tooltip="your alias")
        click = widgets.Button(description="Write my file")
        click.on_click(lambda _: self.write(self.alias.value))
        self.told = widgets.HTML()
        self.widget = card(widgets.HBox([self.alias, click]), self.told)

    def write(self, alias: str) -> Note:
        """Write the file under an alias: what the button does."""
        try:
            note = export(self.data, alias)
        except LessonError as problem:
            note = Note(f"{problem}.")
        self.told.value = note._repr_html_()
        return note


# -- the price of a battle -----------------------------------------------------------------------
class CostExplorer(Shown):
    """Two sliders, armies and defenders: what a battle costs and how often it is won."""

    def __init__(self, armies: int = 6, defenders: int = 5) -> None:
        self._build(armies, defenders)

    def _build(self, armies: int, defenders: int) -> None:
        import ipywidgets as widgets

        style, wide = {"description_width": "150px"}, {"width": "520px"}
        self.armies = widgets.IntSlider(
            armies, 2, TALLEST, description="all your armies", style=style, layout=wide
        )
        self.defenders = widgets.IntSlider(
            defenders, 1, TALLEST, description="defenders", style=style, layout=wide
        )
        self.said = widgets.HTML()
        for slider in (self.armies, self.defenders):
            slider.observe(self._moved, "value")
        self.widget = card(self.armies, self.defenders, self.said)
        self._moved()

    def _moved(self, _: Any = None) -> None:
        self.said.value = said(self.look(self.armies.value, self.defenders.value))

    def look(self, armies: int, defenders: int) -> str:
        """One battle in a sentence: what the sliders show."""
        battle = odds.battle(armies, defenders)
        mine, theirs = battle.expected_losses
        return (
            f"{armies} armies (one must stay) against {defenders}:"
            f" taken in {percent(battle.win, 1)} of all"
            f" battles. On average you lose {mine:.2f} and the defender {theirs:.2f}."
        )
