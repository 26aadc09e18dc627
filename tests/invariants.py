"""The invariants of the game, each in the form that the edition and the mode give it.

``check_state(state)`` holds what must be true of any position, ``check(before, step, after)`` what
must be true of any step; both raise ``AssertionError`` with the number of the invariant. The dear
ones, which try other moves, other texts or other seats, stand in ``engine_invariants``. Numbers:

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

from collections import Counter

import naive
from naive import SETUP

from risknb.moves import (
    Advance,
    Attack,
    Bribe,
    Command,
    DealTerritories,
    Defend,
    Die,
    Draw,
    Fortify,
    Levy,
    Move,
    Pass,
    Place,
    Reroll,
    Roll,
    RollStatus,
    Step,
    Trade,
)
from risknb.rules import legal_moves
from risknb.rules.missions import deck_of
from risknb.state import NOBODY, Phase, State

P = Phase
TURN = frozenset(Phase) - SETUP - {P.OVER}

#: Invariant 14: where every phase may lead.
NEXT: dict[Phase, frozenset[Phase]] = {
    P.DEALER: frozenset({P.MISSIONS, P.FIRST, P.DEAL, P.CLAIM}),
    P.MISSIONS: frozenset({P.FIRST, P.DEAL, P.CLAIM}),
    P.DEAL: frozenset({P.PLACE, P.HEADQUARTERS, P.FIRST, P.REINFORCE, P.OVER}),
    P.FIRST: frozenset({P.FIRST, P.DEAL, P.CLAIM, P.REINFORCE, P.OVER}),
    P.CLAIM: frozenset({P.CLAIM, P.PLACE, P.HEADQUARTERS, P.FIRST, P.REINFORCE}),
    P.PLACE: frozenset({P.PLACE, P.HEADQUARTERS, P.FIRST, P.REINFORCE, P.OVER}),
    P.HEADQUARTERS: frozenset({P.HEADQUARTERS, P.FIRST, P.REINFORCE}),
    P.REINFORCE: frozenset({P.REINFORCE, P.ALLIES, P.ATTACK, P.OVER}),
    P.ALLIES: frozenset({P.ALLIES, P.ATTACK}),
    P.ATTACK: frozenset(
        {P.ATTACK, P.DEFEND, P.DECIDE, P.ADVANCE, P.SPOILS, P.STATUS, P.FORTIFY, P.OVER}
    ),
    P.DEFEND: frozenset({P.ATTACK, P.DECIDE, P.ADVANCE, P.OVER}),
    P.DECIDE: frozenset({P.DECIDE, P.ATTACK, P.ADVANCE, P.OVER}),
    P.ADVANCE: frozenset({P.ATTACK, P.SPOILS, P.STATUS, P.OVER}),
    P.SPOILS: frozenset({P.SPOILS, P.ATTACK, P.STATUS, P.FORTIFY, P.OVER}),
    P.STATUS: frozenset({P.STATUS, P.ATTACK, P.SPOILS, P.FORTIFY}),
    P.FORTIFY: frozenset({P.FORTIFY, P.ALLY_FORTIFY, P.MISSION, P.REINFORCE, P.OVER}),
    P.ALLY_FORTIFY: frozenset({P.ALLY_FORTIFY, P.MISSION, P.REINFORCE, P.OVER}),
    P.MISSION: frozenset({P.REINFORCE, P.OVER}),
    P.OVER: frozenset(),
}


# -- positions -----------------------------------------------------------------------------------
def check_state(state: State) -> None:
    """All invariants of a single position."""
    one_owner(state)
    an_army_everywhere(state)
    running_counts(state)
    nothing_unplaced(state)
    every_card_once(state)
    every_mission_once(state)
    the_living_act(state)
    somebody_can_move(state)
    the_end(state)


def one_owner(state: State) -> None:
    """1: every territory has one owner once the land is given out; teams share among themselves."""
    given_out = state.phase in TURN or state.phase in (P.PLACE, P.HEADQUARTERS, P.OVER)
    for at, owner in enumerate(state.owners):
        assert NOBODY <= owner < state.sides, "1"
        if state.units is None:
            assert owner != NOBODY or not given_out, f"1: {state.board.codes[at]} is nobody's"
            continue
        units = state.units[at]
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
    """The counts kept beside the table are those of the table."""
    board, sides = state.board, state.sides
    assert state.holds == [naive.holds(state, army) for army in range(sides)], "holds"
    pairs = Counter((board.continent_of[at], o) for at, o in enumerate(state.owners))
    tally = [pairs[c, army] for c in range(len(board.continents)) for army in range(sides)]
    assert state.tally == tally, "tally"
    if state.units is None:
        stands = state.owners
    else:
        stands = [NOBODY if o == NOBODY and not any(u) else naive.side(state, at)
                  for at, (o, u) in enumerate(zip(state.owners, state.units, strict=True))]  # fmt: skip
    hostile = [
        sum(stands[near] != stands[at] for near in board.borders[at]) for at in range(board.size)
    ]
    assert state.hostile == hostile, "hostile"


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
    for seat in range(state.seats):
        alive = naive.standing(state, seat) > 0
        assert state.alive(seat) == (alive or naive.holds(state, seat) > 0), "13: eliminated"
        if not alive and seat != state.seat and state.phase is not P.ADVANCE:
            assert seat != state.actor, "13: an eliminated seat acts"
            assert not state.hands[seat], "12: an eliminated seat holds cards"
    if state.phase is P.DEFEND:
        assert state.actor != state.seat, "13: the defender is asked"
    else:
        assert state.actor == state.seat, "13"


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
    elif state.reason in ("conquest", "team", "capital"):
        assert state.winners in victors, "15: a win that the board does not show"
    else:
        assert state.reason == "mission", "15"
        assert len(state.winners) == 1, "15"
        if deck_of(state).kind == "ranks":
            assert len(state.done[state.winners[0]]) == 4, "15: four missions win (MIS-06)"


# -- steps ---------------------------------------------------------------------------------------
def check(before: State, step: Step, after: State) -> None:
    """All invariants of a single step."""
    move = step.move
    phases(before, move, after)
    one_intent_one_roll(before, step)
    armies_conserved(before, step, after)
    drawing(before, step, after)
    if isinstance(move, Trade):
        trading(before, move, after)
    elif isinstance(move, Place | Pass):
        forced_trade_done(before, move)
    elif isinstance(move, Attack):
        attacking(before, move)
    elif isinstance(move, Advance):
        advancing(before, move, after)
    elif isinstance(move, Fortify):
        fortifying(before, move, after)
    if (roll := final_roll(before, step, after)) is not None:
        casualties(before, step, after, roll)
    land_changes_hands(before, step, after)


def phases(before: State, move: Move, after: State) -> None:
    """14: only the allowed ways from phase to phase; the turn counts up by one."""
    assert after.phase in NEXT[before.phase], f"14: {before.phase.name} to {after.phase.name}"
    turned = after.turn != before.turn
    assert after.turn - before.turn in (0, 1), "14: turns"
    if turned:
        assert after.phase in (P.REINFORCE, P.OVER), "14"
        assert before.turn == 0 or before.phase in (P.FORTIFY, P.ALLY_FORTIFY, P.MISSION), "14"
        assert before.turn == 0 or after.seat != before.seat, "14"
    elif before.phase in TURN:
        assert after.seat == before.seat, "13: the seat changes within a turn"
    if before.rules.multi_fortify and isinstance(move, Fortify) and before.phase is P.FORTIFY:
        assert after.phase in (P.FORTIFY, P.OVER), "14: more moves may follow (EXP-02)"


def one_intent_one_roll(before: State, step: Step) -> None:
    """5, 25: luck answers an intent once, with dice from 1 to 6 and as many as were named."""
    assert step.seat == before.actor, "22: the step names who decided"
    move, chance = step.move, step.chance
    if isinstance(move, Levy | RollStatus | Reroll):
        assert isinstance(chance, Die), "25"
        assert 1 <= chance.face <= 6, "5"
    elif isinstance(move, Attack | Defend):
        dst = move.dst if isinstance(move, Attack) else _fight(before)[1]
        most = min(before.rules.defend_dice, before.armies[dst])
        asked = isinstance(move, Attack) and before.rules.defend == "ask" and most > 1
        assert (chance is None) == asked, "25: one intent, one roll"
        if isinstance(chance, Roll):
            dice = move.dice if isinstance(move, Attack) else _fight(before)[2]
            defence = move.dice if isinstance(move, Defend) else most
            assert len(chance.attack) == dice <= 3, "5"
            assert len(chance.defend) == defence <= most, "5"
            assert all(1 <= face <= 6 for face in (*chance.attack, *chance.defend)), "5"


def _fight(state: State) -> tuple[int, int, int]:
    assert state.attack is not None
    return state.attack


def attacking(before: State, move: Attack) -> None:
    """5, 7: an own or allied origin, a hostile neighbour, one army stays (COMB-01, COMB-03)."""
    src, dst, dice = move
    owner = before.owners[src]
    assert owner == before.seat or owner in naive.allies(before), "7: foreign origin"
    assert dst in before.board.borders[src], "7: no neighbour"
    assert naive.side(before, dst) != naive.side(before, src), "7: attack on the own side"
    assert before.owners[dst] != before.seat, "7: attack on oneself"
    own = before.armies[src] if before.units is None else before.units[src][before.seat]
    assert 1 <= dice <= min(before.rules.attack_dice, own, before.armies[src] - 1), "5"


def final_roll(before: State, step: Step, after: State) -> Roll | None:
    """The dice that count after this step, re-roll and commander included; ``None`` if none do."""
    if after.phase in (P.DEFEND, P.DECIDE):
        return None
    move, chance = step.move, step.chance
    if isinstance(chance, Roll):
        return chance
    if before.phase is not P.DECIDE:
        return None
    assert before.rolled is not None
    attack = list(before.rolled.attack)
    if isinstance(move, Reroll):
        assert isinstance(chance, Die)
        attack[move.die] = chance.face
    elif isinstance(move, Command):
        attack[move.die] = 6
    return Roll(attack, before.rolled.defend)


def casualties(before: State, step: Step, after: State, roll: Roll) -> None:
    """6: losses as the sorted comparison says, and only on the two territories."""
    move = step.move
    src, dst, dice = move if isinstance(move, Attack) else _fight(before)
    lost, killed = naive.losses(roll.attack, roll.defend)
    assert lost + killed == min(len(roll.attack), len(roll.defend)), "6"
    taken = before.armies[dst] == killed
    moved = dice if taken and after.phase is P.OVER else 0  # AMB-COMB-9
    expected = list(before.armies)
    expected[src] -= lost + moved
    expected[dst] += moved - killed
    assert after.armies == expected, "6"
    assert taken == (after.phase is P.ADVANCE or moved > 0), "7: taken when the last one falls"
    if before.units is None:
        assert taken == (after.owners[dst] != before.owners[dst]), "7"


def advancing(before: State, move: Advance, after: State) -> None:
    """7, 12: at least the dice, at most what may leave; the cards of the eliminated (COMB-10)."""
    src, dst, dice = _fight(before)
    assert dice <= move.armies <= before.armies[src] - 1, "7"
    assert after.armies[src] == before.armies[src] - move.armies >= 1, "7"
    assert after.armies[dst] == move.armies, "7"
    victim, seat = before.victim, before.seat
    if before.units is not None or naive.holds(before, victim):
        assert after.hands == before.hands, "12: cards change hands without an elimination"
        return
    won = before.hands[victim] if victim < before.seats else ()
    if before.rules.active and victim >= before.seats:
        won = tuple(card for _, card in before.bribes[victim - before.seats])
        assert not after.bribes[victim - before.seats], "12"
    if after.phase is not P.OVER:
        assert sorted(after.hands[seat]) == sorted((*before.hands[seat], *won)), "12"
        forced = len(after.hands[seat]) >= before.rules.elim_force
        assert after.phase is P.SPOILS or not forced or (victim >= before.seats and not won), "11"


def land_changes_hands(before: State, step: Step, after: State) -> None:
    """1: a territory changes its owner only by a deal, a claim, a conquest or a team's march."""
    changed = [at for at in range(before.board.size) if before.owners[at] != after.owners[at]]
    if before.phase in SETUP:
        assert all(before.owners[at] == NOBODY for at in changed), "1"
    elif before.units is None:
        assert len(changed) <= 1, "1"
        if changed:
            assert before.phase in (P.ATTACK, P.DEFEND, P.DECIDE), "1"


