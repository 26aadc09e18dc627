"""The exercises and predictions of lessons 6 and 7."""

from __future__ import annotations

from typing import Final

from .. import odds
from . import wrong_ways
from .questions import Exercise, Mistake, Prediction
from .reckoning import LAYOUTS, MARCH, chance_to_take, march, worst_layout
from .wrong_rules import sums_compared, ties_to_attacker

TITLES: Final = {
    6: "To attack or not",
    7: "The long march",
}
TIES: Final = "It looks as if ties went to the attacker. A tie is the defender's."
SUMS: Final = "Dice are not added up: the highest meets the highest, the second the second."
STAYS: Final = "One army must stay at home: of all armies on the territory one never attacks."


# -- 6: to attack or not -------------------------------------------------------------------------
_SIX: Final = (
    Exercise(
        "6a",
        "Three armies attack one defender and fight to the end. How likely is it that they take"
        " the territory? Draw the tree: there are two throws at most.",
        "chance",
        lambda: chance_to_take(3, 1),
        "Follow the tree: win at once, or lose one army and win with the other.",
        (
            Mistake(
                "one throw only",
                lambda: odds.roll(2, 1)[0, 1],
                "That is the first throw only. If it is lost, one attacker is left to throw again.",
            ),
            Mistake("ties", lambda: wrong_ways.battle(3, 1, ties_to_attacker), TIES),
            Mistake("all armies", lambda: wrong_ways.all_armies(3, 1), STAYS),
            Mistake("sums", lambda: wrong_ways.battle(3, 1, sums_compared), SUMS),
        ),
        working="Two dice beat one in 125 of 216 throws. If not (91/216), one die is left and wins"
        " 15 of 36: 125/216 + 91/216 x 15/36.",
    ),
    Exercise(
        "6b",
        "Write win(armies, defenders): the chance to take a territory. With no defender left it is"
        " 1, with a single army left it is 0, and otherwise one throw leads to smaller battles.",
        "function",
        lambda: chance_to_take,
        "One throw has up to three dice against up to two. Each result is a smaller battle.",
        (
            Mistake("all armies", lambda: wrong_ways.all_armies, STAYS),
            Mistake("ties", lambda: lambda a, d: wrong_ways.battle(a, d, ties_to_attacker), TIES),
        ),
        digits=3,
        cases=lambda: [(2, 1), (1, 3), (3, 0), (3, 1), (4, 3), (6, 5), (7, 2), (5, 6)],
        working="The recursion below; each smaller battle comes from one throw of the larger one.",
        code='''def win(armies, defenders):
    if defenders == 0:
        return 1
    if armies == 1:
        return 0
    throw = rk.odds.roll(min(3, armies - 1), min(2, defenders))
    total = 0
    for (mine, theirs), p in throw.items():
        total += p * win(armies - mine, defenders - theirs)
    return total
''',
    ),
    Exercise(
        "6c",
        "Four armies, three of them free, attack three defenders. How likely is it that the"
        " territory falls?",
        "chance",
        lambda: chance_to_take(4, 3),
        "Use your function. The number of armies counts the one that stays.",
        (
            Mistake(
                "free armies",
                lambda: chance_to_take(3, 3),
                "Count all four armies, not the free ones.",
            ),
            Mistake("all armies", lambda: wrong_ways.all_armies(4, 3), STAYS),
            Mistake("ties", lambda: wrong_ways.battle(4, 3, ties_to_attacker), TIES),
        ),
        working="win(4, 3). Tables that count free armies call this A = 3, D = 3.",
    ),
    Exercise(
        "6d",
        "Six armies, five of them free, attack five defenders. How likely is it that the territory"
        " falls?",
        "chance",
        lambda: chance_to_take(6, 5),
        "The same function again. Compare it with 6c: who gains when battles grow?",
        (
            Mistake(
                "free armies",
                lambda: chance_to_take(5, 5),
                "Count all six armies, not the free ones.",
            ),
            Mistake("all armies", lambda: wrong_ways.all_armies(6, 5), STAYS),
            Mistake("ties", lambda: wrong_ways.battle(6, 5, ties_to_attacker), TIES),
        ),
        working="win(6, 5): from five against five on, large equal battles favour the attacker.",
    ),
    Exercise(
        "6e",
        "How many armies do you need on your territory, all counted, to take one with five"
        " defenders with a chance of at least 80 %?",
        "number",
        lambda: odds.armies_needed(5, 0.8),
        "Try your function with more and more armies until it reaches 0.8.",
        (
            Mistake(
                "free armies",
                lambda: odds.armies_needed(5, 0.8) - 1,
                "These are the armies free to attack. Count all that stand there.",
            ),
            Mistake(
                "half",
                lambda: odds.armies_needed(5, 0.5),
                "That is enough for a half, not for 80 %.",
            ),
        ),
        digits=0,
        working="The smallest number with win(number, 5) of 0.8 or more.",
    ),
)

