"""What must be true of every step; the numbers are those of ``invariants``."""

from __future__ import annotations

import naive
from naive import SETUP

from risknb.moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Claim,
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
from risknb.state import NOBODY, Phase, State

P = Phase
TURN = frozenset(Phase) - SETUP - {P.OVER}
#: Where armies are placed by hand before the first turn.
BY_TURNS = (P.CLAIM, P.PLACE, P.HEADQUARTERS)
#: What a state remembers of a turn until it is over.
OF_A_TURN = (
    "placed", "conquered", "ending", "commanded", "fortified", "bonus", "shown", "due", "given",
    "levied", "moved",
)  # fmt: skip

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


def check(before: State, step: Step, after: State) -> None:
    """All invariants of a single step."""
    move = step.move
    phases(before, move, after)
    a_turn_begins_anew(before, after)
    one_intent_one_roll(before, step)
    armies_conserved(before, step, after)
    armies_where_said(before, step, after)
    drawing(before, step, after)
    too_many_cards_to_draw(before, after)
    if isinstance(move, Trade):
        trading(before, move, after)
    elif isinstance(move, Place | Pass):
        forced_trade_done(before)
    elif isinstance(move, Attack):
        attacking(before, move)
    elif isinstance(move, Advance):
        advancing(before, move, after)
    elif isinstance(move, Fortify):
        fortifying(before, move, after)
    elif isinstance(move, Reroll | Command):
        turning_dice(before, move, after)
    elif isinstance(move, Bribe | Levy | RollStatus | CallOff):
        dealing_with_neutrals(before, step, after)
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
    if after.phase is P.SPOILS is not before.phase:
        assert not after.placed, "11: a forced trade comes before placing"
    if before.phase in (P.CLAIM, P.PLACE) and after.phase is before.phase:
        skipped = _between(before, after.seat) if after.seat != before.seat else []
        assert not any(before.reserves[seat] for seat in skipped), "14: to the left (AMB-SET-8)"
        assert before.phase is P.PLACE or after.seat != before.seat, "14: in turn (SETUP-03)"
    if before.rules.multi_fortify and isinstance(move, Fortify) and before.phase is P.FORTIFY:
        assert after.phase in (P.FORTIFY, P.OVER), "14: more moves may follow (EXP-02)"


def a_turn_begins_anew(before: State, after: State) -> None:
    """9, 14: nothing that belongs to one turn is carried into the next."""
    if after.turn == before.turn or after.phase is P.OVER:
        return
    assert after.fresh, "14"
    left = [name for name in OF_A_TURN if getattr(after, name)]
    assert not left, f"14: {left} of the last turn"
    assert after.attack is after.rolled is after.invasion is None, "14: a battle of the last turn"


def _between(state: State, seat: int) -> list[int]:
    """The seats to the left of the present one that come before *seat*."""
    return [s % state.seats for s in range(state.seat + 1, state.seat + state.seats)][
        : (seat - state.seat - 1) % state.seats
    ]


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


def turning_dice(before: State, move: Reroll | Command, after: State) -> None:
    """5: one die again with a card of the place, once a throw; one six a turn (EXP-04, EXP-05)."""
    src, dst, dice = _fight(before)
    assert 0 <= move.die < dice, "5"
    if isinstance(move, Reroll):
        assert before.rules.reroll, "5"
        assert not before.rerolled, "5: once a throw"
        assert {src, dst} & set(before.hands[before.seat]), "5: no card to show"
        assert after.rerolled or after.phase is not P.DECIDE, "5"
    else:
        assert before.rules.commander, "5"
        assert not before.commanded, "5: once a turn"
        assert after.commanded, "5"


