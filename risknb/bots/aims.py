"""What a seat plays for beside conquest: its missions, foreign headquarters, a prey."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..rules import capital, missions
from ..rules.table import holders
from ..state import HIDDEN, HIDDEN_MISSION, NOBODY, View

#: How much a thing that the game's goal asks for is worth, in armies.
WANTED = 6.0


@dataclass(slots=True)
class Aims:
    """What is wanted: territories by worth, continents by factor, an army to wipe out, land."""

    places: dict[int, float] = field(default_factory=dict)
    continents: dict[int, float] = field(default_factory=dict)
    prey: int = NOBODY
    spread: float = 0.0  # worth of any territory
    garrison: int = 1  # armies wanted on every territory
    conquests: int = 0  # territories to take in one turn
    guard: int = NOBODY  # a territory that must not fall

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
    return found


def _headquarters(view: View, found: Aims) -> None:
    """Foreign headquarters, the more so the fewer are missing; the own one must stand."""
    me = view.me
    if NOBODY in view.headquarters or HIDDEN in view.headquarters:
        return
    missing = capital.needed(view) - capital.held(view, me)
    for seat, at in enumerate(view.headquarters):
        if seat != me:
            found.want(at, 2.5 * WANTED / max(1, missing) + WANTED)
    home = view.headquarters[me]
    found.guard = home
    if view.owners[home] != me:
        found.want(home, 3 * WANTED)


def _mission(view: View, found: Aims, deck: missions.Deck, wanted: Mapping[str, Any]) -> None:
    colour = wanted.get("wipe_out")
    if colour is not None:
        prey = view.rules.colours.index(colour)
        if prey != view.me and view.alive(prey):
            found.prey = prey
            return
        wanted = deck.instead or {}
    for name, value in wanted.items():
        wish = _WISHES.get(name)
        if wish is not None:
            wish(view, found, value)


# -- one wish a condition ------------------------------------------------------------------------
def _islands(view: View, found: Aims, count: int) -> None:
    for at in view.board.islands:
        found.want(at, WANTED / 2)


def _touched(view: View, found: Aims, count: int) -> None:
    """A foot on every continent."""
    sides = len(view.holds)
    for c, continent in enumerate(view.board.continents):
        mine = view.tally[c * sides + view.me]
        if mine <= 1:
            for at in continent.members:
                if not mine or view.owners[at] == view.me:
                    found.want(at, WANTED / 2)


def _places(view: View, found: Aims, names: list[str]) -> None:
    for name in names:
        found.want(view.board.index(name))


def _named(view: View, found: Aims, names: Any) -> None:
    for c, continent in enumerate(view.board.continents):
        if continent.name in names:
            found.want_continent(c)


def _whole(view: View, found: Aims, count: int) -> None:
    """Any continents: those that are nearest to be whole."""
    sides = len(view.holds)
    shares = [
        (view.tally[c * sides + view.me] / len(continent.members), c)
        for c, continent in enumerate(view.board.continents)
    ]
    for _, c in sorted(shares, reverse=True)[:count]:
        found.want_continent(c, 1.6)


def _land(view: View, found: Aims, count: int) -> None:
    found.spread = max(found.spread, 1.0)


def _garrisons(view: View, found: Aims, wanted: Mapping[str, int]) -> None:
    found.spread = max(found.spread, 1.0)
    found.garrison = max(found.garrison, wanted["armies"])


def _conquered(view: View, found: Aims, count: int) -> None:
    found.conquests = max(found.conquests, count)


def _broken(view: View, found: Aims, count: int) -> None:
    for c, holder in enumerate(holders(view)):
        if holder not in (NOBODY, view.me):
            for at in view.board.continents[c].members:
                found.want(at, WANTED / 2)


def _eliminated(view: View, found: Aims, count: int) -> None:
    others = [seat for seat in range(view.seats) if seat != view.me and view.alive(seat)]
    found.prey = min(others, key=view.holds.__getitem__, default=NOBODY)


_WISHES: dict[str, Callable[[View, Aims, Any], None]] = {
    "islands": _islands,
    "continents_touched": _touched,
    "places": _places,
    "continents_all_of": _named,
    "continents_any_of": _named,
    "part_of": _named,
    "continents": _whole,
    "territories": _land,
    "territories_above_share": _land,
    "garrisons": _garrisons,
    "conquered": _conquered,
    "broke_continents": _broken,
    "eliminated": _eliminated,
}
