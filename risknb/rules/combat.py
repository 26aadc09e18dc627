"""Attack, defence, capture, moving in, elimination."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import floor

from ..board import Board
from ..moves import Advance, Attack, Blitz, Defend, Roll, Volley
from ..state import NOBODY, Phase, State
from . import capital, ending, expert, missions, neutrals, turn
from .errors import IllegalMove, not_now, span
from .table import add, give_cards, occupy, set_hand, take

#: Armies needed on the origin for so many dice: one must stay (COMB-03).
NEEDED = (0, 2, 3, 4)
ATTACK, ADVANCE = Phase.ATTACK, Phase.ADVANCE
#: Every throw by the dice of both sides, listed when it is first asked for.
_THROWS: list[list[tuple[Roll, ...]]] = [[()] * 4 for _ in range(4)]


def rolls(attack_dice: int, defend_dice: int) -> tuple[Roll, ...]:
    """Every throw of so many dice against so many, all equally likely."""
    if not _THROWS[attack_dice][defend_dice]:
        faces = range(1, 7)
        _THROWS[attack_dice][defend_dice] = tuple(
            Roll(attack, defend)
            for attack in product(faces, repeat=attack_dice)
            for defend in product(faces, repeat=defend_dice)
        )
    return _THROWS[attack_dice][defend_dice]


def most_dice(state: State, src: int) -> int:
    """The most dice an attack from *src* may use (COMB-03, AMB-TEAM-2)."""
    dice = min(state.rules.attack_dice, state.armies[src] - 1)
    return dice if state.units is None else min(dice, state.units[src][state.seat])


def most_defence(state: State, at: int) -> int:
    """The most dice the defence of a territory may use (COMB-04)."""
    return min(state.rules.defend_dice, state.armies[at])


def origins(state: State) -> Iterator[int]:
    """Territories from which the acting seat may attack with somebody on them."""
    helpers = neutrals.fighting_allies(state) if state.rules.active else ()
    for at, owner in enumerate(state.owners):
        if (owner == state.seat or owner in helpers) and state.armies[at] > 1 and state.hostile[at]:
            yield at


def is_enemy(state: State, src: int, dst: int) -> bool:
    """Whether the army on *src* may attack *dst* (COMB-01, TEAM-06, NA-06)."""
    army, target = state.owners[src], state.owners[dst]
    if state.units is not None:
        return state.team_at(dst) != army % 2
    return target not in (army, state.seat)


def attacks(state: State, src: int | None = None) -> Iterator[Attack]:
    only = state.invasion.at if state.invasion is not None else None
    for at in origins(state) if src is None else (s for s in origins(state) if s == src):
        for dst in state.board.borders[at]:
            if (only is None or dst == only) and is_enemy(state, at, dst):
                for dice in range(1, most_dice(state, at) + 1):
                    yield Attack(at, dst, dice)


def why_not_attack(state: State, move: Attack) -> str | None:
    src, dst, dice = move
    return why_not_war(state, src, dst, 1) or _why_not_dice(state, src, dice)


def why_not_war(state: State, src: int, dst: int, stop: int) -> str | None:
    """The reason why *dst* cannot be attacked from *src* now, until *stop* armies are left."""
    if state.phase is not ATTACK:
        return not_now(state)
    board, owners = state.board, state.owners
    try:
        if src < 0 or src >= board.size:
            return "there is no such territory"
        army = owners[src]
        if army != state.seat and not (
            state.rules.active and army in neutrals.fighting_allies(state)
        ):
            return f"{board.names[src]} is not yours to attack from"
        if dst not in board.borders[src]:
            return _no_border(board, src, dst)
        if owners[dst] == army or not (state.rules.plain or is_enemy(state, src, dst)):
            return f"{board.names[dst]} is no enemy's"
        if state.armies[src] < 2:
            return _too_many_dice(state, src)
        if state.invasion is not None and dst != state.invasion.at:
            return f"call off the invasion of {board.names[state.invasion.at]} first"
        return None if stop >= 1 else "stop: one army always stays"
    except (TypeError, IndexError, ValueError):
        return "that is no move"


def _no_border(board: Board, src: int, dst: int) -> str:
    if not 0 <= dst < board.size:
        return "there is no such territory"
    if src == dst:
        return f"{board.names[src]} cannot attack itself"
    return f"{board.names[src]} does not border on {board.names[dst]}"


def _why_not_dice(state: State, src: int, dice: int) -> str | None:
    if (
        dice.__class__ is not int
        or dice < 1
        or dice > state.rules.attack_dice
        or state.armies[src] < NEEDED[dice]
        or (state.units is not None and dice > state.units[src][state.seat])
    ):
        return _too_many_dice(state, src)
    return None


def _too_many_dice(state: State, src: int) -> str:
    most = most_dice(state, src)
    if most < 1:
        return f"{state.board.names[src]} cannot attack: one army must stay"
    return f"{state.board.names[src]} may attack with {span(1, most, 'die', 'dice')}"


def asks_defender(state: State, dst: int) -> bool:
    """Whether the defender has a choice of dice to make (COMB-05)."""
    return state.rules.defend == "ask" and most_defence(state, dst) > 1


def perform_attack(state: State, move: Attack, chance: Roll | None) -> None:
    src, dst, dice = move
    rules = state.rules
    if rules.active:
        neutrals.note_attack(state, state.owners[src], dst)
    if state.shown:
        state.shown = tuple(card for card in state.shown if card in (src, dst))
    if state.deeds is not None and not state.deeds.attacked:
        state.deeds = state.deeds._replace(attacked=True)
    if chance is None:
        state.attack = (src, dst, dice)
        state.phase = Phase.DEFEND
        state.actor = defender(state, dst)
    elif rules.decides:
        state.attack = (src, dst, dice)
        expert.consider(state, chance)
    else:
        resolve(state, src, dst, dice, chance)


def volley(state: State, wish: Blitz, uniform: Callable[[], float]) -> Volley:
    """A blitz in one go, where every attack is a throw and no more (``Rules.plain``).

    Each number that *uniform* gives, from 0 to 1, picks one throw of all that can fall. The same
    as single attacks (a test holds this), at a fraction of the cost.

    :raises IllegalMove: it cannot begin; nothing has changed.
    """
    src, dst, stop, advance = wish
    reason = why_not_war(state, src, dst, stop)
    if reason is not None:
        raise IllegalMove(state, Attack(src, dst, 1), reason)
    armies, rules = state.armies, state.rules
    most, guard = rules.attack_dice, rules.defend_dice
    left, against = armies[src], armies[dst]
    thrown: list[Roll] = []
    while True:
        dice = most if left > most else left - 1
        if guard > against:
            guard = against
        every = _THROWS[dice][guard] or rolls(dice, guard)
        roll = every[floor(uniform() * len(every))]
        lost, killed = roll.losses
        left -= lost
        against -= killed
        thrown.append(roll)
        if left <= stop or not against:
            break
    moved, seat, theirs = 0, state.seat, state.lands[state.owners[dst]]
    if not against and advance and len(theirs) > 1 and not state.headquarters:
        # Nobody is out and nothing is won, as nearly always: no need to ask what else follows.
        occupy(state, dst, seat)
        state.conquered = rules.cards
        moved = left - 1 if left <= rules.cap else rules.cap  # AMB-EXP-1; more than the dice
    armies[src], armies[dst] = left - moved, against + moved
    if not (against or moved):
        moved = _take(state, src, dst, dice, advance)
    return seat, src, dst, thrown, moved


def _take(state: State, src: int, dst: int, dice: int, advance: bool) -> int:
    """A capture; the armies that moved in at once, as many as may."""
    _capture(state, src, dst, dice)
    if not advance or state.phase is not ADVANCE:
        return 0
    moved = most_advance(state)
    perform_advance(state, Advance(moved), None)
    return moved


def defender(state: State, at: int) -> int:
    """The seat that rolls for a territory (N03-05, AMB-ACT-1, AMB-TEAM-1)."""
    owner = state.owners[at]
    if state.units is not None:
        return _largest(state, at)
    return owner if owner < state.seats else (state.seat + 1) % state.seats


def _largest(state: State, at: int) -> int:
    """Team games: the seat with most units; of equals the one whose turn comes next."""
    assert state.units is not None
    units = state.units[at]
    after = [(state.seat + step) % state.seats for step in range(1, state.seats + 1)]
    return max(after, key=lambda seat: units[seat])


def defences(state: State) -> Iterator[Defend]:
    assert state.attack is not None
    for dice in range(1, most_defence(state, state.attack[1]) + 1):
        yield Defend(dice)


def why_not_defend(state: State, move: Defend) -> str | None:
    if state.phase is not Phase.DEFEND or state.attack is None:
        return not_now(state)
    most = most_defence(state, state.attack[1])
    if type(move.dice) is not int or not 1 <= move.dice <= most:
        return f"defend with {span(1, most, 'die', 'dice')}"
    return None


def perform_defend(state: State, move: Defend, chance: Roll) -> None:
    assert state.attack is not None
    state.actor = state.seat
    if state.rules.decides:
        expert.consider(state, chance)
    else:
        resolve(state, *state.attack, chance)


def resolve(state: State, src: int, dst: int, dice: int, roll: Roll) -> None:
    """Take off the losses; the last defender's fall is a capture."""
    lost, killed = roll.losses
    if state.units is not None:
        take(state, src, state.seat, lost)
        for _ in range(killed):
            take(state, dst, _largest(state, dst), 1)
    else:
        state.armies[src] -= lost
        state.armies[dst] -= killed
    if not state.armies[dst]:
        _capture(state, src, dst, dice)
        return
    state.phase = ATTACK
    state.attack = None
    if state.units is not None:
        _team_lost(state)


