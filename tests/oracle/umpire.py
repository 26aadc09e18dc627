"""The base game once more, in dictionaries: nothing is counted ahead, nothing is remembered twice.

An ``Umpire`` reads steps as text and either makes them or raises ``Refused``. It shares no code
with the rules it judges; of the package it uses the board: names, borders, continents, symbols.
"""

from __future__ import annotations

import re
from itertools import permutations
from typing import Any

from risknb.board import Board

#: Section 9 of the rules. ``table``: what sets bring; ``plus``: extra armies for a pictured
#: territory, at most once a set or a turn; ``force``: so many cards after an elimination force a
#: trade; ``may``: any set may be traded then; ``draw`` and ``walk``: the end of a turn.
EDITIONS: dict[str, dict[str, Any]] = {
    "2003": {"table": [4, 6, 8, 10, 12, 15], "plus": None, "force": 5, "may": False,
             "draw": "last", "walk": "far", "first": "roll", "bottom": False},
    "2010": {"table": [4, 6, 8, 10, 12, 15], "plus": None, "force": 6, "may": True,
             "draw": "last", "walk": "near", "first": "dealer", "bottom": False},
    "five-army": {"table": [4, 6, 8, 10, 12, 15], "plus": "set", "force": 6, "may": False,
                  "draw": "early", "walk": "far", "first": "placer", "bottom": False},
    "2018": {"table": [4, 6, 8, 10, 15, 20], "plus": "turn", "force": 5, "may": False,
             "draw": "early", "walk": "far", "first": "roll", "bottom": True},
}  # fmt: skip
START = {3: 35, 4: 30, 5: 25, 6: 20}
SEATS = "abcdef"


class Refused(Exception):  # noqa: N818 - what an umpire does
    """The step is against the rules."""


def demand(true: object) -> None:
    if not true:
        raise Refused


