"""A machine that plays legal moves and near misses in any order, and checks every invariant.

Near misses are legal moves with one field changed by one: they must be refused with ``IllegalMove``
and leave the position as it was.
"""

from __future__ import annotations

from random import Random

import pytest
from engine_invariants import relabelled, secrets_kept, text_round_trip
from hypothesis import HealthCheck, settings
from hypothesis import Phase as HPhase
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from invariants import check, check_state
from near_miss import neighbours, stray_moves
from playing import LUCK, Deciders, Table, plain_tables, with_options

from risknb import Game, IllegalMove
from risknb.dice import SeededDice
from risknb.moves import Attack, Chance, Move, Pass, Place, Roll
from risknb.rules import apply, begin, chances, is_legal, legal_moves, perform
from risknb.state import Phase

TABLES = list(plain_tables())
LOTS = st.integers(0, 2**32)
QUICK = {"setup": "deal", "placing": "auto"}


class Machine(RuleBasedStateMachine):
    """One game; *twin* is kept beside it step by step, without the game object."""

    game: Game

    @initialize(number=st.integers(0, 10_000), quick=st.booleans())
    def sit_down(self, number: int, quick: bool) -> None:
        table = with_options(TABLES[number % len(TABLES)], Random(number))
        if quick:
            table = self._quick(table)
        self.game = table.game(number, training=number % 3 == 0)
        self.bots = Deciders(table.seats, Random(number))
        self.twin = begin(self.game.board, self.game.rules, table.seats)
        self.seen = 0

    def _quick(self, table: Table) -> Table:
        """Straight to the first turn, where the mode allows it."""
        options = {**dict(table.options), **QUICK}
        if table.seats > 2 or table.board != "classic":
            return table._replace(options=tuple(options.items()))
        return table._replace(options=(*table.options, ("placing", "auto")))

    # -- what may be done ----------------------------------------------------------------------
    def _running(self) -> bool:
        return hasattr(self, "game") and not self.game.state.over

    @precondition(_running)
    @rule(lot=LOTS)
    def any_move(self, lot: int) -> None:
        pick = Random(lot)
        kinds: dict[type, list[Move]] = {}
        for move in self.game.legal_moves():
            kinds.setdefault(type(move), []).append(move)
        self.game.push(pick.choice(kinds[pick.choice(sorted(kinds, key=lambda k: k.__name__))]))

    @precondition(_running)
    @rule(moves=st.integers(1, 60))
    def bots_play(self, moves: int) -> None:
        for _ in range(moves):
            if self.game.state.over:
                break
            self.game.push(self.bots.choose(self.game.state))

    @precondition(lambda self: self._running() and self.game.state.phase is Phase.ATTACK)
    @rule(lot=LOTS)
    def attack_with_luck(self, lot: int) -> None:
        """The attacker's dice fall well, so that games come to conquests and eliminations."""
        pick = Random(lot)
        attacks = [m for m in self.game.legal_moves(kind=Attack) if isinstance(m, Attack)]
        if attacks:
            move = max(pick.sample(attacks, min(3, len(attacks))), key=lambda m: m.dice)
            wanted = chances(self.game.state, move)
            lucky: Chance | None = None
            if wanted is not None:
                rolls = [c for c, _ in wanted if isinstance(c, Roll)]
                lucky = max(rolls, key=lambda roll: roll.losses[1])
            self.game.push(move, lucky)

    @precondition(_running)
    @rule(lot=LOTS)
    def near_misses_are_refused(self, lot: int) -> None:
        pick = Random(lot)
        state = self.game.state
        legal = list(legal_moves(state))
        tries = [n for move in pick.sample(legal, min(3, len(legal)))
                 for n in neighbours(state, move, pick)]  # fmt: skip
        before, steps = state.text(full=True), len(self.game.steps)
        for move in (*tries, *stray_moves(state, pick)):
            if is_legal(state, move):
                assert any(type(one) is type(move) for one in legal), f"16: {move}"
                continue
            with pytest.raises(IllegalMove):
                self.game.push(move)
            assert len(self.game.steps) == steps
        assert self.game.state.text(full=True) == before, "17"

    @precondition(_running)
    @rule(lot=LOTS)
    def luck_must_fit(self, lot: int) -> None:
        """An answer for other dice, or none of this move's, is refused; nothing changes."""
        pick = Random(lot)
        state = self.game.state
        before = state.text(full=True)
        move = pick.choice(list(legal_moves(state)))
        wrong: Chance = Roll((6, 6, 6, 6), (1,))
        with pytest.raises(IllegalMove):
            apply(state, move, wrong)
        if chances(state, move) is not None:
            with pytest.raises(IllegalMove):
                apply(state, move)
        assert state.text(full=True) == before, "17"

    @precondition(lambda self: hasattr(self, "game") and self.game.can_pop())
    @rule()
    def take_back(self) -> None:
        """20: the position before, and only where the policy allows it."""
        last = self.game.steps[-1]
        if not self.game.training:
            assert last.chance is None, "20: across luck"
            assert last.seat == self.game.state.actor, "20: across somebody else's decision"
        self.game.pop()
        # Luck taken back never comes again; here it must be the same in every run of this test.
        self.game._dice = SeededDice(len(self.game.steps))
        self.twin = self.game.at(len(self.game.steps))
        self.seen = len(self.game.steps)
        assert self.game.state == self.twin, "20"

    @precondition(lambda self: hasattr(self, "game") and not self.game.can_pop())
    @rule()
    def not_taken_back(self) -> None:
        before = self.game.state.text(full=True)
        with pytest.raises(ValueError, match="taken back"):
            self.game.pop()
        assert self.game.state.text(full=True) == before

    @precondition(lambda self: hasattr(self, "game") and len(self.game.steps) < 400)
    @rule()
    def saved_and_loaded(self) -> None:
        """19, 22: the file holds the game; one that waits for luck goes on when it is loaded."""
        if self.game.state.phase in LUCK:
            return
        again = Game.parse(str(self.game))
        assert again.state == self.game.state, "19"
        assert again.steps == self.game.steps, "22"

    @precondition(lambda self: hasattr(self, "game") and self.game.state.over)
    @rule()
    def nothing_after_the_end(self) -> None:
        assert not self.game.legal_moves(), "15"
        for move in (Pass(), Place(0, 1), Attack(0, 1, 1)):
            with pytest.raises(IllegalMove):
                self.game.push(move)

    @precondition(_running)
    @rule(lot=LOTS)
    def texts_views_and_names(self, lot: int) -> None:
        pick = Random(lot)
        state = self.game.state
        text_round_trip(state)
        secrets_kept(state, pick.randrange(state.seats), pick)
        turn = state.phase >= Phase.REINFORCE and state.phase is not Phase.OVER
        if turn and self.game.rules.mission_deck in ("", "ranks"):
            relabelled(state, pick.choice(list(legal_moves(state))), pick)

    # -- what must hold ------------------------------------------------------------------------
    @invariant()
    def every_step_holds(self) -> None:
        if not hasattr(self, "game"):
            return
        for step in self.game.steps[self.seen :]:
            before = self.twin.copy()
            perform(self.twin, step.move, step.chance)
            check(before, step, self.twin)
            check_state(self.twin)
        self.seen = len(self.game.steps)
        assert self.twin == self.game.state


TestMachine = Machine.TestCase
TestMachine.settings = settings(
    max_examples=400,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    phases=(HPhase.explicit, HPhase.generate),
    database=None,
    suppress_health_check=list(HealthCheck),
)
