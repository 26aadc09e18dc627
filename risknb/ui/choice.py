"""What is chosen on the map, and which legal move a click means."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..moves import Attack, Claim, Fortify, Headquarters, Move, Place
from ..rules import combat, is_legal, legal_moves, reinforce, why_not
from ..rules.fortify import spare
from ..rules.table import room
from ..scene import Marks
from ..state import Phase, State

PLACING = (Phase.REINFORCE, Phase.SPOILS, Phase.ALLIES)
MOVING = (Phase.FORTIFY, Phase.ALLY_FORTIFY)


@dataclass
class Choice:
    """The territories chosen so far; everything else follows from the position."""

    src: int | None = None
    dst: int | None = None
    walking: int | None = None
    """Where the keyboard stands on the map."""
    dice: int = 3
    armies: dict[str, int] = field(default_factory=dict)
    """Numbers set by sliders, by the kind of move they are for."""

    def clear(self) -> None:
        """Nothing is chosen any more."""
        self.src = self.dst = None

    def check(self, state: State) -> None:
        """Drop what the position no longer allows."""
        if state.phase is Phase.ATTACK:
            self._check_pair(attack_targets(state, self.src), self.src in attack_sources(state))
        elif state.phase in MOVING:
            self._check_pair(move_targets(state, self.src), self.src in move_sources(state))
        elif state.phase in PLACING or state.phase is Phase.HEADQUARTERS:
            self.dst = None
            if self.src not in places(state):
                self.src = None
        elif state.phase not in (Phase.DEFEND, Phase.DECIDE):  # an attack goes on after these
            self.clear()

    def _check_pair(self, targets: list[int], has_source: bool) -> None:
        if not has_source:
            self.clear()
        elif self.dst not in targets:
            self.dst = None

    def click(self, state: State, at: int) -> Move | str | None:
        """A territory was clicked: the move it means, why it means none, or ``None``: chosen."""
        phase = state.phase
        if phase is Phase.CLAIM:
            return _or_reason(state, Claim(at))
        if phase is Phase.PLACE:
            return _or_reason(state, Place(at, 1))
        if phase in PLACING:
            self.src = at if at in places(state) else self.src
            return _or_reason(state, Place(at, 1))
        if phase is Phase.HEADQUARTERS:
            reason = why_not(state, Headquarters(at))
            self.src = at if reason is None else self.src
            return reason
        if phase is Phase.ATTACK:
            return self._click_attack(state, at)
        if phase in MOVING:
            return self._click_move(state, at)
        return None

    def _click_attack(self, state: State, at: int) -> str | None:
        if at == self.src:
            self.clear()
            return None
        if self.src is not None and at in attack_targets(state, self.src):
            self.dst = at
            return None
        if at in attack_sources(state):
            self.src, self.dst = at, None
            return None
        near = [src for src in state.board.borders[at] if at in attack_targets(state, src)]
        if near:
            self.src, self.dst = max(near, key=lambda src: state.armies[src]), at
            return None
        return _no_attack(state, at)

    def _click_move(self, state: State, at: int) -> str | None:
        if at == self.src:
            self.clear()
        elif self.src is not None and at in move_targets(state, self.src):
            self.dst = at
        elif at in move_sources(state):
            self.src, self.dst = at, None
        else:
            return f"No armies can move from or to {state.board.names[at]} now."
        return None

    def attack(self, state: State) -> Attack | None:
        """The attack that is chosen, with as many of the wanted dice as there are."""
        if self.src is None or self.dst is None or state.phase is not Phase.ATTACK:
            return None
        dice = max(1, min(self.dice, combat.most_dice(state, self.src)))
        return Attack(self.src, self.dst, dice)

    def amount(self, state: State) -> tuple[int, int, int]:
        """Least, most and chosen number of armies for the move at hand."""
        least, most = amounts(state, self.src, self.dst)
        return least, most, min(most, max(least, self.armies.get(state.phase.name, most)))

    def marks(self, state: State, decides: bool) -> Marks:
        """What the map points out for whoever *decides*."""
        if not decides:
            return Marks()
        phase = state.phase
        walking = self.walking
        if phase is Phase.ATTACK and self.src is not None:
            targets = tuple(attack_targets(state, self.src))
            return Marks(self.src, self.dst, targets, walking=walking)
        if phase in MOVING:
            return Marks(self.src, self.dst, tuple(move_targets(state, self.src)), walking=walking)
        if phase in (Phase.ADVANCE, Phase.DEFEND, Phase.DECIDE) and state.attack:
            return Marks(state.attack[0], state.attack[1], walking=walking)
        if phase in (*PLACING, Phase.PLACE, Phase.CLAIM, Phase.HEADQUARTERS):
            return Marks(self.src, lit=frozenset(places(state)), walking=walking)
        return Marks(walking=walking)


def _or_reason(state: State, move: Move) -> Move | str:
    reason = why_not(state, move)
    return move if reason is None else reason[:1].upper() + reason[1:] + "."


def _no_attack(state: State, at: int) -> str:
    name = state.board.names[at]
    if state.owners[at] != state.seat:
        return f"None of your territories can attack {name}."
    if state.armies[at] < 2:
        return f"{name} has one army, and one must always stay: it cannot attack."
    return f"{name} borders no enemy it could attack."


def places(state: State) -> list[int]:
    """Where something may be put now: a claim, armies, a headquarters."""
    if state.phase is Phase.CLAIM:
        return [at for at, owner in enumerate(state.owners) if owner < 0]
    if state.phase is Phase.HEADQUARTERS:
        return [m.at for m in legal_moves(state, kind=Headquarters) if isinstance(m, Headquarters)]
    return [at for at in range(state.board.size) if is_legal(state, Place(at, 1))]


def attack_sources(state: State) -> list[int]:
    """Territories that can attack now."""
    return [at for at in range(state.board.size) if attack_targets(state, at)]


def attack_targets(state: State, src: int | None) -> list[int]:
    """Territories that *src* can attack now."""
    if src is None or state.phase is not Phase.ATTACK:
        return []
    return [dst for dst in state.board.borders[src] if is_legal(state, Attack(src, dst, 1))]


def move_sources(state: State) -> list[int]:
    """Territories whose armies can move now."""
    return [at for at in range(state.board.size) if legal_moves(state, src=at, kind=Fortify)]


def move_targets(state: State, src: int | None) -> list[int]:
    """Where armies of *src* can move now."""
    if src is None or state.phase not in MOVING:
        return []
    return [dst for dst in range(state.board.size) if is_legal(state, Fortify(src, dst, 1))]


def amounts(state: State, src: int | None, dst: int | None) -> tuple[int, int]:
    """The least and the most armies of the move at hand; 0, 0 where none is chosen."""
    if state.phase is Phase.ADVANCE and state.attack is not None:
        return state.attack[2], combat.most_advance(state)
    if state.phase in MOVING and src is not None and dst is not None:
        return 1, min(spare(state, src), room(state, dst))
    if state.phase in PLACING:
        army = reinforce.placing_army(state)
        left = state.reserves[army] if army >= 0 else 0
        return min(1, left), left if src is None else min(left, max(1, room(state, src)))
    return 0, 0
