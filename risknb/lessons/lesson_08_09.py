"""The exercises and predictions of lessons 8 and 9."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Final

from .. import odds
from . import wrong_ways
from .inference import at_least, chi_square, exactly, posterior, power, throws_needed
from .questions import Exercise, Mistake, Prediction
from .reckoning import SHOWN, has_set

TITLES: Final = {
    8: "Sets and continents",
    9: "Find the loaded die",
}


# -- 8: sets and continents ----------------------------------------------------------------------
def _without_wild() -> Fraction:
    return Fraction(3 * comb(14, 3) + 14**3, comb(42, 3))


_EIGHT: Final = (
    Exercise(
        "8a",
        "Of 44 cards 14 show infantry, 14 cavalry, 14 artillery and two are wild. You draw three."
        " How likely is it that they are a set: three alike, one of each, or any with a wild card?",
        "chance",
        lambda: odds.set_chance(3, exact=True),
        "Count hands: three alike, one of each, one wild card, two wild cards.",
        (
            Mistake(
                "no wild cards",
                _without_wild,
                "The two wild cards are missing. They belong to the deck and to many sets.",
            ),
            Mistake(
                "cards put back",
                lambda: Fraction(1, 3),
                "Drawn cards are not put back: the second draw is from 43 cards.",
            ),
            Mistake(
                "only three alike",
                lambda: Fraction(3 * comb(14, 3), comb(44, 3)),
                "Three alike are not the only sets. One of each is a set, wild cards help too.",
            ),
        ),
        working="(3 x C(14,3) + 14 x 14 x 14 + 2 x C(42,2) + 42) / C(44,3).",
    ),
    Exercise(
        "8b",
        'Write has_set(cards): whether a hand holds a set. A hand is a text such as "IIC" or'
        ' "IACW": infantry, cavalry, artillery, wild.',
        "function",
        lambda: has_set,
        "A wild card and any two others are a set. Otherwise count the letters.",
        (
            Mistake(
                "no wild cards",
                lambda: wrong_ways.no_wild,
                "It does not know wild cards: with two others one of them makes a set.",
            ),
            Mistake(
                "first three",
                lambda: wrong_ways.first_three,
                "It looks at the first three cards only. Any three of a larger hand will do.",
            ),
            Mistake(
                "alike only",
                lambda: wrong_ways.alike_only,
                "It knows three alike. One of each is a set too.",
            ),
        ),
        cases=lambda: [
            ("".join(hand),)
            for n in (2, 3, 4, 5)
            for hand in combinations_with_replacement("ICAW", n)
            if hand.count("W") <= 2
        ],
        working="A wild card with two others, three alike, or all three kinds.",
        code='''def has_set(cards):
    if len(cards) >= 3 and "W" in cards:
        return True
    kinds = [cards.count(kind) for kind in "ICA"]
    return max(kinds) >= 3 or min(kinds) >= 1
''',
    ),
    Exercise(
        "8c",
        "You hold four random cards. How likely is it that there is a set among them?",
        "chance",
        lambda: odds.set_chance(4, exact=True),
        "Count the hands without a set: two kinds only, no more than two of each, no wild card.",
        (
            Mistake(
                "four chances",
                lambda: 1 - (1 - odds.set_chance(3, exact=True)) ** 4,
                "The four threes in your hand share cards: they are not independent.",
            ),
            Mistake(
                "three cards",
                lambda: odds.set_chance(3, exact=True),
                "That is the chance with three cards. The fourth helps a lot.",
            ),
        ),
        working="1 - 3 x C(14,2) x C(14,2) / C(44,4): without a set are only two pairs.",
    ),
    Exercise(
        "8d",
        "How many cards must you hold so that there is always a set among them?",
        "number",
        lambda: next(n for n in range(3, 45) if odds.set_chance(n, exact=True) == 1),
        "Build the largest hand without a set, then add one card.",
        (
            Mistake("almost", lambda: 4, "Two pairs are four cards without a set."),
            Mistake(
                "three alike",
                lambda: 7,
                "So many are needed for three alike. But one of each is a set as well.",
            ),
            Mistake(
                "one too many", lambda: 6, "Try to build five cards without a set. Does it work?"
            ),
        ),
        digits=0,
        working="Two kinds at most, two of each at most: four cards. The fifth makes a set.",
    ),
    Exercise(
        "8e",
        "Forty-two territories are dealt to three players, 14 each. How likely is it that you get"
        " all four of Australia? Give four decimals or a fraction.",
        "chance",
        lambda: odds.deal(3, exact=True)[0].continents["Australia"],
        "Count your hands of 14 that hold the four, and all hands of 14.",
        (
            Mistake(
                "independent",
                lambda: Fraction(1, 3) ** 4,
                "After one of them is yours, you get fewer of the rest: 13 of 41, not a third.",
            ),
            Mistake(
                "anybody",
                lambda: 3 * odds.deal(3, exact=True)[0].continents["Australia"],
                "That is the chance that one of the three players gets it. You are one of them.",
            ),
        ),
        digits=4,
        working="C(38,10) / C(42,14), which is 14/42 x 13/41 x 12/40 x 11/39.",
    ),
)


# -- 9: find the loaded die ----------------------------------------------------------------------
def _squares() -> Fraction:
    return sum(((count - Fraction(sum(SHOWN), 6)) ** 2 for count in SHOWN), Fraction(0))


def _next_tooth() -> int:
    """Where the power rises again, once it is high enough and has come down a last time."""
    rolls = range(throws_needed(Fraction(1, 3)) + 1, 99)
    return 1 + next(n for n in rolls if power(Fraction(1, 3), n) < power(Fraction(1, 3), n - 1))


def _ratio() -> Fraction:
    """How much better a die with a third of sixes explains what was seen."""
    six, n = SHOWN[-1], sum(SHOWN)
    return Fraction(exactly(six, n, Fraction(1, 3)) / exactly(six, n))


_NINE: Final = (
    Exercise(
        "9a",
        f"A die was rolled {sum(SHOWN)} times. From 1 to 6 the faces came"
        f" {', '.join(map(str, SHOWN))} times. What is chi-square?",
        "number",
        lambda: chi_square(SHOWN),
        "For every face: (count - expected) squared, divided by expected. Then add them up.",
        (
            Mistake("not divided", _squares, "Divide every square by the expected count."),
            Mistake(
                "divided by all",
                lambda: _squares() / sum(SHOWN),
                "Divide by the count expected for one face, not by all rolls.",
            ),
            Mistake(
                "divided by seen",
                lambda: sum((count - Fraction(sum(SHOWN), 6)) ** 2 / count for count in SHOWN),
                "Divide by the expected count, not by the one you saw.",
            ),
        ),
        working="Six of each are expected; the squares of the distances, added up, over 6.",
    ),
    Exercise(
        "9b",
        "Write chi_square(counts) for a list of counts.",
        "function",
        lambda: chi_square,
        "Expected is the mean of the counts. Try it on the counts of 9a.",
        (
            Mistake(
                "not divided",
                lambda: lambda c: chi_square(c) * Fraction(sum(c), len(c)),
                "Divide every square by the expected count.",
            ),
            Mistake(
                "divided by all",
                lambda: lambda c: chi_square(c) / len(c),
                "Divide by the count expected for one face, not by all rolls.",
            ),
        ),
        cases=lambda: [(list(SHOWN),), ([3, 1],), ([10, 10, 10],), ([1, 2, 3, 4, 5, 9],)],
        working="The formula of 9a with the mean of the counts as the expected one.",
        code='''def chi_square(counts):
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)
''',
    ),
    Exercise(
        "9c",
        f"The same die showed {SHOWN[-1]} sixes in {sum(SHOWN)} rolls. How likely are"
        f" {SHOWN[-1]} sixes or more with a fair die? Three decimals.",
        "chance",
        lambda: at_least(SHOWN[-1], sum(SHOWN)),
        "Add up the chances of so many sixes, one more, two more and so on.",
        (
            Mistake(
                "exactly",
                lambda: exactly(SHOWN[-1], sum(SHOWN)),
                "That is the chance of exactly so many. More would be surprising as well.",
            ),
            Mistake(
                "more than",
                lambda: at_least(SHOWN[-1] + 1, sum(SHOWN)),
                "Count what you saw as well: so many or more.",
            ),
        ),
        digits=3,
        working="lessons.inference.at_least(11, 36): the binomial chances from 11 to 36, added up.",
    ),
    Exercise(
        "9d",
        "A loaded die shows a six in a third of all rolls. You doubt a die when a fair one would"
        " show as many sixes in 5 % of all cases at most. From how many rolls on do you find it in"
        " 80 % of all cases, and with every larger number too?",
        "number",
        lambda: throws_needed(Fraction(1, 3)),
        "lessons.inference.power(1/3, rolls) tells how often you find it. The picture shows it for"
        " 20 to 60 rolls.",
        (
            Mistake(
                "the first",
                lambda: next(n for n in range(1, 99) if power(Fraction(1, 3), n) >= 0.8),
                "There 80 % are reached for the first time. But with a few rolls more it falls"
                " below again: look at the teeth of the saw.",
            ),
            Mistake(
                "the next tooth",
                _next_tooth,
                "The tooth before it comes down to the line, but not below it.",
            ),
            Mistake(
                "one before",
                lambda: throws_needed(Fraction(1, 3)) - 1,
                "With this number it is still a little below 80 %.",
            ),
        ),
        digits=0,
        working="The power rises like a saw."
        " It reaches 0.8 earlier, but only from here on it stays there.",
    ),
    Exercise(
        "9e",
        "One of five dice is loaded: it shows a six in a third of all rolls. You rolled die C only:"
        f" {SHOWN[-1]} sixes in {sum(SHOWN)} rolls. How likely is it now that C is the loaded one?",
        "chance",
        lambda: posterior([0, 0, SHOWN[-1], 0, 0], [0, 0, sum(SHOWN), 0, 0])[2],
        "Before: one in five for each. Multiply by how well each explains the rolls of C.",
        (
            Mistake(
                "no prior",
                lambda: _ratio() / (_ratio() + 1),
                "That is as if there were two dice. There were five, each as likely as C.",
            ),
            Mistake(
                "one minus p",
                lambda: 1 - at_least(SHOWN[-1], sum(SHOWN)),
                "One minus the chance of 9c is not the chance that the die is loaded.",
            ),
        ),
        working="C explains its rolls better by the factor 2^11 x 0.8^25; the four others have 1"
        " each: factor / (factor + 4).",
    ),
)


EXERCISES: Final = (*_EIGHT, *_NINE)

PREDICTIONS: Final = (
    Prediction(
        "8p",
        "Three random cards: how likely is it that they are a set?",
        lambda: odds.set_chance(3),
        "8a",
    ),
    Prediction(
        "8q",
        "You draw cards until you hold a set. How many do you need on average?",
        lambda: odds.expected_cards_until_set(),
        "8c",
    ),
    Prediction(
        "9p",
        "One of five dice is loaded. Before any roll: how likely is it that C is the one?",
        lambda: 1 / 5,
        "9e",
    ),
    Prediction(
        "9q",
        "It shows a six in a third of all rolls. How many rolls do you need to find it out in 80 %"
        " of all cases?",
        lambda: throws_needed(Fraction(1, 3)),
        "9d",
    ),
)
