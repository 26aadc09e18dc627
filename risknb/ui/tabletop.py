"""The game at one screen, without the screen: every action of a player as a plain method."""

from __future__ import annotations

from ..moves import Advance, Attack, Blitz, EndTurn, Fortify, Pass, Place, Roll, Trade, Wish
from ..players import Bot, bot
from ..rules import combat, is_legal
from ..state import Phase, View
from . import offers
from .choice import MOVING
from .looking import Looking, action
from .troubles import named

#: The bot that steps in for a player who wants the turn finished, or for a bot that failed.
STAND_IN = "odds"


def asked(decider: Bot, view: View) -> Wish:
    """What a bot chooses; one that calls ``exit()`` has failed, and must not end the notebook."""
    try:
        return decider.choose(view)
    except SystemExit as problem:
        raise RuntimeError("it wanted to end the program") from problem


class Tabletop(Looking):
    """A game at the screen; the methods raise ``IllegalMove`` like the game does."""

    @action
    def click(self, territory: str | int) -> None:
        """Click a territory: what it means depends on what has to be decided."""
        at = self.game.board.index(territory)
        self.choice.walking = None
        self.moment = None
        if not self._free():
            return
        found = self.choice.click(self.state, at)
        self.message = found if isinstance(found, str) else ""
        if found is not None and not isinstance(found, str):
            self.push(found)

    def _free(self) -> bool:
        """Whether the person at the screen may act; says why not where they may not."""
        if self.curtain:
            self.message = f"First pass the screen to {self.game.players[self.state.actor]}."
        elif self.asking is not None:
            self.message = "First type the dice in."
        elif not self.human_decides and not self.state.over:
            self.message = f"It is {self.game.players[self.state.actor]}'s turn."
        return self.human_decides and not self.curtain and self.asking is None

    def _insist(self) -> None:
        """Nobody acts for a player who is not at the screen, or for a bot."""
        if not self.state.over and not self._free():
            raise ValueError(self.message.removesuffix("."))

    @action
    def choose(self, src: str | int | None = None, dst: str | int | None = None) -> None:
        """Choose origin and target by name, as the lists of the panel do."""
        index = self.game.board.index
        self.choice.src = None if src is None else index(src)
        self.choice.dst = None if dst is None else index(dst)
        self.message = ""
        self._look()

    @action
    def place(self, armies: int | None = None, territory: str | int | None = None) -> None:
        """Place armies, all that are left where none are named, on the chosen territory."""
        self._insist()
        at = self.choice.src if territory is None else self.game.board.index(territory)
        if at is None:
            raise ValueError("choose a territory first")
        self.choice.src = at
        self.push(Place(at, self.choice.amount(self.state)[1] if armies is None else armies))

    @action
    def roll(self) -> None:
        """Attack once with the chosen dice."""
        self._insist()
        move = self.choice.attack(self.state)
        if move is None:
            raise ValueError("choose where to attack from and what to attack first")
        self.push(move)

    @action
    def blitz(self, stop: int = 1) -> int:
        """Attack until the territory is taken or *stop* armies are left; returns the throws."""
        self._insist()
        throws = 0
        src, lost = self.choice.src, self.state.armies[:]
        while (move := self.choice.attack(self.state)) is not None and self.asking is None:
            if throws and src is not None and self.state.armies[src] <= stop:
                break
            self.push(move._replace(dice=combat.most_dice(self.state, move.src)))
            while self.state.phase is Phase.DEFEND and not self.human_decides:
                self.bot_move()
            throws += 1
        if throws:
            pairs = zip(lost, self.state.armies, strict=True)
            self.changes = tuple((at, b - a) for at, (a, b) in enumerate(pairs) if a != b)
        return throws

    @action
    def advance(self, armies: int | None = None) -> None:
        """Move armies into the territory just taken, as many as chosen where none are named."""
        self._insist()
        self.push(Advance(self.choice.amount(self.state)[2] if armies is None else armies))

    @action
    def fortify(self, armies: int | None = None) -> None:
        """Move armies from the chosen territory to the chosen one."""
        self._insist()
        src, dst = self.choice.src, self.choice.dst
        if src is None or dst is None or self.state.phase not in MOVING:
            raise ValueError("choose where armies move from and to first")
        chosen = self.choice.amount(self.state)[2]
        self.push(Fortify(src, dst, chosen if armies is None else armies))

    @action
    def trade(self, cards: tuple[int, ...] | None = None) -> None:
        """Trade a set: the picked cards, or those given."""
        self._insist()
        move = offers.trade_of(self.state, self.picked if cards is None else cards, self.gets)
        if move is None:
            raise ValueError("these cards cannot be traded now")
        self.picked = ()
        self.push(move)

    def trade_move(self) -> Trade | None:
        """The trade of the picked cards, where it is allowed."""
        return offers.trade_of(self.state, self.picked, self.gets)

    @action
    def give_extra(self, territory: str | int) -> None:
        """Choose the pictured territory that gets the extra armies of a trade."""
        self.gets = self.game.board.index(territory)

    @action
    def pick(self, card: int) -> None:
        """Put a card of the hand into the set, or take it out again."""
        if card in self.picked:
            self.picked = tuple(c for c in self.picked if c != card)
        elif card in self.state.hands[self.viewer]:
            self.picked = (*self.picked, card)[-3:]

    @action
    def go_on(self) -> None:
        """Go to the next part of the turn."""
        self._insist()
        self.choice.clear()
        self.push(Pass())

    @action
    def end_turn(self) -> None:
        """Go on until the turn has passed, or something else must be decided first."""
        seat, turn = self.state.seat, self.state.turn
        while (self.state.seat, self.state.turn) == (seat, turn) and is_legal(self.state, Pass()):
            self.go_on()

    @property
    def can_undo(self) -> bool:
        """Whether something may be taken back: the last step, or the wish to throw dice."""
        steps = not self._watching and self.game.can_pop()
        return not self.curtain and (self._may_call_off or steps)

    @property
    def _watching(self) -> bool:
        """Whether a bot decides: what it did is not for anybody else to take back."""
        return not (self.state.over or self.human_decides or self.game.training)

    @property
    def _may_call_off(self) -> bool:
        """Whether a throw is waiting for its dice that a player at the screen may call off."""
        return self.asking is not None and self.human_decides

    @action
    def undo(self) -> None:
        """Take the last step back, where the rules of taking back allow it.

        Where dice are to be typed in, take back the wish to throw them.
        """
        if self.curtain:
            raise ValueError(f"first pass the screen to {self.game.players[self.state.actor]}")
        self.moment = None
        if self._may_call_off:
            self.asking, self.message = None, ""
            return
        if self._watching:
            raise ValueError(f"it is {self.game.players[self.state.actor]}'s turn")
        self.game.pop()
        self.throw, self.changes, self.message = None, (), ""
        self._look()

    @action
    def show_moment(self, number: int | None) -> None:
        """Show the board as it was after so many steps; ``None`` is now."""
        if number is not None and not 0 <= number <= len(self.game.steps):
            raise ValueError(f"the game has {len(self.game.steps)} steps")
        self.moment = None if number == len(self.game.steps) else number

    # -- bots ----------------------------------------------------------------------------------
    @action
    def bot_move(self) -> None:
        """Let the bot whose turn it is decide once; a bot that fails is replaced and named."""
        seat = self.state.actor
        try:
            self.carry_out(asked(self.decider(seat), self.state.seen_by(seat)))
        except Exception as problem:
            self.replace_bot(seat, problem)
            self.carry_out(asked(self.decider(seat), self.state.seen_by(seat)))

    def carry_out(self, wish: Wish) -> None:
        """Do what a bot has chosen: a move, attacks until a territory falls, the turn's end."""
        if not isinstance(wish, (Blitz, EndTurn)):
            self.push(wish)
        elif isinstance(wish, Blitz) and self.settings.typed_dice:
            self.push(Attack(wish.src, wish.dst, combat.most_dice(self.state, wish.src)))
        else:
            first = Attack(wish.src, wish.dst, 1) if isinstance(wish, Blitz) else Pass()
            before = self._before(first)
            number = len(self.game.steps)
            self.game.carry_out(wish)
            made = self.game.steps[number:]
            thrown = [step for step in made if isinstance(step.chance, Roll)]
            self._after(before, thrown[-1] if thrown else made[-1])

    def decider(self, seat: int) -> Bot:
        """Whoever decides for a seat that no human decides for."""
        if seat in self._stand_ins:
            return self._stand_ins[seat]
        found = self.game.bot_of(seat)
        return found if found is not None else self._stand_in(seat)

    def _stand_in(self, seat: int) -> Bot:
        return self._stand_ins.setdefault(seat, bot(STAND_IN, seed=f"stand-in:{seat}"))

    def replace_bot(self, seat: int, problem: Exception) -> None:
        """A bot failed: say so, and let another one decide for it from now on."""
        if seat in self._stand_ins:
            raise problem
        self._stand_in(seat)
        name = self.game.players[seat]
        what = named(problem, self.state.seen_by(seat).text())
        self.alarm(f"{name}'s bot failed ({what}). Another bot plays for it.", problem)

    @action
    def play_bots(self) -> None:
        """Let bots decide until a human must or the game is over."""
        while not self.state.over and not self.human_decides and self.asking is None:
            self.bot_move()