class Umpire:
    """A table of the base game. ``t`` holds all that lies on it."""

    def __init__(self, edition: str, board: Board, seats: int, ask: bool) -> None:
        self.rules, self.board, self.ask = EDITIONS[edition], board, ask
        self.seats = SEATS[:seats]
        deck = board.decks["B" if edition == "five-army" else "A"]
        self.symbol = {code: symbol[0] for code, symbol in zip(board.codes, deck, strict=True)}
        dealt = self.rules["first"] == "dealer"
        self.t: dict[str, Any] = {
            "owner": dict.fromkeys(board.codes), "armies": dict.fromkeys(board.codes, 0),
            "reserve": dict.fromkeys(self.seats, 0 if dealt else START[seats]),
            "hand": {seat: set() for seat in self.seats},
            "deck": {*board.codes, "w1", "w2"}, "pile": [], "sets": 0,
            "phase": "DEALER" if dealt else "FIRST", "seat": "a", "actor": "a", "turn": 0,
            "first": None, "rolling": self.seats, "placed": False, "plus": 0, "card": False,
            "ending": False, "fight": None, "winner": None,
        }  # fmt: skip

    def copy(self) -> Umpire:
        """The same table again."""
        new = object.__new__(Umpire)
        new.__dict__ |= self.__dict__
        new.t = {
            key: value.copy() if isinstance(value, dict | list | set) else value
            for key, value in self.t.items()
        }
        new.t["hand"] = {seat: set(hand) for seat, hand in self.t["hand"].items()}
        return new

    # -- looking ---------------------------------------------------------------------------------
    def land(self, seat: str) -> list[str]:
        return [code for code in self.board.codes if self.t["owner"][code] == seat]

    def near(self, code: str) -> list[str]:
        return [self.board.codes[at] for at in self.board.borders[self.board.codes.index(code)]]

    def after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def is_set(self, cards: list[str]) -> bool:
        """CARD-03, AMB-CARD-1: three alike or one of each, a wild card being anything."""
        shown = [self.symbol.get(card, "w") for card in cards]
        alike = any(all(one in (same, "w") for one in shown) for same in "ica")
        each = any(all(a in (b, "w") for a, b in zip(shown, p, strict=True))
                   for p in permutations("ica"))  # fmt: skip
        return alike or each

    def worth(self) -> int:
        """CARD-07: the table, then five more every time."""
        table: list[int] = self.rules["table"]
        beyond = self.t["sets"] - len(table) + 1
        return table[self.t["sets"]] if beyond <= 0 else table[-1] + 5 * beyond

    def linked(self, src: str, dst: str) -> bool:
        """FORT-02, FORT-03: next to it, or along own land."""
        if self.rules["walk"] == "near":
            return dst in self.near(src)
        seen, own = {src}, set(self.land(self.t["seat"]))
        while grown := {n for at in seen for n in self.near(at) if n in own} - seen:
            seen |= grown
        return dst in seen

    def trade_is_due(self) -> bool:
        """CARD-05, ELIM-02, AMB-CARD-9."""
        t = self.t
        cards, traded = len(t["hand"][t["seat"]]), t["reserve"][t["seat"]] > 0
        if t["placed"]:
            return False
        if t["phase"] == "REINFORCE":
            return cards >= 5
        if t["ending"]:
            return not traded
        return cards >= self.rules["force"] or (traded and cards > 4)

    # -- one step --------------------------------------------------------------------------------
    def step(self, text: str) -> None:
        """Make a step; after a refusal the table is not to be used any more."""
        for pattern, make in STEPS:
            if found := re.fullmatch(pattern, text):
                make(self, *found.groups())
                return
        raise Refused

    def dealer(self, seat: str) -> None:
        """AMB-SET-3, and the deal begins on the left."""
        demand(self.t["phase"] == "DEALER" and seat in self.seats)
        self.t |= {"phase": "DEAL", "first": self.after(seat)}

    def deal(self, owners: str) -> None:
        """SETUP-06, SETUP-09: one at a time from the dealer's left, one army on each."""
        t, wanted, seat = self.t, dict.fromkeys(self.seats, 0), self.t["first"]
        demand(t["phase"] == "DEAL" and len(owners) == len(self.board.codes))
        for _ in self.board.codes:
            wanted[seat] += 1
            seat = self.after(seat)
        demand(all(owners.count(seat) == number for seat, number in wanted.items()))
        t["owner"] = dict(zip(self.board.codes, owners, strict=True))
        t["armies"] = dict.fromkeys(self.board.codes, 1)
        self.begin_turn(t["first"])

    def roll_first(self, faces: str) -> None:
        """SETUP-02, AMB-SET-1: the highest; only the tied roll again."""
        t = self.t
        demand(t["phase"] == "FIRST" and len(faces) == len(t["rolling"]))
        best = [s for s, face in zip(t["rolling"], faces, strict=True) if face == max(faces)]
        if len(best) > 1:
            t["rolling"] = "".join(best)
        elif t["first"] is None:
            t |= {"first": best[0], "phase": "CLAIM", "seat": best[0], "actor": best[0]}
        else:
            self.begin_turn(best[0])

    def claim(self, code: str) -> None:
        """SETUP-03."""
        t = self.t
        demand(t["phase"] == "CLAIM" and code in t["owner"] and t["owner"][code] is None)
        t["owner"][code], t["armies"][code] = t["seat"], 1
        t["reserve"][t["seat"]] -= 1
        t["seat"] = t["actor"] = self.after(t["seat"])
        if None not in t["owner"].values():
            t["phase"] = "PLACE"
            self.next_placer()

    def next_placer(self) -> None:
        """SETUP-04, AMB-SET-8; then SETUP-05."""
        t = self.t
        if any(t["reserve"].values()):
            while not t["reserve"][t["seat"]]:
                t["seat"] = self.after(t["seat"])
            t["actor"] = t["seat"]
        elif self.rules["first"] == "roll":
            t |= {"phase": "FIRST", "rolling": self.seats}
        else:
            self.begin_turn(t["first"])

    def begin_turn(self, seat: str) -> None:
        """REIN-01, REIN-03: a third of the land, at least three, and whole continents."""
        land, t = self.land(seat), self.t
        armies = max(3, len(land) // 3)
        for continent in self.board.continents:
            if all(self.board.codes[at] in land for at in continent.members):
                armies += continent.bonus
        t["reserve"][seat] = armies
        t |= {"phase": "REINFORCE", "seat": seat, "actor": seat, "turn": t["turn"] + 1,
              "placed": False, "plus": 0, "card": False, "ending": False}  # fmt: skip

    def place(self, code: str, number: str) -> None:
        """SETUP-04, REIN-05, ELIM-02: on own land, as many as there are; trades come first."""
        t, armies = self.t, int(number)
        demand(t["phase"] in ("PLACE", "REINFORCE", "SPOILS"))
        demand(t["owner"].get(code) == t["seat"])
        demand(1 <= armies <= (1 if t["phase"] == "PLACE" else t["reserve"][t["seat"]]))
        demand(t["phase"] == "PLACE" or not self.trade_is_due())
        t["armies"][code] += armies
        t["reserve"][t["seat"]] -= armies
        if t["phase"] == "PLACE":
            t["seat"] = t["actor"] = self.after(t["seat"])
            self.next_placer()
            return
        t["placed"] = True
        if not t["reserve"][t["seat"]]:
            t["phase"] = "FORTIFY" if t["ending"] else "ATTACK"

    def trade(self, one: str, two: str, three: str, plus: str | None) -> None:
        """CARD-03 to CARD-11, AMB-CARD-4 to AMB-CARD-7, AMB-COMB-5."""
        t, cards = self.t, [one, two, three]
        seat = t["seat"]
        demand(t["phase"] in ("REINFORCE", "SPOILS") and not t["placed"])
        if t["phase"] == "SPOILS":
            demand(self.trade_is_due() or (self.rules["may"] and not t["ending"]))
        demand(len(set(cards)) == 3 and set(cards) <= t["hand"][seat] and self.is_set(cards))
        pictured = [card for card in cards if t["owner"].get(card) == seat]
        if not self.rules["plus"] or (self.rules["plus"] == "turn" and t["plus"]):
            pictured = []
        demand(plus in pictured if pictured else plus is None)
        t["hand"][seat] -= set(cards)
        t["pile"] += cards
        t["reserve"][seat] += self.worth()
        t["sets"] += 1
        if plus:
            t["armies"][plus] += 2
            t["plus"] += 1

    def attack(self, src: str, dst: str, number: str, roll: str | None) -> None:
        """COMB-01 to COMB-05."""
        t, dice = self.t, int(number)
        demand(t["phase"] == "ATTACK" and t["owner"].get(src) == t["seat"])
        demand(dst in self.near(src) and t["owner"][dst] != t["seat"])
        demand(1 <= dice <= min(3, t["armies"][src] - 1))
        t["fight"] = (src, dst, dice)
        if self.ask and t["armies"][dst] > 1:
            demand(roll is None)
            t |= {"phase": "DEFEND", "actor": t["owner"][dst]}
        else:
            self.fight(roll, min(2, t["armies"][dst]))

    def defend(self, number: str, roll: str | None) -> None:
        """COMB-04, COMB-05."""
        t, dice = self.t, int(number)
        demand(t["phase"] == "DEFEND")
        demand(1 <= dice <= min(2, t["armies"][t["fight"][1]]))
        self.fight(roll, dice)

    def fight(self, roll: str | None, defenders: int) -> None:
        """COMB-06 to COMB-10: best against best, ties to the defender."""
        t = self.t
        src, dst, dice = t["fight"]
        demand(roll is not None and re.fullmatch(rf"[1-6]{{{dice}}}:[1-6]{{{defenders}}}", roll))
        assert roll is not None
        ours, theirs = (sorted(faces, reverse=True) for faces in roll.split(":"))
        for our, their in zip(ours, theirs, strict=False):
            t["armies"][dst if our > their else src] -= 1
        t |= {"phase": "ATTACK", "actor": t["seat"]}
        if not t["armies"][dst]:
            self.conquer(src, dst, dice)

    def conquer(self, src: str, dst: str, dice: int) -> None:
        """COMB-10, WIN-01, AMB-COMB-9."""
        t = self.t
        t["victim"], t["owner"][dst] = t["owner"][dst], t["seat"]
        if all(owner == t["seat"] for owner in t["owner"].values()):
            t["armies"][src] -= dice
            t["armies"][dst] = dice
            t |= {"phase": "OVER", "winner": t["seat"]}
        else:
            t |= {"phase": "ADVANCE", "card": True}

    def advance(self, number: str) -> None:
        """COMB-10, then ELIM-01 and ELIM-02 where the victim has nothing left."""
        t, armies = self.t, int(number)
        demand(t["phase"] == "ADVANCE")
        src, dst, dice = t["fight"]
        demand(dice <= armies <= t["armies"][src] - 1)
        t["armies"][src] -= armies
        t["armies"][dst] += armies
        t["phase"] = "ATTACK"
        if self.land(t["victim"]):
            return
        hand = t["hand"][t["seat"]]
        hand |= t["hand"][t["victim"]]
        t["hand"][t["victim"]] = set()
        if len(hand) >= self.rules["force"] or (self.rules["may"] and len(hand) >= 3):
            t |= {"phase": "SPOILS", "placed": False}

    def fortify(self, src: str, dst: str, number: str, card: str | None) -> None:
        """FORT-01 to FORT-03; the last act of the turn."""
        t, armies = self.t, int(number)
        demand(t["phase"] == "FORTIFY" and src != dst)
        demand(t["owner"].get(src) == t["owner"].get(dst) == t["seat"])
        demand(1 <= armies <= t["armies"][src] - 1 and self.linked(src, dst))
        t["armies"][src] -= armies
        t["armies"][dst] += armies
        self.end_turn(card)

    def go_on(self, card: str | None) -> None:
        """End the attacks, skip the move, or trade nothing though one might."""
        t = self.t
        if t["phase"] == "ATTACK":
            self.end_attacks(card)
        elif t["phase"] == "FORTIFY":
            self.end_turn(card)
        else:
            demand(t["phase"] == "SPOILS" and not t["reserve"][t["seat"]] and card is None)
            demand(not self.trade_is_due())
            t["phase"] = "ATTACK"

    def end_attacks(self, card: str | None) -> None:
        """TURN-01: the card now or last; AMB-CARD-9: a hand of five is traded down in 2010."""
        t = self.t
        t["phase"] = "FORTIFY"
        if self.rules["draw"] == "early":
            self.draw(card)
            return
        demand(card is None)
        crowded = len(t["hand"][t["seat"]]) >= 5 and t["card"] and (t["deck"] or t["pile"])
        if self.rules["first"] == "dealer" and crowded:
            t |= {"phase": "SPOILS", "placed": False, "ending": True}

    def end_turn(self, card: str | None) -> None:
        if self.rules["draw"] == "last":
            self.draw(card)
        else:
            demand(card is None)
        seat = self.after(self.t["seat"])
        while not self.land(seat):
            seat = self.after(seat)
        self.begin_turn(seat)

    def draw(self, card: str | None) -> None:
        """CARD-01, AMB-CARD-8, AMB-CARD-13."""
        t = self.t
        if not t["card"] or not (t["deck"] or t["pile"]):
            demand(card is None)
            return
        if not t["deck"] and self.rules["bottom"]:
            demand(card == t["pile"].pop(0))
        else:
            if not t["deck"]:
                t["deck"], t["pile"] = set(t["pile"]), []
            demand(card in t["deck"])
            t["deck"].remove(card)
        t["hand"][t["seat"]].add(card)
        t["card"] = False


CARD, LAND = r"(\w+)", r"([a-z]{3})"
STEPS: list[tuple[str, Any]] = [
    (r"dealer=([a-f])", Umpire.dealer),
    (r"deal=([a-f]+)", Umpire.deal),
    (r"first=([1-6]+)", Umpire.roll_first),
    (rf"@{LAND}", Umpire.claim),
    (rf"{LAND}\+(\d+)", Umpire.place),
    (rf"x:{CARD},{CARD},{CARD}(?:@{LAND})?", Umpire.trade),
    (rf"{LAND}>{LAND}\*(\d+)(?:=(.+))?", Umpire.attack),
    (r"d(\d+)(?:=(.+))?", Umpire.defend),
    (r"!(\d+)", Umpire.advance),
    (rf"{LAND}~{LAND}:(\d+)(?:=(.+))?", Umpire.fortify),
    (r"--(?:=(.+))?", Umpire.go_on),
]
