"""The data dictionary: every table with its columns, their types and what they mean.

This is the one place where columns are decided and checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api.types import is_bool_dtype, is_numeric_dtype


class Column(NamedTuple):
    """A column: its name, its type in pandas and its meaning."""

    name: str
    dtype: str
    meaning: str


def _columns(text: str) -> tuple[Column, ...]:
    """Read a table written as lines of ``name type meaning``."""
    return tuple(Column(*line.split(maxsplit=2)) for line in text.strip().splitlines())


TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "rolls": _columns("""
        game               category  the game's id
        step               int32     number of the step in the record, from 0
        turn               int16     number of the turn, from 1
        battle             int32     number of the battle in the game, from 1
        roll               int16     number of the throw in its battle, from 1
        attacker           category  who attacks
        defender           category  who defends
        attacker_seat      int8      the attacker's seat, from 0; neutral armies come last
        defender_seat      int8      the defender's seat
        from               category  the territory the attack comes from
        to                 category  the territory that is attacked
        armies             int32     all armies of the attacker before it, with the one that stays
        defenders          int32     armies of the defender before the throw
        attack_dice        int8      dice of the attacker
        defend_dice        int8      dice of the defender
        a1                 Int8      first face of the attacker, as it fell
        a2                 Int8      second face of the attacker
        a3                 Int8      third face of the attacker
        d1                 Int8      first face of the defender, as it fell
        d2                 Int8      second face of the defender
        d3                 Int8      third face of the defender
        reroll_die         Int8      the attacker's die that was rolled again, from 1
        reroll_face        Int8      what it showed then
        commander_die      Int8      the attacker's die that the commander turned to a six, from 1
        attacker_losses    int8      armies the attacker lost
        defender_losses    int8      armies the defender lost
        attacker_expected  float64   what the attacker had to expect to lose with these dice
        defender_expected  float64   what the defender had to expect to lose with these dice
        variance           float64   variance of the losses of either side
        luck               float64   the attacker's luck in armies: expected minus actual losses
        win_before         float64   chance to take the territory before the throw, all dice thrown
        win_after          float64   the same chance after the throw
        swing              float64   change of that chance that was luck: after minus its mean
        captured           bool      whether this throw took the territory
    """),
    "battles": _columns("""
        game               category  the game's id
        battle             int32     number of the battle in the game, from 1
        turn               int16     number of the turn
        step               int32     step of its first throw
        attacker           category  who attacks
        defender           category  who defends
        attacker_seat      int8      the attacker's seat
        defender_seat      int8      the defender's seat
        from               category  the territory the attack comes from
        to                 category  the territory that is attacked
        rolls              int16     number of throws
        armies             int32     all armies of the attacker there before it
        defenders          int32     armies of the defender before it
        armies_left        int32     all armies of the attacker after it, before any move in
        defenders_left     int32     armies of the defender after it
        attacker_losses    int32     armies the attacker lost
        defender_losses    int32     armies the defender lost
        attacker_expected  float64   the same, as expected throw by throw
        defender_expected  float64   the same, as expected throw by throw
        luck               float64   the attacker's luck in armies
        win_chance         float64   chance to take the territory if fought to the end
        win_left           float64   the same chance when it ended; 1 if captured, 0 if repelled
        result             category  captured, called off, repelled (nobody left to attack) or open
        captured           bool      whether the territory was taken
        called_off         bool      whether the attacker stopped while able to go on
        margin             int32     free attackers left, or minus the defenders left
        percentile         float64   chance of a worse result plus half the chance of the same one
    """),
    "turns": _columns("""
        game               category  the game's id
        turn               int16     number of the turn; 0 is the set-up
        round              int16     how often the turn has gone around the table; 0 is the set-up
        seat               int8      the seat this row is about
        player             category  the player this row is about
        neutral            bool      whether this is a neutral army
        on_turn            bool      whether it was this player's turn
        closed             bool      False for the turn that is still going on
        armies             int32     armies on the board at the end of the turn
        territories        int16     territories held
        continents         int8      continents held whole
        continent_bonus    int16     armies a turn for these continents
        cards              int8      cards in hand
        income             int16     armies that a turn would begin with now, cards aside
        from_territories   int16     armies got in this turn for territories
        from_continents    int16     armies got for continents
        from_cards         int16     armies got for sets of cards
        from_pictures      int16     extra armies for territories pictured on traded cards
        from_levies        int16     armies a neutral ally got by a die
        reinforcements     int16     all armies got in this turn
        sets               int8      sets of cards turned in
        attacks            int16     throws made as the attacker
        conquests          int16     territories taken
        lost_territories   int16     territories lost
        kills              int16     enemy armies destroyed, in attack and defence
        casualties         int16     own armies lost, in attack and defence
        eliminations       int8      opponents driven off the board
        largest_empire     int16     territories in the largest connected group
        borders            int16     territories that touch an enemy
        border_armies      int32     armies on those
        biggest_stack      int32     armies on the strongest territory
    """),
    "territories": _columns("""
        game               category  the game's id
        turn               int16     number of the turn; the row tells how it ended
        territory          category  the territory
        continent          category  the continent it lies in
        seat               int8      who holds it; -1 for nobody
        player             category  who holds it; missing for nobody
        armies             int32     armies on it
    """),
    "continents": _columns("""
        game               category  the game's id
        turn               int16     number of the turn; the row tells how it ended
        continent          category  the continent
        bonus              int16     armies a turn for its sole holder
        size               int16     territories in it
        seat               int8      who holds it whole; -1 for nobody
        player             category  who holds it whole; missing for nobody
        leader_seat        int8      who holds most of it; -1 where two hold the same
        leader_share       float64   the part of its territories that the strongest holds
    """),
    "steps": _columns("""
        game               category  the game's id
        step               int32     number of the step in the record, from 0
        turn               int16     number of the turn; 0 is the set-up
        seat               int8      who decided
        player             category  who decided
        phase              category  what had to be decided
        move               category  the kind of move
        text               str       the step as it is written in the record
        from               category  where armies came from
        to                 category  where they went, or the territory concerned
        armies             Int32     armies placed or moved
        dice               Int8      dice thrown by the one who decided
    """),
    "players": _columns("""
        game               category  the game's id
        seat               int8      the seat, from 0; neutral armies come after the players
        letter             category  the letter on the map and in charts
        player             category  the name
        bot                category  the bot that plays; missing for people
        neutral            bool      whether this is a neutral army
        team               Int8      the team, in team games
        won                bool      whether the player has won
        place              Int8      1 for winners; who falls later is better; none for neutrals
        eliminated_turn    Int16     the turn in which the last army fell
        eliminated_by      category  who did that
        turns              int16     turns begun
        armies             int32     armies on the board
        territories        int16     territories held
        reinforcements     int32     all armies got after the set-up
        sets               int16     sets of cards turned in
        attacks            int32     throws made as the attacker
        conquests          int32     territories taken
        kills              int32     enemy armies destroyed
        casualties         int32     own armies lost
        eliminations       int8      opponents driven off the board
        missions           str       missions; hidden while the game goes on
        headquarters       str       headquarters; hidden until all are chosen
    """),
    "games": _columns("""
        game               category  the game's id
        edition            category  the edition of the rules
        mode               category  the way to win
        board              category  the board
        seats              int8      number of players
        neutrals           int8      number of neutral armies
        turns              int16     turns begun
        rounds             int16     how often the turn has gone around the table
        steps              int32     steps in the record
        battles            int32     battles fought
        rolls              int32     throws in them
        over               bool      whether the game has ended
        winner             category  who won; team mates joined by +
        winner_seat        Int8      the winner's seat, the first of a team
        winner_bot         category  the bot that won
        reason             category  why the game ended
    """),
}  # fmt: skip


#: The type of every column; those that several tables have differ in size alone.
TYPES: Final = {column.name: column.dtype for table in reversed(TABLES) for column in TABLES[table]}

INTRODUCTION: Final = """# Data dictionary

