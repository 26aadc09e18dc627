"""A battle explained in words and steps, for a lesson."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import product
from typing import TYPE_CHECKING, Any

from risknb.moves import losses
from risknb.odds import checks, show
from risknb.odds.battles import fought
from risknb.odds.grid import exact_wins
from risknb.odds.throw import CLASSIC, Dice, dice_of, exact_law, sorted_rolls

if TYPE_CHECKING:
    import pandas as pd

# More small battles than this are counted, not listed.
LISTED = 12
# Longer fractions say less than their decimals.
LONGEST = 12
# The fractions of larger battles have hundreds of digits and help nobody.
MOST_EXPLAINED = 60
COMPARED = ("Highest against highest", "second against second", "third against third")


@dataclass(frozen=True)
class Explanation:
    """The steps that lead to a chance, in words."""

    title: str
    steps: tuple[str, ...]

    def __repr__(self) -> str:
        numbered = (f"{number}. {step}" for number, step in enumerate(self.steps, 1))
        return "\n".join((self.title, *numbered))

    def to_frame(self) -> pd.DataFrame:
        """One row a step: step, text."""
        import pandas as pd

        return pd.DataFrame(enumerate(self.steps, 1), columns=["step", "text"])

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(step)}</li>" for step in self.steps)
        return f"<div><strong>{escape(self.title)}</strong><ol>{items}</ol></div>"


def explain(
    armies: int,
    defenders: int,
    *,
    attack_dice: int = 3,
    defend_dice: int = 2,
    sides: int = 6,
    attack_weights: Iterable[Any] | None = None,
    defend_weights: Iterable[Any] | None = None,
) -> Explanation:
    """How the chance to take a territory comes about: the throws, the fractions, the recursion.

    *armies* are **all** on the attacking territory: two are the literature's A = 1.

    >>> print(explain(armies=2, defenders=1))
    2 armies attack 1 defender
    1. One army must stay, so 1 of the 2 can attack (tables that count A mean A = 1).
    2. The attacker throws 1 die, the defender 1 die. Highest against highest; a tie is the \
defender's.
    3. Of 36 equally likely throws 15 cost the attacker 0 and the defender 1, such as 6 against \
5; 21 cost the attacker 1 and the defender 0, such as 5 against 6.
    4. Call W(n, d) the chance of n armies against d defenders. With nobody left to beat W(n, 0) \
= 1; a single army cannot attack, so W(1, d) = 0.
    5. After one throw a smaller battle is left: W(2, 1) = 15/36 W(2, 0) + 21/36 W(1, 1).
    6. So W(2, 1) is 5/12, in per cent 41.7 %. On average the attacker loses 0.58 armies and the \
