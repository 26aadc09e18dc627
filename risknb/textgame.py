"""The game at a terminal: lines in, lines out. It reads and writes nothing itself.

A line is a move in the game's notation, a short form of one, or a word such as ``board``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

from . import story
from .game import Game
from .goals import deck_title, goal
from .moves import Advance, Attack, Fortify, Move, Place
from .notation import NotationError, card_text, move_text
from .players import Bot
from .rules import WANTED, IllegalMove, reinforce
from .state import Phase
from .wording import armies_text, percent

SHORT_FORMS: Final = """\
A move is written in three-letter codes; the word 'board' shows them.
  @ala            claim Alaska
  ala+3   ala+    put 3 armies on Alaska; all of them
  x:ala,bra,w1    trade three cards; with @ala Alaska, pictured and yours, gets the extra armies;
                  x alone trades the best set
  ala>kam*3       attack Kamchatka from Alaska with 3 dice; ala>kam with all dice
  ala>>kam        attack until it falls or one army is left
  !3      !       move 3 armies into the territory taken; as many as may go
  ala~nwt:4       move 4 armies at the end of the turn; ala~nwt all that may go
  d2              defend with 2 dice
  --              go on: end the attacks, end the turn
The other moves ('moves' lists them): #ala headquarters, m:GEN2 show a mission, r1 roll a die again,
^1 commander, $c:bra bribe, &c roll for an ally, / call an invasion off."""
_BLITZ = re.compile(r"(\w{3})>>(\w{3})")
_ALL_DICE = re.compile(r"(\w{3})>(\w{3})")
_ALL_PLACED = re.compile(r"(\w{3})\+")
_ALL_MOVED = re.compile(r"(\w{3})~(\w{3})")
_COUNTED: Final = (Advance, Attack, Fortify, Place)
_PLACING: Final = (Phase.REINFORCE, Phase.ALLIES, Phase.SPOILS)
MOST_LISTED: Final = 60
MOST_TOLD: Final = 25  # lines of a game that is gone on with


class TextGame:
    """A game whose people answer in lines of text, and whose bots are *bots*, by seat."""

    def __init__(self, game: Game, bots: Mapping[int, Bot]) -> None:
        self.game = game
        self._bots = dict(bots)

    # -- what happens --------------------------------------------------------------------------
    def opening(self) -> Iterator[str]:
        """What lies on the table when the players sit down."""
        game = self.game
        yield f"{game.rules.edition}, {game.rules.mode}: {', '.join(game.players)}."
        told = list(self._told(0))
        if len(told) > MOST_TOLD:
            yield f"... {len(told) - MOST_TOLD} lines before; 'risknb replay' tells a game whole."
        yield from told[-MOST_TOLD:]
        if game.state.turn:
            yield from self._board("")

    def bots_play(self) -> Iterator[str]:
        """Let bots decide until a person must, telling what they do."""
        state = self.game.state
        while not state.over and state.actor in self._bots:
            before, number = state.copy(), len(self.game.steps)
            wish = self._bots[state.actor].choose(state.seen_by(state.actor))
            self.game.carry_out(wish)
            yield from story.tell(self.game.players, before, self.game.steps[number:])

    def prompt(self) -> str:
        """Who has to decide what."""
        state, placed = self.game.state, self._to_place()
        in_hand = f" ({placed})" if placed else ""
        return f"{self.game.players[state.actor]}: {WANTED[state.phase]}{in_hand} > "

    def _to_place(self) -> str:
        """The armies that have to be placed now: one's own, an ally's or those of neutrals."""
        state, names = self.game.state, self.game.players
        if state.phase is Phase.PLACE:
            own, left = state.quota[state.actor], state.reserves[state.actor]
            if own:
                return armies_text(left) if own == left else f"{own} of {armies_text(left)}"
            due = [(army, armies) for army, armies in enumerate(state.quota) if armies]
            return ", ".join(f"{n} for {story.army_name(names, army)}" for army, n in due)
        army = reinforce.placing_army(state) if state.phase in _PLACING else -1
        if army < 0 or not state.reserves[army]:
            return ""
        ally = "" if army == state.actor else f" for {story.army_name(names, army)}"
        return f"{armies_text(state.reserves[army])}{ally}"

    def reply(self, line: str) -> Iterator[str]:
        """Do what a line asks for, or say why it cannot be done."""
        words = line.strip().split(None, 1)
        if not words:
            return
        asked = _WORDS.get(words[0].casefold())
        try:
            if asked is not None:
                yield from asked(self, words[1] if len(words) > 1 else "")
            else:
                yield from self._move("".join(words))
        except IllegalMove as problem:
            yield f"Not allowed: {problem.reason}."
        except NotationError as problem:
            yield f"{problem}; the word 'help' tells how moves are written."
        except (ValueError, OSError) as problem:
            yield f"That does not work: {problem}."

    def _move(self, text: str) -> Iterator[str]:
        game = self.game
        if not text.startswith("m:"):  # the ids of missions have capitals
            text = text.casefold()
        before, number = game.state.copy(), len(game.steps)
        if found := _BLITZ.fullmatch(text):
            game.blitz(found[1], found[2])
        else:
            game.push(self._short_form(text) or text)
        yield from story.tell(game.players, before, game.steps[number:])

    def _told(self, since: int) -> Iterator[str]:
        game = self.game
        return story.tell(game.players, game.at(since), game.steps[since:])

    # -- short forms ---------------------------------------------------------------------------
    def _short_form(self, text: str) -> Move | None:
        """The move a short form stands for: the largest of its kind; ``None`` if it is none."""
        if text == "x":
            return self._best_trade()
        if text == "!":
            return self._largest(Advance(1))
        if found := _ALL_DICE.fullmatch(text):
            return self._largest(Attack(self._at(found[1]), self._at(found[2]), 1))
        if found := _ALL_PLACED.fullmatch(text):
            return self._largest(Place(self._at(found[1]), 1))
        if found := _ALL_MOVED.fullmatch(text):
            return self._largest(Fortify(self._at(found[1]), self._at(found[2]), 1))
        return None

    def _at(self, text: str) -> int:
        return self.game.board.index(text)

    def _best_trade(self) -> Move:
        best = self.game.best_trade()
        if best is None:
            raise ValueError("no set can be traded now")
        return best

    def _largest(self, least: Move) -> Move:
        """The legal move like *least* with the highest number; itself, to be refused, if none."""
        alike = (
            move for move in self.game.legal_moves(kind=type(least)) if move[:-1] == least[:-1]
        )
        return max(alike, key=lambda move: int(move[-1]), default=least)

    # -- words ---------------------------------------------------------------------------------
    def _board(self, rest: str) -> Iterator[str]:
        """the board and the players"""
        state, names = self.game.state, self.game.players
        yield story.board_table(state, names)
        yield story.players_table(state, names)

    def _look(self, rest: str) -> Iterator[str]:
        """look ala: a territory and its neighbours"""
        state, board, names = self.game.state, self.game.board, self.game.players
        if not rest.strip():
            raise ValueError("a territory is needed, as in: look ala")
        at = board.index(rest.strip())
        for place in (at, *board.borders[at]):
            indent = "" if place == at else "  "
            who = story.holder(state, names, place).strip()
            yield f"{indent}{board.codes[place]} {board.names[place]}: {who}"

    def _moves(self, rest: str) -> Iterator[str]:
        """the legal moves, of every kind the largest; 'moves ala' those from or to a place"""
        board, largest = self.game.board, {}
        wanted = board.index(rest.strip()) if rest.strip() else None
        for move in self.game.legal_moves():
            counted = isinstance(move, _COUNTED)
            if wanted is None or wanted in (move[:-1] if counted else move):
                largest[type(move), move[:-1] if counted else move] = move
        texts = [move_text(board, move) for move in islice(largest.values(), MOST_LISTED)]
        left = len(largest) - len(texts)
        yield "  ".join(texts) + (f"  ... and {left} more" if left else "")

    def _cards(self, rest: str) -> Iterator[str]:
        """your cards"""
        hand = self.game.state.seen_by(self.game.state.actor).hand
        board, deck = self.game.board, self.game.rules.deck
        symbols = (*board.decks[deck], "wild", "wild")
        shown = [f"{card_text(board, card)} ({symbols[card]})" for card in hand]
        yield ", ".join(shown) or "You hold no cards."

    def _mission(self, rest: str) -> Iterator[str]:
        """your missions"""
        state = self.game.state
        if not state.missions:
            yield "Nobody has a mission in this game."
            return
        yield f"{deck_title(state)}:"
        for mission in state.missions[state.actor]:
            yield f"{mission}: {goal(state, mission, state.actor)}"

    def _odds(self, rest: str) -> Iterator[str]:
        """odds ala kam: the chance to take Kamchatka from Alaska"""
        from . import odds

        places = rest.replace(">", " ").split()
        if len(places) != 2:
            raise ValueError("two territories are needed, as in: odds ala kam")
        state, (src, dst) = self.game.state, map(self.game.board.index, places)
        battle = odds.battle(
            state.armies[src],
            state.armies[dst],
            attack_dice=state.rules.attack_dice,
            defend_dice=state.rules.defend_dice,
        )
        yield f"{state.armies[src]} against {state.armies[dst]}: {percent(float(battle.win), 1)}"

    def _undo(self, rest: str) -> Iterator[str]:
        """take your last decision back"""
        step = self.game.pop()
        while step.seat in self._bots and self.game.can_pop():
            step = self.game.pop()  # a bot would only do it again
        yield f"{move_text(self.game.board, step.move)} is taken back."

    def _save(self, rest: str) -> Iterator[str]:
        """save FILE: keep the game in a file, now and from here on"""
        if not rest.strip():
            raise ValueError("a file is needed, as in: save friday.rgn")
        self.game.autosave(rest.strip())
        yield f"The game is kept in {rest.strip()}."

    def _help(self, rest: str) -> Iterator[str]:
        """this text"""
        yield SHORT_FORMS
        yield "Words:"
        for name, word in _WORDS.items():
            yield f"  {name:<9} {word.__doc__}"
        yield "  quit      leave"


_WORDS: Final[dict[str, Callable[[TextGame, str], Iterator[str]]]] = {
    "board": TextGame._board,
    "look": TextGame._look,
    "moves": TextGame._moves,
    "cards": TextGame._cards,
    "mission": TextGame._mission,
    "odds": TextGame._odds,
    "undo": TextGame._undo,
    "save": TextGame._save,
    "help": TextGame._help,
}
