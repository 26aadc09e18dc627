"""The tables of the fighting: one row a throw, one row a battle."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd

from ..moves import losses
from . import chances
from .collect import Collection, Games, Ints, category, flat, nullable, stack
from .fold import ROLL


def rolls(games: Games) -> pd.DataFrame:
    """One row a throw of the dice in battle.

    >>> import risknb as rk
    >>> throws = rolls(rk.sample_game())
    >>> throws[["attacker", "to", "a1", "a2", "a3", "d1"]].head(1).to_numpy().tolist()
    [['Cleo', 'Siberia', 5, 3, 5, 2]]
    """
    every = Collection(games)
    rows, counts, which = stack([flat(fold.rolls) for fold in every.folds], len(ROLL))
    raw = dict(zip(ROLL, rows.T, strict=True))
    columns: dict[str, Any] = {
        "game": every.game(counts),
        "step": raw["step"],
        "turn": raw["turn"],
        "battle": raw["battle"],
        "roll": _numbered(which, raw["battle"]),
        "from": every.territories(which, raw["src"]),
        "to": every.territories(which, raw["dst"]),
        "armies": raw["armies"],
        "defenders": raw["defenders"],
        "captured": raw["captured"],
    }
    for side in ("attacker", "defender"):
        columns[side] = every.sides(which, raw[side])
        columns[f"{side}_seat"] = raw[side]
    for name in ("attack_dice", "defend_dice", "attacker_losses", "defender_losses"):
        columns[name] = raw[name]
    for name in ("a1", "a2", "a3", "d1", "d2", "d3", "reroll_die", "reroll_face", "commander_die"):
        columns[name] = nullable(raw[name], "Int8")
    columns |= _luck(raw)
    columns |= _win_chances(every, raw, which)
    return every.frame("rolls", columns)


def _numbered(which: Ints, groups: Ints) -> Ints:
    """1, 2, 3 ... within every run of equal groups."""
    size = len(groups)
    if not size:
        return np.zeros(0, dtype=np.int32)
    fresh = np.ones(size, dtype=bool)
    fresh[1:] = (groups[1:] != groups[:-1]) | (which[1:] != which[:-1])
    starts = np.flatnonzero(fresh)
    return np.arange(size) - np.repeat(starts, np.diff(np.append(starts, size))) + 1


def _luck(raw: dict[str, Ints]) -> dict[str, Ints]:
    """Expected losses, their variance and the attacker's luck.

    Luck is what the dice did against their mean; a commander's six is a decision and no luck, so
    it lowers what was expected.
    """
    attack, defend = raw["attack_dice"], raw["defend_dice"]
    laws = chances.throw_laws()[attack, defend]
    lost = np.arange(laws.shape[1])
    mean = laws @ lost
    variance = laws @ lost**2 - mean**2
    luck = mean - raw["attacker_losses"]
    for row in np.flatnonzero((raw["reroll_die"] > 0) | (raw["commander_die"] > 0)).tolist():
        luck[row], extra = _expert_luck(raw, row, mean[row])
        variance[row] += extra
    pairs = np.minimum(attack, defend)
    expected = raw["attacker_losses"] + luck
    return {
        "attacker_expected": expected,
        "defender_expected": pairs - expected,
        "variance": variance,
        "luck": luck,
    }


def expert_laws(faces: tuple[int, ...], defend: tuple[int, ...], die: int) -> Ints:
    """Chance of so many attacker losses when die number *die* (from 1) is rolled again."""
    return chances.reroll_law((*faces[: die - 1], *faces[die:]), defend)


def _expert_luck(raw: dict[str, Ints], row: int, mean: float) -> tuple[float, float]:
    """Luck of a throw with a re-roll or a commander, and the variance the re-roll adds."""
    attack = tuple(int(raw[f"a{die}"][row]) for die in (1, 2, 3) if raw[f"a{die}"][row])
    defend = tuple(int(raw[f"d{die}"][row]) for die in (1, 2, 3) if raw[f"d{die}"][row])
    luck = mean - losses(attack, defend)[0]
    die, face = int(raw["reroll_die"][row]), int(raw["reroll_face"][row])
    if not die:
        return luck, 0.0
    law = expert_laws(attack, defend, die)
    lost = np.arange(len(law))
    again = float(law @ lost)
    after = (*attack[: die - 1], face, *attack[die:])
    return luck + again - losses(after, defend)[0], float(law @ lost**2) - again**2


def _win_chances(every: Collection, raw: dict[str, Ints], which: Ints) -> dict[str, Ints]:
    size = len(which)
    before, after, mean = np.zeros(size), np.zeros(size), np.zeros(size)
    kinds = every.rules_dice()
    for dice in set(kinds):
        mine = np.array([kind == dice for kind in kinds])[which]
        armies, defenders = raw["armies"][mine], raw["defenders"][mine]
        if not len(armies):
            continue
        wins = chances.win_table(dice, armies.max(), defenders.max())
        lost, killed = raw["attacker_losses"][mine], raw["defender_losses"][mine]
        attack, defend = raw["attack_dice"][mine], raw["defend_dice"][mine]
        before[mine] = wins[armies, defenders]
        after[mine] = wins[armies - lost, defenders - killed]
        mean[mine] = chances.swings(wins, armies, defenders, attack, defend)
    return {"win_before": before, "win_after": after, "swing": after - mean}


RESULTS: Final = ("called off", "captured", "open", "repelled")


def battles(games: Games) -> pd.DataFrame:
    """One row an invasion: the throws from one territory against another until something else.

    >>> import risknb as rk
    >>> fights = battles(rk.sample_game())
    >>> fights["result"].value_counts().to_dict()
    {'captured': 562, 'repelled': 21, 'called off': 7}
    """
    every = Collection(games)
    thrown = rolls(dict(zip(every.ids, every.games, strict=True)))
    _, _, which = stack([flat(fold.rolls) for fold in every.folds], len(ROLL))
    firsts = np.flatnonzero(thrown["roll"].to_numpy() == 1)
    lasts = np.append(firsts[1:], len(thrown))[: len(firsts)] - 1
    first, last = thrown.iloc[firsts], thrown.iloc[lasts]
    left = (last["armies"] - last["attacker_losses"]).to_numpy()
    against = (last["defenders"] - last["defender_losses"]).to_numpy()
    captured = last["captured"].to_numpy()
    result = _results(every, which[firsts], captured, left)
    margin = np.where(captured, left - 1, -against)
    percentiles = _percentiles(every, which[firsts], first, left, margin, result)
    unhurt = (result == 0) & (left == first["armies"].to_numpy())
    percentiles[unhurt] = 1 - _spared(thrown, firsts)[unhurt] / 2
    columns: dict[str, Any] = {name: _again(first[name]) for name in _OF_FIRST}
    for name in ("attacker_losses", "defender_losses"):
        columns[name] = _sums(thrown[name].to_numpy(), firsts)
    for name in ("attacker_expected", "defender_expected", "luck"):
        columns[name] = _sums(thrown[name].to_numpy(), firsts)
    columns |= {
        "rolls": (lasts - firsts + 1),
        "armies_left": left,
        "defenders_left": against,
        "win_chance": first["win_before"].to_numpy(),
        "win_left": last["win_after"].to_numpy(),
        "result": category([RESULTS[code] for code in result]),
        "captured": captured,
        "called_off": result == 0,
        "margin": margin,
        "percentile": percentiles,
    }
    return every.frame("battles", columns)


_OF_FIRST: Final = (
    "game", "battle", "turn", "step", "attacker", "defender", "attacker_seat", "defender_seat",
    "from", "to", "armies", "defenders",
)  # fmt: skip


def _again(values: pd.Series[Any]) -> Any:
    """A part of a column on its own; categories keep only the words in use."""
    found = values.array
    return found.remove_unused_categories() if isinstance(found, pd.Categorical) else found


def _sums(values: Ints, firsts: Ints) -> Ints:
    return np.add.reduceat(values, firsts) if len(firsts) else values[:0]


def _results(every: Collection, which: Ints, captured: Ints, left: Ints) -> Ints:
    """How battles ended, as numbers of ``RESULTS``."""
    found = np.where(captured, 1, np.where(left <= 1, 3, 0))
    for number, fold in enumerate(every.folds):
        mine = np.flatnonzero(which == number)
        if fold.fighting() and len(mine) and found[mine[-1]] == 0:
            found[mine[-1]] = 2
    return found


def _spared(thrown: pd.DataFrame, firsts: Ints) -> Ints:
    """Chance that the attacker loses nothing in all the throws of a battle.

    Whoever calls off without a loss has no number of armies to stop at; the throws were as many
    as they were, and nothing better could come of them.
    """
    dice = (thrown[name].to_numpy() for name in ("attack_dice", "defend_dice"))
    spared = chances.throw_laws()[(*dice, 0)]
    return np.multiply.reduceat(spared, firsts) if len(firsts) else spared[:0]


def _percentiles(
    every: Collection, which: Ints, first: pd.DataFrame, left: Ints, margin: Ints, result: Ints
) -> Ints:
    kinds = every.rules_dice()
    stops = np.where(result == 0, left, 1)
    found = np.full(len(which), np.nan)
    rows = zip(
        which.tolist(), first["armies"].tolist(), first["defenders"].tolist(), margin.tolist(),
        stops.tolist(), result.tolist(), strict=True,
    )  # fmt: skip
    for row, (number, armies, defenders, reached, stop, ending) in enumerate(rows):
        if ending != 2:
            found[row] = chances.percentile(kinds[number], armies, defenders, reached, stop)
    return found


