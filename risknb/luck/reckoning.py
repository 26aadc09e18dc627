"""Expected against actual losses: the ledger of luck, and how it grew.

The luck of a throw is the losses to be expected with the dice thrown minus the losses it brought.
What one side gains the other loses, and the mean is 0 whatever anybody decides.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..frames import need
from ..frames import rolls as rolls_of
from ..frames.chances import throw_laws
from ..frames.collect import Games
from ..frames.fighting import expert_laws
from ..moves import losses
from .intervals import WIDE

Floats = NDArray[np.float64]
Source: TypeAlias = Games | pd.DataFrame
NEEDED: Final = (
    "attacker", "defender", "attacker_seat", "defender_seat", "attack_dice", "defend_dice",
    "attacker_losses", "attacker_expected", "defender_losses", "defender_expected", "variance",
    "luck", "swing", "reroll_die", "commander_die",
)  # fmt: skip
ROLES: Final = ("attacker", "defender")
#: What is less likely than this is left out of the ends of a law: sums of many throws stay short.
NEVER: Final = 1e-25


def throws(source: Source, *more: str) -> pd.DataFrame:
    """The table of throws of games, or such a table itself; *more* columns are needed, too."""
    frame = source if isinstance(source, pd.DataFrame) else rolls_of(source)
    need(frame, *NEEDED, *more)
    return frame


class Share(NamedTuple):
    """One player's part in the throws: which rows, in which role."""

    seat: int
    player: str
    role: str
    rows: pd.DataFrame


def ledger(source: Source, *, roles: bool = False) -> pd.DataFrame:
    """How lucky everybody was: one row a player, or one a player and role.

    ``expected`` and ``actual`` are own losses, ``luck`` their difference in armies (it sums to 0
    over all), ``sd`` its exact standard deviation, ``z`` luck in such units, ``percentile`` the
    exact chance of less luck plus half that of the same, and ``swing`` the luck weighted by how
    much each throw changed the chance to take the territory.

    >>> import risknb as rk
    >>> bots = {"Ada": "rusher", "Ben": "odds"}
    >>> game = rk.Game(list(bots), board="duel", edition="2010", bots=bots, seed=4).play()
    >>> bool(abs(ledger(game)["luck"].sum()) < 1e-9)
    True
    """
    frame = throws(source)
    rows = []
    for seat, player in sides(frame):
        shares = [_share(frame, seat, player, role) for role in ROLES]
        if roles:
            rows += [{**_names(share), **_entry([share])} for share in shares]
        else:
            rows.append({"seat": seat, "player": player, **_entry(shares)})
    columns = ["seat", "player", *(["role"] if roles else []), *ENTRY]
    return pd.DataFrame(rows, columns=columns)


ENTRY: Final = (
    "rolls", "expected", "actual", "luck", "sd", "z", "percentile", "swing",
)  # fmt: skip


def sides(frame: pd.DataFrame) -> list[tuple[int, str]]:
    """Everybody who fought, by seat; a name in several seats has the lowest."""
    found: dict[str, int] = {}
    for role in ROLES:
        pairs = frame[[role, f"{role}_seat"]].drop_duplicates()
        for name, seat in pairs.itertuples(index=False):
            found[str(name)] = min(int(seat), found.get(str(name), 99))
    return sorted((seat, name) for name, seat in found.items())


def _share(frame: pd.DataFrame, seat: int, player: str, role: str) -> Share:
    return Share(seat, player, role, frame[frame[role] == player])


def _names(share: Share) -> dict[str, Any]:
    return {"seat": share.seat, "player": share.player, "role": share.role}


def _entry(shares: list[Share]) -> dict[str, Any]:
    """The numbers of one row of the ledger."""
    actual = expected = variance = swing = 0.0
    for _, _, role, rows in shares:
        actual += float(rows[f"{role}_losses"].sum())
        expected += float(rows[f"{role}_expected"].sum())
        variance += float(rows["variance"].sum())
        swing += float(rows["swing"].sum()) * (1 if role == "attacker" else -1)
    luck, sd = expected - actual, sqrt(variance)
    return {
        "rolls": sum(len(share.rows) for share in shares),
        "expected": expected,
        "actual": int(actual),
        "luck": luck,
        "sd": sd,
        "z": luck / sd if sd else 0.0,
        "percentile": _percentile(shares),
        "swing": swing,
    }


# -- the exact law -------------------------------------------------------------------------------
def _percentile(shares: list[Share]) -> float:
    """Chance of less luck, which is more losses, plus half the chance of the same."""
    laws: list[Law] = []
    total = 0
    for share in shares:
        found, lost = _law_and_losses(share)
        laws += found
        total += lost
    first, law = reduce(together, sorted(laws, key=lambda one: len(one.chances)), NOTHING)
    at = total - first
    more, as_many = law[max(0, at + 1) :], law[max(0, at) : max(0, at + 1)]
    return float(more.sum() + as_many.sum() / 2)


