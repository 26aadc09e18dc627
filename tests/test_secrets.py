"""Nothing hidden leaks: what a seat may not know is in no view, text, repr, message or copy."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from itertools import islice
from random import Random

import pytest
from conformance.table import new_game, set_up, turn_of
from engine_invariants import SECRET, secrets_kept, shuffled_secrets
from playing import Deciders, Table, plain_tables

from risknb import Game, IllegalMove
from risknb.dice import SeededDice
from risknb.moves import Advance, Attack, Bribe, Draw, Headquarters, Pass, Roll
from risknb.rules import apply, capital, chances, is_legal, legal_moves, why_not
from risknb.state import HIDDEN, HIDDEN_MISSION, Phase, State, View

TABLES = [table for table in plain_tables() if table.board == "classic"]
SEED = "canary-4711"


def after(table: Table, steps: int, seed: object = 1) -> Game:
    game, bots = table.game(seed), Deciders(table.seats, Random(1))
    while len(game.steps) < steps and not game.state.over:
        game.push(bots.choose(game.state))
    return game


# -- the swap test -------------------------------------------------------------------------------
@pytest.mark.parametrize("table", TABLES, ids=lambda t: f"{t.edition}-{t.mode}-{t.seats}")
def test_permuting_what_is_hidden_changes_nothing(table: Table) -> None:
    """Text, copy and every attribute of a view stay the same when the secrets are dealt anew."""
    random, swapped = Random(2), 0
    game, bots = table.game(2), Deciders(table.seats, Random(2))
    for number in range(600):
        if game.state.over:
            break
        if number % 11 == 0 or game.state.phase is Phase.HEADQUARTERS:
            for seat in range(table.seats):
                secrets_kept(game.state, seat, random)
                other = shuffled_secrets(game.state, seat, random)
                assert other.seen_by(seat) == game.state.seen_by(seat)
                assert other.seen_by(seat).copy() == game.state.seen_by(seat).copy()
                assert repr(other.seen_by(seat)) == repr(game.state.seen_by(seat))
                swapped += other != game.state
        game.push(bots.choose(game.state))
    assert swapped > 5  # the secrets really were others


def test_the_swap_test_notices_a_leak() -> None:
    """A view of the acting seat itself is no view of another seat: the test must not be blind."""
    state = after(Table("2018", "domination", 3), 220).state
    seat = next(seat for seat in range(3) if state.hands[seat])
    other = shuffled_secrets(state, (seat + 1) % 3, Random(1))
    assert other != state
    assert other.hands[seat] != state.hands[seat]


# -- what is hidden from whom --------------------------------------------------------------------
def test_foreign_hands_show_their_size_only() -> None:
    """AMB-CARD-12."""
    state = after(Table("2018", "domination", 3), 220).state
    assert sum(map(len, state.hands)) > 1
    for me in range(3):
        hands = state.seen_by(me).hands
        assert hands[me] == state.hands[me]
        for other in set(range(3)) - {me}:
            assert hands[other] == (HIDDEN,) * len(state.hands[other])


def test_the_deck_is_a_number() -> None:
    state = after(Table("2003", "domination", 3), 200).state
    assert state.seen_by(0).deck == (HIDDEN,) * len(state.deck)
    assert state.seen_by(0).pile == state.pile


def test_missions_are_one_s_own() -> None:
    state = after(Table("2003", "mission", 4), 10).state
    for me in range(4):
        for seat, held in enumerate(state.seen_by(me).missions):
            assert held == (state.missions[me] if seat == me else (HIDDEN_MISSION,) * 4)


def test_the_fourth_mission_lies_open() -> None:
    """MIS-05: after the third completed mission everybody sees the last one."""
    state = after(Table("2003", "mission", 3), 10).state.copy()
    first, *rest = state.missions[0]
    state.missions = ((first,), *state.missions[1:])
    state.done = (tuple(rest), (), ())
    assert state.seen_by(1).missions[0] == (first,)
    assert state.seen_by(1).missions[2] == (HIDDEN_MISSION,) * 4


def test_headquarters_are_secret_until_all_are_chosen() -> None:
    """CAP-01, AMB-CAP-1."""
    game = after(Table("2018", "capital", 3), 0)
    while game.state.phase is not Phase.HEADQUARTERS:
        game.push(next(iter(game.legal_moves())))
    first = game.state.seat
    step = game.push(next(iter(game.legal_moves())))
    assert isinstance(step.move, Headquarters)
    view = game.state.seen_by((first + 1) % 3)
    assert view.headquarters[first] == HIDDEN
    assert "hq:" in view.text()
    assert game.board.codes[step.move.at] not in view.text().split("hq:")[1].split(" ")[0]
    while game.state.phase is Phase.HEADQUARTERS:
        game.push(next(iter(game.legal_moves())))
    assert game.state.seen_by((first + 1) % 3).headquarters == game.state.headquarters


def test_bribes_are_known_to_the_giver() -> None:
    """AMB-ACT-19."""
    state = after(Table("2003", "two-player-active", 2), 150).state.copy()
    card = state.deck[0]
    state.deck = state.deck[1:]
    state.bribes = (((0, card),), *state.bribes[1:])
    assert state.seen_by(0).bribes[0] == ((0, card),)
    assert state.seen_by(1).bribes[0] == ((0, HIDDEN),)


def test_team_mates_see_their_hand() -> None:
    """AMB-TEAM-13."""
    state = after(Table("2003", "team", 4), 10).state.copy()
    state.hands = [(1, 2), (3,), (1, 2), (3,)]
    assert state.seen_by(2).hands == [(1, 2), (HIDDEN,), (1, 2), (HIDDEN,)]


def test_a_shown_card_is_open() -> None:
    """EXP-04: a card shown for a re-roll is seen by everybody while it lies open."""
    state = after(Table("2018", "domination", 3, options=(("reroll", True),)), 150).state.copy()
    state.hands[state.seat], state.shown = (3, 9), (9,)
    other = (state.seat + 1) % 3
    assert state.seen_by(other).hands[state.seat] == (HIDDEN, 9)


def test_a_shown_card_of_a_team_is_open() -> None:
    """TEAM-08: team mates have one hand, so a shown card lies open in the hand of each of them."""
    table = Table("2003", "team", 4, options=(("reroll", True),))
    state = after(table, 150).state.copy()
    team = state.seat % 2
    state.hands[team], state.hands[team + 2], state.shown = (3, 9), (3, 9), (9,)
    view = state.seen_by(1 - team)
    assert view.hands[team] == view.hands[team + 2] == (HIDDEN, 9)
    assert State.parse(view.text(), state.board, state.rules, 4) == view.copy()


def test_the_end_shows_everything() -> None:
    """AMB-MIS-6."""
    state = after(Table("2018", "domination", 3), 10**6).state
    assert state.over
    for name in SECRET:
        assert getattr(state.seen_by(0), name) == getattr(state, name)


# -- windows, not doors --------------------------------------------------------------------------
def test_a_view_follows_the_game_and_cannot_be_turned() -> None:
    game = after(Table("2010", "domination", 2), 5)
    view = game.state.seen_by(1)
    game.push(next(iter(game.legal_moves())))
    assert view.armies == game.state.armies
    assert view.seen_by(1) is view
    with pytest.raises(ValueError):
        view.seen_by(0)
    with pytest.raises(ValueError):
        game.state.seen_by(2)
    with pytest.raises(AttributeError):
        view.digest()
    with pytest.raises(AttributeError):
        view.armies_of_everybody  # noqa: B018


def test_a_view_cannot_be_written() -> None:
    view = after(Table("2010", "domination", 2), 5).state.seen_by(1)
    for name in ("seat", "hands", "armies", "anything"):
        with pytest.raises(AttributeError):
            setattr(view, name, 1)


def test_no_move_is_made_on_a_view() -> None:
    """A view shows the lists of the game itself; who thinks ahead does so on a copy."""
    state = Table("2018", "domination", 3, options=(("setup", "deal"),)).game(1).state
    before, view = state.text(full=True), state.seen_by(state.seat)
    move = next(iter(legal_moves(view)))
    with pytest.raises(ValueError, match=r"make the move on view\.copy\(\)"):
        apply(view, move)
    assert state.text(full=True) == before
    trial = view.copy()
    apply(trial, move)
    assert trial != view


@pytest.mark.parametrize("table", TABLES, ids=lambda t: f"{t.edition}-{t.mode}-{t.seats}")
def test_who_thinks_ahead_on_a_copy_of_a_view_can_play_on(table: Table) -> None:
    """Hidden cards make no set, hidden missions are never completed; every move listed is taken."""
    random = Random(7)
    for steps in (5, 90, 180, 270):
        state = after(table, steps).state
        for seat in range(table.seats):
            ahead = state.seen_by(seat).copy()
            for _ in range(60):
                moves = list(islice(legal_moves(ahead), 40))
                if not moves:
                    break
                fights = [move for move in moves if isinstance(move, (Attack, Advance))]
                move = random.choice(fights or moves)
                luck = chances(ahead, move)
                apply(ahead, move, luck.sample(random) if luck is not None else None)
            assert ahead.over or moves, ahead


def test_a_hidden_card_is_not_given_away() -> None:
    """NA-03, on a copy of a view where it is the other seat's turn."""
    table = turn_of("a", "*:a1 ala:b1 NA:c1", "h:ala.bra|per al:----", players=2, edition="2003",
                    mode="two-player-active")  # fmt: skip
    ahead = table.state.seen_by(1).copy()
    assert not list(legal_moves(ahead, kind="bribe"))
    assert why_not(ahead, Bribe(2, HIDDEN)) == "you do not hold this card"


