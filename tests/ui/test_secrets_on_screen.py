"""Canaries on the screen: nothing that another seat holds is in any trait a page has been sent.

Missions and seeds get names that stand nowhere else. Cards and headquarters have the names of
territories, so for them the same things are done twice, with other cards or another headquarters:
every trait of every widget must be the same, letter by letter, also of those not shown now.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path

import pytest
from ipycanvas import Path2D
from ipywidgets.widgets.widget import _instances

from risknb.game import Game
from risknb.moves import ClaimMission, Headquarters, Move
from risknb.rules import reinforce
from risknb.scene import svg
from risknb.state import Phase, View
from risknb.ui import App, acting
from risknb.ui.choice import places
from risknb.ui.offers import Offer

DEALT = {"setup": "deal", "placing": "auto"}
SEED = "canary-seed-90210"
PEOPLE = ["Ada", "Ben", "Cleo"]
GOALS = range(731, 739)


class Watch:
    """An app, and everything that a page showing it knows."""

    def __init__(self, game: Game) -> None:
        before = set(_instances)
        self.app = App(game)
        self.app.runner.paused = True
        self._before = before

    def page(self) -> str:
        """Every trait of every widget, the map, the saved picture; widgets by number, not by id."""
        ours = [one for one in _instances if one not in self._before]
        shown = [_instances[one] for one in ours if not isinstance(_instances[one], Path2D)]
        told = [json.dumps(widget.get_state(), default=str) for widget in shown]
        told += [svg(self.app.picture()), self.saved(), self.app.prompt]
        number = {one: f"widget {at}" for at, one in enumerate(ours)}
        text = "\n".join(told)
        return re.sub(r"[0-9a-f]{32}", lambda found: number.get(found[0], found[0]), text)

    def saved(self) -> str:
        """The picture in the saved notebook, as the text it is made of."""
        still = self.app.still.text()
        data = still.partition("base64,")[2].partition('"')[0]
        return still.partition("base64,")[0] + b64decode(data).decode()


def difference(one: str, other: str) -> list[str]:
    """The lines in which two pages differ, shortened to where they do."""
    pairs = zip(one.splitlines(), other.splitlines(), strict=True)
    return [f"{_around(a, b)} | {_around(b, a)}" for a, b in pairs if a != b]


def _around(text: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    return text[max(0, at - 60) : at + 60]


# -- hands ---------------------------------------------------------------------------------------
def at_a_set(watch: Watch, cards: Sequence[int]) -> None:
    """The seat to act gets these cards, sits down and opens its hand."""
    app, state = watch.app, watch.app.state
    app.ready()
    state.hands[state.actor] = tuple(sorted(cards))
    app.picked = ()
    app.choose()
    app.toggle_hand()


def hot_seat() -> Watch:
    return Watch(Game(PEOPLE, seed=SEED, options=DEALT))


def sets_of(watch: Watch) -> list[tuple[int, ...]]:
    """Two sets of other cards that bring the same armies, one with a territory of the holder's."""
    state = watch.app.state.copy()
    seat, found = state.actor, []
    mine = [at for at, owner in enumerate(state.owners) if owner == seat]
    theirs = [at for at, owner in enumerate(state.owners) if owner != seat]
    for land in (mine, theirs):
        state.hands[seat] = tuple(land)
        found.append(next(move.cards for move in reinforce.trades(state)))
    return found


def turn_with(cards: Sequence[int]) -> tuple[Watch, list[str]]:
    """A turn with an open hand in which no card is played, then the next player's; every page."""
    watch, pages = hot_seat(), []
    app = watch.app
    at_a_set(watch, cards)
    own = watch.page()
    for card in cards:
        app.pick(card)
        app.pick(card)
    app.place(territory=places(app.state)[0])
    app.end_turn()
    pages.append(watch.page())
    app.ready()
    pages.append(watch.page())
    app.toggle_hand()
    app.toggle_mission()
    pages.append(watch.page())
    return watch, [own, *pages]


def test_a_hand_leaves_nothing_behind_for_the_next_player() -> None:
    one, other = sets_of(hot_seat())
    (first, pages), (_, others) = turn_with(one), turn_with(other)
    assert pages[0] != others[0], "the hand was open, so the owner's pages differ"
    names = first.app.game.board.names
    assert all(names[card] in pages[0] for card in one)
    for number in (1, 2, 3):
        assert difference(pages[number], others[number]) == []


