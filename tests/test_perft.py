"""Node counts: every decision and every answer of luck, listed to a depth on a small board.

A number that changes means that a legal move appeared or was lost, or that luck has other answers.
Where all of luck can be listed, the exact probabilities of the leaves add up to one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from risknb import odds
from risknb.board import load
from risknb.editions import rules_for
from risknb.moves import Attack, Chance, DealTerritories, Defend, Move, Roll
from risknb.rules import apply, chances, legal_moves
from risknb.state import Phase, State

DUEL = load("duel")


def position(text: str, edition: str = "2018", **options: object) -> State:
    rules = rules_for(edition, players=2, board=DUEL, options=options)
    return State.parse(text, DUEL, rules, 2)


def answers(state: State, move: Move) -> list[tuple[Chance | None, int]]:
    """Luck's answers to a move and how often each comes.

    Throws that cost the same lead to the same position, so that one stands for all of them;
    where dice may still be turned, the faces matter and every throw stands for itself.
    """
    wanted = chances(state, move)
    if wanted is None:
        return [(None, 1)]
    groups: dict[object, list[Chance]] = {}
    for chance, _ in wanted:
        plain = isinstance(chance, Roll) and not state.rules.decides
        groups.setdefault(chance.losses if plain else chance, []).append(chance)
    return [(alike[0], len(alike)) for alike in groups.values()]


def perft(state: State, depth: int) -> int:
    """The leaves of the tree of all decisions and all answers of luck."""
    if depth == 0 or state.over:
        return 1
    total = 0
    for move in legal_moves(state):
        for chance, count in answers(state, move):
            after = state.copy()
            apply(after, move, chance)
            total += count * perft(after, depth - 1)
    return total


DECK = "hea.moo.pas.ben.ree.sal.w1.w2"
ALL = f"k:{DECK} o:a"
#: Position, edition, options, leaves at depth 1, 2, ...
PERFT: dict[str, tuple[str, str, dict[str, object], list[int]]] = {
    "claiming": (f"---/--- a C 0 r:8,8 {ALL}", "2018", {}, [6, 30, 120, 360, 720]),
    "placing": (f"a1a1b1/b1b1a1 a P 0 r:5,5 {ALL} q:1,0", "2018", {}, [3, 9, 27, 81, 243]),
    "reinforcing": (
        f"a1a1b1/b1b1a1 a R 1 do:f r:3,0 {ALL}",
        "2018",
        {},
        [9, 7770, 1_284_013, 43_848_374, 217_296_219],
    ),
    "trading": (
        "a1a1b1/b1b1a1 a R 7 do:f r:3,0 h:hea.moo.pas|w1 k:ben.ree.sal.w2 o:a",
        "2018",
        {},
        [11, 7812, 1_301_389, 62_872_172],
    ),
    "attacking": (
        f"a4a1b2/b1b3a2 a A 1 do:p {ALL}",
        "2018",
        {},
        [18_829, 61_824_791, 39_440_483_022, 9_002_702_212_519],
    ),
    "asking": (
        f"a4a1b2/b1b3a2 a A 1 do:p {ALL}",
        "2018",
        {"defend": "ask"},
        [44, 22_090, 8_651_176, 1_294_289_090, 137_900_815_365],
    ),
    "commanding": (
        f"a2a1b1/b1b1a1 a A 1 do:p {ALL}",
        "2018",
        {"commander": True},
        [73, 134, 150, 39_452],
    ),
    "fortifying": (f"b1a5a1/a1b3b2 a F 1 do:p {ALL}", "2018", {}, [9, 81, 219_762, 1_102_938_204]),
    "to a neighbour": (f"b1a5a1/a1b3b2 a F 1 do:p {ALL}", "2010", {}, [5, 45, 95_910, 376_299_764]),
    "drawing": (f"b1a5a1/a1b3b2 a F 1 do:pc {ALL}", "2010", {}, [40, 360, 767_280]),
    "the last one": (
        f"a1a1a1/a1a5b1 a A 9 do:p {ALL}",
        "2018",
        {},
        [1549, 857_609, 77_928_147, 1_313_595_114, 2_058_639_179],
    ),
}


@pytest.mark.parametrize("name", PERFT)
def test_node_counts(name: str) -> None:
    text, edition, options, counts = PERFT[name]
    state = position(text, edition, **options)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_the_first_counts_by_hand() -> None:
    """COMB-03, COMB-04: dice of four armies against two and three, of two against one and three."""
    four = 2 * (6**3 + 6**4 + 6**5)  # one, two or three dice against two, at two targets
    two = 6**2 + 6**3
    assert PERFT["attacking"][3][0] == four + two + 1
    assert PERFT["claiming"][3][:3] == [6, 6 * 5, 6 * 5 * 4]  # SETUP-03
    assert PERFT["fortifying"][3][0] == 4 + 4 + 1  # FORT-02: a chain
    assert PERFT["to a neighbour"][3][0] == 4 + 1  # FORT-02: the next territory only


# -- exact probabilities -------------------------------------------------------------------------
@pytest.mark.parametrize("name", PERFT)
def test_luck_adds_up_to_one(name: str) -> None:
    text, edition, options, _ = PERFT[name]
    state = position(text, edition, **options)
    for move in legal_moves(state):
        wanted = chances(state, move)
        if wanted is not None:
            every = list(wanted)
            assert sum(share for _, share in every) == 1
            assert len(every) == wanted.count == len(set(map(repr, every)))


def leaves(state: State, choose: Callable[[State], Move | None]) -> dict[str, Fraction]:
    """Where a policy ends, with the exact probability of every end."""
    move = choose(state)
    if move is None:
        return {state.text(full=True): Fraction(1)}
    found: dict[str, Fraction] = {}
    every = answers(state, move)
    for chance, count in every:
        after = state.copy()
        apply(after, move, chance)
        for text, share in leaves(after, choose).items():
            part = share * count / sum(n for _, n in every)
            found[text] = found.get(text, Fraction(0)) + part
    return found


def storm(state: State) -> Move | None:
    """Attack Stone Pass from Heather Hill with all dice until it falls or nothing is left."""
    hill, stone = DUEL.index("hea"), DUEL.index("pas")
    if state.phase is not Phase.ATTACK or state.armies[hill] < 2:
        return None
    return Attack(hill, stone, min(3, state.armies[hill] - 1))


def careful(state: State) -> Move | None:
    """The same; asked for dice, the defence uses one less than it could."""
    if state.phase is Phase.DEFEND:
        return Defend(1)
    return storm(state)


@pytest.mark.parametrize(("armies", "defenders"), [(2, 1), (4, 2), (5, 3), (7, 4)])
def test_a_battle_listed_by_the_rules_is_the_battle_of_the_odds(
    armies: int, defenders: int
) -> None:
    state = position(f"a{armies}a1b{defenders}/b1b1a1 a A 1 do:p {ALL}")
    ends = leaves(state, storm)
    assert sum(ends.values()) == 1
    won = sum(share for text, share in ends.items() if " a V " in text)
    assert float(won) == pytest.approx(float(odds.win(armies, defenders)), abs=1e-12)


def test_one_die_in_defence_is_weaker() -> None:
    text = f"a4a1b2/b1b1a1 a A 1 do:p {ALL}"
    two, one = leaves(position(text), storm), leaves(position(text, defend="ask"), careful)
    assert sum(one.values()) == sum(two.values()) == 1
    taken = [sum(p for t, p in ends.items() if " a V " in t) for ends in (two, one)]
    assert taken[0] < taken[1]


def test_three_against_two_exactly() -> None:
    """COMB-06: 2,275, 2,611 and 2,890 of 7,776 throws cost the defender none, one and two."""
    state = position(f"a4a1b2/b1b1a1 a A 1 do:p {ALL}")
    counted = Counter[tuple[int, int]]()
    for chance, _ in chances(state, Attack(0, 2, 3)) or ():
        assert isinstance(chance, Roll)
        counted[chance.losses] += 1
    assert counted == {(2, 0): 2275, (1, 1): 2611, (0, 2): 2890}


def test_deals_are_counted_and_sampled_but_not_listed() -> None:
    state = position(f"---/--- a D 0 r:8,8 {ALL}", setup="deal")
    wanted = chances(state, DealTerritories())
    assert wanted is not None
    assert wanted.count == 20  # six territories, three for each
    with pytest.raises(ValueError, match="sampled"):
        iter(wanted)
