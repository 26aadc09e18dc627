"""How every lesson is taught: aim, material, what to try by hand, the exit ticket and its answer.

Worksheets and the teacher's guide are made from these plans and from the table of exercises.
Figures stand in braces and are computed: none is typed in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from . import teaching
from .questions import LessonError

Figures = Callable[[], dict[str, str]]


@dataclass(frozen=True)
class Plan:
    """The plan of one lesson.

    *trial* is tried by hand, and written into a table with *columns* and so many *rows*. *ticket*
    is the exit ticket, *wanted* what a good one says. *together* tells what the class will see.
    *watch* lists what goes wrong in class. *figures* fills the braces of the teacher's texts.
    """

    lesson: int
    age: str
    question: str
    aim: str
    material: str
    trial: str
    columns: tuple[str, ...]
    rows: int
    ticket: str
    wanted: str
    together: str
    watch: tuple[str, ...]
    figures: Figures

    def told(self, text: str) -> str:
        """A text with its figures."""
        return text.format(**_figures(self.figures))


@lru_cache(maxsize=16)
def _figures(reckoned: Figures) -> dict[str, str]:
    """The figures of a lesson, reckoned once."""
    return reckoned()


PLANS: Final = (
    Plan(
        1,
        "11 to 13",
        "Who wins when one die attacks one die?",
        "List a sample space of 36 pairs, count in it, and compare a counted chance with a share"
        " that was tried out.",
        "two dice of different colours for every pair of pupils",
        "Throw two dice, one for the attack, one for the defence, ten times. Write down both"
        " faces. The higher die wins; a tie is the defender's.",
        ("attack", "defence", "who wins?"),
        10,
        "A friend says: one die each, so it is fifty-fifty. What do you answer, in two sentences?"
        " Is 20 of 60 surprising?",
        "Ties are the defender's: the attacker wins {won} of 36 pairs, {p}. Of fair classmates"
        " {seldom} have 20 of 60 or fewer: that is not surprising.",
        "In the sample class the attacker won {class_won} of {class_n} throws of one die each.",
        (
            "Ties are shared out, or given to the attacker.",
            "The pairs 2:5 and 5:2 are counted once. The coloured dice help.",
            "After three losses a win is said to be due. Dice have no memory.",
        ),
        teaching.first_figures,
    ),
    Plan(
        2,
        "12 to 14",
        "Does a second die help more in attack or in defence?",
        "Find the law of the highest of two dice by counting the opposite.",
        "three dice for every pair of pupils",
        "Two dice attack one: ten throws. Then one attacks two: ten throws. The highest die of"
        " each side counts.",
        ("attack", "defence", "who wins?"),
        20,
        "Why is the chance of at least one six in two throws not one sixth plus one sixth?",
        "Both dice may show a six, and that pair would be counted twice: 11 pairs of 36, not 12.",
        "In the sample class two dice won against one in {two_one} throws (exactly {p_two_one}),"
        " one against two in {one_two} (exactly {p_one_two}).",
        (
            "The dice of a side are added up.",
            "The second die is compared as well, though the other side has only one.",
            "Chances above one come from adding up chances that overlap.",
        ),
        teaching.second_figures,
    ),
    Plan(
        3,
        "13 to 15",
        "What does three dice against two really do?",
        "Tell enumeration from simulation, and know that the error shrinks with the root of the"
        " number of throws.",
        "five dice for every pair of pupils",
        "Throw three dice against two, ten times. Sort each side: highest meets highest, second"
        " meets second.",
        ("attack", "defence", "attacker loses", "defender loses"),
        10,
        "You have 100 throws and want an error half as large. How many throws do you need"
        " altogether, and why?",
        "400: the error goes with one over the root of the number, so half of it needs four times"
        " as many.",
        "In the sample class the pupils' shares of double wins run from {low} to {high}; exactly it"
        " is {p}.",
        (
            "Dice are compared as they fell, not sorted.",
            "A simulated share is taken for the exact chance.",
            "Losses of a throw must add up to two: a quick test of every line.",
        ),
        teaching.third_figures,
    ),
    Plan(
        4,
        "15 to 18",
        "Where is the mistake in a printed paper?",
        "Tell a joint chance from a product of chances, and test a printed number with data.",
        "five dice for every pair of pupils",
        "Throw three dice against two, twelve times. Write for each throw: was the first pair won,"
        " was the second?",
        ("throw", "first pair won?", "second pair won?"),
        12,
        "Explain to a younger pupil why winning the first pair makes winning the second more"
        " likely. No formulas.",
        "Good dice help in both pairs at once: whoever wins with the best die has thrown well, and"
        " his second die is better than usual too.",
        "Both pairs are won with {p}; the product of the two chances would be {product}.",
        (
            "The second pair is thought to be a new throw. It is the same five dice.",
            "The chance of a second win after a first one is mixed up with the chance of both.",
        ),
        teaching.fourth_figures,
    ),
    Plan(
        5,
        "14 to 16",
        "How many armies does an attack cost?",
        "Use expectation and standard error, and turn a mean into a rule of thumb.",
        "five dice for every pair of pupils",
        "Throw three dice against two, ten times. Add up the armies that each side lost.",
        ("throw", "attacker loses", "defender loses"),
        10,
        "You have 8 armies, the neighbour has 8 defenders. Attack or wait? Give one number for"
        " your choice.",
        "Seven are free. The territory falls with {p}; the attack costs {mine} armies on average"
        " and the defence {theirs}.",
        "A throw of three against two costs the attacker {cost} armies on average; the sample class"
        " has {class_cost}.",
        (
            "The army that must stay is counted as an attacker.",
            "The most likely loss is taken for the mean.",
        ),
        teaching.fifth_figures,
    ),
    Plan(
        6,
        "15 to 18",
        "How likely am I to take that territory?",
        "Turn a tree into a recursion, and judge predicted chances by what happened.",
        "three dice for every pair of pupils",
        "Three armies attack one defender: two dice against one. If the attacker loses, one die"
        " against one. Fight ten battles to the end.",
        ("first throw", "second throw", "won or lost?"),
        10,
        "Your neighbour has 6 armies beside 5 defenders and says: the defender wins ties, so I had"
        " better wait. What do you answer? Give the chance.",
        "It is {p}, slightly better than even: three dice against two outweigh the ties. Smaller"
        " battles favour the defender: 4 armies against 3 win {small}.",
        "In the sample class {battles} battles were fought; the attackers took {taken} of them, and"
        " all together that is {surprise} standard deviations from what the odds promised.",
        (
            "Armies and free armies are mixed up. Say always: all armies, one stays.",
            "The recursion has no end: both ends must come first.",
            "The tree stops after the first throw.",
        ),
        teaching.sixth_figures,
    ),
    Plan(
        7,
        "16 and older",
        "Which road do I take, and when do I stop?",
        "Chain battles with what is left of the army, and compare two strategies in pairs.",
        "three dice for every pair of pupils, counters for the armies",
        "Four armies march against one defender, then against one more. After a victory one army"
        " stays behind. March ten times: how many territories fall?",
        ("armies after the first", "armies after the second", "territories"),
        10,
        "Six defenders, three territories in a row, and ten armies are coming. How do you place"
        " the six, and why? One number is enough.",
        "Two in each: every battle is against two dice. The march succeeds with {best}; against"
        " four in front it would be {front}.",
        "Thirty pupils of the sample class, 20 battles each: stopping at three armies scores {gap}"
        " points a pupil against fighting to the end, by coins alone as large with {chance}.",
        (
            "The three chances of full armies are multiplied.",
            "The army that stays behind is forgotten, or counted twice.",
            "Scores of other dice are compared: only pairs with the same seed are fair.",
        ),
        teaching.seventh_figures,
    ),
    Plan(
        8,
        "14 to 17",
        "Three cards or four? Was that deal lucky?",
        "Count hands without replacement, use the opposite and the pigeonhole principle.",
        "the 44 cards of the game for every group. Playing cards do as well: three suits, each with"
        " one card of the fourth suit, and two jokers",
        "Shuffle, then draw until you hold a set: three alike, one of each, or any two with a wild"
        " card. Ten hands: how many cards did each take?",
        ("cards drawn", "number"),
        10,
        "You hold four cards and no set. How many cards of which kinds are they? What happens with"
        " the fifth?",
        "Two pairs of two kinds, no wild card. The fifth makes three alike or one of each, or is"
        " wild: always a set.",
        "On average {mean} cards are needed; 300 hands of the sample class took {class_mean}.",
        (
            "Cards are put back in thought: chances of a third each.",
            "Wild cards are forgotten in the deck or in the sets.",
            "The threes of a hand are taken as independent tries.",
        ),
        teaching.eighth_figures,
    ),
    Plan(
        9,
        "16 and older",
        "Which of five dice is loaded?",
        "Test a suspicion, know what a test can find, and update a belief.",
        "none; a loaded real die is a nice surprise. The prior has to be written down first.",
        "Roll one of the five dice of the computer ten times and write the faces down. Would you"
        " accuse it?",
        ("die", "face"),
        10,
        "Somebody rolled a die 36 times, saw 11 sixes and says: it is loaded, I am 97 % sure. What"
        " is wrong with that?",
        "{p} is the chance of so many sixes with a fair die, not the chance that the die is fair."
        " With one loaded among five it is loaded with {belief}.",
        "Key and chance of a six settle which die is loaded. {keys}. For 1/3, 1/4, 1/5 the groups"
        " need {third}, {quarter}, {fifth} rolls of a die.",
        (
            "Of five dice the oddest is tested as if it were the only one.",
            "The highest dice of throws are counted: these are never uniform.",
            "Rolling goes on until the result pleases.",
        ),
        teaching.ninth_figures,
    ),
    Plan(
        10,
        "16 and older",
        "Did I lose by luck?",
        "Measure luck against its exact spread, and see regression to the mean in real games.",
        "a finished short game of every pupil, or the sample class",
        "Throw three dice against two, ten times. Before you reckon: were you lucky? Then compare"
        " your losses with what was to be expected.",
        ("throw", "attacker loses", "expected", "luck so far"),
        10,
        "A friend lost with z = -1 and says: pure bad luck, I played better than you. How many of"
        " a hundred players have so much bad luck or more? What else would you want to know?",
        "About {below} of a hundred. One would want to know which attacks were made with which"
        " chances: luck says nothing about decisions.",
        "In the sample class mean luck is {mean} armies, give or take {error}; luck and winning"
        " have the correlation {winning}, the two halves of a game {halves}.",
        (
            "Luck is taken from the result: who loses was unlucky.",
            "Unlucky throws are thought to be paid back later.",
            "The other's luck is added: it is one's own with the other sign.",
        ),
        teaching.tenth_figures,
    ),
)


def plan(lesson: int) -> Plan:
    """The plan of a lesson."""
    found = {one.lesson: one for one in PLANS}.get(lesson)
    if found is None:
        raise LessonError(f"there is no lesson {str(lesson)[:20]}; they are 1 to {len(PLANS)}")
    return found
