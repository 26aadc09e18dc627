"""The exercises and predictions of lessons 3 to 5."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb, sqrt
from typing import Final

from .. import odds
from ..moves import losses
from .figures import (
    DEFENDERS,
    FACES,
    HALF_WIDTH,
    TIES,
    Z,
    both,
    given_cases,
    mean,
    mean_cases,
    mean_losses,
    pair_won,
    second_given_first,
    throw_cases,
    throws_needed,
    tied_pair_won,
)
from .questions import Exercise, Mistake, Prediction
from .wrong_rules import as_they_fell, law, sums_compared, ties_to_attacker

TITLES: Final = {
    3: "Seven thousand battles",
    4: "The paper that was wrong",
    5: "What does a battle cost?",
}

# -- lesson 3 ------------------------------------------------------------------------------------
THIRD: Final = (
    Exercise(
        "3a",
        "Three dice against two. How many different throws are there, all equally likely?",
        "number",
        lambda: len(FACES) ** 5,
        "Every die has six faces, and every face of one goes with every face of the others.",
        (
            Mistake("added", lambda: 6 * 5, "The numbers of faces are multiplied, not added."),
            Mistake(
                "turned round",
                lambda: 5**6,
                "Five dice with six faces each: which number is multiplied with itself?",
            ),
            Mistake(
                "unordered",
                lambda: comb(10, 5),
                "You count throws without their order. Those are not equally likely.",
            ),
            Mistake(
                "sorted sides",
                lambda: comb(8, 3) * comb(7, 2),
                "You count throws without their order. Those are not equally likely.",
            ),
        ),
        digits=0,
        working="Six faces, five dice: 6 to the power of 5.",
    ),
    Exercise(
        "3b",
        "Three dice against two. What is the chance that the defender loses two armies?",
        "chance",
        both,
        "List all throws and count those in which both pairs go to the attacker.",
        (
            Mistake("ties", lambda: law(ties_to_attacker, 3, 2)[0, 2], TIES),
            Mistake(
                "sums",
                lambda: law(sums_compared, 3, 2)[0, 2],
                "Did you add the dice up? Highest meets highest, second meets second.",
            ),
            Mistake(
                "as they fell",
                lambda: law(as_they_fell, 3, 2)[0, 2],
                "Did you compare the dice as they fell? Put each side in order first.",
            ),
            Mistake(
                "attacker",
                lambda: odds.roll(3, 2)[2, 0],
                "This is the chance that the attacker loses two.",
            ),
            Mistake(
                "thirds",
                lambda: Fraction(1, 3),
                "Three outcomes need not be equally likely: count the throws behind each.",
            ),
        ),
        digits=3,
        out_of=7776,
        working="Count the throws that cost the defender two, out of all 7776.",
    ),
    Exercise(
        "3c",
        "Three dice against two. What is the chance that both sides lose one army?",
        "chance",
        lambda: odds.roll(3, 2)[1, 1],
        "The three outcomes together have the chance 1.",
        (
            Mistake("ties", lambda: law(ties_to_attacker, 3, 2)[1, 1], TIES),
            Mistake("two", both, "This is the chance that the defender loses two."),
            Mistake(
                "attacker",
                lambda: odds.roll(3, 2)[2, 0],
                "This is the chance that the attacker loses two.",
            ),
            Mistake(
                "thirds",
                lambda: Fraction(1, 3),
                "Three outcomes need not be equally likely: count the throws behind each.",
            ),
        ),
        digits=3,
        working="What is left when both outcomes with two losses are taken from 1.",
    ),
    Exercise(
        "3d",
        "Write a function that returns the losses of one throw: (attacker's, defender's).",
        "function",
        lambda: losses,
        "Sort both sides, highest first, and compare them pair by pair.",
        (
            Mistake("ties", lambda: ties_to_attacker, TIES),
            Mistake(
                "sums",
                lambda: sums_compared,
                "You compare sums. Highest meets highest, second meets second.",
            ),
            Mistake(
                "as they fell",
                lambda: as_they_fell,
                "The dice are compared as they fell. Put each side in order first.",
            ),
            Mistake(
                "turned round",
                lambda: lambda a, d: losses(a, d)[::-1],
                "The attacker's losses come first.",
            ),
        ),
        cases=throw_cases,
        code=(
            "def losses(attack, defend):\n"
            "    attack = sorted(attack, reverse=True)\n"
            "    defend = sorted(defend, reverse=True)\n"
            "    killed = 0\n"
            "    for a, d in zip(attack, defend):\n"
            "        if a > d:\n"
            "            killed = killed + 1\n"
            "    return min(len(attack), len(defend)) - killed, killed"
        ),
        working="Sort, pair, compare; a tie costs the attacker an army.",
    ),
    Exercise(
        "3e",
        "How many throws until the 95 % interval for 3b reaches no further than 3 percentage points"
        " to each side?",
        "number",
        lambda: throws_needed(both()),
        "Half the width is 1.96 times the root of p (1 - p) / n. Solve for n, round up.",
        (
            Mistake(
                "two",
                lambda: throws_needed(both(), 2),
                "You took 2 standard deviations; 95 % are 1.96.",
                near=True,
            ),
            Mistake(
                "worst case",
                lambda: throws_needed(Fraction(1, 2)),
                "You took p = 1/2, the worst case. Here p is known.",
                near=True,
            ),
            Mistake(
                "rule of thumb",
                lambda: ceil(1 / HALF_WIDTH**2),
                "1 divided by the root of n is a good rule of thumb. Now with the real p.",
                near=True,
            ),
            Mistake(
                "one deviation",
                lambda: throws_needed(both(), 1),
                "One standard deviation holds about 68 % only. How many hold 95 %?",
            ),
            Mistake(
                "not squared",
                lambda: ceil(Z * sqrt(float(both() * (1 - both()))) / HALF_WIDTH),
                "The root is still there: square both sides.",
            ),
            Mistake(
                "rounded down",
                lambda: throws_needed(both()) - 1,
                "Rounded down: so few are not quite enough.",
                near=True,
            ),
        ),
        digits=0,
        working="n = 1.96 squared times p (1 - p), divided by 0.03 squared, rounded up.",
    ),
)

# -- lesson 4 ------------------------------------------------------------------------------------
FOURTH: Final = (
    Exercise(
        "4a",
        "Three dice against two. What is the chance that the attacker wins the first pair?",
        "chance",
        lambda: pair_won(0),
        "The first pair is the highest die of each side. Count over all 7776 throws.",
        (
            Mistake("ties", lambda: tied_pair_won(0), TIES),
            Mistake("second", lambda: pair_won(1), "This is the second pair."),
            Mistake("both", both, "This is the chance to win both pairs at once."),
            Mistake(
                "one defender",
                lambda: odds.roll(3, 1)[0, 1],
                "This is three dice against one. The defender's highest comes from two dice.",
            ),
        ),
        digits=3,
        out_of=7776,
        working="Count the throws in which the highest attacking die is above the highest of the"
        " defence.",
    ),
    Exercise(
        "4b",
        "Three dice against two. What is the chance that the attacker wins the second pair?",
        "chance",
        lambda: pair_won(1),
        "The second pair is the second highest die of each side.",
        (
            Mistake("ties", lambda: tied_pair_won(1), TIES),
            Mistake("first", lambda: pair_won(0), "This is the first pair."),
            Mistake("both", both, "This is the chance to win both pairs at once."),
        ),
        digits=3,
        out_of=7776,
        working="Count the throws in which the second highest attacking die is above the lower of"
        " the defence.",
    ),
    Exercise(
        "4c",
        "If the two pairs were independent, what would the chance to win both be?",
        "chance",
        lambda: pair_won(0) * pair_won(1),
        "Independent means: multiply the two chances.",
        (
            Mistake("true", both, "This is the true chance. What would independence give?"),
            Mistake(
                "squared",
                lambda: pair_won(0) ** 2,
                "The two pairs have different chances. Take one of each.",
            ),
            Mistake(
                "added",
                lambda: pair_won(0) + pair_won(1) - 1,
                "Adding does not do it: multiply.",
            ),
        ),
        digits=3,
        working="The product of 4a and 4b. The true chance is larger: winning the first pair makes"
        " winning the second more likely.",
    ),
    Exercise(
        "4d",
        "Write a function: the chance of the second pair when the first is known to be won.",
        "function",
        lambda: second_given_first,
        "Among the throws that win the first pair, which part wins both?",
        (
            Mistake(
                "product",
                lambda: lambda b, f: b * f,
                "You multiply. Of the throws that win the first pair a part wins both: divide.",
            ),
            Mistake(
                "both",
                lambda: lambda b, f: b,
                "This is the part of all throws. Take only those that win the first pair.",
            ),
            Mistake(
                "turned round",
                lambda: lambda b, f: f / b,
                "A chance is never above 1: which number belongs below the line?",
            ),
        ),
        cases=given_cases,
        code="def second_given_first(both_won, first_won):\n    return both_won / first_won",
        working="The chance of both divided by the chance of the first. It is well above 4b: the"
        " pairs are not independent.",
    ),
    Exercise(
        "4e",
        "Three dice against two. How many armies does the defender lose on average in one throw?",
        "number",
        lambda: pair_won(0) + pair_won(1),
        "An average may be added up pair by pair, independent or not.",
        (
            Mistake("ties", lambda: tied_pair_won(0) + tied_pair_won(1), TIES),
            Mistake(
                "attacker",
                lambda: 2 - pair_won(0) - pair_won(1),
                "This is what the attacker loses.",
            ),
            Mistake("one", lambda: 1, "Both together lose two. That does not make it one each."),
            Mistake(
                "product",
                lambda: 2 * pair_won(0) * pair_won(1),
                "You need no product here: add up what each pair costs on average.",
            ),
        ),
        digits=3,
        working="4a plus 4b. Means add up even where chances may not be multiplied.",
    ),
)

# -- lesson 5 ------------------------------------------------------------------------------------
FIFTH: Final = (
    Exercise(
        "5a",
        "Write a function: the mean of a table of values and their chances.",
        "function",
        lambda: mean,
        "Every value counts as much as its chance says.",
        (
            Mistake(
                "plain",
                lambda: lambda chances: Fraction(sum(chances), len(chances)),
                "This is the mean of the values as if all were equally likely.",
            ),
            Mistake(
                "most likely",
                lambda: lambda chances: max(chances, key=lambda value: chances[value]),
                "This is the most likely value, not the mean.",
            ),
            Mistake(
                "chances",
                lambda: lambda chances: sum(chances.values()),
                "You add up the chances, which always gives 1. Where are the values?",
            ),
        ),
        cases=mean_cases,
        code=(
            "def mean(chances):\n"
            "    total = 0\n"
            "    for value, chance in chances.items():\n"
            "        total = total + value * chance\n"
            "    return total"
        ),
        working="The sum of value times chance.",
    ),
    Exercise(
        "5b",
        "Three dice against two. How many armies does the attacker lose on average in one throw?",
        "number",
        lambda: mean_losses()[0],
        "Multiply every loss by its chance and add up.",
        (
            Mistake("ties", lambda: mean_losses(ties_to_attacker)[0], TIES),
            Mistake(
                "sums",
                lambda: mean_losses(sums_compared)[0],
                "Did you add the dice up? Highest meets highest, second meets second.",
            ),
            Mistake("defender", lambda: mean_losses()[1], "This is what the defender loses."),
            Mistake(
                "even",
                lambda: 1,
                "0, 1 and 2 are not equally likely. Weigh each by its chance.",
            ),
        ),
        digits=3,
        working="0, 1 and 2 times their chances, added up.",
    ),
    Exercise(
        "5c",
        "How many armies does an attack cost for every army of the defender, in the long run?",
        "number",
        lambda: mean_losses()[0] / mean_losses()[1],
        "Divide what the attacker loses by what the defender loses; they lose two together.",
        (
            Mistake(
                "turned round",
                lambda: mean_losses()[1] / mean_losses()[0],
                "Turned round: this is what the defender pays for one of the attacker's.",
            ),
            Mistake(
                "difference",
                lambda: mean_losses()[1] - mean_losses()[0],
                "This is the difference. A rate is one divided by the other.",
            ),
            Mistake(
                "ties",
                lambda: mean_losses(ties_to_attacker)[0] / mean_losses(ties_to_attacker)[1],
                TIES,
            ),
            Mistake("even", lambda: 1, "Not an even exchange: look at 5b again."),
        ),
        digits=3,
        working="The attacker's mean divided by the defender's mean.",
    ),
    Exercise(
        "5d",
        "Five defenders. How many armies must stand on your territory to take it with at least"
        " an even chance?",
        "number",
        lambda: odds.armies_needed(DEFENDERS, 0.5),
        "Try numbers with rk.odds.win(armies, defenders): armies are all that stand there.",
        (
            Mistake(
                "free armies",
                lambda: odds.armies_needed(DEFENDERS, 0.5) - 1,
                "So many are free to attack. Count all that stand there.",
            ),
            Mistake(
                "two at home",
                lambda: odds.armies_needed(DEFENDERS, 0.5) + 1,
                "Fewer are enough. Is the army at home counted twice?",
            ),
        ),
        digits=0,
        working="The fewest armies, all of them counted, whose chance is not below one half.",
    ),
)

EXERCISES: Final = (*THIRD, *FOURTH, *FIFTH)

PREDICTIONS: Final = (
    Prediction(
        "3p", "Three dice against two. What is the chance that the defender loses two armies?",
        both, "3b",
    ),
    Prediction(
        "3q", "How many throws do you need to know that chance to 3 percentage points either way?",
        lambda: throws_needed(both()), "3e",
    ),
    Prediction(
        "4p", "You won the first pair. Is winning the second now more likely, less likely or as"
        " likely as before?",
        lambda: "more likely", "4d", ("more likely", "less likely", "as likely as before"),
    ),
    Prediction(
        "5p", "In the long run: while defenders lose ten armies, how many do attackers lose?",
        lambda: 10 * mean_losses()[0] / mean_losses()[1], "5c",
    ),
    Prediction(
        "5q", "Five defenders. How many armies must stand on your territory for an even chance?",
        lambda: odds.armies_needed(DEFENDERS, 0.5), "5d",
    ),
)  # fmt: skip
