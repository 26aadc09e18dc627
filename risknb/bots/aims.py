"""What a seat plays for beside conquest: its missions, foreign headquarters, a prey."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..rules import capital, missions
from ..rules.table import holders
from ..state import HIDDEN, HIDDEN_MISSION, NOBODY, View
from .survey import gates, strengths

#: How much a thing that the game's goal asks for is worth, in armies.
WANTED = 6.0
#: What a mission of several is worth, and what wins the game.
MISSION = 40.0
VICTORY = 1000.0
#: The part of a mission that every step towards it shares.
PROGRESS = 0.4


class Goal(NamedTuple):
    """Take so many of these territories this turn, and something is won."""

    among: tuple[int, ...]
    number: int
    worth: float


@dataclass(slots=True)
class Aims:
    """What is wanted: territories by worth, continents by factor, an army to wipe out, land."""

    places: dict[int, float] = field(default_factory=dict)
    continents: dict[int, float] = field(default_factory=dict)
    prey: int = NOBODY
    trophy: float = VICTORY  # worth of wiping it out
    card: float = 0.0  # worth of a card beyond the usual
    received: int = 0  # armies wanted at the start of one turn, 0 for none
    spread: float = 0.0  # worth of any territory
    garrison: int = 1  # armies wanted on every territory
    guard: int = NOBODY  # a territory that must not fall
    goals: list[Goal] = field(default_factory=list)
    filled: int = 0  # territories that must have their garrison, 0 for none

    def want(self, at: int, worth: float = WANTED) -> None:
        """Ask for a territory."""
        self.places[at] = self.places.get(at, 0.0) + worth

    def want_continent(self, continent: int, factor: float = 3.0) -> None:
        """Ask for a continent."""
        self.continents[continent] = max(factor, self.continents.get(continent, 1.0))


NOTHING = Aims()


def aims(view: View) -> Aims:
    """What the looking seat's goal asks for now."""
    rules = view.rules
    if not rules.capital and not rules.mission_deck:
        return NOTHING
    found = Aims()
    if rules.capital:
        _headquarters(view, found)
    if rules.mission_deck:
        deck = missions.deck_of(view)
        for mission in view.missions[view.me] if view.missions else ():
            if mission != HIDDEN_MISSION:
                _mission(view, found, deck, deck.missions[mission])
        if deck.kind == "ranks" and view.deeds is not None and view.deeds.claimed:
            found.goals.clear()  # one mission a turn (MIS-04)
    return found


def _headquarters(view: View, found: Aims) -> None:
    """Foreign headquarters, the more so the fewer are missing; the own one must stand."""
    me = view.me
    if NOBODY in view.headquarters or HIDDEN in view.headquarters:
        return
    home = view.headquarters[me]
    found.guard = home
    foreign = [at for seat, at in enumerate(view.headquarters) if seat != me]
    left = tuple(at for at in foreign if view.owners[at] != me)
    missing = capital.needed(view) - (len(foreign) - len(left))
    for at in left:
        found.want(at, 2.5 * WANTED / max(1, missing) + WANTED)
    if view.owners[home] != me:
        found.want(home, 3 * WANTED)
    elif 0 < missing <= len(left):
        found.goals.append(Goal(left, missing, VICTORY))


def _mission(view: View, found: Aims, deck: missions.Deck, wanted: Mapping[str, Any]) -> None:
    colour = wanted.get("wipe_out")
    if colour is not None:
        prey = view.rules.colours.index(colour)
        if prey != view.me and view.alive(prey):
            found.prey = prey
            return
        wanted = deck.instead or {}
    last = deck.kind == "secret" or len(view.missions[view.me]) == 1
    worth = MISSION
    if last:  # what must be held until the next turn is not won yet
        worth = 2 * MISSION if wanted.get("timing") == "start" else VICTORY
    for name, value in wanted.items():
        wish = _WISHES.get(name)
        if wish is not None:
            wish(view, found, value, worth)


def _need(view: View, found: Aims, among: Iterable[int], count: int, worth: float) -> None:
    """Ask for so many of these territories, those held counted."""
    around = tuple(among)
    left = tuple(at for at in around if view.owners[at] != view.me)
    missing = count - (len(around) - len(left))
    if 0 < missing <= len(left):
        found.goals.append(Goal(left, missing, worth))
        for at in left:
            found.want(at, PROGRESS * min(worth, MISSION) / missing)


# -- one wish a condition ------------------------------------------------------------------------
def _islands(view: View, found: Aims, count: int, worth: float) -> None:
    _need(view, found, view.board.islands, count, worth)


def _touched(view: View, found: Aims, count: int, worth: float) -> None:
    """A foot on so many continents: each one missing is a step."""
    absent = [
        continent.members
        for c, continent in enumerate(view.board.continents)
        if not view.tally(c)[view.me]
    ]
    missing = count - (len(view.board.continents) - len(absent))
    for members in absent if missing > 0 else ():
        _need(view, found, members, 1, worth if missing == 1 else MISSION / missing)


