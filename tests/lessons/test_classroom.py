"""Predictions, throws, seeds, the short game and exports."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from risknb import frames, odds
from risknb.lessons import (
    LessonError,
    as_written,
    check,
    class_seed,
    compare_predictions,
    exercise,
    export,
    pool,
    predict,
    prediction,
    short_game,
    solved,
    throws,
    together,
    typed,
    workbook,
)
from risknb.lessons.trials import clean_alias, rolls_in


# -- predictions ---------------------------------------------------------------------------------
def test_the_first_prediction_stays(desk: Path) -> None:
    assert "predicted 18" in str(predict("1p", 18))
    assert "stays: 18" in str(predict("1p", 15))
    assert "predicted 16" in str(predict("1p", 16, again=True))
    assert compare_predictions()["predicted"].tolist() == ["16"]


def test_a_prediction_is_compared_once_it_is_solved() -> None:
    predict("1p", 18)
    predict("1q", "Better")
    before = compare_predictions(1).set_index("id")
    assert before.loc["1p", "actual"] == "solve 1a first"
    check("1a", 15)
    check("1e", "28/64")
    after = compare_predictions(1).set_index("id")
    assert after.loc["1p", "actual"] == "15"
    assert after.loc["1p", "off"] == "+3.000"
    assert after.loc["1q", "off"] == "hit: yes"


def test_every_exercise_can_be_predicted() -> None:
    predict("1b", Fraction(1, 2))
    assert compare_predictions()["actual"].tolist() == ["solve 1b first"]


def test_predictions_outlive_the_kernel(desk: Path) -> None:
    predict("3p", "40 %")
    workbook._books.clear()
    assert compare_predictions()["predicted"].tolist() == ["40 %"]
    kept = json.loads((desk / workbook.FILE).read_text(encoding="utf-8"))
    assert set(kept) == {"format", "predictions", "solved", "accused", "luck"}


def test_two_notebooks_open_at_once_keep_each_others_predictions(desk: Path) -> None:
    predict("1p", 18)
    first = dict(workbook._books)
    workbook._books.clear()  # another kernel
    predict("2p", "defence")
    check("2a", "11/36")
    workbook._books.clear()
    workbook._books.update(first)
    predict("1q", "better")
    workbook._books.clear()
    assert set(compare_predictions()["id"]) == {"1p", "1q", "2p"}
    assert solved("2a")
    assert [path.name for path in desk.iterdir()] == [workbook.FILE]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 1, "predictions": 3}', "\x00", "[" * 100_000]
)
def test_a_damaged_workbook_is_begun_anew(text: str, desk: Path) -> None:
    (desk / workbook.FILE).write_text(text, encoding="utf-8")
    assert compare_predictions().empty
    predict("1p", 12)
    assert len(compare_predictions()) == 1


def test_nothing_predicted_nothing_written(desk: Path) -> None:
    assert "no prediction yet" in str(predict("1p", ...))
    assert list(desk.iterdir()) == []


def test_a_prediction_has_a_form() -> None:
    assert "choose one of better" in str(predict("1q", "blue"))
    assert "a number, like 12 or 0.4" in str(predict("1p", (0, 4)))
    assert compare_predictions().empty
    assert "predicted the same" in str(predict("1q", "Same"))
    assert "predicted defence" in str(predict("2p", "defense"))
    assert "<script>" not in predict("5p", "<script>")._repr_html_()


def test_all_questions_of_a_lesson_are_listed() -> None:
    check("1e", "28/64")
    assert compare_predictions(1)["predicted"].tolist() == ["nothing", "nothing"]
    assert compare_predictions(1)["off"].tolist() == ["", ""]
    assert compare_predictions().empty


def test_questions_are_shown_to_their_end() -> None:
    predict("4p", "<b>")
    page = compare_predictions(4)._repr_html_()
    assert exercise("4a").question not in page
    assert prediction("4p").question in page


def test_forty_for_a_chance_is_meant_in_per_cent() -> None:
    predict("2q", 60)
    check("2c", "125/216")
    assert compare_predictions(2).set_index("id").loc["2q", "off"] == "+0.021"


def test_a_share_is_not_compared_with_a_count() -> None:
    predict("1p", "40 %")
    check("1a", 15)
    assert compare_predictions(1).set_index("id").loc["1p", "off"] == ""


# -- throws --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("attack", "defend"), [(a, d) for a in (1, 2, 3) for d in (1, 2)])
def test_throws_are_a_table_of_rolls(attack: int, defend: int) -> None:
    table = throws(40, attack, defend, seed=1)
    assert frames.table_of(table) == "rolls"
    assert (table["attack_dice"] == attack).all()
    assert table["attacker_expected"].iloc[0] == pytest.approx(
        float(odds.roll(attack, defend).expected_losses.attacker)
    )
    lost = table["attacker_losses"] + table["defender_losses"]
    assert (lost == min(attack, defend)).all()
    assert table.equals(throws(40, attack, defend, seed=1))


def test_the_chances_of_a_throw_fit_together() -> None:
    """Over all throws luck comes to nothing."""
    table = typed(" ".join(f"{a}:{d}" for a in range(1, 7) for d in range(1, 7)))
    assert len(table) == 36
    assert table["luck"].sum() == pytest.approx(0)
    assert table["swing"].sum() == pytest.approx(0)
    assert table["captured"].sum() == 15


def test_real_dice_are_typed_in() -> None:
    table = typed("651:42, 3:51\n66:6;1:1")
    assert table["attacker_losses"].tolist() == [0, 1, 1, 1]
    assert table["attack_dice"].tolist() == [3, 1, 2, 1]
    assert typed("").empty


@pytest.mark.parametrize("text", ["7:1", "1", "1:", "1:222", "6666:1", "a:b", "6:3x", "6-3"])
def test_what_is_no_throw_is_refused(text: str) -> None:
    with pytest.raises(LessonError, match="no throw"):
        typed(text)


@pytest.mark.parametrize("bad", [(-1, 1, 1), (1, 0, 1), (1, 4, 1), (1, 1, 3), (10**9, 1, 1)])
def test_throws_within_reason(bad: tuple[int, int, int]) -> None:
    with pytest.raises(LessonError):
        throws(*bad)


def test_throws_are_put_together() -> None:
    some, more = typed("6:3"), typed("651:42")
    both = together(some, throws(0), more)
    assert rolls_in(both) == rolls_in(some) + rolls_in(more)
    assert both["battle"].tolist() == [1, 2]
    assert together().empty


# -- the class -----------------------------------------------------------------------------------
def test_one_seed_for_all_or_one_each() -> None:
    assert class_seed("7b") == class_seed(" 7B") == class_seed("7b", None)
    pupils = {class_seed("7b", f"pupil {n}") for n in range(30)}
    assert len(pupils | {class_seed("7b"), class_seed("7b", ...)}) == 32
    assert class_seed("7b", ...) == class_seed("7b", "...") != class_seed("7a", ...)
    with pytest.raises(LessonError):
        class_seed("  ")


def test_the_same_seed_is_the_same_deal() -> None:
    seed = class_seed("7b")
    same = [short_game("Ada", seed=seed, played_by="rusher") for _ in range(2)]
    assert same[0].steps == same[1].steps
    other = short_game("Ada", seed=class_seed("7b", "fox"), played_by="rusher")
    assert other.steps != same[0].steps


@pytest.mark.parametrize("board", ["duel", "archipelago"])
def test_a_short_game_waits_for_its_player(board: str) -> None:
    game = short_game("Ada", seed=3, board=board)
    assert game.outcome() is None
    assert not game.is_bot(game.state.actor)
    assert short_game("Ada", seed=3, board=board, played_by="builder").outcome() is not None


def test_the_first_game_is_dealt_and_goes_without_cards() -> None:
    """So its rules fit into the few lines of the index, and the same seed is the same deal."""
    games = [short_game("Ada", seed=class_seed("7b")) for _ in range(2)]
    assert games[0].state.owners == games[1].state.owners
    assert sorted(games[0].state.owners) == [0, 0, 0, 1, 1, 1]
    others = [short_game("Ada", seed=seed).state.owners for seed in range(8)]
    assert len(set(map(tuple, others))) > 1
    played = short_game("Ada", seed=class_seed("7b"), played_by="builder")
    assert not any(played.state.hands)


def test_short_games_are_short() -> None:
    turns = sorted(short_game(seed=n, played_by="rusher").state.turn for n in range(15))
    assert turns[7] <= 10
    with pytest.raises(LessonError, match="duel or archipelago"):
        short_game(board="classic")


def test_nobody_in_a_short_game_has_the_name_of_another() -> None:
    game = short_game("Rex", board="archipelago", against=["rusher", "rusher"], seed=1)
    assert list(game.players) == ["Rex", "Rex 1", "Rex 2"]


def test_an_export_holds_an_alias_and_no_name(desk: Path) -> None:
    game = short_game("Ada Lovelace", seed=5, played_by="rusher")
    note = export(game, "Red Fox")
    (file,) = desk.glob("*.csv")
    assert file.name in str(note)
    text = file.read_text(encoding="utf-8")
    assert "Lovelace" not in text
    assert "red-fox" in text
    assert len(frames.read(file)) == len(frames.rolls(game))


def test_a_longer_export_replaces_a_shorter_one(desk: Path) -> None:
    few = throws(20, 3, 2, seed=1)
    export(few, "fox", desk / "a")
    export(together(few, throws(15, 3, 2, seed=2)), "fox", desk / "b")
    found = pool([*desk.glob("*/*.csv")])
    assert len(found.frame) == 35
    assert len(found.refused) == 1


def test_without_an_alias_nothing_is_written(desk: Path) -> None:
    assert "Choose an alias" in str(export(throws(5), ...))
    assert "no throws yet" in str(export(throws(0), "fox"))
    assert list(desk.iterdir()) == []


@pytest.mark.parametrize("alias", ["../../etc/passwd", "a/b", "..", "con?:*", "<script>"])
def test_an_alias_cannot_leave_the_folder(alias: str, desk: Path) -> None:
    try:
        export(throws(5, seed=1), alias, desk / "in")
    except LessonError:
        return
    assert {path.parent for path in desk.rglob("*.csv")} == {desk / "in"}
    assert set(clean_alias(alias)) <= set("abcdefghijklmnopqrstuvwxyz-_")


def test_absent_pupils_get_the_sample_class(desk: Path) -> None:
    found = pool("class/*.csv")
    assert found.frame.equals(pool().frame)
    assert pool().files >= 30
    assert str(found) == f"No files in class/*.csv yet. The sample class: {pool()}"


def test_files_without_what_a_lesson_needs_are_not_enough(desk: Path) -> None:
    export(throws(5, 1, 1, seed=1), "fox", desk)
    assert pool("*.csv", wanted="1:1").frame["attacker"].unique().tolist() == ["fox"]
    assert not pool("*.csv", wanted=["2:1", "1:1"]).instead_of
    found = str(pool("*.csv", wanted="3:2"))
    assert found == f"No throws of 3:2 in *.csv yet. The sample class: {pool()}"
    assert "No games in these files yet." in str(pool([*desk.glob("*.csv")], wanted="games"))
    export(short_game("Ada", seed=5, played_by="rusher"), "owl", desk)
    assert not pool("*.csv", wanted="games").instead_of


def test_the_sample_class_comes_without_a_warning(recwarn: pytest.WarningsRecorder) -> None:
    pool("class/*.csv")
    assert len(recwarn) == 0


def test_throws_are_shown_as_pupils_write_them() -> None:
    table = as_written(typed("2:2 651:42"))
    assert table.index.tolist() == [1, 2]
    assert table.to_numpy().tolist() == [["2", "2", 1, 0], ["6 5 1", "4 2", 0, 2]]
    assert list(table) == ["attack", "defence", "attacker loses", "defender loses"]


def test_solved_holds_for_both_ways_to_answer() -> None:
    assert not solved("3b")
    check("3b", "1/2")
    assert not solved("3b")
    check("3b", "2890/7776")
    assert solved("3B")


def test_a_class_of_broken_files_is_told(desk: Path) -> None:
    (desk / "x.csv").write_text("nonsense", encoding="utf-8")
    with pytest.raises(LessonError, match=r"x\.csv"):
        pool("*.csv")
