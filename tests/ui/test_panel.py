"""The panel beside the map: what its cards offer, and what they leave out."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise

import ipywidgets as widgets
import pytest

from risknb.cards import symbols
from risknb.game import Game
from risknb.odds.battles import battle
from risknb.scene.look import Colours
from risknb.state import Phase
from risknb.ui import App, pieces
from risknb.ui.choice import attack_sources, attack_targets, places
from risknb.ui.controls import put_range

from .player import play_turns

DEALT = {"setup": "deal", "placing": "auto"}
PEOPLE = ["Ada", "Ben", "Cleo"]


def at_the_screen(**more: object) -> App:
    """Three people; whoever begins sits at the screen."""
    app = App(Game(PEOPLE, seed=1, **{"options": DEALT, **more}))  # type: ignore[arg-type]
    app.ready()
    return app


def hidden(widget: object) -> bool:
    return "rk-hidden" in widget._dom_classes  # type: ignore[attr-defined]


def test_the_extra_armies_of_a_set_go_where_the_player_wants() -> None:
    """CARD-14: a choice where several pictured territories are one's own."""
    app = at_the_screen()
    state = app.state
    kinds = symbols(state.board, state.rules.deck)
    land = state.lands[state.seat]
    pictured = sorted(next(at for at in land if kinds[at] == kind) for kind in range(3))
    state.hands[state.seat] = tuple(pictured)
    app.toggle_hand()
    for card in pictured:
        app.pick(card)
    hand = app.panel.hand
    assert not hidden(hand.extra)
    assert [at for _, at in hand.extra.options] == pictured
    for at in pictured:
        hand.extra.value = at
        assert app.trade_move() == ((*pictured,), at, 0)
        assert f"2 on {state.board.names[at]}" in hand.trade.description
    app.toggle_hand()
    assert hidden(hand.extra)
    assert hand.extra.options == ()


def test_a_card_with_nothing_in_it_is_not_shown() -> None:
    app = at_the_screen(mode="capital")
    assert app.state.phase is Phase.HEADQUARTERS
    box = app.panel.cards[Phase.HEADQUARTERS].box
    assert hidden(box)
    app.click(places(app.state)[0])
    assert not hidden(box)


def test_a_small_army_does_not_change_where_later_blitzes_stop() -> None:
    app = at_the_screen()
    small, large = [at for at in places(app.state) if app.state.hostile[at]][:2]
    app.state.armies[small] = 2
    app.place(territory=large)
    app.choose(small, attack_targets(app.state, small)[0])
    assert app.blitz_stop == 1
    app.choose(large, attack_targets(app.state, large)[0])
    assert app.blitz_stop == 3
    assert app.panel.cards[Phase.ATTACK].until.description.startswith("Blitz until 3 left")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("least", "most", "value"), [(1, 7, 5), (4, 9, 9), (1, 2, 1)])
def test_a_slider_has_room_before_its_value_comes(
    monkeypatch: pytest.MonkeyPatch, least: int, most: int, value: int
) -> None:
    """The page takes a message in any order, and sends a value that it has to cut as a wish."""
    slider = widgets.IntSlider(2, 1, 3)
    messages: list[dict[str, int]] = []
    monkeypatch.setattr(
        slider, "_send", lambda message, buffers=None: messages.append(message["state"])
    )
    page = {"min": 1, "max": 3, "value": 2}
    put_range(slider, least, most, value)
    for message in messages:
        for name in sorted(message, reverse=True):  # the value first: the worst order
            page[name] = message[name]
            assert page["min"] <= page["value"] <= page["max"]
    assert page == {"min": least, "max": most, "value": value}


def test_nobody_is_asked_by_half_a_name() -> None:
    name = "Benjamin Wigglesworth III"
    app = App(Game(["Ada", name, "Cleo"], seed=1, options=DEALT))
    while app.state.actor != 1:
        play_turns(app, app.state.turn)
    app.at_screen = 0
    app.changed()
    assert name in app.panel.curtain.here.description


def test_charts_of_another_game_are_gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(Game(PEOPLE, seed=1, options=DEALT, bots=dict.fromkeys(PEOPLE, "rusher")).play(9))
    app.tabs.bar.value = "Charts"
    assert "<img" in app.tabs.charts.value
    monkeypatch.setattr(app.tabs, "_drawing", True)  # and the last ones are still on their way
    app.start(Game(PEOPLE, seed=2, options=DEALT))
    assert "<img" not in app.tabs.charts.value


def test_all_continents_that_bring_armies_are_named() -> None:
    app = at_the_screen()
    state = app.state
    for name, continent in (("Africa", 3), ("South America", 1)):
        assert state.board.continents[continent].name == name
        for at in state.board.continents[continent].members:
            state.owners[at] = state.seat
    assert pieces.continents_held(state, state.seat) == "S. America, Africa"


def test_fixed_values_of_sets_are_in_the_tab_of_cards() -> None:
    app = at_the_screen(edition="2003", mode="mission", options={})
    app.tabs.bar.value = "Cards"
    assert "Infantry 4, cavalry 6, artillery 8, one of each 10." in app.tabs.cards.value