def armies_conserved(before: State, step: Step, after: State) -> None:
    """3, 4: what comes into the game and leaves it is granted, traded, levied, lost in battle."""
    move, chance = step.move, step.chance
    came = 0
    if isinstance(move, DealTerritories) and not before.rules.start:
        came += before.board.size  # SETUP-06
    elif isinstance(move, Trade):
        came += _traded(before, move)
    elif isinstance(move, Levy):
        assert isinstance(chance, Die)
        came += chance.face
    elif isinstance(move, Pass) and before.phase in (P.REINFORCE, P.SPOILS, P.ALLIES):
        came -= _given_up(before)
    roll = final_roll(before, step, after)
    if roll is not None:
        came -= sum(naive.losses(roll.attack, roll.defend))
    if after.turn != before.turn:
        granted = naive.reinforcements(after, after.seat)
        assert after.reserves[after.seat] == granted or after.phase is P.OVER, "4"
        came += granted
    assert _armies(after) - _armies(before) == came, "3"


def _armies(state: State) -> int:
    return sum(state.armies) + sum(state.reserves)


def _traded(before: State, move: Trade) -> int:
    board, rules = before.board, before.rules
    symbols = [naive.symbol(board, rules.deck, card) for card in move.cards]
    value = move.value or max(naive.set_values(rules, before.sets, symbols))
    extra = 0
    if move.bonus >= 0:
        room = naive.CAP - before.armies[move.bonus] if rules.army_cap else 99
        extra = min(rules.territory_bonus, room)
    return value + extra