def test_a_hidden_draw_leaves_the_other_cards_in_the_pile() -> None:
    """CARD-02, on a copy of a view."""
    ahead = set_up("ala:a9 kam:b1 *:c1", "do:c", edition="2018").state.seen_by(0).copy()
    apply(ahead, Pass(), Draw(HIDDEN))
    assert (ahead.hands[0], len(ahead.deck)) == ((HIDDEN,), 43)


def test_a_hidden_headquarters_is_nobodys() -> None:
    """CAP-03, CAP-04, on a copy of a view from the time before all are turned over."""
    table = new_game("2018", "capital", 3).push("first=611").play_to("H")
    for _ in range(2):
        table.push(table.moves()[0])
    ahead = table.state.seen_by(2).copy()
    own = next(iter(legal_moves(ahead, kind="headquarters")))
    apply(ahead, own)
    assert ahead.headquarters == (HIDDEN, HIDDEN, own.at)  # type: ignore[union-attr]
    assert ahead.deck == (HIDDEN,) * (44 - 3)
    ahead.owners[:] = [0] * ahead.board.size  # of the three, the first holds c's for certain
    ahead.seat = 0
    assert capital.held(ahead, 0) == 1
    assert not capital.won(ahead, ahead.headquarters[2])
    ahead.headquarters = (HIDDEN, 5, own.at)  # type: ignore[union-attr]
    assert capital.held(ahead, 0) == 2
    assert not capital.won(ahead, 5), "its own may be lost"


