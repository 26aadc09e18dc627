"""The panel beside the map: what its cards offer, and what they leave out."""

from __future__ import annotations

import pytest

from risknb.cards import symbols
from risknb.game import Game
from risknb.state import Phase
from risknb.ui import App, pieces
from risknb.ui.choice import attack_targets, places

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
        size = len(state.board.continents[continent].members)
        state.tally[continent * state.sides + state.seat] = size
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
