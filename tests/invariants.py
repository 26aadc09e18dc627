"""The invariants of the game, each in the form that the edition and the mode give it.

``check_state(state)`` holds what must be true of any position, ``check(before, step, after)`` of a
step (see ``step_invariants``); both raise ``AssertionError`` with the number of the invariant. The
dear ones, which try other moves, texts or seats, stand in ``engine_invariants``. Numbers:

 1 one owner a territory          2 an army on every territory     3 armies are conserved
 4 reinforcements                 5 dice                           6 casualties
 7 conquest moves                 8 every card once                9 one card a turn
10 sets                          11 forced trades                 12 spoils
13 who acts                      14 phases, fortifying            15 the end
16 legal means accepted          17 refusals change nothing       18 same record, same position
19 saved and loaded              20 taking back                   21 relabelling
22 the record has no gap         23 secrets                       24 totals of the log
25 one intent, one roll
"""

from __future__ import annotations

import naive
from naive import SETUP
from step_invariants import check

from risknb.moves import Pass, Place
from risknb.rules import is_legal, legal_moves
from risknb.rules.missions import deck_of
from risknb.state import NOBODY, Phase, State

__all__ = ["check", "check_state"]

P = Phase
SECRET_DECKS = ("five-army", "european-14", "us-1993")
TURN = frozenset(Phase) - SETUP - {P.OVER}
#: All that the dearest two look at.
COUNTED = ("owners", "units", "lands", "hostile")
CARDS = ("deck", "pile", "hands", "bribes", "headquarters")

# -- positions -----------------------------------------------------------------------------------
def check_state(state: State, before: State | None = None) -> None:
    """All invariants of a single position; what lies as in a sound one *before* is sound still."""
    one_owner(state)
    an_army_everywhere(state)
    if before is None or _differ(before, state, COUNTED):
        running_counts(state)
    nothing_unplaced(state)
    if before is None or _differ(before, state, CARDS):
        every_card_once(state)
    every_mission_once(state)
    the_living_act(state)
    forced_trades(state)
    somebody_can_move(state)
    the_end(state)


def _differ(before: State, state: State, names: tuple[str, ...]) -> bool:
    return any(getattr(before, name) != getattr(state, name) for name in names)


def one_owner(state: State) -> None:
    """1: every territory has one owner once the land is given out; teams share among themselves."""
    given_out = state.phase in TURN or state.phase in (P.PLACE, P.HEADQUARTERS, P.OVER)
    assert set(state.owners) <= {NOBODY, *range(state.sides)}, "1"
    if state.units is None:
        assert NOBODY not in state.owners or not given_out, "1: some land is nobody's"
        return
    for at, (owner, units) in enumerate(zip(state.owners, state.units, strict=True)):
        assert len({seat % 2 for seat, n in enumerate(units) if n}) <= 1, "1: two teams on one"
        assert sum(units) == state.armies[at], "1: units do not add up"
        most = [seat for seat, n in enumerate(units) if n == max(units) > 0]
        if most:
            assert owner == (most[0] if len(most) == 1 else NOBODY), "1: control (TEAM-03)"


def an_army_everywhere(state: State) -> None:
    """2: at least one army on every territory that is not just being moved into (COMP-08)."""
    empty = [at for at, armies in enumerate(state.armies) if armies < 1]
    assert min(state.armies) >= 0, "2: negative armies"
    if state.phase is P.ADVANCE:
        assert state.attack is not None
        assert empty == [state.attack[1]], "2: one territory waits for the armies that took it"
    elif state.phase in TURN or state.phase is P.OVER:
        assert not empty, f"2: {[state.board.codes[at] for at in empty]} are empty"
    else:
        assert all(state.owners[at] == NOBODY for at in empty), "2: owned without an army"
    if state.rules.army_cap:
        assert max(state.armies) <= naive.CAP, "2: more than twelve (EXP-03)"


def running_counts(state: State) -> None:
    """What is kept beside the table is that of the table."""
    lands: list[list[int]] = [[] for _ in range(state.sides)]
    for at, owner in enumerate(state.owners):
        if owner != NOBODY:
            lands[owner].append(at)
    assert state.lands == lands, "lands"
    assert state.holds == [naive.holds(state, army) for army in range(state.sides)], "holds"
    stands = sides_on_the_board(state)
    for at, near in enumerate(state.board.borders):
        same = [stands[other] for other in near].count(stands[at])
        assert state.hostile[at] == len(near) - same, "hostile"


