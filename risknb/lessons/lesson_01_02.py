"""The exercises and predictions of lessons 1 and 2."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from .. import odds
from .figures import TIES, attacker_wins, dice_cases, highest_at_most, highest_cases, one_on_one
from .questions import Exercise, Mistake, Prediction
from .wrong_rules import law, sums_compared, ties_to_attacker

TITLES: Final = {
    1: "First blood",
    2: "More dice, better dice?",
}

# -- lesson 1 ------------------------------------------------------------------------------------
HALF: Final = "One half would be fair if there were no ties. Who gets them?"

FIRST: Final = (
    Exercise(
        "1a",
        "One die each. In the grid of 36 pairs, how many does the attacker win?",
        "number",
        lambda: one_on_one() * 36,
        "Go through the grid row by row: in how many squares is the attacker's die the higher one?",
        (
            Mistake("ties", lambda: law(ties_to_attacker, 1, 1)[0, 1] * 36, TIES),
            Mistake("half", lambda: 18, HALF),
            Mistake(
                "ties only",
                lambda: 6,
                "These are the ties. Count the pairs in which the attacker's die is higher.",
            ),
        ),
        digits=0,
        grid=6,
        working="The attacker's 2 beats one face, 3 beats two, up to 6, which beats five. Add up.",
    ),
    Exercise(
        "1b",
        "One die each. What is the chance that the attacker wins?",
        "chance",
        one_on_one,
        "Divide the pairs that the attacker wins by the number of all pairs.",
        (
            Mistake("ties", lambda: law(ties_to_attacker, 1, 1)[0, 1], TIES),
            Mistake("half", lambda: Fraction(1, 2), HALF),
        ),
        out_of=36,
        working="Pairs won by the attacker, divided by 36.",
    ),
    Exercise(
        "1c",
        "Now both throw a die with four faces. What is the chance that the attacker wins?",
        "chance",
        lambda: one_on_one(4),
        "Draw the smaller grid: four rows, four columns.",
        (
            Mistake("ties", lambda: law(ties_to_attacker, 1, 1, 4)[0, 1], TIES),
            Mistake("half", lambda: Fraction(1, 2), HALF),
            Mistake(
                "six faces",
                one_on_one,
                "This is the chance with six faces. How large is the grid with four?",
            ),
        ),
        out_of=16,
        grid=4,
        working="The grid has 16 squares; the attacker wins 1 + 2 + 3 of them.",
    ),
    Exercise(
        "1d",
        "Write a function that says whether the attacker wins, given both dice.",
        "function",
        lambda: attacker_wins,
        "Compare the two numbers, and think of what happens when they are equal.",
        (
            Mistake("ties", lambda: lambda a, d: a >= d, TIES),
            Mistake(
                "sums",
                lambda: lambda a, d: a + d > 7,
                "You look at the sum. Here one die is compared with the other.",
            ),
            Mistake(
                "turned round",
                lambda: lambda a, d: a < d,
                "Your function says when the defender's die is higher.",
            ),
        ),
        cases=dice_cases,
        code="def attacker_wins(attack, defend):\n    return attack > defend",
        working="The attacker wins only with the higher die: a tie is the defender's.",
    ),
    Exercise(
        "1e",
        "With dice of eight faces each, what is the chance that the attacker wins?",
        "chance",
        lambda: one_on_one(8),
        "Let your function go through all pairs of the large grid, or look for the pattern.",
        (
            Mistake("ties", lambda: law(ties_to_attacker, 1, 1, 8)[0, 1], TIES),
            Mistake("half", lambda: Fraction(1, 2), HALF),
            Mistake(
                "four faces",
                lambda: one_on_one(4),
                "This is the chance with four faces. With more faces, are ties rarer or not?",
            ),
        ),
        out_of=64,
        working="64 squares, 8 of them ties; the attacker wins half of the others.",
    ),
)

# -- lesson 2 ------------------------------------------------------------------------------------
SUMS: Final = "Did you add the dice up? Only the highest die counts, the other one is a spare."
SEPARATE: Final = (
    "You treat it as two duels of one die each. But both dice meet the same die of the other side."
)

SECOND: Final = (
    Exercise(
        "2a",
        "What is the chance that the higher of two dice is a six?",
        "chance",
        lambda: 1 - highest_at_most(5, 2),
        "Turn the question round: what is the chance that no six comes?",
        (
            Mistake(
                "added",
                lambda: Fraction(2, 6),
                "One sixth plus one sixth counts the double six twice.",
            ),
            Mistake(
                "exactly one",
                lambda: Fraction(10, 36),
                "A double six counts as well: its higher die is a six too.",
            ),
            Mistake("double", lambda: Fraction(1, 36), "One six is enough; it need not be two."),
            Mistake(
                "no six",
                lambda: highest_at_most(5, 2),
                "This is the chance of no six at all. One step is missing.",
            ),
        ),
        working="No six has the chance 5/6 times 5/6. Take it from 1.",
    ),
    Exercise(
        "2b",
        "Write a function: the chance that the highest of some dice is at most a given face.",
        "function",
        lambda: highest_at_most,
        "The highest is at most 4 when every single die is at most 4.",
        (
            Mistake(
                "one die",
                lambda: lambda face, dice: Fraction(face, 6),
                "This is right for one die. Every die has to stay that low.",
            ),
            Mistake(
                "any die",
                lambda: lambda face, dice: 1 - (1 - Fraction(face, 6)) ** dice,
                "This is the chance that at least one die stays that low. All of them must.",
            ),
            Mistake(
                "added",
                lambda: lambda face, dice: Fraction(face, 6) * dice,
                "Chances of things that must happen together are multiplied, not added.",
            ),
        ),
        cases=highest_cases,
        code="def highest_at_most(face, dice):\n    return Fraction(face, 6) ** dice",
        working="Every die is at most f with f/6; they fall independently, so multiply.",
    ),
    Exercise(
        "2c",
        "Two attacking dice against one. What is the chance that the attacker wins?",
        "chance",
        lambda: odds.roll(2, 1)[0, 1],
        "For every face of the defender: what is the chance that both attacking dice fail?",
        (
            Mistake("ties", lambda: law(ties_to_attacker, 2, 1)[0, 1], TIES),
            Mistake("sums", lambda: law(sums_compared, 2, 1)[0, 1], SUMS),
            Mistake("separate", lambda: 1 - (1 - one_on_one()) ** 2, SEPARATE),
            Mistake(
                "doubled",
                lambda: 2 * one_on_one(),
                "Two dice do not double the chance: the throws in which both win count once.",
            ),
            Mistake(
                "defender",
                lambda: odds.roll(2, 1)[1, 0],
                "This is the defender's chance. The two add up to 1.",
            ),
        ),
        working="Of 216 throws the defender wins those where no attacking die is higher: for a"
        " defender's face f there are f times f. Take the sum of the squares from 216.",
    ),
    Exercise(
        "2d",
        "One attacking die against two. What is the chance that the attacker wins?",
        "chance",
        lambda: odds.roll(1, 2)[0, 1],
        "The attacker's die must be higher than both. For a 4: how many throws of two dice lose?",
        (
            Mistake("ties", lambda: law(ties_to_attacker, 1, 2)[0, 1], TIES),
            Mistake("sums", lambda: law(sums_compared, 1, 2)[0, 1], SUMS),
            Mistake("separate", lambda: one_on_one() ** 2, SEPARATE),
            Mistake(
                "defender",
                lambda: odds.roll(1, 2)[1, 0],
                "This is the defender's chance. The two add up to 1.",
            ),
        ),
        working="An attacker's face f beats (f - 1) squared throws of two dice. Add up for 1 to 6.",
    ),
    Exercise(
        "2e",
        "Where does a second die change the attacker's chance more: in attack or in defence?",
        "choice",
        lambda: "the same",
        "Take the chance of one die each. How far up is 2c, how far down is 2d?",
        (
            Mistake(
                "attack",
                lambda: "attack",
                "Compare exactly: 2c minus 1b, and 1b minus 2d, all with 216 below the line.",
            ),
            Mistake(
                "defence",
                lambda: "defence",
                "Compare exactly: 2c minus 1b, and 1b minus 2d, all with 216 below the line.",
            ),
        ),
        options=("attack", "defence", "the same"),
        working="Both differences are equal, to the last of the 216 throws.",
    ),
)

EXERCISES: Final = (*FIRST, *SECOND)

PREDICTIONS: Final = (
    Prediction(
        "1p",
        "One die each. Out of 36 throws, how many will the attacker win?",
        lambda: one_on_one() * 36,
        "1a",
    ),
    Prediction(
        "1q", "With dice of eight faces: is it better or worse for the attacker?",
        lambda: "better", "1e", ("better", "worse", "the same"),
    ),
    Prediction(
        "2p", "Where does a second die help more?",
        lambda: "the same", "2e", ("attack", "defence", "the same"),
    ),
    Prediction(
        "2q", "Two attacking dice against one. What is the chance that the attacker wins?",
        lambda: odds.roll(2, 1)[0, 1], "2c",
    ),
)  # fmt: skip