What the columns of all tables mean. `rk.frames.rolls(game)`, `rk.frames.turns(games)` and so on
make these tables of one game, of several, or of a mapping of ids to games. In a notebook
`rk.frames.dictionary()` shows the same. Types in capitals (`Int8`) may be missing; names are
categories.

A pupil's export and the pooled class are tables of rolls: one row a throw. Pupils are in them by
the alias they chose, and no table holds a time of the day.
"""


class FrameError(ValueError):
    """A table that lacks columns, or has some that no table has."""


def dictionary(table: str | None = None) -> pd.DataFrame:
    """The data dictionary: one row a column, of one table or of all.

    >>> dictionary("games")[["column", "meaning"]].iloc[1].tolist()
    ['edition', 'the edition of the rules']
    """
    chosen = TABLES if table is None else {table: columns_of(table)}
    rows = [(name, *column) for name, columns in chosen.items() for column in columns]
    return pd.DataFrame(rows, columns=["table", "column", "type", "meaning"])


def dictionary_text() -> str:
    """The data dictionary as a page of Markdown.

    >>> dictionary_text().splitlines()[0]
    '# Data dictionary'
    """
    lines = [INTRODUCTION.rstrip()]
    for name, columns in TABLES.items():
        lines += ["", f"## {name}", "", "| column | type | meaning |", "|---|---|---|"]
        lines += [f"| `{column}` | {dtype} | {meaning} |" for column, dtype, meaning in columns]
    return "\n".join(lines) + "\n"


def columns_of(table: str) -> tuple[Column, ...]:
    """The columns of a table by its name."""
    if table not in TABLES:
        raise FrameError(f"there is no table {table!r}; there are {', '.join(TABLES)}")
    return TABLES[table]


def table_of(frame: pd.DataFrame) -> str:
    """The table that a frame with these columns is.

    :raises FrameError: no table has these columns; the message names what is wrong.

    >>> import risknb as rk
    >>> table_of(rk.frames.battles(rk.sample_game()))
    'battles'
    """
    found = set(map(str, frame.columns))
    nearest = max(TABLES, key=lambda table: _likeness(table, found))
    _check_names(nearest, found)
    return nearest


def _likeness(table: str, found: set[str]) -> float:
    wanted = {column.name for column in TABLES[table]}
    return len(wanted & found) / len(wanted | found)


def _check_names(table: str, found: set[str]) -> None:
    wanted = [column.name for column in TABLES[table]]
    if missing := [name for name in wanted if name not in found]:
        raise FrameError(f"not a table of {table}: no column {', '.join(missing[:5])}")
    if extra := sorted(found - set(wanted)):
        raise FrameError(f"not a table of {table}: unknown column {', '.join(extra[:5])}")


def need(frame: pd.DataFrame, *names: str) -> None:
    """Check that a frame has the columns a chart or a figure needs, with numbers where they belong.

    :raises FrameError: some are missing; the message names them and the tables that have them.
        Or one holds something else than its type says.

    >>> import risknb as rk
    >>> need(rk.frames.turns(rk.sample_game()), "armies", "luck")
    Traceback (most recent call last):
    risknb.frames.columns.FrameError: the table has no column luck; frames.rolls(game) has them
    """
    if not isinstance(frame, pd.DataFrame):
        raise FrameError(f"this takes a table of risknb.frames, not {type(frame).__name__}")
    missing = [name for name in dict.fromkeys(names) if name not in frame.columns]
    if missing:
        homes = [t for t, cs in TABLES.items() if {*names} <= {c.name for c in cs}]
        hint = f"; frames.{homes[0]}(game) has them" if homes else ""
        raise FrameError(f"the table has no column {', '.join(missing)}{hint}")
    for name in names if len(frame) else ():
        if not _holds(TYPES.get(name, "str"), frame[name]):
            raise FrameError(f"column {name} does not hold {TYPES[name]}")


def _holds(dtype: str, values: pd.Series[Any]) -> bool:
    """Whether these can be of a type; the size of numbers and what texts look like are free."""
    if dtype in ("category", "str"):
        return True
    if dtype == "bool":
        return bool(is_bool_dtype(values.dtype))
    # An int8 is never missing; an Int8 may be, and so may a chance where nothing is decided yet.
    if dtype.startswith("int") and values.hasnans:
        return False
    empty = dtype.startswith("Int") and values.isna().all()
    return bool(empty or is_numeric_dtype(values.dtype))


def cast(table: str, frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with the columns of *table* in their order and types.

    :raises FrameError: a column is missing or holds what it cannot hold.

    >>> import risknb as rk
    >>> table = rk.frames.games(rk.sample_game())
    >>> cast("games", table.astype("object")).equals(table)
    True
    """
    _check_names(table, set(map(str, frame.columns)))
    columns = {column.name: _cast(column, frame[column.name]) for column in TABLES[table]}
    return pd.DataFrame(columns, copy=False)