@pytest.mark.parametrize("fields", ["m:SM-yellow|SM7|SM8", ""])
def test_a_hidden_mission_is_never_completed(fields: str) -> None:
    """SEC-03, on a copy of a view; nor is one that was never dealt."""
    table = set_up("ala:a9 kam:b1 *:c1", fields, edition="five-army", mode="secret-mission")
    ahead = table.state.seen_by(2).copy()
    assert ahead.missions[0] in ((HIDDEN_MISSION,), ())
    apply(ahead, Attack(0, ahead.board.index("kam"), 3), Roll((6, 6, 6), (1,)))
    apply(ahead, Advance(3))
    assert not ahead.over


def test_a_copy_of_a_view_holds_no_secret() -> None:
    state = after(Table("2018", "domination", 3), 220).state
    assert sum(map(len, state.hands)) > 1
    for me in range(3):
        copy = state.seen_by(me).copy()
        assert isinstance(copy, State)
        known = {card for hand in copy.hands for card in hand} | set(copy.deck)
        assert known <= {HIDDEN, *state.hands[me]}
        assert pickle.loads(pickle.dumps(copy)) == copy


@pytest.mark.parametrize("table", TABLES, ids=lambda t: f"{t.edition}-{t.mode}-{t.seats}")
def test_a_view_sent_elsewhere_takes_no_secret_along(table: Table) -> None:
    state = after(table, 300).state
    for seat in range(table.seats):
        view = state.seen_by(seat)
        for again in (copy(view), deepcopy(view), pickle.loads(pickle.dumps(view))):
            assert type(again) is type(view)
            assert again == view
            assert again._state == view.copy(), "nor in what it hides"


