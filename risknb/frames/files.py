"""Tables in files: export, read back, and pool the exports of a whole class."""

from __future__ import annotations

import glob
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from ..wording import listed
from .collect import Games
from .columns import TABLES, FrameError, as_category, cast, columns_of, dictionary, table_of
from .fighting import battles, rolls
from .holding import continents, territories, turns
from .people import games as games_table
from .people import players, steps

FORMAT: Final = 1
FORMATS: Final = ("csv", "parquet", "json")
MOST_BYTES: Final = 200_000_000
MOST_FILES: Final = 10_000
#: Columns that hold players' names.
NAMES: Final = ("player", "attacker", "defender", "eliminated_by", "winner")

_MAKERS: Final[dict[str, Callable[..., pd.DataFrame]]] = {
    "rolls": rolls, "battles": battles, "turns": turns, "territories": territories,
    "continents": continents, "steps": steps, "players": players, "games": games_table,
}  # fmt: skip
_SECRETIVE: Final = ("steps", "players")


def tables(games: Games, *, reveal: bool = False) -> dict[str, pd.DataFrame]:
    """All tables of one game or many, by name.

    >>> import risknb as rk
    >>> {name: len(table) for name, table in tables(rk.sample_game()).items()}
    {'rolls': 1174, 'battles': 590, 'turns': 304, ... 'players': 4, 'games': 1}
    """
    # An iterator can be read once, and there are several tables to make.
    every = [*games] if isinstance(games, Iterator) else games
    return {name: _make(name, every, reveal) for name in TABLES}


def _make(table: str, games: Games, reveal: bool) -> pd.DataFrame:
    columns_of(table)
    secret = {"reveal": reveal} if table in _SECRETIVE else {}
    return _MAKERS[table](games, **secret)


# -- writing -------------------------------------------------------------------------------------
def export(
    games: Games,
    path: str | os.PathLike[str],
    *,
    table: str | None = None,
    file_format: str = "csv",
    aliases: Mapping[str, str] | bool = False,
    reveal: bool = False,
) -> list[Path]:
    """Write tables to a file or a folder, and return the files written.

    A path that ends in ``.csv`` or ``.parquet`` gets one table (*table*, the rolls if not said),
    ``.json`` gets that table or all; any other path is a folder that gets all tables and the data
    dictionary in *file_format*. *aliases* replaces the players' names: a mapping, or True for
    "Player A", "Player B". What is hidden in a game still going on is left out unless *reveal*.

    >>> import risknb as rk
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [path.name for path in export(rk.sample_game(), f"{folder}/luck.csv", aliases=True)]
    ['luck.csv']
    """
    target = _path(path)
    suffix = target.suffix.lower().lstrip(".")
    if suffix == "json" and table is None:
        made = _renamed(tables(games, reveal=reveal), aliases)
        target.write_text(_as_json(made), encoding="utf-8")
        return [target]
    if suffix in FORMATS:
        name = table or "rolls"
        made = {name: _make(name, games, reveal), "players": players(games, reveal=reveal)}
        _write(name, _renamed(made, aliases)[name], target)
        return [target]
    if suffix:
        raise FrameError(f"{target.suffix} is no format; use {', '.join(FORMATS)} or a folder")
    return _export_folder(_renamed(tables(games, reveal=reveal), aliases), target, file_format)


def _path(path: Any) -> Path:
    if not isinstance(path, (str, os.PathLike)) or not os.fspath(path):
        raise FrameError(f"path must be the name of a file or folder, not {path!r:.60}")
    return Path(path)


def _export_folder(made: Mapping[str, pd.DataFrame], folder: Path, file_format: str) -> list[Path]:
    if file_format not in FORMATS:
        raise FrameError(f"{file_format!r} is no format; there are {', '.join(FORMATS)}")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, frame in made.items():
        written.append(folder / f"{name}.{file_format}")
        _write(name, frame, written[-1])
    written.append(folder / "dictionary.txt")
    dictionary().to_csv(written[-1], index=False, sep="\t")
    return written