def _team_lost(state: State) -> None:
    """Team games: a last unit may also fall beside a mate's without a capture (AMB-TEAM-6)."""
    for seat in range(state.seats):
        if ending.conquest_won(state, seat):
            return  # never two at once: who loses all own units has won no pair of dice


def _capture(state: State, src: int, dst: int, dice: int) -> None:
    """The territory changes hands; armies move in next, unless the game is won (COMB-10)."""
    victim, army = state.owners[dst], state.owners[src]
    if state.units is not None:
        victim, army = _last_defender(state, dst), state.seat
    occupy(state, dst, army)
    state.shown = ()
    if army == state.seat:
        state.conquered = state.rules.cards  # NA-10: an ally's conquest earns none
    if state.deeds is not None:
        missions.note_capture(state, dst, victim)
    state.attack, state.victim, state.phase = (src, dst, dice), victim, ADVANCE
    if _won(state, dst, victim):
        _move_in(state, src, dst, dice)  # AMB-COMB-9
        state.victim = NOBODY


def _last_defender(state: State, dst: int) -> int:
    """Team games: a seat of the other team that is out now, or whose unit fell last."""
    side = 1 - state.seat % 2
    losers = [seat for seat in range(state.seats) if seat % 2 == side]
    return next((seat for seat in losers if not state.alive(seat)), state.owners[dst])