def test_the_screen_asks_before_it_shows_a_hand_and_covers_it_again() -> None:
    watch = hot_seat()
    app = watch.app
    first = app.state.actor
    cards = sets_of(watch)[0]
    name = app.game.players[first]
    assert f"Pass the screen to {name}" in app.panel.prompt.value
    at_a_set(watch, cards)
    assert app.game.board.names[cards[0]] in app.panel.hand.cards.value
    app.place(territory=places(app.state)[0])
    app.end_turn()
    assert app.state.actor != first
    assert f"Pass the screen to {app.game.players[app.state.actor]}" in app.panel.prompt.value
    assert app.panel.place.children == (app.panel.curtain.box,)
    for widget in (app.panel.hand.cards, app.panel.hand.text):
        assert widget.value == ""
    assert app.panel.hand.trade.description == "Trade (T)"
    app.ready()
    assert app.panel.hand.cards.value == ""


def with_bots() -> Watch:
    return Watch(Game(PEOPLE, seed=SEED, options=DEALT, bots={"Ben": "rusher", "Cleo": "rusher"}))


def test_bots_hands_are_in_no_trait() -> None:
    """The same turns of two bots, who hold other cards each time."""

    def pages(move_on: Callable[[list[int]], list[int]]) -> list[str]:
        watch, told = with_bots(), []
        app = watch.app
        deck = move_on([card for card in app.state.deck if card not in app.state.hands[0]])
        app.state.hands[1], app.state.hands[2] = tuple(sorted(deck[:2])), tuple(sorted(deck[2:4]))
        app.choose()
        told.append(watch.page())
        app.finish_turn()
        told.append(watch.page())
        assert app.state.actor in (1, 2)
        app.toggle_hand()
        told.append(watch.page())
        return told

    one, other = pages(lambda deck: deck), pages(lambda deck: deck[::-1])
    for a, b in zip(one, other, strict=True):
        assert difference(a, b) == []


# -- missions ------------------------------------------------------------------------------------
@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """Missions that cannot be completed, with numbers that stand nowhere else."""
    path = tmp_path / "canaries.toml"
    missions = "\n".join(f"CANARY{n}Q = {{ territories = {n} }}" for n in GOALS)
    path.write_text(f'kind = "secret"\n[missions]\n{missions}\n', encoding="utf-8")
    return path


def numbers(missions: Sequence[str]) -> set[str]:
    return {number for mission in missions for number in re.findall(r"\d+", mission)}


def canaries(text: str) -> set[str]:
    """The goals and missions that a page names."""
    return {str(n) for n in GOALS if re.search(rf"CANARY{n}|\b{n} territories", text)}


def mission_game(deck: Path) -> Watch:
    options = {"mission_deck": str(deck)}
    game = Game(PEOPLE, edition="five-army", mode="secret-mission", seed=SEED, options=options)
    watch = Watch(game)
    watch.app.finish_set_up()
    return watch


def test_missions_are_in_no_trait_but_after_show_me(deck: Path) -> None:
    watch = mission_game(deck)
    app = watch.app
    for _ in PEOPLE:
        assert app.curtain
        assert canaries(watch.page()) == set()
        app.ready()
        assert canaries(watch.page()) == set()
        app.toggle_mission()
        own = numbers(app.state.missions[app.state.actor])
        assert canaries(watch.page()) == own
        app.place(territory=places(app.state)[0])
        app.end_turn()


