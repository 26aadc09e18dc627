"""check(): what it accepts, what it says, and what it never says."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from risknb.lessons import (
    Exercise,
    LessonError,
    Mistake,
    check,
    exercise,
    exercises,
    grade,
    predictions,
    titles,
)
from risknb.lessons.checking import _JUDGES
from risknb.lessons.questions import KINDS, answer_text

GOOD = [
    Fraction(2890, 7776),
    Fraction(1445, 3888),
    2890 / 7776,
    0.3717,
    0.372,
    np.float64(0.3717),
    Decimal("0.3717"),
    "2890/7776",
    " 1445 / 3888 ",
    "2890 of 7776",
    "2890 out of 7776",
    "0.372",
    "0,372",
    ".372",
    "37.2 %",
    "37,2%",
    "37.17 per cent",
    "about 0.372",
    "p = 0.3717",
    "P(A)=2890/7776",
    "0.371",  # cut off instead of rounded
    "2890:7776",
    "2890⁄7776",
    "28900000000000000000000/77760000000000000000000",
    "2890/7776 = 0.372",
    "p = 2890/7776 = 37,17 %",
    "2890/7776 ≈ 0,37",
    "ca. 0,372",
    "0.37165…",
    1 - 0.6283,  # reckoned on with a rounded number
]
BAD = ["2275/7776", 0.5, "1/3", "50 %", Fraction(1, 2), 0, 1, "0.47"]
NO_NUMBERS = ["a lot", "0.372 = 5/36", "0.372 =", "= =", "3/0", "1/2/3", "0.3.7", "%", "/",
              float("nan"), float("inf"), True, [0.3], {}, object(), b"0.3", "9" * 500, "1e400",
              "__import__('os')"]  # fmt: skip


@pytest.mark.parametrize("answer", GOOD, ids=repr)
def test_right_in_many_forms(answer: object) -> None:
    assert check("3b", answer).result == "right"


@pytest.mark.parametrize("answer", BAD, ids=repr)
def test_wrong_answers_are_wrong(answer: object) -> None:
    assert check("3b", answer).result == "wrong"


@pytest.mark.parametrize("answer", NO_NUMBERS, ids=lambda a: repr(a)[:20])
def test_what_is_no_number_is_told_so(answer: object) -> None:
    verdict = check("3b", answer)
    assert verdict.result == "wrong"
    assert "no number" in verdict.text


@pytest.mark.parametrize("answer", [..., None, "", "  ", "...", "…"])
def test_an_open_answer_is_no_mistake(answer: object) -> None:
    verdict = check("3b", answer)
    assert verdict.result == "open"
    assert "not answered yet" in verdict.text
    assert not verdict


@pytest.mark.parametrize("answer", ["37 %", 0.37, 0.375, "0.3725"])
def test_badly_rounded_is_close(answer: object) -> None:
    assert check("3b", answer).result == "close"


@pytest.mark.parametrize(
    ("name", "answer"),
    [("2a", 1 - 0.69), ("3c", 1 - 0.3717 - 0.2926), ("5c", 0.9209 / 1.0791),
     ("6a", 0.5787 + 0.4213 * 0.4167), ("8e", 0.333 * 0.317 * 0.3 * 0.282),
     ("10b", (10 * 0.9209 - 15) / (10 * 0.65796) ** 0.5), ("10d", 1 - 0.0911 / 2)],
)  # fmt: skip
def test_who_goes_on_with_rounded_numbers_is_right(name: str, answer: float) -> None:
    """Notebooks and keys show four decimals: what is made of them has more, and not all true."""
    assert check(name, answer)


def test_younger_pupils_may_give_whole_per_cent() -> None:
    assert check("1b", "42 %")
    assert check("1b", 0.42)
    assert check("1b", 0.4).result == check("1b", "41 %").result == "close"
    assert check("1b", 0.5).result == "wrong"


@pytest.mark.parametrize(("answer", "word"), [(37.2, "per cent"), (-0.1, "between 0 and 1")])
def test_a_chance_lies_between_0_and_1(answer: float, word: str) -> None:
    assert word in check("3b", answer).text


def test_a_count_is_no_chance() -> None:
    assert "divide by the number of all cases" in check("3b", 2890).text


@pytest.mark.parametrize("answer", ["7,776", "7 776", "7.776", "7776", 7776.0])
def test_thousands_may_be_set_apart(answer: object) -> None:
    assert check("3a", answer)


def test_where_a_whole_number_is_wanted_the_example_is_one() -> None:
    assert "like 42" in check("3a", "many throws").text


@pytest.mark.parametrize("answer", ["15/36", "15 of 36", 15.4])
def test_a_share_is_no_count(answer: object) -> None:
    assert "whole number" in check("1a", answer).text


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [("3b", 0.62, "ties"), ("3b", "29 %", "the attacker loses two"), ("4a", 0.61, "second pair"),
     ("5c", 1.17, "Turned round"), ("10c", 0.02, "in full")],
)  # fmt: skip
def test_a_mistake_is_known_by_two_decimals(name: str, answer: object, hint: str) -> None:
    assert hint in check(name, answer).text


def test_a_minus_may_be_a_real_one() -> None:
    assert check("10a", "−5.791")
    assert check("10a", "- 5.791")
    assert check("10b", "z = -2,258")


def test_a_decimal_comma_without_quotes_is_told() -> None:
    assert "two numbers" in check("3b", (0, 372)).text


def test_a_small_chance_is_not_near_to_nothing() -> None:
    assert check("8e", 0).result == "wrong"
    assert check("8e", 0.018).result == "wrong"
    verdict = check("8e", 0.009)
    assert verdict.result == "close"
    assert "four decimals" in verdict.text


def test_how_many_of_a_list_are_right_is_not_told() -> None:
    assert check("7d", [2, 2, 3]).text == check("7d", [1, 1, 4]).text


@pytest.mark.parametrize("answer", ["same", "The Same", " the  same"])
def test_a_choice_needs_no_article(answer: str) -> None:
    assert check("2e", answer)


def test_an_empty_function_of_nbgrader_is_not_answered_yet() -> None:
    def losses(attack: list[int], defend: list[int]) -> None:
        raise NotImplementedError

    assert check("3d", losses).result == "open"


def test_an_unknown_exercise_is_refused() -> None:
    for name in ("99z", "", "3", "b3", "3b; drop"):
        with pytest.raises(LessonError):
            check(name, 1)


def test_names_may_be_written_large() -> None:
    assert check(" 3B ", "2890/7776").id == "3b"


# -- nothing is given away -----------------------------------------------------------------------
def answers_in(one: Exercise) -> set[str]:
    """The answer as it might stand in a sentence."""
    truth = one.answer()
    if one.kind == "function" or isinstance(truth, (list, tuple, str)):
        return set()
    number = Fraction(truth)
    return {f"{float(number):.3f}", f"{float(number):.2%}", str(number), f"{number.numerator}/"}


@pytest.mark.parametrize("one", exercises(), ids=lambda one: one.id)
def test_no_verdict_gives_the_answer_away(one: Exercise) -> None:
    tried = [Fraction(1, 97), "nonsense", 17, *(mistake.answer() for mistake in one.mistakes)]
    for answer in tried:
        verdict = check(one.id, answer)
        if verdict:
            continue
        words = set(re.findall(r"[\d./%]+", verdict.text))
        assert not words & answers_in(one), verdict


@pytest.mark.parametrize("one", exercises(), ids=lambda one: one.id)
def test_the_right_answer_is_right(one: Exercise) -> None:
    answer = one.answer()
    assert check(one.id, answer[0] if one.kind == "estimate" else answer)
    if one.kind == "function":
        names: dict[str, object] = {}
        exec(f"from fractions import Fraction\nimport risknb as rk\n{one.code}", names)
        assert check(one.id, names[one.name])


@pytest.mark.parametrize("one", exercises(), ids=lambda one: one.id)
def test_an_exercise_is_whole(one: Exercise) -> None:
    assert one.kind in KINDS
    assert set(KINDS) == set(_JUDGES)
    assert one.question.endswith(("?", "."))
    assert one.hint.endswith((".", "?", "!"))
    assert one.working
    assert one.lesson in titles()
    assert (one.kind == "choice") == bool(one.options)
    assert (one.kind == "function") == bool(one.code) == (one.cases is not None)
    assert len({mistake.name for mistake in one.mistakes}) == len(one.mistakes)
    assert answer_text(one.answer())


def test_predictions_wait_for_an_exercise_that_exists() -> None:
    for one in predictions():
        assert (one.answer is None) or exercise(one.after).lesson == one.lesson
        if one.options and one.answer is not None:
            assert one.answer() in one.options


@pytest.mark.parametrize("one", exercises(), ids=lambda one: one.id)
def test_a_hint_to_a_neighbour_does_not_count_on_to_the_answer(one: Exercise) -> None:
    if one.kind == "number" and not one.digits:
        for mistake in one.mistakes:
            if abs(mistake.answer() - one.answer()) == 1:
                assert not re.search(r"\bone (more|less|fewer)\b", mistake.hint, re.IGNORECASE)


@pytest.mark.parametrize("one", exercises(), ids=lambda one: one.id)
def test_a_call_that_is_named_works_in_the_notebook(one: Exercise) -> None:
    texts = [one.hint, one.working, *(mistake.hint for mistake in one.mistakes)]
    named = re.findall(r"\b([a-z]\w*)\.[a-z]\w*", " ".join(texts))
    assert set(named) <= {"rk", "lessons"}


# -- functions -----------------------------------------------------------------------------------
def test_a_function_may_fail_in_any_way() -> None:
    def broken(attack: int, defend: int) -> bool:
        raise RuntimeError("<b>boom</b>")

    verdict = check("1d", broken)
    assert verdict.result == "wrong"
    assert "RuntimeError" in verdict.text
    assert "<b>boom" not in verdict._repr_html_()


def test_a_function_of_another_shape() -> None:
    assert "TypeError" in check("1d", lambda: True).text
    assert "a function is wanted" in check("1d", True).text
    assert check("1d", lambda a, d: ...).result == "open"
    assert check("1d", lambda a, d: None).result == "open"
    assert check("1d", lambda a, d: 1 if a > d else 0)
    assert "returns something else" in check("1d", lambda a, d: a > d + 1).text
    assert "ZeroDivisionError" in check("1d", lambda a, d: a >= d if a < 6 else 1 / 0).text


def test_what_a_function_returns_is_told_if_it_is_of_another_kind() -> None:
    found = check("1d", lambda a, d: "yes" if a > d else "no")
    assert "'no' instead of True or False" in found.text
    assert "1 instead of 2 numbers" in check("3d", lambda a, d: 1).text
    assert "'a half' instead of a number" in check("2b", lambda face, dice: "a half").text


def test_a_function_that_forgets_the_other_case_is_not_empty() -> None:
    verdict = check("1d", lambda a, d: True if a > d else None)
    assert verdict.result == "wrong"
    assert "For 1, 1 it returns nothing instead of True or False" in verdict.text


def test_a_function_that_never_ends_is_told_so() -> None:
    def win(armies: int, defenders: int) -> float:
        return win(armies, defenders)

    assert "calls itself for ever" in check("6b", win).text


def test_a_function_may_return_a_list_for_a_pair() -> None:
    assert check("3d", lambda a, d: list(exercise("3d").answer()(a, d)))


def test_a_function_must_not_spoil_its_cases() -> None:
    def greedy(attack: list[int], defend: list[int]) -> tuple[int, int]:
        found = exercise("3d").answer()(attack, defend)
        attack.clear()
        return found

    assert check("3d", greedy)


# -- choices and estimates -----------------------------------------------------------------------
def test_a_choice_is_one_of_those_offered() -> None:
    assert check("2e", " The  SAME ")
    assert '"attack", "defence", "the same"' in check("2e", "maybe").text
    assert '"attack"' in check("2e", 3).text


def one_of(kind: str, answer: object, **more: object) -> Exercise:
    return Exercise("1z", "?", kind, lambda: answer, "Look again.", **more)  # type: ignore[arg-type]


def test_lists_are_checked_number_by_number() -> None:
    one = one_of("list", [1, Fraction(1, 3)], mistakes=(Mistake("x", lambda: [2, 2], "Two!"),))
    judge = _JUDGES["list"]
    assert judge(one, (1, "1/3"))[0] == "right"
    assert judge(one, np.array([1, 1 / 3]))[0] == "right"
    assert judge(one, [2, 2]) == ("wrong", "Two!")
    assert judge(one, [1, 5]) == ("wrong", "wrong. Look again.")
    assert "3 numbers; 2 are wanted" in judge(one, [1, 2, 3])[1]
    assert judge(one, "1, 1/3")[0] == "right"
    assert "a list of 2 numbers" in judge(one, "one, a third")[1]


@pytest.mark.parametrize("value", [0, 0.31, "44 %", 1])
def test_random_results_are_never_fixed(value: object) -> None:
    assert _JUDGES["estimate"](one_of("estimate", (0, 1)), value)[0] == "right"


def test_an_estimate_has_a_range() -> None:
    assert _JUDGES["estimate"](one_of("estimate", (0, 1)), 1.2)[0] == "wrong"


# -- grading -------------------------------------------------------------------------------------
def test_outside_nbgrader_a_grade_is_a_check() -> None:
    assert grade("1b", ...) == check("1b", ...)
    assert grade("1b", "15/36") == check("1b", "15/36")


@pytest.mark.parametrize("answer", [..., "21/36"])
def test_nbgrader_gives_no_point_for_it(answer: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    with pytest.raises(AssertionError, match="1b"):
        grade("1b", answer)
    assert grade("1b", "15/36") is None  # a value shown would be read as part of the points


def test_a_verdict_is_told_by_sign_and_words() -> None:
    page = check("1b", "21/36")._repr_html_()
    assert "✗" in page
    assert 'role="status"' in page
    assert str(check("1b", "15/36")) == "✓ 1b: right."