def _won(state: State, dst: int, victim: int) -> bool:
    if ending.conquest_won(state, victim):
        return True
    if state.headquarters and capital.won(state, dst):
        return True
    return bool(state.rules.mission_deck) and missions.secret_won(state, victim)


def _move_in(state: State, src: int, dst: int, armies: int) -> None:
    take(state, src, state.seat, armies)  # whose they are counts among partners only
    add(state, dst, state.seat, armies)


def most_advance(state: State) -> int:
    """The most armies that may move into the territory just taken (AMB-EXP-1, AMB-TEAM-2)."""
    assert state.attack is not None
    src, _, dice = state.attack
    most = state.armies[src] - 1
    if state.units is not None:
        most = min(most, state.units[src][state.seat])
    return max(dice, min(most, state.rules.cap))


def advances(state: State) -> Iterator[Advance]:
    assert state.attack is not None
    for armies in range(state.attack[2], most_advance(state) + 1):
        yield Advance(armies)


def why_not_advance(state: State, move: Advance) -> str | None:
    if state.phase is not ADVANCE or state.attack is None:
        return not_now(state)
    least, most = state.attack[2], most_advance(state)
    if type(move.armies) is not int or not least <= move.armies <= most:
        return f"move in {span(least, most)}"
    return None


def perform_advance(state: State, move: Advance, chance: None) -> None:
    assert state.attack is not None
    src, dst, _ = state.attack
    victim, state.victim, state.attack = state.victim, NOBODY, None
    _move_in(state, src, dst, move.armies)
    if state.rules.active:
        neutrals.close_invasion(state)
    if state.rules.mission_deck and missions.secret_won(state):
        return
    if not state.lands[victim] and state.units is None:
        _take_spoils(state, victim)
    else:
        turn.to_attack(state)


def _take_spoils(state: State, victim: int) -> None:
    """The cards of an eliminated army, and what must or may be traded (ELIM-01, ELIM-02)."""
    seat, rules = state.seat, state.rules
    if state.deeds is not None:
        state.deeds = state.deeds._replace(eliminated=state.deeds.eliminated + 1)
    if victim < state.seats:
        give_cards(state, seat, state.hands[victim])
        set_hand(state, victim, ())
    elif rules.active:
        give_cards(state, seat, neutrals.surrender(state, victim))
    else:
        turn.to_attack(state)  # AMB-NEU-1: a passive neutral leaves nothing
        return
    cards = len(state.hands[seat])
    if cards >= rules.elim_force or (rules.elim_may and cards >= 3):
        state.phase = Phase.SPOILS
        state.placed = False
    else:
        turn.to_attack(state)
