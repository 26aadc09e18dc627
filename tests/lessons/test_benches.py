"""The benches of lessons 6 to 10: buttons and plain calls do the same; pictures have words."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from risknb import frames, luck, odds
from risknb.charts import describe
from risknb.lessons import LessonError, drawings, pool, short_game
from risknb.lessons.benches import (
    CardDrawer,
    DiceBench,
    LuckBoard,
    OddsExplorer,
    PathBuilder,
    SixCounter,
)
from risknb.lessons.classdata import pupils
from risknb.lessons.mystery import loaded_die
from risknb.lessons.telling import FONT, written
from risknb.scene.look import contrast


def button(widget: Any, words: str) -> Any:
    """The button with such words somewhere in a widget."""
    if getattr(widget, "description", None) == words and hasattr(widget, "click"):
        return widget
    found = (button(child, words) for child in getattr(widget, "children", ()))
    return next((one for one in found if one is not None), None)


def test_the_explorer_shows_the_battle_of_its_boxes() -> None:
    explorer = OddsExplorer(3, 1)
    assert "75.4" in explorer.said.value
    explorer.armies.value = 6
    explorer.defenders.value = 5
    assert "50.6" in explorer.said.value
    explorer.stop.value = 3
    assert explorer.said.value == written(odds.battle(6, 5, stop=3)._repr_html_())
    explorer.armies.value = 10**6
    assert explorer.armies.value == 40


def test_a_path_is_built_by_buttons_and_by_calls() -> None:
    builder = PathBuilder(10)
    assert builder.look() is None
    button(builder.widget, "Add territory").click()
    builder.add(3)
    builder.add(1)
    assert builder.defenders == [2, 3, 1]
    assert builder.look().win == pytest.approx(0.738, abs=5e-4)
    assert "73.8" in alt(builder.said.value)
    button(builder.widget, "Take back").click()
    builder.armies.value = 5
    assert builder.look().win == odds.chain(5, [2, 3]).win
    for _ in range(5):
        builder.add(1)
    assert len(builder.defenders) == 6
    for _ in range(7):
        builder.back()
    assert "Add one" in builder.said.value


def test_hands_are_drawn_by_buttons_and_by_calls() -> None:
    drawer = CardDrawer(seed=4)
    button(drawer.widget, "Draw a hand").click()
    button(drawer.widget, "Draw 10 hands").click()
    assert len(drawer.waits) == 11
    assert "Hands so far: 11" in drawer.said.value
    again = CardDrawer(seed=4)
    assert again.draw(11) == drawer.waits
    with pytest.raises(LessonError):
        drawer.draw(0)


def test_dice_are_rolled_by_buttons_and_by_calls() -> None:
    bench = DiceBench("kiwi", pupil="fox")
    button(bench.widget, "Roll C 10 times").click()
    bench.roll("C", 5)
    assert bench.dice.counts.set_index("die").loc["C", "rolls"] == 15
    assert bench.said.value.count("<tr") == 6
    assert sum(bench.belief().values()) == pytest.approx(1)


def test_a_die_is_accused_by_a_button_once() -> None:
    bench = DiceBench("kiwi")
    good = next(die for die in "ABCDE" if die != loaded_die("kiwi"))
    accuse = button(bench.widget, "Accuse (once only)")
    accuse.click()
    assert "Choose a die first" in bench.told.value
    bench.suspect.value = good
    accuse.click()
    assert f"{good} is a fair die" in bench.told.value
    assert "already" in str(bench.accuse(loaded_die("kiwi")))


def test_sixes_are_judged_by_boxes_and_by_calls() -> None:
    counter = SixCounter(2, 2)
    assert "chance 0.0278" in counter.said.value
    counter.rolls.value, counter.sixes.value = 36, 11
    assert f"{counter.look(11, 36):.4f}" in alt(counter.image.value)
    counter.sixes.value = 99
    assert "chance 0.0000" in counter.said.value
    counter.rolls.value, counter.sixes.value = 1, 0
    assert "chance 1.0000" in counter.said.value


def test_enough_rolls_find_the_loaded_die() -> None:
    for key in ("kiwi", "pear", "lemon"):
        bench = DiceBench(key)
        for die in "ABCDE":
            bench.roll(die, 300)
        belief = bench.belief()
        assert max(belief, key=belief.__getitem__) == loaded_die(key)


def test_the_luck_board_shows_the_game_chosen() -> None:
    games = {name: short_game("fox", seed=name, played_by="rusher") for name in ("one", "two")}
    board = LuckBoard(frames.rolls(games))
    board.game.value = "two"
    assert board.look("two")["luck"].tolist() == luck.ledger(games["two"])["luck"].tolist()
    assert f"{board.look('two')['luck'].iloc[0]:.3f}" in board.said.value
    assert "Luck so far" in alt(board.image.value)
    with pytest.raises(LessonError):
        LuckBoard(frames.rolls({}))


def test_names_are_shown_as_text() -> None:
    game = short_game("<b>x</b>", seed=1, played_by="rusher")
    board = LuckBoard(frames.rolls(game))
    assert "<b>x</b>" not in board.said.value + board.image.value


def alt(html: str) -> str:
    """The alternative text of an image."""
    found = re.search(r'alt="([^"]*)"', html)
    assert found is not None
    return found[1]


# -- drawings ------------------------------------------------------------------------------------
def test_pictures_without_data_say_so() -> None:
    nobody = pd.DataFrame(columns=["z", "won"])
    for ax in (
        drawings.running_mean([]),
        drawings.win_map(lambda armies, defenders: ...),
        drawings.pairs([], [], ("a", "b")),
        drawings.wait_bars([]),
        drawings.luck_dots(nobody),
    ):
        assert re.search(r"No|nothing", describe(ax))


def test_pictures_tell_their_figures() -> None:
    assert "at the end 0.667" in describe(drawings.running_mean([1, 0, 1], 0.5))
    assert "exact value is 0.500" in describe(drawings.running_mean([1, 0, 1], 0.5))
    better = sum(9 - odds.armies_needed(defenders, 0.5) for defenders in range(1, 9))
    assert f"{better} are a half" in describe(drawings.win_map(odds.win, most=8))
    assert "2: against 3 83.9 %" in describe(drawings.staircase(10, [2, 3, 1]))
    assert "1 of them lie above" in describe(drawings.pairs([1, 2], [2, 1], ("a", "b")))
    assert "4 cards 50 %" in describe(drawings.wait_bars([4, 4, 3, 5], exact=True))
    assert "rising like a saw" in describe(drawings.saw())
    assert "C 66 %" in describe(drawings.belief(counts_of_c()))
    table = pupils(pool().frame)
    assert "Luck of 30 pupils" in describe(drawings.luck_dots(table, mine=1.0))


def test_numbers_on_the_map_of_battles_stand_out() -> None:
    ax = drawings.win_map(odds.win, most=8)
    colours = ax.images[0].to_rgba(ax.images[0].get_array()).reshape(-1, 4)
    for text, colour in zip(ax.texts, colours, strict=False):
        assert contrast(to_hex(text.get_color()), to_hex(colour)) > 4.4, text.get_text()


def test_letters_on_the_page_are_as_large_as_in_the_pictures() -> None:
    (pixels,) = re.findall(r"font:(\d+)px", FONT)
    assert int(pixels) * 72 / 96 >= 12
    assert FONT in OddsExplorer(3, 1).said.value


def counts_of_c() -> pd.DataFrame:
    """Five dice of which only C was rolled: 11 sixes in 36 rolls."""
    sixes, rolls = [0, 0, 11, 0, 0], [0, 0, 36, 0, 0]
    return pd.DataFrame({"die": list("ABCDE"), "6": sixes, "rolls": rolls})