# -- 7: the long march ---------------------------------------------------------------------------
_SEVEN: Final = (
    Exercise(
        "7a",
        "Ten armies take the first of three territories and lose nobody. As many as may move in."
        " How many armies stand on that territory now?",
        "number",
        lambda: 9,
        "One army stays where the march began.",
        (
            Mistake("nobody stays", lambda: 10, STAYS),
            Mistake("two stay", lambda: 8, "Only one stays. The others all stand there now."),
        ),
        digits=0,
        working="10 - 1. On every territory of the march one army stays behind.",
    ),
    Exercise(
        "7b",
        "Write march(armies, defenders): the chance to take all territories of a list, one after"
        " the other, where every time all armies but one move on.",
        "function",
        lambda: march,
        "Sum over the armies that may be left after the first battle; one of them stays.",
        (
            Mistake(
                "fresh armies",
                lambda: wrong_ways.all_fresh,
                "Every battle here begins with all armies. Losses must be carried along.",
            ),
            Mistake("nobody stays", lambda: wrong_ways.nobody_stays, STAYS),
        ),
        digits=3,
        cases=lambda: [(10, [2, 3, 1]), (2, [1]), (4, []), (5, [1, 1]), (2, [1, 1]), (8, [4, 2])],
        working="The recursion below; battle(...).survivors counts the army that stays.",
        code='''def march(armies, defenders):
    if not defenders:
        return 1
    if armies < 2:
        return 0
    left = rk.odds.battle(armies, defenders[0]).survivors
    total = 0
    for n, p in left.items():
        total += p * march(n - 1, defenders[1:])
    return total
''',
    ),
    Exercise(
        "7c",
        "Ten armies march against two, then three, then one defender. How likely is it that they"
        " take all three territories?",
        "chance",
        lambda: odds.chain(10, MARCH, exact=True).win,
        "Carry along what is left: losses, and the army that stays in every territory.",
        (
            Mistake(
                "fresh armies",
                lambda: wrong_ways.all_fresh(10, MARCH),
                "You multiplied three battles of ten armies each. After the first one there are"
                " fewer.",
            ),
            Mistake(
                "no losses",
                lambda: wrong_ways.no_losses(10, MARCH),
                "An army stays every time, that is right, but battles cost armies too.",
            ),
            Mistake("nobody stays", lambda: wrong_ways.nobody_stays(10, MARCH), STAYS),
        ),
        working="march(10, [2, 3, 1]).",
    ),
    Exercise(
        "7d",
        "Now you defend: six armies on three territories in a row, at least one on each. Ten"
        " armies will march through. Which layout stops them most often? A list from the first"
        " territory to the last.",
        "list",
        worst_layout,
        "Try all ten layouts of six armies and look for the smallest chance.",
        (
            Mistake(
                "the attacker's best",
                lambda: max(LAYOUTS, key=lambda row: odds.chain(10, row).win),
                "That is the layout which the attacker likes best.",
            ),
            Mistake(
                "all in front",
                lambda: (3, 2, 1),
                "A strong front costs the attacker a lot, but there is something better.",
            ),
            Mistake(
                "all in the rear",
                lambda: (1, 2, 3),
                "A strong rear is nearly the best. One layout is better still.",
            ),
        ),
        digits=0,
        working="Two dice in every defence: a defender alone throws one die, two throw two.",
    ),
    Exercise(
        "7e",
        "Eight armies attack five defenders, and you stop as soon as three armies or fewer are"
        " left. How likely is it that you take the territory all the same?",
        "chance",
        lambda: odds.battle(8, 5, stop=3, exact=True).win,
        "rk.odds.battle has stop=: the attacker goes on while more than so many are left.",
        (
            Mistake(
                "to the end",
                lambda: chance_to_take(8, 5),
                "That is the chance if you never stop early.",
            ),
            Mistake(
                "free armies",
                lambda: odds.battle(8, 5, stop=4, exact=True).win,
                "Three armies are left, not three free ones: the one that stays is among them.",
            ),
        ),
        working="rk.odds.battle(8, 5, stop=3).win. Stopping early costs chances and saves armies.",
    ),
)

EXERCISES: Final = (*_SIX, *_SEVEN)

PREDICTIONS: Final = (
    Prediction(
        "6p",
        "Six armies (five free) attack five defenders, who win every tie. How likely is it"
        " that the territory falls?",
        lambda: chance_to_take(6, 5),
        "6d",
    ),
    Prediction(
        "6q",
        "How many armies, all counted, take five defenders with a chance of 80 %?",
        lambda: odds.armies_needed(5, 0.8),
        "6e",
    ),
    Prediction(
        "7p",
        "Ten armies march against 2, then 3, then 1 defenders. How likely are they to take all?",
        lambda: odds.chain(10, MARCH).win,
        "7c",
    ),
    Prediction(
        "7q",
        "Six defenders on three territories in a row. Where do they stop a march best?",
        lambda: "spread evenly",
        "7d",
        ("most in front", "spread evenly", "most in the rear"),
    ),
)
