"""A second, slow opinion on the rules, written without looking into the core's functions.

Nothing here calls ``risknb.rules``: the invariants compare the core with these few functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from risknb.board import Board
from risknb.editions import Rules
from risknb.state import Phase, State

#: Phases before the first turn.
SETUP = frozenset(
    {Phase.DEALER, Phase.MISSIONS, Phase.DEAL, Phase.FIRST, Phase.CLAIM, Phase.PLACE,
     Phase.HEADQUARTERS}
)  # fmt: skip
FIXED = {"iii": 4, "ccc": 6, "aaa": 8, "aci": 10}
CAP = 12


# -- cards ---------------------------------------------------------------------------------------
def symbol(board: Board, deck: str, card: int) -> str:
    """``i``, ``c`` or ``a``; ``w`` for a wild card."""
    return board.decks[deck][card][0] if card < board.size else "w"


def readings(symbols: Iterable[str]) -> set[int]:
    """What three symbols are worth by the fixed table, in every reading of the wild ones."""
    texts = [""]
    for one in symbols:
        texts = [text + seen for text in texts for seen in ("ica" if one == "w" else one)]
    return {FIXED[key] for text in texts if (key := "".join(sorted(text))) in FIXED}


def set_values(rules: Rules, traded: int, symbols: Sequence[str]) -> set[int]:
    """What a set may bring as the *traded* + 1st one of the game; empty if it is no set."""
    fixed = readings(symbols)
    if rules.fixed_sets or not fixed:
        return fixed
    if rules.expert_sets:
        return {4 + traded}
    table = list(rules.set_values)
    while len(table) <= traded:
        table.append(table[-1] + rules.set_step)
    return {table[traded]}


def has_set(state: State, seat: int) -> bool:
    """Whether the hand of a seat holds a set; under the printed rules five cards always do."""
    seen = [symbol(state.board, state.rules.deck, card) for card in state.hands[seat]]
    return any(readings(three) for three in combinations(seen, 3))


def must_trade(state: State) -> bool:
    """Whether the seat to play has to trade a set before anything else."""
    cards, rules, seat = len(state.hands[state.seat]), state.rules, state.seat
    if state.placed or not has_set(state, seat):
        return False
    if state.phase is Phase.REINFORCE:
        return cards >= rules.force_start
    if state.phase is Phase.SPOILS and state.ending:
        return not state.reserves[seat]  # AMB-CARD-9
    down = cards > rules.elim_target and state.reserves[seat] > 0
    return state.phase is Phase.SPOILS and (cards >= rules.elim_force or down)


def hands(state: State) -> list[tuple[int, ...]]:
    """Every hand once: team mates share one."""
    return state.hands[:2] if state.units is not None else list(state.hands)


# -- the board -----------------------------------------------------------------------------------
def side(state: State, at: int) -> int:
    """Who stands on a territory: an army, or a team (0 or 1) in team games."""
    if state.units is None or not any(state.units[at]):
        return state.owners[at] if state.units is None else state.owners[at] % 2
    return next(seat % 2 for seat, n in enumerate(state.units[at]) if n)


def standing(state: State) -> list[int]:
    """The units of every seat on the board."""
    if state.units is not None:
        return [sum(seat) for seat in zip(*state.units, strict=True)]
    found = [0] * state.sides
    for owner, armies in zip(state.owners, state.armies, strict=True):
        if owner >= 0:
            found[owner] += armies
    return found[: state.seats]


def holds(state: State, seat: int) -> int:
    return state.owners.count(seat)


def whole(state: State, seat: int) -> list[str]:
    """The continents that a seat holds whole."""
    return [
        continent.name
        for continent in state.board.continents
        if {state.owners[at] for at in continent.members} == {seat}
    ]


def reinforcements(state: State, seat: int) -> int:
    """REIN-01 and REIN-03, counted from the board."""
    bonus = {continent.name: continent.bonus for continent in state.board.continents}
    return max(3, holds(state, seat) // 3) + sum(bonus[name] for name in whole(state, seat))


def reachable(state: State, src: int) -> set[int]:
    """FORT-02: the neighbours of the same side, or all of a chain of them."""
    near = {at for at in state.board.borders[src] if side(state, at) == side(state, src)}
    if state.rules.move == "adjacent" and not state.rules.multi_fortify:
        return near
    found: set[int] = set()
    while near:
        found |= near
        near = {
            to
            for at in near
            for to in state.board.borders[at]
            if side(state, to) == side(state, src)
        } - found
    return found - {src}


def allies(state: State) -> set[int]:
    """The neutral armies on the acting seat's side."""
    return {state.seats + i for i, seat in enumerate(state.stances) if seat == state.seat}