def test_a_headquarters_held_is_told_in_words_too() -> None:
    app = at_the_screen(mode="capital")
    while app.state.phase is Phase.HEADQUARTERS:
        app.push(next(iter(app.game.legal_moves())))
    row = pieces.players_table(app.game, app.state, app.colours)
    assert row.count('aria-label="1 headquarters">★') == len(PEOPLE)


# -- how a battle may end ------------------------------------------------------------------------
def bars(attackers: int, defenders: int) -> list[tuple[float, str]]:
    """What stands below the bars of a battle, and where its middle is."""
    sides = [("Ada", 0), ("Ben", 1)]
    drawn = pieces.distribution(battle(attackers, defenders), Colours(2), sides)
    found = re.findall(r'<text x="([\d.]+)" y="79"[^>]*>([^<]+)<', drawn)
    return [(float(x), label) for x, label in found]


@pytest.mark.parametrize("pair", [(2, 1), (9, 5), (118, 3), (30, 28), (3, 150), (1045, 900)])
def test_the_bars_of_a_battle_can_be_told_apart(pair: tuple[int, int]) -> None:
    told = bars(*pair)
    assert len(told) >= 2
    for (x, left), (y, right) in pairwise(told):
        assert y - x > 6.8 * (len(left) + len(right)) / 2, (left, right)


def test_endings_that_hardly_ever_happen_share_a_bar() -> None:
    labels = [label for _, label in bars(118, 3)]
    assert labels[:3] == ["3", "2", "1"]
    assert labels[3].startswith("≤1")
    assert labels[-1].endswith("118")


def test_no_battle_is_sure() -> None:
    odds = battle(1000, 1)
    assert float(odds.win) == 1
    assert pieces.percent(pieces.taken(odds)) == ">99\xa0%"
    drawn = pieces.distribution(odds, Colours(2), [("Ada", 0), ("Ben", 1)])
    assert "Ben holds: &lt;1" in drawn


# -- open charts ---------------------------------------------------------------------------------
def test_open_charts_make_room_and_the_continents_stand_beside_the_map() -> None:
    app = at_the_screen()
    assert "rk-charting" not in app.grid._dom_classes
    app.tabs.bar.value = "Charts"
    assert "rk-charting" in app.grid._dom_classes
    asia = next(c for c in app.game.board.continents if c.name == "Asia")
    held = [sum(app.state.owners[at] == seat for at in asia.members) for seat in range(3)]
    assert re.search(rf"Asia<td>.*?{max(held)} of 12<td><b>\+7", app.beside.continents.value)
    app._hover(app.game.board.index("Alaska"))
    assert "Alaska" in app.beside.under.value
    app._hover(None)
    assert "Point at" in app.beside.under.value
    app.tabs.bar.value = "Story"
    assert "rk-charting" not in app.grid._dom_classes


def test_the_tab_of_charts_opens_before_what_draws_them_is_loaded() -> None:
    """Loading it takes a second in which no click would be answered; so a thread does it."""
    code = """
import sys
import risknb as rk
app = rk.play(["Ada", "Ben"], bots={"Ben": "rusher"}, seed=1)
while app.state.turn < 3:
    app.bot_move()
asked = []
app.runner.think = lambda work, then: asked.append(work)
app.tabs.bar.value = "Charts"
assert len(asked) == 1 and "being drawn" in app.tabs.charts.value
assert app.tabs.place.children == (app.tabs.charts,)
assert "matplotlib" not in sys.modules
assert "<img" in "".join(asked[0]())
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_small_map_tells_the_odds_beside_it_where_odds_are_shown() -> None:
    app = at_the_screen()
    app.tabs.bar.value = "Charts"
    app.state.reserves[app.state.seat] = 0
    app.state.phase = Phase.ATTACK
    src = max(attack_sources(app.state), key=lambda at: app.state.armies[at])
    app.choose(src)
    app._hover(attack_targets(app.state, src)[0])
    assert "Your win chance" in app.beside.under.value
    app.settings.odds = False
    app.changed()
    assert "%" not in app.beside.under.value


def test_whoever_throws_for_a_neutral_is_told_whose_land_it_is() -> None:
    game = Game(
        ["Ada", "Ben"], edition="2003", mode="two-player", seed=5, options={"defend": "ask"}
    )
    app = App(game)
    app.finish_set_up()
    state = app.state
    while not (state.phase is Phase.DEFEND and state.owners[state.attack[1]] >= 2):  # type: ignore[index]
        app.bot_move()
        state = app.state
    assert "throw for neutral" in app.prompt
    assert "how many dice hold" in app.prompt


def test_a_picked_card_says_so_in_words() -> None:
    app = at_the_screen()
    drawn = pieces.hand(app.state, (3, 4), (4,), app.colours)
    said = re.findall(r'data-rk="card:(\d+)".*?<i>([^<]+)</i>', drawn)
    assert said == [("3", "keep"), ("4", "✓ picked")]