def test_a_mission_on_a_button_is_gone_when_the_screen_is_passed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The button that shows a completed mission names it; afterwards it is nowhere."""
    watch = Watch(Game(PEOPLE, edition="2003", mode="mission", seed=SEED))
    app = watch.app
    app.finish_set_up()
    app.ready()
    seat = app.state.seat
    held = app.state.missions[seat]
    offered = [Offer(ClaimMission(one), f"Show CANARY-{one}") for one in held]
    shown = acting.offers
    monkeypatch.setattr(acting, "offers", lambda players, state, src: [
        *shown(players, state, src), *(offered if state.seat == seat else ())])  # fmt: skip
    app.place(territory=places(app.state)[0])
    assert not any(f"CANARY-{one}" in watch.page() for one in held), "not before it is asked for"
    app.toggle_mission()
    assert all(f"CANARY-{one}" in watch.page() for one in held)
    while not app.curtain:
        app.end_turn()
    assert "CANARY-" not in watch.page()


# -- headquarters --------------------------------------------------------------------------------
def choosing(which: int) -> list[str]:
    """Somebody chooses a headquarters by clicks; the pages of those who come after."""
    watch = Watch(Game(PEOPLE, mode="capital", seed=SEED, options=DEALT))
    app = watch.app
    assert app.state.phase is Phase.HEADQUARTERS
    app.ready()
    at = places(app.state)[which]
    app.click(at)
    assert app.game.board.names[at] in app.panel.prompt.value
    app.push(Headquarters(at))
    pages = [watch.page()]
    app.ready()
    return [*pages, watch.page()]


def test_a_headquarters_leaves_nothing_behind_for_the_next_player() -> None:
    for one, other in zip(choosing(0), choosing(3), strict=True):
        assert difference(one, other) == []


# -- the seed ------------------------------------------------------------------------------------
def test_the_seed_is_in_no_trait() -> None:
    watch = with_bots()
    app = watch.app
    ((salt, seed),) = app.game._seeds.pairs()
    assert seed == SEED
    app.save()
    app.toggle_help()
    pages = [watch.page()]
    app.post(lambda: app.push("ala>ala*9"))()
    pages.append(watch.page())
    app.finish_turn()
    app.tabs.bar.value = "Cards"
    pages.append(watch.page())
    for page in pages:
        assert SEED not in page
        assert salt not in page


def test_a_seed_typed_into_the_form_does_not_stay_there() -> None:
    watch = with_bots()
    app = watch.app
    app.open_new_game()
    assert app.form is not None
    app.form.seed.value = "typed-canary-4711"
    assert "typed-canary" in watch.page()
    app.form.start()
    assert app.game._seeds.pairs()[0][1] == "typed-canary-4711"
    assert "typed-canary" not in watch.page()


# -- what goes wrong -----------------------------------------------------------------------------
class Cheat:
    """A bot that plays what it may not, and one that tells its hand when it fails."""

    def __init__(self, talks: bool) -> None:
        self.talks = talks

    def choose(self, view: View) -> Move:
        if self.talks:
            raise RuntimeError(f"no idea: {view!r}")
        return Headquarters(0)


@pytest.mark.parametrize("talks", [False, True])
def test_a_bot_that_fails_does_not_tell_its_hand(talks: bool) -> None:
    def page(cards: tuple[int, ...]) -> str:
        bots = {"Ben": Cheat(talks), "Cleo": Cheat(talks)}
        watch = Watch(Game(PEOPLE, seed=SEED, options=DEALT, bots=bots))  # type: ignore[arg-type]
        app = watch.app
        app.state.hands[1] = app.state.hands[2] = cards
        while app.human_decides:
            app.finish_turn()
        app.bot_move()
        assert "bot failed" in app.panel.prompt.value
        return watch.page()

    assert difference(page((1, 2)), page((7, 9))) == []


def test_a_screen_that_fails_covers_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = hot_seat()
    app = watch.app
    cards = sets_of(watch)[0]
    at_a_set(watch, cards)
    assert app.panel.hand.cards.value
    monkeypatch.setattr(app.panel.curtain, "show", lambda: 1 / 0)
    app.place(territory=places(app.state)[0])
    app.end_turn()
    assert "ZeroDivisionError" in app.panel.prompt.value
    assert app.panel.hand.cards.value == ""


def test_keys_do_nothing_for_a_player_who_is_not_at_the_screen() -> None:
    """No key trades or passes for the next player, who has not sat down, or for a bot."""
    watch = hot_seat()
    steps = len(watch.app.game.steps)
    for key in "ertbnmp":
        watch.app._page_says(None, {"type": "key", "key": key}, [])
    assert len(watch.app.game.steps) == steps
    app = with_bots().app
    app.finish_turn()
    while app.state.phase is not Phase.ATTACK or app.human_decides:
        app.bot_move()
    steps = len(app.game.steps)
    for key in "ertbnmp":
        app._page_says(None, {"type": "key", "key": key}, [])
    assert len(app.game.steps) == steps
    assert f"It is {app.game.players[app.state.actor]}'s turn" in unescape(app.panel.prompt.value)