# -- dice ----------------------------------------------------------------------------------------
def losses(attack: Sequence[int], defend: Sequence[int]) -> tuple[int, int]:
    """COMB-06: best against best, then second against second, ties to the defender."""
    ours, theirs = list(attack), list(defend)
    lost = killed = 0
    while ours and theirs:
        if max(ours) > max(theirs):
            killed += 1
        else:
            lost += 1
        ours.remove(max(ours))
        theirs.remove(max(theirs))
    return lost, killed


# -- the end -------------------------------------------------------------------------------------
def victors(state: State) -> list[tuple[int, ...]]:
    """Everybody whom the board alone makes a winner, as the mode has it (missions aside)."""
    if state.phase in SETUP:
        return []
    units = enumerate(standing(state))
    alive = [seat for seat, armies in units if armies or _moving(state, seat)]
    if state.rules.teams:
        out = {seat % 2 for seat in range(state.seats) if seat not in alive}
        return [tuple(range(1 - team, state.seats, 2)) for team in out]
    found: list[tuple[int, ...]] = [(alive[0],)] if len(alive) == 1 else []
    if state.rules.capital:
        found += [(seat,) for seat in alive if _capital(state, seat)]
    return found


def secret_missions_done(state: State) -> list[int]:
    """Who has completed a secret mission that land decides: only the seat whose turn it is.

    AMB-SEC-4; a colour wiped out by somebody else ends the game or makes the mission another one.
    """
    if state.phase in SETUP or not standing(state)[state.seat]:
        return []
    name = state.missions[state.seat][0]
    return [state.seat] if name in LAND and LAND[name](state, state.seat) else []


def _lands(*wanted: str, more: int = 0) -> Callable[[State, int], bool]:
    def done(state: State, seat: int) -> bool:
        held = whole(state, seat)
        return set(wanted) <= set(held) and len(held) >= len(wanted) + more

    return done


def _garrisons(state: State, seat: int) -> bool:
    pairs = zip(state.owners, state.armies, strict=True)
    return sum(owner == seat and armies >= 2 for owner, armies in pairs) >= 18


#: Section 3 of the rules, by the ids of its table.
LAND: dict[str, Callable[[State, int], bool]] = {
    "SM1": _lands("North America", "Africa"),
    "SM2": _lands("North America", "Australia"),
    "SM3": _lands("Asia", "South America"),
    "SM4": _lands("Asia", "Africa"),
    "SM5": _lands("Europe", "South America", more=1),
    "SM6": _lands("Europe", "Australia", more=1),
    "SM7": lambda state, seat: holds(state, seat) >= 24,
    "SM8": _garrisons,
}


def _moving(state: State, seat: int) -> bool:
    """Whether a seat holds nothing but a territory that it is about to move into."""
    return state.phase is Phase.ADVANCE and seat == state.seat


def _capital(state: State, seat: int) -> bool:
    """CAP-04, CAP-05: the own headquarters and enough others."""
    if state.owners[state.headquarters[seat]] != seat:
        return False
    foreign = sum(
        state.owners[at] == seat for other, at in enumerate(state.headquarters) if other != seat
    )
    if state.rules.capital_short:
        return foreign >= (2 if state.seats == 4 else 3)
    return foreign == state.seats - 1
