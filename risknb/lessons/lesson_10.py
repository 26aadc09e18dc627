"""The exercises and predictions of lesson 10."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from .. import odds
from .questions import Exercise, Mistake, Prediction
from .reckoning import THROWS, law_of_losses, luck_of, mid_chance, no_loss_percentile

TITLES: Final = {10: "Luck or skill?"}


def _ten_luck() -> Fraction:
    return luck_of(THROWS)


def _ten_variance() -> float:
    return 10 * float(odds.roll(3, 2).sd) ** 2


EXERCISES: Final = (
    Exercise(
        "10a",
        "You attacked ten times with three dice against two and lost 15 armies. What is your luck"
        " in armies: the losses to be expected, minus your losses?",
        "number",
        _ten_luck,
        "rk.odds.roll(3, 2).expected_losses tells what one throw costs on average.",
        (
            Mistake("sign", lambda: -_ten_luck(), "Bad luck is negative: expected minus actual."),
            Mistake(
                "one a throw",
                lambda: -5,
                "A throw does not cost one army each on average: the attacker loses a little less.",
            ),
            Mistake(
                "the defender's",
                lambda: 10 * odds.roll(3, 2).expected_losses.defender - 15,
                "These are the losses the defender may expect. You attacked.",
            ),
        ),
        working="10 x 0.9209 - 15.",
    ),
    Exercise(
        "10b",
        "How many standard deviations is that? Give z with its sign.",
        "number",
        lambda: float(_ten_luck()) / _ten_variance() ** 0.5,
        "Variances of throws add up. z is luck divided by the root of their sum.",
        (
            Mistake(
                "variance",
                lambda: float(_ten_luck()) / _ten_variance(),
                "You divided by the variance. Take its square root first.",
            ),
            Mistake(
                "one throw",
                lambda: float(_ten_luck()) / float(odds.roll(3, 2).sd),
                "That is the standard deviation of one throw. There were ten.",
            ),
            Mistake(
                "sds added",
                lambda: float(_ten_luck()) / (10 * float(odds.roll(3, 2).sd)),
                "Standard deviations do not add up. Variances do.",
            ),
            Mistake(
                "sign",
                lambda: -float(_ten_luck()) / _ten_variance() ** 0.5,
                "The number is right. Which sign has bad luck?",
            ),
        ),
        working="Variance of one throw 0.658, of ten 6.580; z = luck / root of it.",
    ),
    Exercise(
        "10c",
        "How likely is worse luck than this, counting the same luck by half? Three decimals.",
        "chance",
        lambda: mid_chance(law_of_losses(10), 15),
        "Chance of 16 to 20 losses, and half of that of 15. The law of ten throws helps.",
        (
            Mistake(
                "whole",
                lambda: sum(law_of_losses(10)[15:]),
                "You counted the same luck in full. Only half of it counts here.",
            ),
            Mistake(
                "without",
                lambda: sum(law_of_losses(10)[16:]),
                "You left the same luck out. Half of it counts.",
            ),
        ),
        digits=3,
        working="P(16 or more) + P(15) / 2, from the exact law of ten throws.",
    ),
    Exercise(
        "10d",
        "Eight armies took a territory with five defenders and lost nobody. How large a share of"
        " such battles ends worse, counting the same ending by half?",
        "chance",
        no_loss_percentile,
        "1 minus half the chance of an ending without any loss.",
        (
            Mistake(
                "whole",
                lambda: 2 * no_loss_percentile() - 1,
                "You counted all battles without loss as better. Half of them count.",
            ),
            Mistake(
                "to win",
                lambda: odds.win(8, 5, exact=True),
                "That is the chance to win at all. You won without a loss.",
            ),
        ),
        working="1 - P(no loss) / 2, with rk.odds.battle(8, 5).survivors[8].",
    ),
    Exercise(
        "10e",
        "Write luck(throws): the attacker's luck in armies. A throw is (attack dice, defence dice,"
        " armies the attacker lost).",
        "function",
        lambda: luck_of,
        "Add up expected minus actual, throw by throw. rk.odds.roll gives what to expect.",
        (
            Mistake(
                "sign",
                lambda: lambda rows: -luck_of(rows),
                "The sign is turned around: expected minus actual.",
            ),
            Mistake(
                "always 3 against 2",
                lambda: lambda rows: luck_of([(3, 2, lost) for _, _, lost in rows]),
                "It takes every throw as three against two. Use the dice of each throw.",
            ),
        ),
        digits=3,
        cases=lambda: [([(3, 2, 1)],), ([(1, 1, 0), (2, 1, 1)],), (list(THROWS),), ([],)],
        working="A sum over the throws.",
        code='''def luck(throws):
    total = 0
    for attack, defend, lost in throws:
        expected = rk.odds.roll(attack, defend).expected_losses
        total += expected.attacker - lost
    return total
''',
    ),
)

PREDICTIONS: Final = (
    Prediction(
        "10p",
        "Think of your last game. How many armies did luck give you, or take from you (minus)?",
    ),
    Prediction(
        "10q",
        "Is somebody who was lucky in the first half of a game lucky in the second half too?",
        lambda: "no more than others",
        "10c",
        ("more often", "no more than others", "less often"),
    ),
)