def _write(name: str, frame: pd.DataFrame, path: Path) -> None:
    match path.suffix.lower():
        case ".csv":
            frame.to_csv(path, index=False)
        case ".parquet":
            _need_parquet()
            frame.to_parquet(path, index=False)
        case _:
            path.write_text(_as_json({name: frame}), encoding="utf-8")


def _need_parquet() -> None:
    if find_spec("pyarrow") is None:
        raise FrameError("parquet files need pyarrow: pip install 'risknb[parquet]'")


def _as_json(made: Mapping[str, pd.DataFrame]) -> str:
    found = {
        name: {column: _plain(frame[column]) for column in frame.columns}
        for name, frame in made.items()
    }
    return json.dumps({"format": FORMAT, "tables": found}, separators=(",", ":"))


def _plain(values: pd.Series[Any]) -> list[Any]:
    """A column as plain numbers and texts; what is missing is None."""
    return [None if gone else one for one, gone in zip(values.tolist(), values.isna(), strict=True)]


def _renamed(
    made: dict[str, pd.DataFrame], aliases: Mapping[str, str] | bool
) -> dict[str, pd.DataFrame]:
    if not aliases:
        return made
    people = made["players"]
    if aliases is True:
        names = people.loc[~people["neutral"], "player"].unique()
        aliases = {name: f"Player {_count_letter(at)}" for at, name in enumerate(names)}
    if not isinstance(aliases, Mapping):
        raise FrameError(f"aliases must be True or a mapping of names, not {aliases!r:.60}")
    rename = {str(name): str(alias) for name, alias in aliases.items()}
    if len(set(rename.values())) < len(rename):
        raise FrameError("two players have the same alias")
    _check_nobody_forgotten(people, rename)
    rename = _of_teams(people, rename) | rename
    return {name: _with_aliases(frame, rename) for name, frame in made.items()}


def _of_teams(people: pd.DataFrame, rename: Mapping[str, str]) -> dict[str, str]:
    """The aliases of winners: those of a team stand together, as their names do."""
    winners = people[people["won"]].groupby("game", observed=True)["player"]
    teams = [list(map(str, names)) for _, names in winners]
    return {" + ".join(team): " + ".join(rename.get(one, one) for one in team) for team in teams}


def _check_nobody_forgotten(people: pd.DataFrame, rename: Mapping[str, str]) -> None:
    """A misspelt name in the list would give somebody's real name away; bots have none."""
    persons = people.loc[~people["neutral"] & people["bot"].isna(), "player"].astype("str")
    if missing := sorted(set(persons) - rename.keys()):
        raise FrameError(f"aliases has no alias for {', '.join(missing[:5])}")


def _count_letter(at: int) -> str:
    """A, B, ... Z, then numbers."""
    return chr(ord("A") + at) if at < 26 else str(at + 1)


def _with_aliases(frame: pd.DataFrame, rename: Mapping[str, str]) -> pd.DataFrame:
    changed: dict[str, Any] = {}
    for column in NAMES:
        if column in frame.columns:
            texts = (
                frame[column]
                .astype("object")
                .map(lambda text: rename.get(text, text), na_action="ignore")
            )
            changed[column] = as_category(pd.Series(texts, dtype="str"))
    return frame.assign(**changed)