def dealing_with_neutrals(before: State, step: Step, after: State) -> None:
    """Bribes draw a neutral one step nearer, moods drive it one step away (NA-03, NA-07)."""
    move, seat = step.move, before.seat
    if isinstance(move, CallOff):
        assert before.invasion is not None, "14: nothing to call off"
        assert after.invasion is None, "14"
        assert after.phase is P.STATUS, "14: neutrals answer an invasion"
        return
    assert isinstance(move, Bribe | Levy | RollStatus)
    ways = [seat, NOBODY, (seat + 1) % 2]  # from the own side to the other
    stood = ways.index(before.stances[move.army - before.seats])
    stands = ways.index(after.stances[move.army - before.seats])
    if isinstance(move, Bribe):
        assert stands == max(0, stood - 1), "14: NA-03"
        assert len(after.bribes[move.army - before.seats]) <= 5, "14: five cards at most"
        assert after.given.count(move.army) <= 2, "14: two cards a turn (AMB-ACT-3)"
    elif isinstance(move, RollStatus):
        assert isinstance(step.chance, Die)
        assert stands == (min(2, stood + 1) if step.chance.face <= 4 else stood), "14: NA-07"
    else:
        assert stood == 0, "14: only allies are reinforced (NA-05)"
        assert move.army not in before.levied, "14: once a turn"


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
    if isinstance(step.chance, Roll):
        asked = before.rules.commander and not before.commanded
        asked = asked or (before.rules.reroll and bool(before.hands[before.seat]))
        assert not asked, "5: the attacker was not asked (EXP-04, EXP-05)"
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


def armies_where_said(before: State, step: Step, after: State) -> None:
    """3: armies change only on the territories that the step names."""
    if before.phase in SETUP and (before.rules.placing == "auto" or before.phase not in BY_TURNS):
        return
    changed = {at for at, n in enumerate(after.armies) if n != before.armies[at]}
    assert changed <= _named(before, step.move), "3: armies elsewhere changed"
    if isinstance(step.move, Place):
        at, armies = step.move
        assert after.armies[at] == before.armies[at] + armies, "3: placed somewhere else"


def _named(before: State, move: Move) -> set[int]:
    """The territories whose armies a move may change."""
    if isinstance(move, Claim | Place):
        return {move.at}
    if isinstance(move, Trade):
        return {move.bonus}
    if isinstance(move, Attack | Fortify):
        return {move.src, move.dst}
    return set(before.attack[:2]) if before.attack is not None else set()


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
    else:
        due = before.conquered and bool(before.deck or before.pile)
        assert not due or after.turn == before.turn, "9: a card was earned and not drawn"
    if not isinstance(step.move, Advance | Trade | Bribe) and not isinstance(chance, Draw):
        assert after.hands == before.hands or after.phase is P.OVER, "9: hands change"
    if after.conquered and not before.conquered:
        assert after.phase is P.ADVANCE, "9: a card is earned by a conquest"
        assert before.rules.cards, "9"
        src = step.move.src if isinstance(step.move, Attack) else _fight(before)[0]
        assert before.owners[src] == before.seat, "9: an ally's conquest earns none (NA-10)"


def too_many_cards_to_draw(before: State, after: State) -> None:
    """11: a full hand is traded before the move if a card was earned, else not (AMB-CARD-9)."""
    if before.phase not in (P.ATTACK, P.STATUS) or after.phase not in (P.SPOILS, P.FORTIFY):
        return
    full = 0 < after.rules.hand_limit <= len(after.hands[after.seat])
    earned = after.conquered and bool(after.deck or after.pile)
    assert (after.phase is P.SPOILS) == (full and earned), "11: AMB-CARD-9"


def trading(before: State, move: Trade, after: State) -> None:
    """10, 11: a valid set of own cards, worth what the table says, when it may be traded."""
    rules, seat = before.rules, before.seat
    hand = before.hands[seat]
    assert set(move.cards) <= set(hand), "10: cards not held"
    assert len(set(move.cards)) == 3, "10"
    symbols = [naive.symbol(before.board, rules.deck, card) for card in move.cards]
    values = naive.set_values(rules, before.sets, symbols)
    assert values, "10: no set"
    assert not move.value or move.value in values, "10: a value that no reading has"
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


def forced_trade_done(before: State) -> None:
    """11: nobody goes on holding more cards than the edition lets them (CARD-05, ELIM-02)."""
    assert not naive.must_trade(before), "11: a set must be traded first"


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