def _cast(column: Column, values: pd.Series[Any]) -> Any:
    try:
        if column.dtype == "category":
            return as_category(values)
        if column.dtype == "str":
            return values.astype("str").fillna("").array
        if column.dtype == "bool":
            return as_flags(values)
        return values.astype(column.dtype).array
    except (TypeError, ValueError, OverflowError):
        words = f"column {column.name} does not hold {column.dtype}"
        raise FrameError(f"{words}: perhaps a line is cut off or changed") from None


def as_category(values: pd.Series[Any]) -> pd.Categorical:
    """Texts as a category whose words are sorted, which makes equal tables equal."""
    texts = values.astype("str").where(values.notna())
    words = sorted(set(texts.dropna()))
    return pd.Categorical(texts, categories=pd.Index(words, dtype="str"))


def as_flags(values: pd.Series[Any]) -> NDArray[np.bool_]:
    """Booleans, also from the words True and False."""
    words = values.astype("str")
    if not words.isin(["True", "False"]).all():
        raise ValueError("not a yes or no")
    return np.asarray(words == "True")


#: The name under which ``frame.attrs`` keeps the colours of the seats, where they were chosen.
COLOURS: Final = "colours"


def frame_of(table: str, columns: Mapping[str, Any]) -> pd.DataFrame:
    """A frame from ready columns: the fast way, for columns that are built and not read."""
    ready = {column.name: _ready(column, columns[column.name]) for column in TABLES[table]}
    return pd.DataFrame(ready, copy=False)


def _ready(column: Column, values: Any) -> Any:
    return values.astype(column.dtype, copy=False) if type(values) is np.ndarray else values