def _places(view: View, found: Aims, names: list[str], worth: float) -> None:
    _need(view, found, [view.board.index(name) for name in names], len(names), worth)


def _all_of(view: View, found: Aims, names: Any, worth: float) -> None:
    """All of these continents together; each of them is worth more on the way."""
    members: list[int] = []
    for c, continent in enumerate(view.board.continents):
        if continent.name in names:
            found.want_continent(c)
            members += continent.members
    _need(view, found, members, len(members), worth)


def _any_of(view: View, found: Aims, names: Any, worth: float) -> None:
    for continent in view.board.continents:
        if continent.name in names:
            _need(view, found, continent.members, len(continent.members), worth)


def _part_of(view: View, found: Aims, parts: Mapping[str, int], worth: float) -> None:
    for continent in view.board.continents:
        if continent.name in parts:
            _need(view, found, continent.members, parts[continent.name], worth)


def _whole(view: View, found: Aims, count: int, worth: float) -> None:
    """Any continents: those that are nearest to be whole, together with the ones named."""
    prices = [(_price(view, found, c), c) for c in range(len(view.board.continents))]
    members: list[int] = []
    for _, c in sorted(prices)[:count]:
        found.want_continent(c)
        members += view.board.continents[c].members
    found.goals[:] = [goal for goal in found.goals if goal.worth < VICTORY]
    _need(view, found, members, len(members), worth)


def _price(view: View, found: Aims, c: int) -> float:
    """What it takes to complete a continent and close its gates; nothing if it is wanted anyway."""
    if found.continents.get(c, 1.0) > 1.0:
        return 0.0
    price = 2.0 * len(gates(view.board)[c])
    for at in view.board.continents[c].members:
        owner = view.owners[at]
        if owner != view.me:
            price += 1.0 + view.armies[at] + 2.0 * (owner != NOBODY)
    return price


def _land(view: View, found: Aims, count: int, worth: float) -> None:
    if worth >= VICTORY:
        found.spread = max(found.spread, 0.6)
    _need(view, found, range(view.board.size), count, worth)


def _above_share(view: View, found: Aims, count: int, worth: float) -> None:
    _need(view, found, range(view.board.size), view.board.size // view.seats + count, worth / 2)


def _garrisons(view: View, found: Aims, wanted: Mapping[str, int], worth: float) -> None:
    found.spread = max(found.spread, 0.6)
    found.garrison, found.filled = wanted["armies"], wanted["territories"]


def _conquered(view: View, found: Aims, count: int, worth: float) -> None:
    """So many conquests in one turn, those made counted."""
    made = view.deeds.conquests if view.deeds is not None else 0
    enemies = tuple(at for at, owner in enumerate(view.owners) if owner != view.me)
    if made < count <= made + len(enemies):
        found.goals.append(Goal(enemies, count - made, worth))


def _broken(view: View, found: Aims, count: int, worth: float) -> None:
    for c, holder in enumerate(holders(view)):
        if holder not in (NOBODY, view.me):
            found.goals.append(Goal(view.board.continents[c].members, 1, worth))


def _eliminated(view: View, found: Aims, count: int, worth: float) -> None:
    """Whoever has least armies."""
    others = [seat for seat in range(view.seats) if seat != view.me and view.alive(seat)]
    if not others:  # nobody has land yet
        return
    prey = min(others, key=strengths(view).__getitem__)
    found.prey, found.trophy = prey, worth


def _received(view: View, found: Aims, count: int, worth: float) -> None:
    """So many armies at the start of one turn: cards and continents bring them."""
    found.card += 3.0
    found.received = max(found.received, count)


def _victims(view: View, found: Aims, count: int, worth: float) -> None:
    """Something of so many opponents in one turn; of the only one, if one is left (MAJ5)."""
    others = [seat for seat in range(view.seats) if seat != view.me and view.alive(seat)]
    done = view.deeds.victims if view.deeds is not None else 0
    missing = min(count, len(others)) - done.bit_count()
    for seat in others if missing > 0 else ():
        if not done >> seat & 1:
            members = tuple(at for at, owner in enumerate(view.owners) if owner == seat)
            found.goals.append(Goal(members, 1, worth if missing == 1 else MISSION / missing))


def _traded(view: View, found: Aims, count: int, worth: float) -> None:
    found.card += 3.0


_WISHES: dict[str, Callable[[View, Aims, Any, float], None]] = {
    "islands": _islands,
    "continents_touched": _touched,
    "places": _places,
    "continents_all_of": _all_of,
    "continents_any_of": _any_of,
    "part_of": _part_of,
    "continents": _whole,
    "territories": _land,
    "territories_above_share": _above_share,
    "garrisons": _garrisons,
    "conquered": _conquered,
    "broke_continents": _broken,
    "eliminated": _eliminated,
    "received": _received,
    "traded": _traded,
    "victims": _victims,
}
