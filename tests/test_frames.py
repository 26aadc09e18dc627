"""The tables of a game written down by hand: every number of every table is known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pandas as pd
import pytest
from recorded import by_hand, just_dealt

from risknb import frames
from risknb.frames import TABLES, FrameError

# Mean losses of the attacker: 3 against 2, 3 against 1 and 2 against 1 dice (rules.md, odds).
M32, M31, M21 = Fraction(7161, 7776), Fraction(441, 1296), Fraction(91, 216)
V32 = Fraction(2611 + 4 * 2275, 7776) - M32**2


@pytest.fixture(scope="module")
def tables() -> dict[str, pd.DataFrame]:
    return frames.tables({"g": by_hand()})


def column(frame: pd.DataFrame, name: str) -> list[Any]:
    return [None if pd.isna(value) else value for value in frame[name]]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("game", ["g"] * 7),
        ("step", [13, 14, 15, 16, 17, 19, 23]),
        ("turn", [1, 1, 1, 1, 1, 1, 2]),
        ("battle", [1, 1, 1, 1, 1, 2, 3]),
        ("roll", [1, 2, 3, 4, 5, 1, 1]),
        ("attacker", ["Ben"] * 6 + ["Ada"]),
        ("defender", ["Ada"] * 6 + ["Ben"]),
        ("attacker_seat", [1, 1, 1, 1, 1, 1, 0]),
        ("defender_seat", [0, 0, 0, 0, 0, 0, 1]),
        ("from", ["River Bend"] * 5 + ["Stone Pass", "Moorland"]),
        ("to", ["Stone Pass"] * 5 + ["Moorland", "Stone Pass"]),
        ("armies", [11, 11, 9, 9, 8, 3, 4]),
        ("defenders", [6, 4, 4, 2, 1, 1, 2]),
        ("attack_dice", [3, 3, 3, 3, 3, 2, 3]),
        ("defend_dice", [2, 2, 2, 2, 1, 1, 2]),
        ("a1", [6, 2, 6, 6, 3, 1, 6]),
        ("a2", [5, 1, 6, 1, 2, 2, 6]),
        ("a3", [3, 1, 5, 1, 1, None, 4]),
        ("d1", [4, 6, 5, 3, 2, 6, 3]),
        ("d2", [1, 6, 4, 5, None, None, 1]),
        ("d3", [None] * 7),
        ("reroll_die", [None] * 7),
        ("reroll_face", [None] * 7),
        ("commander_die", [None] * 7),
        ("attacker_losses", [0, 2, 0, 1, 0, 1, 0]),
        ("defender_losses", [2, 0, 2, 1, 1, 0, 2]),
        ("attacker_expected", [M32, M32, M32, M32, M31, M21, M32]),
        ("defender_expected", [2 - M32, 2 - M32, 2 - M32, 2 - M32, 1 - M31, 1 - M21, 2 - M32]),
        ("variance", [V32] * 4 + [M31 * (1 - M31), M21 * (1 - M21), V32]),
        ("luck", [M32, M32 - 2, M32, M32 - 1, M31, M21 - 1, M32]),
        ("captured", [False, False, False, False, True, False, True]),
    ],
)
def test_rolls(tables: dict[str, pd.DataFrame], name: str, wanted: list[Any]) -> None:
    assert column(tables["rolls"], name) == pytest.approx(wanted) if name in FLOATS else (
        column(tables["rolls"], name) == wanted
    )


FLOATS = {"attacker_expected", "defender_expected", "variance", "luck"}


def test_win_chances_of_the_last_throws_follow_by_hand(tables: dict[str, pd.DataFrame]) -> None:
    rolls = tables["rolls"]
    # Eight against one, then it is taken; three against one: 125/216, else one die of each.
    assert rolls["win_after"].tolist()[4:] == pytest.approx([1, 15 / 36, 1])
    two_against_one = 125 / 216 + 91 / 216 * 15 / 36
    assert rolls["win_before"].iloc[5] == pytest.approx(two_against_one)
    assert rolls["swing"].iloc[5] == pytest.approx(15 / 36 - two_against_one)
    assert rolls["win_after"].iloc[:4].tolist() == pytest.approx(rolls["win_before"].iloc[1:5])


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("game", ["g"] * 3),
        ("battle", [1, 2, 3]),
        ("turn", [1, 1, 2]),
        ("step", [13, 19, 23]),
        ("attacker", ["Ben", "Ben", "Ada"]),
        ("defender", ["Ada", "Ada", "Ben"]),
        ("attacker_seat", [1, 1, 0]),
        ("defender_seat", [0, 0, 1]),
        ("from", ["River Bend", "Stone Pass", "Moorland"]),
        ("to", ["Stone Pass", "Moorland", "Stone Pass"]),
        ("rolls", [5, 1, 1]),
        ("armies", [11, 3, 4]),
        ("defenders", [6, 1, 2]),
        ("armies_left", [8, 2, 4]),
        ("defenders_left", [0, 1, 0]),
        ("attacker_losses", [3, 1, 0]),
        ("defender_losses", [6, 0, 2]),
        ("result", ["captured", "called off", "captured"]),
        ("captured", [True, False, True]),
        ("called_off", [False, True, False]),
        ("margin", [7, -1, 3]),
    ],
)
def test_battles(tables: dict[str, pd.DataFrame], name: str, wanted: list[Any]) -> None:
    assert column(tables["battles"], name) == wanted


def test_battles_are_measured_against_their_law(tables: dict[str, pd.DataFrame]) -> None:
    battles = tables["battles"]
    assert battles["attacker_expected"].tolist() == pytest.approx([4 * M32 + M31, M21, M32])
    defender = [9 - 4 * M32 - M31, 1 - M21, 2 - M32]
    assert battles["defender_expected"].tolist() == pytest.approx(defender)
    assert battles["luck"].tolist() == pytest.approx([4 * M32 + M31 - 3, M21 - 1, M32])
    assert battles["win_chance"].tolist()[1] == pytest.approx(125 / 216 + 91 / 216 * 15 / 36)
    assert battles["win_left"].tolist() == pytest.approx([1, 15 / 36, 1])
    # Called off at two armies: one throw decides. No loss in one throw: the best of all results.
    assert battles["percentile"].iloc[1] == pytest.approx(91 / 216 / 2)
    assert battles["percentile"].iloc[2] == pytest.approx(1 - 2890 / 7776 / 2)


def test_a_battle_called_off_without_a_loss_was_the_best_there_could_be() -> None:
    """One throw of 3 against 2 dice; then two of 1 against 2, which cost nothing (55/216 each)."""
    game = by_hand("ben+3", "ben>pas*3=666:11", "--", "--", "pas+5")
    for text in ("pas>ben*1=6:11", "pas>ben*1=6:11", "--"):
        game.push(text)
    one, two = frames.battles(game).iloc[-2:].to_dict("records")
    assert (one["result"], one["armies"], one["armies_left"]) == ("called off", 8, 8)
    assert one["percentile"] == pytest.approx(1 - 2890 / 7776 / 2)
    assert (two["result"], two["rolls"], two["attacker_losses"]) == ("called off", 2, 0)
    assert two["percentile"] == pytest.approx(1 - (55 / 216) ** 2 / 2)


def test_an_ending_that_the_law_lacks_counts_all_that_is_worse() -> None:
    """Five against one, stopped at four: the first army lost (441 of 1296) is the only worse."""
    from risknb.frames.chances import percentile

    assert percentile((3, 2), 5, 1, 2, 4) == pytest.approx(441 / 1296)
    assert percentile((3, 2), 5, 1, -2, 4) == 0


def test_the_percentile_of_the_lessons() -> None:
    from risknb.frames.chances import percentile

    assert percentile((3, 2), 8, 5, 7) == pytest.approx(0.9544, abs=5e-5)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("turn", [0, 0, 1, 1, 2, 2, 3, 3]),
        ("round", [0, 0, 1, 1, 1, 1, 2, 2]),
        ("seat", [0, 1] * 4),
        ("player", ["Ada", "Ben"] * 4),
        ("neutral", [False] * 8),
        ("on_turn", [False, False, False, True, True, False, False, True]),
        ("closed", [True] * 6 + [False] * 2),
        ("armies", [8, 8, 2, 9, 5, 7, 5, 9]),
        ("territories", [3, 3, 2, 4, 3, 3, 3, 3]),
        ("continents", [1, 1, 0, 1, 1, 1, 1, 1]),
        ("continent_bonus", [2, 2, 0, 2, 2, 2, 2, 2]),
        ("cards", [0, 0, 0, 1, 1, 1, 1, 1]),
        ("income", [5, 5, 3, 5, 5, 5, 5, 5]),
        ("from_territories", [0, 0, 0, 3, 3, 0, 0, 3]),
        ("from_continents", [0, 0, 0, 2, 0, 0, 0, 2]),
        ("from_cards", [0] * 8),
        ("from_pictures", [0] * 8),
        ("from_levies", [0] * 8),
        ("reinforcements", [0, 0, 0, 5, 3, 0, 0, 5]),
        ("sets", [0] * 8),
        ("attacks", [0, 0, 0, 6, 1, 0, 0, 0]),
        ("conquests", [0, 0, 0, 1, 1, 0, 0, 0]),
        ("lost_territories", [0, 0, 1, 0, 0, 1, 0, 0]),
        ("kills", [0, 0, 4, 6, 2, 0, 0, 0]),
        ("casualties", [0, 0, 6, 4, 0, 2, 0, 0]),
        ("eliminations", [0] * 8),
        ("largest_empire", [3, 3, 2, 4, 3, 3, 3, 3]),
        ("borders", [2, 2, 2, 2, 2, 2, 2, 2]),
        ("border_armies", [7, 7, 2, 3, 4, 6, 4, 6]),
        ("biggest_stack", [6, 6, 1, 5, 3, 5, 3, 5]),
    ],
)
def test_turns(tables: dict[str, pd.DataFrame], name: str, wanted: list[Any]) -> None:
    assert column(tables["turns"], name) == wanted


def test_territories(tables: dict[str, pd.DataFrame]) -> None:
    lands = tables["territories"]
    assert lands["territory"].tolist()[:3] == ["Heather Hill", "Moorland", "Stone Pass"]
    assert lands["continent"].tolist()[:6] == ["Highland"] * 3 + ["Lowland"] * 3
    assert lands["turn"].tolist() == [turn for turn in range(4) for _ in range(6)]
    by_turn = [lands[lands["turn"] == turn] for turn in range(4)]
    assert ["".join(map(str, part["seat"])) for part in by_turn] == [
        "000111", "001111", "000111", "000111",
    ]  # fmt: skip
    assert [part["armies"].tolist() for part in by_turn] == [
        [1, 1, 6, 6, 1, 1], [1, 1, 2, 5, 1, 1], [1, 1, 3, 5, 1, 1], [1, 1, 3, 5, 1, 3],
    ]  # fmt: skip


def test_continents(tables: dict[str, pd.DataFrame]) -> None:
    lands = tables["continents"]
    assert lands["continent"].tolist() == ["Highland", "Lowland"] * 4
    assert column(lands, "player") == ["Ada", "Ben", None, "Ben", "Ada", "Ben", "Ada", "Ben"]
    assert lands["seat"].tolist() == [0, 1, -1, 1, 0, 1, 0, 1]
    assert lands["bonus"].tolist() == [2] * 8
    assert lands["size"].tolist() == [3] * 8
    assert lands["leader_seat"].tolist() == [0, 1] * 4
    assert lands["leader_share"].tolist() == pytest.approx([1, 1, 2 / 3, 1, 1, 1, 1, 1])


def test_steps(tables: dict[str, pd.DataFrame]) -> None:
    steps = tables["steps"].set_index("step")
    assert len(steps) == 28
    assert steps.loc[0, "text"] == "dealer=a"
    assert steps.loc[13, ["player", "phase", "move", "text", "from", "to"]].tolist() == [
        "Ben", "attack", "attack", "ben>pas*3=653:41", "River Bend", "Stone Pass",
    ]  # fmt: skip
    assert steps.loc[13, "dice"] == 3
    assert pd.isna(steps.loc[13, "armies"])
    assert steps.loc[18, ["move", "armies"]].tolist() == ["advance", 3]
    last = steps.loc[27, ["turn", "move", "to", "armies"]].tolist()
    assert last == [3, "place", "Salt Island", 2]


def test_players(tables: dict[str, pd.DataFrame]) -> None:
    players = tables["players"]
    assert players["letter"].tolist() == ["A", "B"]
    assert players["turns"].tolist() == [1, 2]
    assert players["armies"].tolist() == [5, 9]
    assert players["territories"].tolist() == [3, 3]
    assert players["reinforcements"].tolist() == [3, 10]
    assert players["attacks"].tolist() == [1, 6]
    assert players["conquests"].tolist() == [1, 1]
    assert players["kills"].tolist() == [6, 6]
    assert players["casualties"].tolist() == [6, 6]
    assert not players["won"].any()
    assert players["eliminated_turn"].isna().all()


def test_games(tables: dict[str, pd.DataFrame]) -> None:
    (row,) = tables["games"].to_dict("records")
    wanted = {
        "game": "g", "edition": "2010", "mode": "domination", "board": "duel", "seats": 2,
        "neutrals": 0, "turns": 3, "rounds": 2, "steps": 28, "battles": 3, "rolls": 7,
        "over": False,
    }  # fmt: skip
    assert {name: row[name] for name in wanted} == wanted
    assert pd.isna(row["winner"])


# -- the end, and what lies between ----------------------------------------------------------------
TO_THE_END = [
    "ben+3", "ben>pas*3=666:11", "ben>pas*3=666:1", "!3", "pas>moo*2=66:1", "!2", "moo>hea*1=6:1",
]  # fmt: skip


def test_the_last_throw_ends_the_game() -> None:
    game = by_hand(*TO_THE_END)
    assert game.outcome() is not None
    players = frames.players(game)
    assert players["won"].tolist() == [False, True]
    assert players["place"].tolist() == [2, 1]
    assert column(players, "eliminated_turn") == [3, None]
    assert column(players, "eliminated_by") == ["Ben", None]
    last = frames.turns(game).iloc[-2:]
    assert last["closed"].all()
    assert last["armies"].tolist() == [0, 12]
    assert last["eliminations"].tolist() == [0, 1]
    ending = frames.games(game)[["winner", "reason", "winner_seat"]].iloc[0].tolist()
    assert ending == ["Ben", "conquest", 1]


def test_a_battle_that_may_go_on_is_open() -> None:
    game = by_hand("ben+3", "ben>pas*3=111:66")
    assert frames.battles(game)["result"].tolist()[-1] == "open"
    assert pd.isna(frames.battles(game)["percentile"].iloc[-1])
    game.push("--")
    assert frames.battles(game)["result"].tolist()[-1] == "called off"


def test_a_battle_with_nobody_left_to_attack_is_repelled() -> None:
    game = by_hand("ben+3", "ben>pas*3=111:66", "ben>pas*3=111:66", "ben>pas*3=111:66")
    game.push("ben>pas*1=1:66")
    last = frames.battles(game).iloc[-1]
    assert (last["result"], last["armies_left"], last["margin"]) == ("repelled", 1, -3)
    assert 0 < last["percentile"] < 0.05


def test_a_live_game_is_followed_and_taking_back_is_noticed() -> None:
    game = by_hand()
    before = frames.turns(game)
    game.push("sal+1")
    assert frames.turns(game)["armies"].iloc[-1] == before["armies"].iloc[-1] + 1
    game.pop()
    pd.testing.assert_frame_equal(frames.turns(game), before)
    game.push("ree+1")
    assert frames.territories(game)["armies"].tolist()[-6:] == [1, 1, 3, 5, 2, 3]


def test_before_anything_happened() -> None:
    made = frames.tables(just_dealt())
    assert made["rolls"].empty
    assert made["battles"].empty
    assert made["turns"]["turn"].tolist() == [0, 0]
    assert not made["turns"]["closed"].any()
    assert made["games"]["turns"].tolist() == [0]


def test_no_games_at_all_give_empty_tables_with_all_columns() -> None:
    for name, frame in frames.tables([]).items():
        assert frame.empty
        assert [(c.name, c.dtype) for c in TABLES[name]] == [
            (str(column), str(dtype)) for column, dtype in frame.dtypes.items()
        ]


@pytest.mark.parametrize(
    ("games", "kind"),
    [
        ("game.rgn", "str"), (["game.rgn"], "str"), (None, "NoneType"), ({"a": 7}, "int"),
        (pd.DataFrame(), "DataFrame"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("table", TABLES)
def test_something_else_than_games_is_refused(table: str, games: Any, kind: str) -> None:
    with pytest.raises(FrameError, match=f"games must be a game or several, not {kind}"):
        getattr(frames, table)(games)


def test_games_may_come_one_by_one() -> None:
    games = [by_hand(), by_hand()]
    assert frames.tables(iter(games))["games"].equals(frames.games(games))


# -- the dictionary --------------------------------------------------------------------------------
def test_the_dictionary_lists_every_column_once() -> None:
    listed = frames.dictionary()
    assert len(listed) == sum(map(len, TABLES.values()))
    assert not listed.duplicated(["table", "column"]).any()
    assert listed["meaning"].str.len().min() > 5
    assert frames.dictionary("rolls")["column"].tolist() == [c.name for c in TABLES["rolls"]]


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(FrameError, match="there is no table 'dice'; there are rolls"):
        frames.dictionary("dice")


def test_missing_columns_are_named() -> None:
    with pytest.raises(FrameError, match=r"no column armies; frames\.turns"):
        frames.need(pd.DataFrame({"turn": [], "on_turn": []}), "turn", "on_turn", "armies")
    with pytest.raises(FrameError, match="takes a table"):
        frames.need([1, 2], "turn")  # type: ignore[arg-type]