# -- reading -------------------------------------------------------------------------------------
def read(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Read one exported table; it equals the table that was written.

    :raises FrameError: the file is no export of one table; the message says why.

    >>> import risknb as rk
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [path] = export(rk.sample_game(), f"{folder}/turns.csv", table="turns")
    ...     len(read(path))
    304
    """
    found = read_tables(path)
    if len(found) != 1:
        raise FrameError(f"the file holds {len(found)} tables; frames.read_tables gives them all")
    return next(iter(found.values()))


def read_tables(path: str | os.PathLike[str]) -> dict[str, pd.DataFrame]:
    """Read an exported file or folder: the tables by name.

    >>> import risknb as rk
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [path] = export(rk.sample_game(), f"{folder}/turns.json", table="turns")
    ...     {name: len(table) for name, table in read_tables(path).items()}
    {'turns': 304}
    """
    source = _path(path)
    if source.is_dir():
        files = sorted(f for f in source.iterdir() if f.suffix.lower().lstrip(".") in FORMATS)
        return {name: frame for file in files for name, frame in read_tables(file).items()}
    if not source.is_file():
        raise FrameError(f"there is no file {source.name}")
    if source.stat().st_size > MOST_BYTES:
        raise FrameError(f"{source.name} is too large")
    frames = [_checked(frame) for frame in _raw(source)]
    return dict(frames)


#: What readers of other people's files stumble with.
_UNREADABLE: Final = (
    ValueError, OSError, AttributeError, TypeError, KeyError, RecursionError, OverflowError,
)  # fmt: skip


def _raw(path: Path) -> list[pd.DataFrame]:
    try:
        match path.suffix.lower():
            case ".csv":
                return [_read_csv(path)]
            case ".parquet":
                _need_parquet()
                return [pd.read_parquet(path)]
            case ".json":
                return _read_json(path)
    except FrameError:
        raise
    except UnicodeDecodeError:
        raise FrameError(f"{path.name} cannot be read: it is no text") from None
    except pd.errors.ParserError:
        raise FrameError(f"{path.name} cannot be read: not all lines have its columns") from None
    except _UNREADABLE as problem:
        raise FrameError(f"{path.name} cannot be read: {str(problem).strip()[:200]}") from None
    raise FrameError(f"{path.name} is no csv, parquet or json file")


def _read_csv(path: Path) -> pd.DataFrame:
    # "NA" may well be somebody's name: only nothing at all is missing.
    head = pd.read_csv(path, nrows=0, keep_default_na=False)
    if len(head.columns) == 1 and ";" in head.columns[0]:
        raise FrameError(
            f"{path.name} has semicolons between its columns, not commas:"
            " perhaps a spreadsheet saved it anew; export it again"
        )
    known = {c.name: c.dtype for cs in TABLES.values() for c in cs}
    # Numbers with a point are read as texts, too: Python reads them without rounding.
    kinds = ("category", "str", "float64")
    texts: dict[str, Any] = {name: "str" for name in head.columns if known.get(name) in kinds}
    return pd.read_csv(path, dtype=texts, keep_default_na=False, na_values=[""])


def _read_json(path: Path) -> list[pd.DataFrame]:
    found = json.loads(path.read_text(encoding="utf-8"))
    made = found.get("tables") if isinstance(found, dict) else None
    if not isinstance(made, dict) or found.get("format") != FORMAT:
        raise FrameError(f"{path.name} is no export of this format")
    return [pd.DataFrame(columns, dtype=object) for columns in made.values()]


def _checked(frame: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    table = table_of(frame)
    ready = cast(table, frame)
    if table == "rolls":
        _check_rolls(ready)
    return table, ready


def _check_rolls(frame: pd.DataFrame) -> None:
    """Dice show 1 to 6, as many as were thrown, and the losses add up."""
    for side, dice in (("a", "attack_dice"), ("d", "defend_dice")):
        faces = frame[[f"{side}1", f"{side}2", f"{side}3"]]
        if not (faces.isna() | faces.isin(range(1, 7))).all().all():
            raise FrameError("a die shows something else than 1 to 6")
        if not (faces.notna().sum(axis=1) == frame[dice]).all():
            raise FrameError("a throw has more or fewer faces than dice")
    lost = frame["attacker_losses"] + frame["defender_losses"]
    if not (lost == np.minimum(frame["attack_dice"], frame["defend_dice"])).all():
        raise FrameError("the losses of a throw do not add up")


# -- pooling -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Pool:
    """Many exports of one table joined: the *frame*, and the files *refused*, with the reasons."""

    table: str
    frame: pd.DataFrame
    files: int
    refused: pd.DataFrame

    def __str__(self) -> str:
        games = self.frame["game"].nunique()
        count = "1 game" if games == 1 else f"{games:,} games"
        lines = [f"{count} with {len(self.frame):,} {self.table} from {self.files:,} files."]
        lines += [f"Left out: {file}: {why}" for file, why in self.refused.itertuples(index=False)]
        return "\n".join(lines)


def pool(pattern: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> Pool:
    """Join many exports of one table, by a pattern such as ``"folder/*.csv"`` or a list of files.

    A game that comes twice is taken once, from the longer export. Files that cannot be used are
    left out and named in ``.refused`` with the reason.

    >>> import risknb as rk
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for file in ("ada.csv", "ben.csv"):
    ...         written = export(rk.sample_game(), f"{folder}/{file}", table="turns")
    ...     print(pool(f"{folder}/*.csv"))
    1 game with 304 turns from 2 files.
    Left out: ben.csv: game 995d7fdb394b is in ada.csv too
    """
    files = _matching(pattern)
    refused: list[tuple[str, str]] = []
    found: dict[str, dict[str, pd.DataFrame]] = {}
    for file, name in zip(files, _labels(files), strict=True):
        try:
            found[name] = read_tables(file)
        except FrameError as problem:
            refused.append((name, str(problem).removeprefix(f"{file.name} ")))
    held = Counter(table for made in found.values() for table in made)
    if not held:
        reasons = "".join(f"\n{file}: {why}" for file, why in refused[:10])
        what = "could be used" if files else "was found"
        raise FrameError(f"no file of {str(pattern)[:100]} {what}{reasons}")
    table = "rolls" if "rolls" in held else max(held, key=held.__getitem__)
    parts = {name: made[table] for name, made in found.items() if table in made}
    for name in [name for name in found if name not in parts]:
        refused.append((name, f"holds {listed(found[name]) or 'nothing'}, not {table}"))
    refused += [(name, f"holds no {table} yet") for name, part in parts.items() if part.empty]
    frame = _joined_games(table, list(parts.items()), refused)
    return Pool(table, frame, len(files), pd.DataFrame(refused, columns=["file", "reason"]))


def _matching(pattern: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[Path]:
    if isinstance(pattern, (str, os.PathLike)):
        text = os.fspath(pattern)
        names = sorted(glob.glob(os.path.join(text, "*") if Path(text).is_dir() else text))
    elif isinstance(pattern, Sequence):
        names = [os.fspath(_path(one)) for one in pattern]
    else:
        raise FrameError(f"pattern must be a pattern or a list of files, not {pattern!r:.60}")
    files = [Path(name) for name in names if Path(name).suffix.lower().lstrip(".") in FORMATS]
    if len(files) > MOST_FILES:
        raise FrameError(f"{len(files)} files are too many; {MOST_FILES} can be pooled")
    return files


def _labels(files: list[Path]) -> list[str]:
    """The names of files, with their folders where a name comes twice."""
    if len({file.name for file in files}) == len(files):
        return [file.name for file in files]
    whole = [os.path.abspath(file) for file in files]
    root = os.path.commonpath([os.path.dirname(path) for path in whole])
    return [Path(os.path.relpath(path, root)).as_posix() for path in whole]


def _joined_games(
    table: str, parts: list[tuple[str, pd.DataFrame]], refused: list[tuple[str, str]]
) -> pd.DataFrame:
    """Every game once, from the file that has most of it."""
    best: dict[str, tuple[str, pd.DataFrame]] = {}
    for file, frame in parts:
        for game, rows in frame.groupby("game", observed=True, sort=False):
            other = best.get(str(game))
            if other is None or len(rows) > len(other[1]):
                best[str(game)] = (file, rows)
            if other is not None:
                left_out = file if len(rows) <= len(other[1]) else other[0]
                refused.append((left_out, f"game {game} is in {best[str(game)][0]} too"))
    if not best:
        return parts[0][1]
    together = pd.concat([rows.astype({"game": "str"}) for _, rows in best.values()])
    return cast(table, together.reset_index(drop=True))
