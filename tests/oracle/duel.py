"""Games in which the rules and the umpire judge the same steps, legal ones and near misses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from near_miss import near_misses
from playing import Deciders

from risknb.board import load
from risknb.dice import SeededDice
from risknb.editions import rules_for
from risknb.moves import Chance, Draw, Move, Roll, Step
from risknb.notation import NotationError, card_text, parse_step, step_text
from risknb.rules import IllegalMove, apply, begin, chances
from risknb.state import NOBODY, Phase, State

from .umpire import SEATS, Refused, Umpire

TABLES = [
    (edition, seats, ask)
    for edition, most in (("2003", 6), ("2010", 6), ("five-army", 5), ("2018", 6))
    for seats in range(2 if edition == "2010" else 3, most + 1)
    for ask in (False, True)
]
LUCK = (Phase.FIRST, Phase.DEALER, Phase.DEAL)
MOST_STEPS = 1_200


@dataclass
class Verdicts:
    """What was judged: how many steps both took, and how many both refused."""

    taken: int = 0
    refused: int = 0
    games: int = 0
    over: int = 0
    phases: set[str] = field(default_factory=set)

    @property
    def judged(self) -> int:
        return self.taken + self.refused


def picture(state: State) -> dict[str, Any]:
    """A state in the umpire's words."""
    codes = state.board.codes
    pile = [card_text(state.board, card) for card in state.pile]
    facing = {} if state.phase in LUCK else {"seat": SEATS[state.seat], "actor": SEATS[state.actor]}
    owners = [None if owner == NOBODY else SEATS[owner] for owner in state.owners]
    return {
        "owner": dict(zip(codes, owners, strict=True)),
        "armies": dict(zip(codes, state.armies, strict=True)),
        "reserve": dict(zip(SEATS, state.reserves, strict=False)),
        "hand": {s: {card_text(state.board, c) for c in hand}
                 for s, hand in zip(SEATS, state.hands, strict=False)},
        "deck": {card_text(state.board, card) for card in state.deck},
        "pile": pile, "sets": state.sets, "phase": state.phase.name, "turn": state.turn,
        "winner": SEATS[state.winners[0]] if state.winners else None, **facing,
    }  # fmt: skip


class Duel:
    """One game, judged twice."""

    def __init__(self, edition: str, seats: int, ask: bool, seed: int, verdicts: Verdicts) -> None:
        self.random = Random(f"{edition} {seats} {ask} {seed}")
        board, options = load("classic"), {"defend": "ask" if ask else "max"}
        rules = rules_for(edition, "domination", players=seats, options=options)
        self.state = begin(board, rules, seats)
        self.umpire = Umpire(edition, board, seats, ask)
        self.verdicts = verdicts
        self._bots = Deciders(seats, self.random)
        self._dice = SeededDice(str(seed))

    def play(self, misses: int, share: float) -> None:
        """To the end of the game, with so many near misses at this share of the steps."""
        for _ in range(MOST_STEPS):
            if self.state.over:
                break
            self.verdicts.phases.add(self.state.phase.name)
            self._deal_cards()
            if self.random.random() < share:
                for move, chance in self._near(misses):
                    self._judge(move, chance)
            self._go_on()
        self.verdicts.games += 1
        self.verdicts.over += self.state.over

    def _deal_cards(self) -> None:
        """Now and then the seat finds cards in its hand, so that sets come up more often."""
        state = self.state
        if state.phase is not Phase.REINFORCE or not state.fresh or self.random.random() > 0.2:
            return
        number = min(len(state.deck), 5 - min(5, len(state.hands[state.seat])))
        cards = self.random.sample(state.deck, self.random.randint(0, number))
        state.deck = tuple(card for card in state.deck if card not in cards)
        state.hands[state.seat] = tuple(sorted((*state.hands[state.seat], *cards)))
        texts = {card_text(state.board, card) for card in cards}
        self.umpire.t["deck"] -= texts
        self.umpire.t["hand"][SEATS[state.seat]] |= texts

    def _go_on(self) -> None:
        move = self._bots.choose(self.state)
        chance = self._dice.answer(self.state, move)
        text = step_text(self.state.board, Step(self.state.actor, move, chance))
        apply(self.state, move, chance)
        self.umpire.step(text)
        self._same(text, self.state, self.umpire)
        self.verdicts.taken += 1

    def _near(self, most: int) -> Iterator[tuple[Move, Chance | None]]:
        """Moves that have a text, with the luck they ask for or one beside it."""
        for move in near_misses(self.state, self.random, most):
            chance = self._luck(move)
            try:
                text = step_text(self.state.board, Step(0, move, chance))
                found = parse_step(self.state.board, text)
            except (NotationError, IndexError):
                continue
            if found == (move, chance) and type(found[0]) is type(move):
                yield move, chance

    def _luck(self, move: Move) -> Chance | None:
        try:
            wanted = chances(self.state, move)
            chance = None if wanted is None else wanted.sample(self.random)
        except (IndexError, AssertionError, TypeError, ValueError):
            chance = None  # luck has no answer to a move far outside the rules
        if self.random.random() < 0.8:
            return chance
        if isinstance(chance, Roll):
            faces = (*chance.attack, *chance.defend)
            cut = self.random.randint(1, max(1, len(faces) - 1))
            return Roll(faces[:cut], faces[cut:]) if faces[cut:] else None
        if isinstance(chance, Draw):
            return Draw(self.random.randrange(self.state.board.size + 2))
        return None

    def _judge(self, move: Move, chance: Chance | None) -> None:
        text = step_text(self.state.board, Step(self.state.actor, move, chance))
        state, umpire = self.state.copy(), self.umpire.copy()
        try:
            apply(state, move, chance)
            taken = True
        except IllegalMove:
            taken = False
        try:
            umpire.step(text)
            agrees = True
        except Refused:
            agrees = False
        where = f"{text} in {self.state.text(full=True)}"
        assert taken == agrees, f"the rules {_says(taken)}, the umpire {_says(agrees)}: {where}"
        if taken:
            self._same(where, state, umpire)
            self.verdicts.taken += 1
        else:
            self.verdicts.refused += 1

    def _same(self, text: str, state: State, umpire: Umpire) -> None:
        seen = picture(state)
        table = {key: umpire.t[key] for key in seen}
        if seen != table:
            unlike = {key: (seen[key], table[key]) for key in seen if seen[key] != table[key]}
            raise AssertionError(f"after {text} the rules and the umpire differ: {unlike}")


def _says(taken: bool) -> str:
    return "take" if taken else "refuse"


def duels(moves: int, seed: int) -> Verdicts:
    """Judge so many moves, table after table."""
    verdicts = Verdicts()
    number = seed
    while verdicts.judged < moves:
        edition, seats, ask = TABLES[number % len(TABLES)]
        Duel(edition, seats, ask, number, verdicts).play(misses=12, share=0.1)
        number += 1
    return verdicts