defender 0.42.
    """
    armies = checks.whole("armies", armies, 1, MOST_EXPLAINED)
    defenders = checks.whole("defenders", defenders, 1, MOST_EXPLAINED)
    dice = dice_of(attack_dice, defend_dice, sides, attack_weights, defend_weights)
    title = f"{_count(armies, 'army', 'armies')} {_verb(armies)} {_count(defenders, 'defender')}"
    if armies == 1:
        return Explanation(title, ("The only army must stay, so there is no attack: W(1, d) = 0.",))
    steps = [_free(armies), *_throw(dice, armies, defenders), _recursion()]
    wins = exact_wins(dice, armies, defenders)
    steps += [_first(dice, armies, defenders), *_smaller(dice, wins, armies, defenders)]
    return Explanation(title, (*steps, _answer(dice, wins[armies, defenders], armies, defenders)))


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _verb(armies: int) -> str:
    return "attacks" if armies == 1 else "attack"


def _free(armies: int) -> str:
    return (
        f"One army must stay, so {armies - 1} of the {armies} can attack"
        f" (tables that count A mean A = {armies - 1})."
    )


def _thrown(dice: Dice, armies: int, defenders: int) -> tuple[int, int]:
    return min(dice.attack, armies - 1), min(dice.defend, defenders)


def _throw(dice: Dice, armies: int, defenders: int) -> tuple[str, str]:
    attack, defend = _thrown(dice, armies, defenders)
    law = exact_law(dice, attack, defend)
    who = f"The attacker throws {_dice(attack)}, the defender {_dice(defend)}."
    rule = f"{', '.join(COMPARED[: len(law) - 1])}; a tie is the defender's."
    if throws := _throws(dice, attack, defend):
        head, parts = f"Of {throws} equally likely throws", [str(p * throws) for p in law]
    else:
        head, parts = "The dice are loaded: a share of", [_text(p) for p in law]
    such_as = _examples(dice, attack, defend)
    costs = [
        f"{part} cost the attacker {lost} and the defender {len(law) - 1 - lost}"
        f"{such_as.get(lost, '')}"
        for lost, part in enumerate(parts)
    ]
    return f"{who} {rule}", f"{head} {'; '.join(costs)}."


def _examples(dice: Dice, attack: int, defend: int) -> dict[int, str]:
    """By what the attacker loses a throw of fair dice, its faces as different as can be."""
    if not _throws(dice, attack, defend):
        return {}
    sides = min(dice.sides, CLASSIC.sides)
    rolls = [[faces[::-1] for faces, _ in sorted_rolls(n, sides)] for n in (attack, defend)]
    throws = sorted(product(*rolls), key=lambda throw: len({*throw[0], *throw[1]}))
    return {losses(a, d)[0]: f", such as {_faces(a)} against {_faces(d)}" for a, d in throws}


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def _throws(dice: Dice, attack: int, defend: int) -> int:
    """How many equally likely throws there are; none with loaded dice."""
    fair = dice.attack_weights is None and dice.defend_weights is None
    return dice.sides ** (attack + defend) if fair else 0


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _recursion() -> str:
    return (
        "Call W(n, d) the chance of n armies against d defenders. With nobody left to beat"
        " W(n, 0) = 1; a single army cannot attack, so W(1, d) = 0."
    )


def _parts(dice: Dice, armies: int, defenders: int) -> list[tuple[Fraction, int, int]]:
    """The smaller battles one throw leads to, each with its chance."""
    law = exact_law(dice, *_thrown(dice, armies, defenders))
    pairs = len(law) - 1
    return [(p, armies - lost, defenders - pairs + lost) for lost, p in enumerate(law) if p]


def _equation(dice: Dice, armies: int, defenders: int) -> str:
    throws = _throws(dice, *_thrown(dice, armies, defenders))
    terms = [
        f"{p * throws}/{throws} W({n}, {d})" if throws else f"{_text(p)} W({n}, {d})"
        for p, n, d in _parts(dice, armies, defenders)
    ]
    return f"W({armies}, {defenders}) = {' + '.join(terms)}"


def _first(dice: Dice, armies: int, defenders: int) -> str:
    return f"After one throw a smaller battle is left: {_equation(dice, armies, defenders)}."


def _smaller(dice: Dice, wins: Any, armies: int, defenders: int) -> list[str]:
    """The battles needed on the way, from the small to the large."""
    needed = sorted(_needed(dice, armies, defenders), key=sum)
    if len(needed) > LISTED:
        return [
            f"{len(needed)} smaller battles are needed on the way, worked out in the same manner"
            " from the small to the large, each only once."
        ]
    return [f"{_equation(dice, n, d)}, which is {_text(wins[n, d])}." for n, d in needed]


def _needed(dice: Dice, armies: int, defenders: int) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    todo = [(armies, defenders)]
    while todo:
        for _, n, d in _parts(dice, *todo.pop()):
            if n > 1 and d > 0 and (n, d) not in found:
                found.add((n, d))
                todo.append((n, d))
    return found


def _answer(dice: Dice, win: Fraction, armies: int, defenders: int) -> str:
    mine, theirs = fought(dice, armies, defenders).expected_losses
    return (
        f"So W({armies}, {defenders}) is {_text(win)}, in per cent {show.percent(float(win))}."
        f" On average the attacker loses {mine:.2f} armies and the defender {theirs:.2f}."
    )


def _text(number: Fraction) -> str:
    """A short fraction as it is, a long one in decimals."""
    exact = str(number)
    return exact if len(exact) <= LONGEST else f"about {float(number):.6f}"
