"""Many games: the same whatever the workers, honest about faults, kept when stopped."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from bad_bots import Cheating, Endless, Leaving, Mute, Raising

from risknb import players
from risknb.batch import (
    compare,
    progress,
    running,
    simulate,
    simulation,
    tournament,
    wilson,
)
from risknb.batch.playing import SELDOM, Task, play
from risknb.batch.progress import Progress, Report
from risknb.batch.soaking import soak
from risknb.bots.fighter import Fighter
from risknb.frames import TABLES
from risknb.moves import Wish
from risknb.players import register
from risknb.state import View


@pytest.fixture(autouse=True)
def _forget_bots() -> Iterator[None]:
    """Bots registered in a test are gone after it."""
    players.bot_names()
    known = dict(players._makers)
    yield
    players._makers.clear()
    players._makers.update(known)


def small(**changes: Any) -> Any:
    settings: dict[str, Any] = {
        "bots": ["rusher", "odds", "builder"], "games": 12, "seed": 3, "edition": "2010",
    }  # fmt: skip
    return simulate(**{**settings, **changes})


# -- the same games ------------------------------------------------------------------------------
def test_the_same_seed_gives_the_same_games_whatever_the_workers() -> None:
    alone, shared = small(), small(workers=2)
    pd.testing.assert_frame_equal(alone.games, shared.games)
    assert not alone.games.equals(small(seed=4).games)


def test_seats_rotate_and_every_line_up_meets_the_same_luck() -> None:
    games = small().games
    assert games["bot_a"].tolist()[:4] == ["rusher", "builder", "odds", "rusher"]
    assert games["seed"].tolist()[:4] == ["3:0", "3:0", "3:0", "3:1"]


def test_equal_bots_never_repeat_a_game() -> None:
    assert small(bots=["odds"] * 3).games["seed"].is_unique


def test_games_can_be_played_again() -> None:
    found = small()
    game = found.replay(7)
    assert len(game.steps) == found.games["steps"][7]


def test_turns_and_battles_are_frames_of_the_same_games() -> None:
    found = small(games=3)
    assert found.turns["game"].nunique() == 3
    assert len(found.battles) > len(found.turns) / 2
    pd.testing.assert_frame_equal(found.turns, small(games=3, workers=2).turns)


# -- what the tables say -------------------------------------------------------------------------
def test_the_table_counts_wins_by_bot_and_by_turn_order() -> None:
    found = small(games=30)
    table, games = found.table(), found.games
    for name in ("rusher", "odds", "builder"):
        assert table.loc[name, "wins"] == (games["winner_bot"] == name).sum()
    row = table.iloc[0]
    assert (row["low"], row["high"]) == pytest.approx(wilson(row["wins"], 30))
    first = (games["winner"] == games["starter"]).mean()
    assert found.seat_effect().loc["1st", "share"] == pytest.approx(first)


def test_wilson_against_the_textbook() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)


def test_truncated_games_are_counted_and_shown() -> None:
    found = small(bots=["turtle"] * 3, games=4, turn_cap=5)
    assert found.truncated == 4
    assert found.games["turns"].max() == 5
    assert found.games["winner"].isna().all()
    assert "4 truncated" in repr(found)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_results_are_saved(tmp_path: Path, ending: str) -> None:
    found, path = small(games=3), tmp_path / f"games.{ending}"
    found.save(path)
    back = pd.read_csv(path) if ending == "csv" else pd.read_parquet(path)
    assert list(back) == list(found.games)
    assert back["winner_bot"].tolist() == found.games["winner_bot"].tolist()
    if ending == "parquet":
        pd.testing.assert_frame_equal(back, found.games)


def test_the_columns_of_results_have_the_same_types_with_and_without_faults() -> None:
    types = small(games=2).games.dtypes
    assert types["fault"] == types["winner"] == types["seed"] == "str"
    assert small(bots=["turtle"] * 3, games=2, turn_cap=2).games.dtypes.equals(types)


def test_tables_of_many_games_join_with_the_games() -> None:
    found = small(games=10)
    kinds = {column.name: column.dtype for column in TABLES["turns"]} | {"game": "int64"}
    assert {str(name): str(kind) for name, kind in found.turns.dtypes.items()} == kinds
    joined = found.turns.merge(found.games[["game", "seed"]], on="game")
    assert len(joined) == len(found.turns)
    assert joined["seed"].nunique() == 4


def test_only_games_of_the_batch_are_replayed() -> None:
    with pytest.raises(ValueError, match="number must be that of a game"):
        small(games=2).replay(2)


def test_no_seed_draws_a_new_one() -> None:
    one, other = (small(games=2, seed=None).games["seed"] for _ in range(2))
    assert set(one).isdisjoint(other)


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.parquet or \.csv"):
        small(games=1).save(tmp_path / "games.xlsx")


def test_team_mates_win_together() -> None:
    found = small(bots=["odds", "rusher"] * 2, games=2, edition="2003", mode="team", turn_cap=900)
    assert set(found.games["winner"].dropna()) <= {"ac", "bd"}


# -- bad input -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"bots": ["odds", "plannr"]}, "did you mean 'planner'.*rusher"),
        ({"bots": ["odds", 7]}, "is no bot"),
        ({"bots": 7}, "bots must be a list"),
        ({"bots": ["odds", "planner:x", "odds"]}, "'planner:x' cannot be made"),
        ({"seed": 1.5}, "seed must be a whole number, a text or None"),
        ({"options": [1]}, "options must be names"),
        ({"cluster": 5}, "cluster must be a Dask client"),
        ({"cluster": "nowhere"}, "'nowhere' lacks a scheduler's port, as in tcp://here:8786"),
        ({"progress": 5}, "progress must be True, False or a function"),
        ({"games": 0}, "games is a whole number from 1"),
        ({"workers": 1.5}, "workers is a whole number"),
        ({"turn_cap": -1}, "turn_cap is a whole number"),
        ({"edition": "2011"}, "2011"),
        ({"bots": ["odds"] * 7}, "players"),
    ],
)
def test_bad_input_is_refused_in_words(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        small(**changes)


# -- faults of bots ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Raising, "KeyError: 'lost my map' (line {line}, in attack)"),
        (Cheating, "illegal move: Alaska is not yours to attack from (ala>alb*9)"),
        (Mute, "must return a move, not None"),
    ],
)
def test_a_fault_costs_the_seat_its_game_and_not_the_batch(kind: type, said: str) -> None:
    register("faulty")(kind)
    found = small(bots=["faulty", "odds", "builder"], games=6)
    assert len(found.games) == 6
    assert "faulty" not in set(found.games["winner_bot"])
    fault = found.faults.iloc[0]
    assert fault["fault_bot"] == "faulty"
    line = kind.attack.__code__.co_firstlineno + 2  # type: ignore[attr-defined]
    assert said.format(line=line) in fault["fault"]
    assert " A " in fault["fault"]  # the position, in the phase of attacks
    assert fault["seed"] == f"3:{fault['game'] // 3}"


def test_the_first_fault_of_every_bot_is_told_with_its_seed() -> None:
    register("faulty")(Raising)
    found = small(bots=["faulty", "odds", "builder"], games=3)
    line = f"faulty in game 0 (seed '3:0'): {found.faults['fault'][0]}"
    assert repr(found).splitlines()[-1] == line
    assert escape(line) in found._repr_html_()
    games = tournament(["faulty", "odds"], games=2, seed=1)
    assert "2 with a fault>" in repr(games)
    assert repr(games).splitlines()[-1].startswith("faulty in game 0 (seed '1:faulty:odds:0'): ")
    assert "lost my map" in games._repr_html_()
    assert games.pairs.set_index("bot")["faults"].to_dict() == {"faulty": 2, "odds": 0}
    compared = compare({"plain": {}}, ["faulty", "odds"], games=1, edition="2010", progress=False)
    assert "lost my map" in repr(compared)
    assert "lost my map" in compared._repr_html_()


def test_whoever_is_at_fault_after_somebody_else_loses_as_well() -> None:
    class Later(Raising):
        """Breaks down when others have done so already."""

        def attack(self, view: Any) -> Any:
            if view.turn > 12:
                raise KeyError("lost my way")
            return super(Raising, self).attack(view)

    register("early")(Raising)
    register("late")(Later)
    bots = ["planner", "early", "late", "rusher"]
    games = small(bots=bots, games=3, edition="2003", mode="team", turn_cap=100).games
    assert games["fault_bot"].tolist() == ["early"] * 3
    assert games["reason"].tolist() == ["team", "cap", "team"]  # won, though not by them
    assert games["winner"].isna().all()


def test_a_bot_that_never_ends_its_turn_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("risknb.batch.playing.MOST_DECISIONS", 300)
    register("endless")(Endless)
    found = small(bots=["endless", "odds"], games=1, options={"multi_fortify": True})
    assert "never ends its turn" in found.games["fault"][0]


# -- progress, and stopping ----------------------------------------------------------------------
def test_progress_is_told_five_times_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10_000))
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock) / 100)
    told: list[Report] = []
    counter = Progress(500, told.append)
    for _ in range(500):
        counter.add(1)
    assert 25 <= len(told) <= 27  # five seconds
    assert told[-1].done == 500
    assert "500 of 500 games" in str(told[-1])


def test_a_slow_rate_is_told_in_tenths() -> None:
    assert "0.4 games/s, 20 s left" in str(Report(2, 10, 0.4, 20.0))
    assert "42 games/s" in str(Report(2, 10, 42.3, 20.0))


def test_a_line_of_the_terminal_hides_a_longer_one(capsys: pytest.CaptureFixture[str]) -> None:
    show = progress.shower(True)
    assert show is not None
    show(Report(8_000, 10_000, 900.0, 999_999.0))
    show(Report(9_000, 10_000, 900.0, 1.0))
    _, longer, shorter = capsys.readouterr().err.split("\r")
    assert len(longer.rstrip()) > len(shorter.rstrip())
    assert len(longer) == len(shorter)


def test_what_follows_a_stopped_batch_begins_on_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "play_rows", interrupted)
    assert small(progress=True).stopped
    assert capsys.readouterr().err == "\n"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stopped_batch_keeps_what_is_finished(workers: int) -> None:
    def stop(report: Report) -> None:
        raise KeyboardInterrupt

    found = small(games=60, workers=workers, progress=stop)
    assert found.stopped
    assert 0 < len(found.games) < 60
    assert "stopped" in repr(found)


def test_the_collector_is_left_as_it_was() -> None:
    during, before = set(), gc.get_threshold()

    class Watching(Fighter):
        def attack(self, view: View) -> Wish:
            during.add(gc.get_threshold()[0])
            return super().attack(view)

    small(bots=[Watching(), "rusher"], games=2)
    assert during == {SELDOM}
    assert gc.get_threshold() == before


def test_portions_under_way_when_it_is_stopped_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*given: Any, **more: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "wait", interrupted)
    found = small(games=60, workers=2)
    assert found.stopped
    assert 0 < len(found.games) < 60
    assert found.games.equals(small(games=60).games.loc[found.games["game"]])


def test_a_batch_stopped_before_its_first_game_has_empty_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "play_rows", interrupted)
    found = small()
    assert found.stopped
    assert len(found) == 0
    assert "0 games (stopped)" in repr(found)
    assert list(found.table().columns) == ["seats", "wins", "share", "low", "high", "faults"]
    assert found.seat_effect().empty
    assert found.turns.empty
    compared = compare({"plain": {}}, ["rusher", "odds", "odds"], games=3, progress=False)
    assert compared.table()["games"].tolist() == [0]
    assert "1 variant (stopped)" in repr(compared)
    assert "0 games each, stopped" in repr(tournament(["rusher", "odds"], games=3, seed=1))
    assert compared.continents()["games"].sum() == 0
    with pytest.raises(ValueError, match="number must be that of a game"):
        found.replay(0)


# -- workers that die ----------------------------------------------------------------------------
def fragile(mark: Path) -> type:
    """A bot whose process is killed in the middle of a game, once."""

    class Fragile(Fighter):
        """Fights on after the funeral."""

        def attack(self, view: Any) -> Any:
            if view.turn == 7:
                try:
                    os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    pass
                else:
                    os.kill(os.getpid(), signal.SIGKILL)
            return super().attack(view)

    return Fragile


def expected_of_fragile(tmp_path: Path) -> pd.DataFrame:
    """The games of the fragile bot when nobody dies."""
    mark = tmp_path / "no funeral"
    mark.touch()
    register("fragile")(fragile(mark))
    games: pd.DataFrame = small(bots=["fragile", "odds"], games=16).games
    return games


def test_a_killed_process_costs_time_not_games(tmp_path: Path) -> None:
    expected = expected_of_fragile(tmp_path)
    register("fragile")(fragile(tmp_path / "funeral"))
    found = small(bots=["fragile", "odds"], games=16, workers=2)
    assert (tmp_path / "funeral").exists()
    pd.testing.assert_frame_equal(found.games, expected)


@pytest.mark.xdist_group("dask")
def test_a_cluster_plays_the_same_games_even_if_a_worker_is_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    expected = expected_of_fragile(tmp_path)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
        local_directory=tmp_path,
    ) as cluster:  # fmt: skip
        with distributed.Client(cluster) as client:
            pd.testing.assert_frame_equal(small(cluster=client).games, small().games)
        register("fragile")(fragile(tmp_path / "funeral"))
        found = small(  # nobody else has a client now
            bots=["fragile", "odds"], games=16, cluster=cluster.scheduler_address, progress=False
        )
        assert (tmp_path / "funeral").exists()
        pd.testing.assert_frame_equal(found.games, expected)


# -- the laboratory and tournaments --------------------------------------------------------------
def test_rule_sets_are_compared_on_the_same_seeds() -> None:
    found = compare(
        {"cards": {}, "no cards": {"options": {"cards": False}}, "two": {"bots": ["odds"] * 2}},
        ["odds", "builder", "rusher"], games=9, seed=1, edition="2010",
    )  # fmt: skip
    table = found.table()
    assert table.loc["cards", "longer"] == 0
    assert table.loc["two", "par"] == 0.5
    assert found.results["cards"].games["seed"].equals(found.results["no cards"].games["seed"])
    held = found.continents().loc[("cards", "Australia")]
    assert 0 <= held["wins"] <= held["games"] <= 9


def test_what_a_variant_changes_is_told_with_intervals() -> None:
    duel = {"board": "duel", "bots": ["odds"] * 2}
    variants: Any = {"three": {}, "two": {"bots": ["odds"] * 2}, "duel": duel}
    found = compare(variants, ["odds"] * 3, games=12, seed=1, edition="2010", progress=False)
    table, held, changes = found.table(), found.continents(), found.changes()
    assert changes.loc[("two", "turns"), "change"] == table.loc["two", "longer"]
    first = table["first seat"] - table["par"]
    moved = changes.loc[("two", "first seat")]
    assert moved["change"] == pytest.approx(first["two"] - first["three"])
    assert moved["low"] < moved["change"] < moved["high"]
    was, now = held.loc[("three", "Asia")], held.loc[("two", "Asia")]
    moved = changes.loc[("two", "Asia")]
    assert (moved["was"], moved["is"]) == (was["share"], now["share"])
    down = (now["share"] - now["low"]) ** 2 + (was["high"] - was["share"]) ** 2
    assert moved["change"] - moved["low"] == pytest.approx(down**0.5)
    assert list(changes.loc["duel"].index) == ["turns", "first seat"]  # other continents


def test_partners_share_what_a_comparison_counts() -> None:
    common: Any = {"edition": "2003", "mode": "team", "progress": False, "turn_cap": 900}
    found = compare({"teams": {}}, ["odds", "rusher"] * 2, games=6, seed=2, **common)
    games, row = found.results["teams"].games, found.table().loc["teams"]
    began = [start in team for start, team in zip(games["starter"], games["winner"], strict=True)]
    assert row["first seat"] == sum(began) / 6 > 0
    assert row["par"] == 0.5
    assert found.continents()["wins"].sum() > 0


def test_in_team_games_a_tournament_sets_team_against_team() -> None:
    found = tournament("odds, rusher", games=6, seed=2, seats=4, edition="2003", mode="team")
    assert found.pairs["bot"].tolist() == ["odds", "rusher"]
    assert found.pairs["wins"].sum() + found.truncated == 6
    assert found.pairs["wins"][0] >= 4
    assert repr(found).startswith("<Tournament, 2003 team, team against team, 6 games each")


def test_a_tournament_is_everybody_against_everybody() -> None:
    found = tournament(["beginner", "rusher", "odds"], games=10, seed=1)
    pairs = found.pairs.set_index(["bot", "against"])
    assert len(pairs) == 6
    assert pairs.loc[("odds", "beginner"), "wins"] == 10
    assert pairs.loc[("odds", "rusher"), "wins"] + pairs.loc[("rusher", "odds"), "wins"] == 10
    assert found.table().loc["odds", "beginner"] == "100 (72-100)"
    assert repr(found).startswith("<Tournament, 2010 domination, one to one, 10 games each>")


def test_a_tournament_of_four_seats_is_one_against_three() -> None:
    found = tournament(["beginner", "odds"], games=4, seed=1, seats=4)
    assert found.pairs["bot"].tolist() == ["beginner", "odds"]
    assert found.pairs.set_index("bot").loc["odds", "wins"] == 4


@pytest.mark.parametrize(("seats", "cut"), [(2, 3), (4, 6)])
def test_a_tournament_tells_the_games_without_an_end(seats: int, cut: int) -> None:
    found = tournament(["turtle", "odds"], games=3, seed=1, seats=seats, turn_cap=3)
    assert found.truncated == cut
    assert f"{cut} truncated in all" in repr(found)


def test_a_row_counts_the_steps_of_its_game() -> None:
    found = simulate(["odds", "rusher", "builder"], games=3, seed=4)
    assert found.games["steps"].tolist() == [len(found.replay(n).steps) for n in range(3)]


def test_batches_of_a_whole_are_counted_together() -> None:
    told: list[Report] = []
    rules: Any = {"cards": {}, "no cards": {"options": {"cards": False}}}
    compare(rules, ["odds"] * 3, games=4, progress=told.append)
    assert (told[-1].done, {report.games for report in told}) == (8, {8})
    told.clear()
    tournament("rusher, odds, builder", games=4, progress=told.append)
    assert (told[-1].done, {report.games for report in told}) == (12, {12})


def test_a_tournament_stopped_in_a_terminal_leaves_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "play_rows", interrupted)
    tournament("rusher, odds", games=4, progress=True)
    compare({"a": {}}, "rusher, odds", games=4, progress=True)
    assert capsys.readouterr().err == "\n\n"


def test_what_is_wrong_is_said_before_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*given: Any) -> Any:
        raise AssertionError("a game was played")

    monkeypatch.setattr(simulation, "play_rows", played)
    with pytest.raises(ValueError, match="no bot 'nobody'"):
        tournament("rusher, odds, nobody", games=4)
    with pytest.raises(ValueError, match="no option 'card'"):
        compare({"a": {}, "b": {"options": {"card": False}}}, "rusher, odds", games=4)
    with pytest.raises(ValueError, match="games is a whole number"):
        compare({"a": {}}, "rusher, odds", games=0)


def test_a_tournament_needs_two_names() -> None:
    with pytest.raises(ValueError, match="two bots or more"):
        tournament(["odds", "odds"])


def test_a_bot_that_leaves_costs_its_seat_the_game_and_not_the_batch() -> None:
    found = simulate([Leaving(), "odds"], games=2, seed=1, edition="2010")
    assert found.games["fault_bot"].tolist() == ["Leaving"] * 2


# -- the soak ------------------------------------------------------------------------------------
def test_mixed_games_of_all_editions_come_to_a_lawful_end() -> None:
    found = soak(60, seed="tests")
    assert found.games == 60
    assert found.faults == []


@pytest.mark.rule("EXP-03", "AMB-TEAM-4")
def test_team_mates_place_lawfully_under_the_army_cap() -> None:
    bots, options = ("drifter", "rusher", "avenger", "odds"), {"reroll": True, "army_cap": True}
    row, _ = play(Task(bots, "7:758", "2003", "team", options=options, turn_cap=120), 0)
    assert row["fault"] is None


@pytest.mark.parametrize(
    ("variants", "said"),
    [
        ([], "variants must be names"),
        ({"a": 1}, r"variants\['a'\] must be what it changes, not 1"),
        ({"a": {"games": 3}}, r"variants\['a'\] may change bots, .*, not 'games'"),
        ({"a": {"options": 5}}, "options must be names"),
    ],
)
def test_what_is_no_variant_is_said(variants: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        compare(variants, ["odds"] * 3, games=1)