def sides_on_the_board(state: State) -> list[int]:
    """Who stands on every territory: an army, or a team in team games, or nobody."""
    if state.units is None:
        return state.owners
    free = [o == NOBODY and not any(u) for o, u in zip(state.owners, state.units, strict=True)]
    return [NOBODY if free[at] else naive.side(state, at) for at in range(state.board.size)]


def nothing_unplaced(state: State) -> None:
    """4: no attack, move or end of turn while armies are in hand."""
    assert min(state.reserves) >= 0, "3: negative reserves"
    if state.phase in TURN - {P.REINFORCE, P.ALLIES, P.SPOILS}:
        assert not any(state.reserves), "4: unplaced armies"


def every_card_once(state: State) -> None:
    """8: deck, pile, hands, bribes and headquarters together are the full set (COMP-03, CAP-03)."""
    found = [*state.deck, *state.pile, *(card for hand in naive.hands(state) for card in hand)]
    found += [card for held in state.bribes for _, card in held]
    if state.headquarters and NOBODY not in state.headquarters:
        found += state.headquarters if state.rules.cards else ()
    wanted = range(state.board.size + 2 if state.rules.cards else 0)
    assert sorted(found) == list(wanted), "8: a card is missing or there twice"
    if state.units is not None:
        assert all(hand == state.hands[seat % 2] for seat, hand in enumerate(state.hands)), "8"
    assert all(list(hand) == sorted(hand) for hand in state.hands), "8: hands are sorted"


def every_mission_once(state: State) -> None:
    """8: no mission is dealt twice; every seat has one, or one of each rank."""
    if not state.missions or state.phase in (P.DEALER, P.MISSIONS):
        return
    deck = deck_of(state)
    dealt = [m for held in (*state.missions, *state.done) for m in held]
    assert len(set(dealt)) == len(dealt), "8: a mission twice"
    assert set(dealt) <= set(deck.missions), "8: a foreign mission"
    ranks = len(deck.ranks) or 1
    for held, done in zip(state.missions, state.done, strict=True):
        assert len(held) + len(done) == ranks, "8: a mission is lost"


def the_living_act(state: State) -> None:
    """13: seat and actor are seats with units; who has none holds no card and never acts."""
    assert 0 <= state.seat < state.seats, "13"
    assert 0 <= state.actor < state.seats, "13"
    if state.phase not in TURN:
        return
    for seat, units in enumerate(naive.standing(state)):
        alive = units > 0
        assert state.alive(seat) == (alive or naive.holds(state, seat) > 0), "13: eliminated"
        if not alive and seat != state.seat and state.phase is not P.ADVANCE:
            assert seat != state.actor, "13: an eliminated seat acts"
            assert not state.hands[seat], "12: an eliminated seat holds cards"
    if state.phase is P.DEFEND:
        assert state.actor != state.seat, "13: the defender is asked"
    else:
        assert state.actor == state.seat, "13"


def forced_trades(state: State) -> None:
    """11: while a set must be traded no army is placed and nobody goes on; otherwise they may."""
    if state.phase not in (P.REINFORCE, P.SPOILS):
        return
    forced, most = naive.must_trade(state), naive.CAP if state.rules.army_cap else 10**9
    assert not forced or not is_legal(state, Pass()), "11: on with too many cards"
    mine = [at for at in state.lands[state.seat] if state.armies[at] < most]
    if mine and state.reserves[state.seat]:
        assert is_legal(state, Place(mine[0], 1)) != forced, "11: placing and forced trades"


def somebody_can_move(state: State) -> None:
    """14: a position has a legal move unless the game is over; then it has none."""
    assert bool(legal_moves(state)) == (state.phase is not P.OVER), "14"


def the_end(state: State) -> None:
    """15: over if and only if somebody has won; one result."""
    victors = naive.victors(state)
    over = state.phase is P.OVER
    assert (state.outcome() is not None) == over, "15"
    if not over:
        assert not state.winners, "15: winners of a running game"
        assert not victors, f"15: {victors} have won and the game goes on"
        if state.rules.mission_deck in SECRET_DECKS:
            assert not naive.secret_missions_done(state), "15: a mission is completed (SEC-03)"
    elif state.reason in ("conquest", "team", "capital"):
        assert state.winners in victors, "15: a win that the board does not show"
    else:
        assert state.reason == "mission", "15"
        assert len(state.winners) == 1, "15"
        if deck_of(state).kind == "ranks":
            assert len(state.done[state.winners[0]]) == 4, "15: four missions win (MIS-06)"