class Law(NamedTuple):
    """How likely each number of losses is, from the *first* that ever comes."""

    first: int
    chances: Floats


NOTHING: Final = Law(0, np.ones(1))


def together(one: Law, other: Law) -> Law:
    """The law of the sum of two independent numbers.

    >>> together(Law(0, np.array([0.5, 0.5])), Law(1, np.ones(1)))
    Law(first=1, chances=array([0.5, 0.5]))
    """
    law = np.convolve(one.chances, other.chances)
    kept = np.flatnonzero(law > NEVER)
    return Law(one.first + other.first + int(kept[0]), law[kept[0] : kept[-1] + 1])


def _law_and_losses(share: Share) -> tuple[list[Law], int]:
    """The laws of one's own losses, and what they came to.

    A die rolled again is a throw of its own, and a commander's six is none.
    """
    rows, defends = share.rows, share.role == "defender"
    expert = rows["reroll_die"].notna() | rows["commander_die"].notna()
    plain = rows[~expert]
    if expert.any():
        need(rows, "a1", "a2", "a3", "d1", "d2", "d3", "reroll_face")
    laws: list[Law] = []
    pairs_of_dice = zip(plain["attack_dice"].tolist(), plain["defend_dice"].tolist(), strict=True)
    for (attack, defend), times in Counter(pairs_of_dice).items():
        one = _own(throw_laws()[attack, defend], min(attack, defend), defends)
        laws.append(power(one, times))
    total = int(plain[f"{share.role}_losses"].sum())
    for row in rows[expert].itertuples():
        for chances, pairs, lost in _expert(row):
            laws.append(_own(chances, pairs, defends))
            total += pairs - lost if defends else lost
    return laws, total


def _own(chances: Floats, pairs: int, defends: bool) -> Law:
    """The law of one's own losses from that of the attacker's."""
    short = chances[: pairs + 1]
    return Law(0, short[::-1] if defends else short)


def _expert(row: Any) -> list[tuple[Floats, int, int]]:
    """The throws in a throw with a re-roll or a commander: law, pairs and attacker losses."""
    attack = tuple(int(f) for f in (row.a1, row.a2, row.a3) if not pd.isna(f))
    defend = tuple(int(f) for f in (row.d1, row.d2, row.d3) if not pd.isna(f))
    pairs = min(len(attack), len(defend))
    law = throw_laws()[len(attack), len(defend)]
    found = [(law, pairs, losses(attack, defend)[0])]
    if not pd.isna(row.reroll_die):
        die = int(row.reroll_die)
        after = (*attack[: die - 1], int(row.reroll_face), *attack[die:])
        found.append((expert_laws(attack, defend, die), pairs, losses(after, defend)[0]))
    return found


def power(law: Law, times: int) -> Law:
    """The law of the sum of so many independent draws.

    >>> power(Law(0, np.array([0.5, 0.5])), 2).chances.tolist()
    [0.25, 0.5, 0.25]
    """
    total = NOTHING
    while times:
        if times & 1:
            total = together(total, law)
        times >>= 1
        if times:
            law = together(law, law)
    return total


# -- how luck grew -------------------------------------------------------------------------------
def track(source: Source) -> pd.DataFrame:
    """Luck so far after every throw, one row a player and throw, with its 95 % ribbon.

    ``throw`` counts all throws of the table; a player has rows only for throws of its own.

    >>> import risknb as rk
    >>> last = track(rk.sample_game()).groupby("player").last()
    >>> last["luck"].round(1).to_dict()
    {'Ada': 1.1, 'Ben': 3.0, 'Cleo': -6.7, 'Dan': 2.7}
    """
    frame = throws(source, "turn")
    number = np.arange(1, len(frame) + 1)
    parts = []
    for seat, player in sides(frame):
        attacks = (frame["attacker"] == player).to_numpy()
        defends = (frame["defender"] == player).to_numpy()
        mine = attacks | defends
        sign = np.where(attacks[mine], 1.0, -1.0)
        width = WIDE * np.sqrt(frame["variance"].to_numpy()[mine].cumsum())
        columns = {
            "throw": number[mine],
            "turn": frame["turn"].to_numpy()[mine],
            "seat": seat,
            "player": player,
            "luck": (frame["luck"].to_numpy()[mine] * sign).cumsum(),
            "low": -width,
            "high": width,
        }
        parts.append(pd.DataFrame(columns))
    if not parts:
        return pd.DataFrame(columns=["throw", "turn", "seat", "player", "luck", "low", "high"])
    together = pd.concat(parts, ignore_index=True)
    together.attrs = dict(frame.attrs)  # the colours that were chosen
    return together