@pytest.mark.parametrize("table", TABLES, ids=lambda t: f"{t.edition}-{t.mode}-{t.seats}")
def test_only_the_seat_that_decides_has_moves(table: Table) -> None:
    """13, also for views: what a seat cannot know is neither listed nor judged."""
    game, bots = after(table, 180), Deciders(table.seats, Random(3))
    state = game.state
    for _ in range(150):
        if state.over:
            break
        move = bots.choose(state)
        for seat in range(table.seats):
            view = state.seen_by(seat)
            acts = seat == state.actor
            assert bool(legal_moves(view)) == acts
            assert is_legal(view, move) == acts
            assert (move in legal_moves(view)) == acts
        game.push(move)


def test_views_show_every_public_attribute() -> None:
    state = after(Table("2003", "two-player-active", 2), 200).state
    view = state.seen_by(0)
    assert isinstance(view, View)
    for name in State.__slots__:
        if name not in SECRET:
            assert getattr(view, name) == getattr(state, name), name


# -- messages ------------------------------------------------------------------------------------
def test_an_error_shows_the_position_as_the_acting_seat_sees_it() -> None:
    game = after(Table("2018", "domination", 3), 220)
    with pytest.raises(IllegalMove) as caught:
        game.push(Headquarters(0))
    message, state = str(caught.value), game.state
    assert state.seen_by(state.actor).text() in message
    assert state.text(full=True) not in message


def test_reprs_show_what_the_actor_sees() -> None:
    game = after(Table("2018", "domination", 3), 220)
    seen = game.state.seen_by(game.state.actor).text()
    assert seen in repr(game)
    assert seen in repr(game.state)
    for text in (repr(game), repr(game.state)):
        assert game.state.text(full=True) not in text


def test_the_seed_is_in_no_view_text_or_repr() -> None:
    game = after(Table("2018", "domination", 3, "archipelago"), 60, SEED)
    state = game.state
    texts = [repr(game), str(game), repr(state), state.text(full=True), repr(SeededDice(SEED))]
    texts += [repr(game.legal_moves()), *(repr(state.seen_by(seat)) for seat in range(3))]
    texts += [repr(step) for step in game.steps]
    texts += [str(pickle.dumps(state)), str(pickle.dumps(state.seen_by(0).copy()))]
    for text in texts:
        assert SEED not in text
    assert not any("seed" in name or "dice" in name for name in State.__slots__)


def test_a_finished_game_shows_its_seed() -> None:
    game = after(Table("2018", "domination", 3, "archipelago"), 10**6, SEED)
    assert game.state.over
    assert SEED in str(game)


def test_bots_have_luck_of_their_own() -> None:
    """Whatever a bot draws, the dice stay the same: it cannot look ahead by drawing."""
    games = [Game(["Ada", "Ben"], board="duel", seed=SEED, bots={"Ben": "drifter"}) for _ in "ab"]
    ben = games[1].bot_of("Ben")
    assert ben is not None
    for game in games:
        game.play()
    for _ in range(20):
        ben.choose(games[1].state.seen_by(games[1].state.actor))
    while games[0].state.phase is not Phase.ATTACK:
        move = next(iter(games[0].legal_moves()))
        assert games[0].push(move) == games[1].push(move)
    attack = next(iter(games[0].legal_moves(kind=Attack)))
    assert games[0].push(attack) == games[1].push(attack)
