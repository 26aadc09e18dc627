"""What a random deal of the territories gives every seat: continents and first reinforcements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, prod
from os import PathLike
from typing import TYPE_CHECKING, Any

from risknb.board import Board, Continent, load
from risknb.editions import rules_for
from risknb.odds import checks, show
from risknb.rules import setup
from risknb.rules.turn import territory_armies

if TYPE_CHECKING:
    import pandas as pd

MOST_SEATS = 6


@dataclass(frozen=True)
class SeatDeal:
    """What one seat may expect of a deal."""

    territories: int
    #: Chance to hold each continent, by its name.
    continents: Mapping[str, Any]
    #: Chance to hold one continent or more.
    any_continent: Any
    #: The law of the armies of the first turn, without cards.
    reinforcements: Mapping[int, Any]

    @property
    def mean_reinforcements(self) -> Any:
        """Mean armies of the first turn.

        >>> round(deal(3)[0].mean_reinforcements, 3)
        4.038
        """
        return sum(armies * p for armies, p in self.reinforcements.items())

    def _repr_html_(self) -> str:
        some = f"Holds a continent at the start: {show.percent(float(self.any_continent))}"
        return show.card("One seat of a random deal", [some, _told(self)], _bars(self))


def _told(seat: SeatDeal) -> str:
    mean = float(seat.mean_reinforcements)
    return f"{seat.territories} territories, {mean:.2f} armies in the first turn on average"


def _bars(seat: SeatDeal) -> list[show.Bar]:
    return [(name, float(p)) for name, p in seat.continents.items()]


@dataclass(frozen=True)
class DealLaw:
    """What a random deal gives: `law[seat]`, the first dealt to being seat 0."""

    seats: tuple[SeatDeal, ...]
    #: Chance that one of them, no matter who, starts with a continent.
    somebody: Any

    def __getitem__(self, seat: int) -> SeatDeal:
        return self.seats[seat]

    def __len__(self) -> int:
        return len(self.seats)

    def to_frame(self) -> pd.DataFrame:
        """One row for every seat and continent: seat, territories, continent, chance."""
        import pandas as pd

        rows = [
            (number, seat.territories, continent, float(p))
            for number, seat in enumerate(self.seats)
            for continent, p in seat.continents.items()
        ]
        return pd.DataFrame(rows, columns=["seat", "territories", "continent", "chance"])

    def __repr__(self) -> str:
        return f"DealLaw({len(self)} seats, somebody={self.somebody!r})"

    def _repr_html_(self) -> str:
        somebody = show.percent(float(self.somebody))
        lines = [f"Somebody starts with a continent: {somebody}"]
        lines += [f"Seat {number}: {_told(seat)}" for number, seat in enumerate(self.seats)]
        return show.card("A random deal; bars: seat 0 holds", lines, _bars(self.seats[0]))


def deal(
    seats: int,
    *,
    board: str | PathLike[str] = "classic",
    edition: str = "2010",
    mode: str | None = None,
    exact: bool = False,
) -> DealLaw:
    """Chances of every seat when the territories are dealt at random.

    >>> round(deal(3)[0].continents["Australia"], 4)
    0.0089
    """
    seats = checks.whole("seats", seats, 2, MOST_SEATS)
    found = load(board)
    shares = _shares(found, seats, edition, mode)
    number = Fraction if exact else float
    laws = {share: _seat(found, share, number) for share in set(shares[:seats])}
    return DealLaw(
        tuple(laws[share] for share in shares[:seats]),
        number(1 - _nobody(found.continents, shares, seats)),
    )


def _shares(board: Board, seats: int, edition: str, mode: str | None) -> tuple[int, ...]:
    """How many territories every seat gets, then the neutrals; the core knows."""
    rules = rules_for(edition, mode, players=seats, board=board)
    state = setup.begin(board, rules, seats)
    state.dealer, state.first = seats - 1, 0
    return tuple(setup.shares(state))


def _seat(board: Board, share: int, number: type[float] | type[Fraction]) -> SeatDeal:
    base, ways = territory_armies(share), comb(board.size, share)
    whole = {
        continent.name: number(Fraction(_ways_with(board, continent, share), ways))
        for continent in board.continents
    }
    none, extra = _hands(board.continents, share)
    armies = {base + bonus: number(Fraction(n, ways)) for bonus, n in sorted(extra.items())}
    return SeatDeal(share, whole, number(1 - Fraction(none, ways)), armies)


def _ways_with(board: Board, continent: Continent, share: int) -> int:
    """Hands of so many territories that hold the continent."""
    size = len(continent.members)
    return comb(board.size - size, share - size) if size <= share else 0


def _hands(continents: Sequence[Continent], share: int) -> tuple[int, dict[int, int]]:
    """How many hands hold no continent, and how many bring each bonus."""
    hands: Counter[tuple[int, bool, int]] = Counter({(0, False, 0): 1})
    for continent in continents:
        size, more = len(continent.members), Counter[tuple[int, bool, int]]()
        for (held, some, bonus), ways in hands.items():
            for part in range(size + 1):
                whole = part == size
                key = held + part, some or whole, bonus + whole * continent.bonus
                more[key] += ways * comb(size, part)
        hands = more
    full = {key: ways for key, ways in hands.items() if key[0] == share}
    extra: Counter[int] = Counter()
    for (_, _, bonus), ways in full.items():
        extra[bonus] += ways
    return sum(ways for (_, some, _), ways in full.items() if not some), dict(extra)


def _nobody(continents: Sequence[Continent], shares: tuple[int, ...], seats: int) -> Fraction:
    """Chance that no seat (neutrals aside) holds a continent, by inclusion and exclusion."""
    given: dict[tuple[int, ...], int] = {(0,) * seats: 1}
    for continent in continents:
        size, more = len(continent.members), Counter(given)
        for held, sign in given.items():
            for seat in range(seats):
                if held[seat] + size <= shares[seat]:
                    more[(*held[:seat], held[seat] + size, *held[seat + 1 :])] -= sign
        given = more
    total = sum(sign * _deals(shares, held) for held, sign in given.items())
    return Fraction(total, _deals(shares, (0,) * seats))


def _deals(shares: tuple[int, ...], held: tuple[int, ...]) -> int:
    """In how many ways the rest can be dealt when some seats hold so many already."""
    rest = [share - have for share, have in zip(shares, held, strict=False)]
    rest += shares[len(held) :]
    return factorial(sum(rest)) // prod(factorial(n) for n in rest)
