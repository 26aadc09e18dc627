"""The five dice: fair but one, and nothing but rolling tells which."""

from __future__ import annotations

import copy
import gc
from collections import Counter
from fractions import Fraction

import pytest

from risknb.lessons import LessonError, mystery_dice, workbook
from risknb.lessons.mystery import DICE, loaded_die

KEYS = ["kiwi", "melon", "plum", "fig", "pear", "lime", "date", "nut"]


def test_every_die_is_loaded_now_and_then() -> None:
    found = Counter(loaded_die(f"key {n}") for n in range(500))
    assert set(found) == set(DICE)
    assert min(found.values()) > 60


@pytest.mark.parametrize("key", KEYS[:3])
def test_only_the_loaded_die_shows_too_many_sixes(key: str) -> None:
    dice = mystery_dice(key, chance=Fraction(1, 3))
    for die in dice:
        dice.roll(die, 3000)
    shares = {die: dice.faces(die).count(6) / 3000 for die in dice}
    bad = shares.pop(loaded_die(key))
    # Five standard deviations either way.
    assert bad == pytest.approx(1 / 3, abs=0.043)
    assert all(share == pytest.approx(1 / 6, abs=0.034) for share in shares.values())


def test_the_other_faces_are_even() -> None:
    dice = mystery_dice("kiwi")
    die = loaded_die("kiwi")
    counts = Counter(dice.roll(die, 6000))
    others = [counts[face] for face in range(1, 6)]
    assert sum(others) == pytest.approx(4000, abs=183)
    assert all(count == pytest.approx(800, abs=132) for count in others)


def everything_in(thing: object, depth: int = 6) -> set[str]:
    """The texts of all that can be reached from an object without calling anything."""
    seen: set[int] = set()
    found: set[str] = set()
    ahead = [(thing, 0)]
    while ahead:
        one, level = ahead.pop()
        if id(one) in seen or level > depth or isinstance(one, type):
            continue
        seen.add(id(one))
        if not isinstance(one, dict | list | tuple):
            found.add(repr(one))
        ahead += [(next_one, level + 1) for next_one in gc.get_referents(one)]
    return found


def blank(texts: set[str], key: str) -> set[str]:
    return {text.replace(key, "KEY") for text in texts if " at 0x" not in text}


def test_nothing_on_the_object_tells_which() -> None:
    """Dice with different loads look the same but for their key."""
    looks = {}
    for key in KEYS:
        dice = mystery_dice(key)
        looks[loaded_die(key)] = (blank(everything_in(dice), key), repr(dice), dir(dice))
    assert len(looks) > 2
    first = next(iter(looks.values()))
    assert all(look == first for look in looks.values())


def test_rolling_leaves_no_trace_either() -> None:
    dice = mystery_dice("kiwi")
    dice.roll("A", 5)
    assert loaded_die("kiwi") not in repr(dice).split(":")[0]
    assert not hasattr(dice, "__dict__")
    assert copy.deepcopy(dice).faces("A") == dice.faces("A")


def test_a_key_gives_everybody_the_same_dice() -> None:
    assert mystery_dice("Kiwi ").roll("B", 30) == mystery_dice("kiwi").roll("B", 30)
    ours, theirs = mystery_dice("kiwi", pupil="fox"), mystery_dice("kiwi", pupil="owl")
    assert ours.roll("B", 30) != theirs.roll("B", 30)


def test_rolls_go_on_where_they_were() -> None:
    dice, again = mystery_dice("kiwi"), mystery_dice("kiwi")
    assert dice.roll("C", 4) + dice.roll("C", 6) == again.roll("C", 10)
    assert dice.faces("C") == again.faces("C")
    assert dice.counts.set_index("die").loc["C", "rolls"] == 10


def test_one_accusation_each() -> None:
    dice = mystery_dice("kiwi")
    bad = loaded_die("kiwi")
    good = next(die for die in DICE if die != bad)
    assert "fair die" in str(dice.accuse(good))
    assert "already" in str(dice.accuse(bad))
    assert "already" in str(mystery_dice("kiwi", pupil="fox").accuse(bad))
    other = loaded_die("plum")
    assert f"{other} it is" in str(mystery_dice("plum").accuse(other.lower()))


def test_an_accusation_is_kept_for_the_next_day(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = loaded_die("kiwi")
    mystery_dice("kiwi").accuse(next(die for die in DICE if die != bad))
    monkeypatch.setattr(workbook, "_books", {})
    assert "already" in str(mystery_dice("kiwi").accuse(bad))


def test_dice_of_another_chance_tell_nothing() -> None:
    """Neither a die that shows nothing but sixes nor fair ones, to compare with."""
    keys = [f"key {n}" for n in range(200)]
    alike = sum(loaded_die(key, "999/1000") == loaded_die(key) for key in keys)
    assert 15 < alike < 65  # one in five, by four standard deviations
    for key in KEYS:
        fair, loaded = mystery_dice(key, chance="1/6"), mystery_dice(key, chance="1/3")
        assert all(fair.roll(die, 20) != loaded.roll(die, 20) for die in DICE)


@pytest.mark.parametrize("die", ["F", "", "AB", "6"])
def test_there_are_five_dice(die: str) -> None:
    with pytest.raises(LessonError, match="A to E"):
        mystery_dice("kiwi").roll(die)


def test_keys_and_chances_within_reason() -> None:
    with pytest.raises(LessonError):
        mystery_dice("  ")
    with pytest.raises(LessonError):
        mystery_dice("kiwi", chance=1.5)
    with pytest.raises(LessonError):
        mystery_dice("kiwi").roll("A", 0)
    with pytest.raises(LessonError):
        mystery_dice("kiwi").roll("A", 10**6)