def _given_up(before: State) -> int:
    """EXP-03: armies are given up only where every own territory is full."""
    left = sum(before.reserves)
    if left:
        assert before.rules.army_cap, "3: armies given up"
        armies_of = {before.seat} if before.phase is not P.ALLIES else naive.allies(before)
        own = [at for at, owner in enumerate(before.owners) if owner in armies_of]
        mine = [at for at in own if before.reserves[before.owners[at]]]
        assert all(before.armies[at] == naive.CAP for at in mine), "3: armies that had room"
    return left


def drawing(before: State, step: Step, after: State) -> None:
    """9: one card for a turn with a conquest, from the pile as the edition has it (CARD-01)."""
    chance, seat = step.chance, before.seat
    if isinstance(chance, Draw):
        assert before.conquered, "9: a card without a conquest"
        assert not after.conquered, "9: a second card"
        assert sorted(after.hands[seat]) == sorted((*before.hands[seat], chance.card)), "9"
        if before.deck:
            assert chance.card in before.deck, "9"
        elif before.rules.discard == "bottom":
            assert chance.card == before.pile[0], "9: the tail is drawn in order (AMB-CARD-13)"
        else:
            assert chance.card in before.pile, "9: reshuffled (AMB-CARD-8)"
        last = before.phase is P.ATTACK if before.rules.draw == "before_move" else (
            after.turn != before.turn or after.phase is P.MISSION or after.phase is P.OVER
        )  # fmt: skip
        assert last, "9: drawn at the wrong time (TURN-01)"
    elif not isinstance(step.move, Advance | Trade | Bribe):
        assert after.hands == before.hands or after.phase is P.OVER, "9: hands change"
    if after.conquered and not before.conquered:
        assert after.phase is P.ADVANCE, "9: a card is earned by a conquest"
        assert before.rules.cards, "9"
        src = step.move.src if isinstance(step.move, Attack) else _fight(before)[0]
        assert before.owners[src] == before.seat, "9: an ally's conquest earns none (NA-10)"


