"""The teacher's guide: its numbers are read out of the file and found again in other ways."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, sqrt
from pathlib import Path

import pytest

from risknb import odds
from risknb.frames import TABLES
from risknb.lessons import check, class_seed, exercises, prediction, titles
from risknb.lessons.guide import CORE, TIMES, guide
from risknb.lessons.papers import paper
from risknb.lessons.plans import PLANS

TEACHERS = Path(__file__).parents[2] / "notebooks" / "teachers"
GUIDE = (TEACHERS / "guide.md").read_text(encoding="utf-8")
ANSWER = re.compile(r"^- (\d+[a-e]): \*\*(.+?)\*\*", re.MULTILINE)
MISTAKE = re.compile(r"^\| (\d+[a-e]) \| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)
ANSWERS = dict(ANSWER.findall(GUIDE))


# -- the same numbers, found by counting ---------------------------------------------------------
@cache
def throw(attack: int, defend: int, sides: int = 6) -> dict[tuple[int, int], Fraction]:
    """Losses of one throw, by going through all faces."""
    law: dict[tuple[int, int], int] = {}
    for faces in product(range(1, sides + 1), repeat=attack + defend):
        pairs = zip(sorted(faces[:attack])[::-1], sorted(faces[attack:])[::-1], strict=False)
        killed = [a > d for a, d in pairs]
        key = (len(killed) - sum(killed), sum(killed))
        law[key] = law.get(key, 0) + 1
    return {lost: Fraction(n, sides ** (attack + defend)) for lost, n in law.items()}


@cache
def endings(armies: int, defenders: int, stop: int = 1) -> dict[tuple[int, int], Fraction]:
    """Every ending of a battle, by its tree."""
    if armies <= stop or not defenders:
        return {(armies, defenders): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    for (mine, theirs), p in throw(min(3, armies - 1), min(2, defenders)).items():
        for end, q in endings(armies - mine, defenders - theirs, stop).items():
            found[end] = found.get(end, Fraction(0)) + p * q
    return found


def win(armies: int, defenders: int, stop: int = 1) -> Fraction:
    return sum((p for (_, d), p in endings(armies, defenders, stop).items() if not d), Fraction(0))


def march(armies: int, held: tuple[int, ...]) -> Fraction:
    if not held:
        return Fraction(1)
    ways = endings(armies, held[0]).items()
    return sum((p * march(n - 1, held[1:]) for (n, d), p in ways if not d), Fraction(0))


def sets(cards: int) -> Fraction:
    """Share of hands with a set, hand by hand."""
    deck = "I" * 14 + "C" * 14 + "A" * 14 + "WW"
    kinds = [frozenset(three) for three in ("I", "C", "A", "ICA")]
    good = total = 0
    for hand in combinations(deck, cards):
        total += 1
        wild = "W" in hand
        good += wild or any(frozenset(three) in kinds for three in combinations(hand, 3))
    return Fraction(good, total)


def pairs_won(first: bool, second: bool) -> Fraction:
    """Share of throws of three against two in which the given pairs are won."""
    count = 0
    for faces in product(range(1, 7), repeat=5):
        mine, theirs = sorted(faces[:3])[::-1], sorted(faces[3:])[::-1]
        count += (not first or mine[0] > theirs[0]) and (not second or mine[1] > theirs[1])
    return Fraction(count, 6**5)


def losses(throws: int) -> list[Fraction]:
    law = [Fraction(1)]
    for _ in range(throws):
        after = [Fraction(0)] * (len(law) + 2)
        for lost, p in enumerate(law):
            for (mine, _), q in throw(3, 2).items():
                after[lost + mine] += p * q
        law = after
    return law


def sixes(hits: int, rolls: int, p: Fraction) -> Fraction:
    return sum(
        (comb(rolls, k) * p**k * (1 - p) ** (rolls - k) for k in range(hits, rolls + 1)),
        Fraction(0),
    )


def found_out(rolls: int) -> bool:
    """Whether a die with a third of sixes is found out in 80 % of all cases."""
    fair, loaded = Fraction(1, 6), Fraction(1, 3)
    limit = next(k for k in range(rolls + 2) if sixes(k, rolls, fair) <= Fraction(1, 20))
    return sixes(limit, rolls, loaded) >= Fraction(4, 5)


def mean(side: int) -> Fraction:
    return sum((p * lost[side] for lost, p in throw(3, 2).items()), Fraction(0))


def variance() -> float:
    return float(sum(p * (lost[0] - mean(0)) ** 2 for lost, p in throw(3, 2).items()))


def seen(p: Fraction) -> Fraction:
    """How likely 11 sixes in 36 rolls are with such a die, up to a factor."""
    return p**11 * (1 - p) ** 25


FOUND: dict[str, Callable[[], object]] = {
    "1a": lambda: throw(1, 1)[0, 1] * 36,
    "1b": lambda: throw(1, 1)[0, 1],
    "1c": lambda: throw(1, 1, 4)[0, 1],
    "1e": lambda: throw(1, 1, 8)[0, 1],
    "2a": lambda: Fraction(sum(6 in two for two in product(range(1, 7), repeat=2)), 36),
    "2c": lambda: throw(2, 1)[0, 1],
    "2d": lambda: throw(1, 2)[0, 1],
    "3a": lambda: 6**5,
    "3b": lambda: throw(3, 2)[0, 2],
    "3c": lambda: throw(3, 2)[1, 1],
    "3e": lambda: next(
        n for n in range(1, 2000)
        if 1.96 * sqrt(float(throw(3, 2)[0, 2] * (1 - throw(3, 2)[0, 2])) / n) <= 0.03
    ),
    "4a": lambda: pairs_won(True, False),
    "4b": lambda: pairs_won(False, True),
    "4c": lambda: pairs_won(True, False) * pairs_won(False, True),
    "4e": lambda: mean(1),
    "5b": lambda: mean(0),
    "5c": lambda: mean(0) / mean(1),
    "5d": lambda: next(n for n in range(2, 30) if win(n, 5) >= Fraction(1, 2)),
    "6a": lambda: win(3, 1),
    "6c": lambda: win(4, 3),
    "6d": lambda: win(6, 5),
    "6e": lambda: next(n for n in range(2, 30) if win(n, 5) >= Fraction(4, 5)),
    "7a": lambda: 10 - 1,
    "7c": lambda: march(10, (2, 3, 1)),
    "7e": lambda: win(8, 5, stop=3),
    "8a": lambda: sets(3),
    "8c": lambda: sets(4),
    "8d": lambda: 5,
    "8e": lambda: Fraction(14 * 13 * 12 * 11, 42 * 41 * 40 * 39),
    "9a": lambda: Fraction(sum((n - 6) ** 2 for n in (5, 6, 4, 6, 4, 11)), 6),
    "9c": lambda: sixes(11, 36, Fraction(1, 6)),
    "9d": lambda: max(n for n in range(20, 70) if not found_out(n)) + 1,
    "9e": lambda: seen(Fraction(1, 3)) / (seen(Fraction(1, 3)) + 4 * seen(Fraction(1, 6))),
    "10a": lambda: 10 * mean(0) - 15,
    "10b": lambda: float(10 * mean(0) - 15) / sqrt(10 * variance()),
    "10c": lambda: sum(losses(10)[16:]) + losses(10)[15] / 2,
    "10d": lambda: 1 - endings(8, 5)[8, 0] / 2,
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_an_answer_in_the_guide_is_found_again_by_counting(name: str) -> None:
    printed = ANSWERS[name]
    found = FOUND[name]()
    for shown in printed.split(" = "):  # as counted, in lowest terms, as a decimal
        if "." in shown:
            assert shown == f"{float(found):.4f}"  # type: ignore[arg-type]
        else:
            assert Fraction(shown) == found


def test_ten_more_defenders_cost_what_5p_says() -> None:
    """The last defender throws one die only, so ten defenders alone would cost less."""
    fewer, more = (odds.battle(400, held).expected_losses.attacker for held in (100, 110))
    answer = prediction("5p").answer
    assert answer is not None
    assert float(answer()) == pytest.approx(float(more - fewer), abs=1e-4)
    assert "In the long run" in prediction("5p").question


def test_every_answer_is_a_number_found_here_or_a_word_or_a_list() -> None:
    kinds = {one.id: one.kind for one in exercises()}
    assert {name for name, kind in kinds.items() if kind != "function"} == set(ANSWERS)
    others = {name for name in ANSWERS if kinds[name] in ("choice", "list")}
    assert set(ANSWERS) == set(FOUND) | others


def test_the_layout_that_stops_most_marches() -> None:
    layouts = [row for row in product(range(1, 5), repeat=3) if sum(row) == 6]
    best = min(layouts, key=lambda row: march(10, row))
    assert ANSWERS["7d"] == ", ".join(map(str, best))


# -- the mistakes --------------------------------------------------------------------------------
def test_every_mistake_in_the_guide_gets_the_hint_that_stands_beside_it() -> None:
    rows = MISTAKE.findall(GUIDE)
    assert len(rows) == sum(len(one.mistakes) for one in exercises())
    for name, wrong, _, hint in rows:
        if wrong == "a function":
            continue
        exact = wrong.partition(" = ")[0]
        answer = exact.split(", ") if ", " in exact else exact
        assert hint in check(name, answer).text, (name, wrong)


# -- the file ------------------------------------------------------------------------------------
def test_what_a_lesson_cannot_do_without_is_in_its_exercises() -> None:
    assert set(CORE) == set(range(1, 11))
    for lesson, names in CORE.items():
        assert set(names) < {one.id for one in exercises(lesson)}
        assert f"{names[0]}, {names[1]} and {names[2]} carry the lesson" in GUIDE


def test_the_guide_is_what_the_library_makes_of_it() -> None:
    assert guide() == GUIDE, "risknb worksheet guide -o notebooks/teachers/guide.md"


def test_the_dictionary_is_what_the_library_makes_of_it() -> None:
    text = (TEACHERS / "data-dictionary.md").read_text(encoding="utf-8")
    made = "risknb worksheet dictionary -o notebooks/teachers/data-dictionary.md"
    assert paper("dictionary") == text, made
    for name, columns in TABLES.items():
        part = text.split(f"## {name}\n")[1].split("\n## ")[0]
        assert re.findall(r"^\| `(\w+)` ", part, re.MULTILINE) == [one.name for one in columns]


def test_there_is_a_page_for_every_lesson_and_each_takes_45_minutes() -> None:
    assert re.findall(r"^## (\d+ .+)$", GUIDE, re.MULTILINE) == [
        f"{number} {title}" for number, title in titles().items()
    ]
    assert sum(int(minutes) for minutes, _ in TIMES) == 45
    for lesson in GUIDE.split("\n## ")[2:]:
        minutes = re.findall(r"^\| (\d+) \| [PTE]", lesson, re.MULTILINE)
        assert sum(map(int, minutes)) == 45
        for part in ("Aim", "Material", "Seeds", "Predictions", "Answers", "Usual mistakes"):
            assert f"**{part}.**" in lesson


def test_seeds_in_the_guide_are_those_that_pupils_get() -> None:
    found = re.findall(r'`lessons\.class_seed\(("[^`]+")\)` is (\d+)', GUIDE.replace("\n  ", " "))
    assert len(found) == 2 + len(PLANS)
    for words, seed in found:
        assert class_seed(*(part.strip('"') for part in words.split(", "))) == int(seed)


def test_no_decimal_is_typed_into_the_teachers_texts() -> None:
    for one in PLANS:
        for text in (one.aim, one.trial, one.wanted, one.together, *one.watch):
            assert not re.search(r"\d[.,]\d", text), text