def trading(before: State, move: Trade, after: State) -> None:
    """10, 11: a valid set of own cards, worth what the table says, when it may be traded."""
    rules, seat = before.rules, before.seat
    hand = before.hands[seat]
    assert set(move.cards) <= set(hand), "10: cards not held"
    assert len(set(move.cards)) == 3, "10"
    symbols = [naive.symbol(before.board, rules.deck, card) for card in move.cards]
    values = naive.set_values(rules, before.sets, symbols)
    assert values, "10: no set"
    assert after.sets == before.sets + 1, "10"
    assert after.reserves[seat] - before.reserves[seat] == (move.value or max(values)), "10"
    assert sorted((*after.hands[seat], *move.cards)) == sorted(hand), "10"
    assert after.pile == before.pile + move.cards, "10: traded cards go on the pile"
    if move.bonus >= 0:
        assert rules.territory_bonus, "10"
        assert move.bonus in move.cards, "10"
        assert before.owners[move.bonus] == seat, "10: CARD-09"
        assert rules.territory_bonus_cap == "set" or not before.bonus, "10: once a turn"
    if before.phase is P.SPOILS and not before.ending and not rules.elim_may:
        goes_on = before.reserves[seat] > 0 and len(hand) > rules.elim_target
        assert len(hand) >= rules.elim_force or goes_on, "11: ELIM-02"


def forced_trade_done(before: State, move: Place | Pass) -> None:
    """11: nobody goes on holding more cards than the edition lets them (CARD-05, ELIM-02)."""
    cards, rules, seat = len(before.hands[before.seat]), before.rules, before.seat
    if before.placed or not naive.has_set(before, seat):
        return
    if before.phase is P.REINFORCE:
        assert cards < rules.force_start, "11: a set must be traded first"
    elif before.phase is P.SPOILS and before.ending:
        assert before.reserves[seat] > 0, "11: AMB-CARD-9"
    elif before.phase is P.SPOILS:
        assert cards < rules.elim_force, "11"
        assert not before.reserves[seat] or cards <= rules.elim_target, "11: down to four"


def fortifying(before: State, move: Fortify, after: State) -> None:
    """14: as many moves as the rules give, along own connected land, one army stays."""
    src, dst, armies = move
    assert dst in naive.reachable(before, src), "14: no way there (FORT-02, FORT-03)"
    own = before.armies[src] if before.units is None else before.units[src][before.seat]
    assert 1 <= armies <= min(own, before.armies[src] - 1), "14: FORT-01"
    assert after.armies[src] == before.armies[src] - armies, "14"
    assert after.armies[dst] == before.armies[dst] + armies, "14"
    if before.phase is P.FORTIFY:
        assert own if before.units is not None else before.owners[src] == before.seat, "14"
        assert not before.fortified or before.rules.multi_fortify, "14: one move (FORT-01)"
    else:
        assert before.owners[src] in naive.allies(before), "14: NA-09"
        assert before.owners[src] not in before.moved, "14: one move an ally"
