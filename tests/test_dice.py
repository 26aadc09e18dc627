"""Sources of luck: seeded, typed in, scripted, loaded; exact tables by listing, not by sampling."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import naive
import pytest

from risknb import Game, NotationError
from risknb.dice import FAIR, LoadedDice, ScriptedDice, SeededDice, TypedDice, question
from risknb.editions import rules_for
from risknb.moves import Attack, Defend, Die, Draw, Lots, Pass, Place, Roll, RollFirst, losses
from risknb.rules import IllegalMove, apply, begin, chances, legal_moves
from risknb.rules.combat import rolls
from risknb.state import Phase

SIXES = (0, 0, 0, 0, 0, 1)
#: Throws that cost the defender nothing, one and two armies: counted by listing every throw.
TABLE = {
    (1, 1): (21, 15),
    (2, 1): (91, 125),
    (3, 1): (441, 855),
    (1, 2): (161, 55),
    (2, 2): (581, 420, 295),
    (3, 2): (2275, 2611, 2890),
}


def at_war(**options: object) -> Game:
    """A game on the small board at its first attack."""
    game = Game(["Ada", "Ben"], board="duel", seed=1, options={"placing": "auto", **options})
    while game.state.phase is not Phase.ATTACK:
        game.push(next(iter(game.legal_moves())))
    return game


def first_attack(game: Game) -> Attack:
    return next(move for move in game.legal_moves(kind=Attack) if isinstance(move, Attack))


# -- exact tables --------------------------------------------------------------------------------
@pytest.mark.parametrize("dice", TABLE, ids=lambda dice: f"{dice[0]}v{dice[1]}")
def test_exact_losses(dice: tuple[int, int]) -> None:
    """COMB-06, COMB-07."""
    counted = Counter(roll.losses[1] for roll in rolls(*dice))
    assert tuple(counted[n] for n in range(min(dice) + 1)) == TABLE[dice]
    assert len(rolls(*dice)) == 6 ** sum(dice) == len(set(rolls(*dice)))


@pytest.mark.parametrize("dice", [(a, d) for a in (1, 2, 3) for d in (1, 2)])
def test_every_throw_against_a_second_reading(dice: tuple[int, int]) -> None:
    for roll in rolls(*dice):
        assert roll.losses == losses(roll.attack, roll.defend)
        assert roll.losses == naive.losses(roll.attack, roll.defend)
        assert sum(roll.losses) == min(dice)


def test_the_order_of_the_faces_does_not_matter() -> None:
    for faces in product(range(1, 7), repeat=3):
        assert losses(faces, (4, 2)) == losses(sorted(faces), (2, 4))


def test_a_roll_is_a_value() -> None:
    one, other = Roll([6, 5], [4]), Roll((6, 5), (4,))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Roll((5, 6), (4,))
    assert one != ((6, 5), (4,))
    assert repr(one) == "Roll((6, 5), (4,))"


# -- seeded --------------------------------------------------------------------------------------
def test_the_same_seed_gives_the_same_luck() -> None:
    game = at_war()
    move = first_attack(game)
    first, second, other = SeededDice(5), SeededDice("5"), SeededDice(6)
    throws = [[dice.answer(game.state, move) for _ in range(50)] for dice in (first, second, other)]
    assert throws[0] == throws[1]
    assert throws[0] != throws[2]


def test_seeded_dice_are_fair() -> None:
    """Chi square over 60,000 faces with a fixed seed: 5 degrees of freedom, one in a thousand."""
    game = at_war()
    dice, move = SeededDice("fair"), first_attack(game)
    counted = Counter[int]()
    for _ in range(20_000):
        roll = dice.answer(game.state, move)
        assert isinstance(roll, Roll)
        counted.update((*roll.attack, *roll.defend))
    share = counted.total() / 6
    assert set(counted) == set(range(1, 7))
    assert sum((n - share) ** 2 / share for n in counted.values()) < 20.5


def test_luck_answers_only_where_it_has_a_say() -> None:
    game = Game(["Ada", "Ben"], board="duel", seed=1)
    move = next(iter(game.legal_moves()))
    assert chances(game.state, move) is None
    for dice in (SeededDice(1), ScriptedDice([]), LoadedDice([1] * 6, 1)):
        assert dice.answer(game.state, move) is None


def test_every_sample_is_an_answer_that_fits() -> None:
    random = Random(1)
    for edition, mode, seats in (
        ("2003", "mission", 4), ("2010", "domination", 5), ("2003", "two-player", 2),
        ("five-army", "secret-mission", 3),
    ):  # fmt: skip
        rules = rules_for(edition, mode, players=seats)
        state = begin(Game(["a", "b", "c"], seed=1).board, rules, seats)
        for _ in range(4):
            move = next(iter(legal_moves(state)))
            wanted = chances(state, move)
            if wanted is None:
                break
            assert all(wanted.fits(wanted.sample(random)) for _ in range(20))
            assert not wanted.fits(None)
            assert Die(3) not in wanted or isinstance(move, RollFirst)
            apply(state, move, wanted.sample(random))


# -- scripted and typed in -----------------------------------------------------------------------
def test_scripted_dice_come_in_their_order() -> None:
    script = [Lots((3, 3)), Lots((2, 5)), Lots((6, 1))]
    game = Game(["Ada", "Ben"], board="duel", dice=ScriptedDice(script))
    assert [step.chance for step in game.steps] == script[:2]  # AMB-SET-1: the tied roll again
    assert game.state.first == 1


def test_a_script_ends() -> None:
    with pytest.raises(ValueError, match="script"):
        Game(["Ada", "Ben"], board="duel", dice=ScriptedDice([]))


def test_a_script_that_cannot_fall_is_noticed_by_the_rules() -> None:
    game = at_war()
    move = first_attack(game)
    for wrong in (Roll((7,), (1,)), Roll((1, 1, 1, 1), (1,)), Die(3), Roll((), ()), Draw(0)):
        with pytest.raises(IllegalMove):
            game.push(move, wrong)
    with pytest.raises(IllegalMove):
        game.push(Pass(), Die(1))


def test_typed_dice_ask_for_what_is_needed() -> None:
    asked: list[str] = []

    def ask(text: str) -> str:
        asked.append(text)
        return "  34 " if "seat order" in text else "6" * move.dice + ":" + "1" * defence

    game = Game(
        ["Ada", "Ben"], board="duel", dice=TypedDice(ask, seed=1), options={"placing": "auto"}
    )
    assert game.steps[0].chance == Lots((3, 4))
    while game.state.phase is not Phase.ATTACK:
        game.push(next(iter(game.legal_moves())))
    move = first_attack(game)
    defence = min(2, game.state.armies[move.dst])
    step = game.push(move)
    assert isinstance(step.chance, Roll)
    assert step.chance.losses == (0, min(move.dice, defence))
    assert "2 dice in seat order" in asked[0]
    assert f"{move.dice} against {defence}" in asked[-1]


@pytest.mark.parametrize("typed", ["", "7:1", "abc", "6", "6:", ":6", "6:1:1", "0:1"])
def test_typed_dice_that_are_none(typed: str) -> None:
    game = at_war()
    dice = TypedDice(lambda text: typed, seed=1)
    with pytest.raises(NotationError):
        dice.answer(game.state, first_attack(game))


def test_a_person_is_asked_again_until_the_dice_fit() -> None:
    """A slip of the finger neither ends a class's game nor counts as a throw."""
    game, asked, typed = at_war(), list[str](), iter(["66:1", "oops", "6:1:1", ""])
    move = first_attack(game)
    right = "6" * move.dice + ":" + "1" * min(2, game.state.armies[move.dst])

    def ask(text: str) -> str:
        asked.append(text)
        return next(typed, right)

    chance = TypedDice(ask, seed=1, again=True).answer(game.state, move)
    assert isinstance(chance, Roll)
    assert len(asked) == 5
    assert asked[2].startswith("'oops' are not the dice of both sides, like 651:42; dice for ")


def test_cards_of_a_game_with_typed_dice_are_drawn() -> None:
    """Nobody can throw a deal: it comes from seeded luck."""
    game = Game(["a", "b", "c"], edition="2010", dice=TypedDice(lambda text: "1", seed=1))
    assert game.state.phase is Phase.REINFORCE


def test_questions() -> None:
    game = at_war(defend="ask")
    move = next(
        m for m in game.legal_moves(kind=Attack) if game.state.armies[m.dst] > 1 and m.dice > 1
    )
    assert "against 2, like" in question(game.state, move)
    game.push(move)
    assert question(game.state, Defend(1)) == f"{move.dice} against 1, like 651:42"
    assert question(game.state, Place(0, 1)) == "one die"


# -- loaded --------------------------------------------------------------------------------------
def test_loaded_dice_favour_a_seat() -> None:
    game = at_war()
    dice = LoadedDice({game.state.seat: (0, 0, 0, 0, 0, 1)}, seed=1)
    move = first_attack(game)
    faces = Counter[int]()
    for _ in range(200):
        roll = dice.answer(game.state, move)
        assert isinstance(roll, Roll)
        assert set(roll.attack) == {6}
        faces.update(roll.defend)
    assert set(faces) == set(range(1, 7))


def test_loaded_dice_for_everyone() -> None:
    game = Game(["a", "b", "c"], dice=LoadedDice((1, 0, 0, 0, 0, 1), seed=3))
    faces = {face for step in game.steps if isinstance(step.chance, Lots)
             for face in step.chance.faces}  # fmt: skip
    assert faces <= {1, 6}


@pytest.mark.parametrize(
    "weights",
    [
        (1, 1, 1), (0,) * 6, (-1, 1, 1, 1, 1, 1), (math.nan,) * 6, (math.inf,) * 6, ("x",) * 6,
        (None,) * 6, "111111", None, 3,
    ],
)  # fmt: skip
def test_weights_that_are_none(weights: Any) -> None:
    with pytest.raises(ValueError, match="loaded dice need six weights"):
        LoadedDice(weights, seed=1)


@pytest.mark.parametrize("seats", [{}, {"Ada": FAIR}, {"a": FAIR}, {6: FAIR}, {-1: FAIR}])
def test_dice_are_loaded_by_seat(seats: Any) -> None:
    """Any other key would leave the dice fair without a word."""
    with pytest.raises(ValueError, match="by seat, 0 to 5"):
        LoadedDice(seats, seed=1)


@pytest.mark.parametrize("loaded", [SIXES, {0: SIXES, 1: SIXES, 2: (1, 1, 1, 1, 1, 0)}])
def test_dice_with_one_face_still_tell_who_begins(loaded: Any) -> None:
    """They need no seed. Equal for ever, they leave it to fair dice who begins."""
    assert Game(["a", "b", "c"], dice=LoadedDice(loaded)).state.phase is Phase.CLAIM


def test_a_game_with_loaded_dice_is_played_to_its_end() -> None:
    dice = LoadedDice({0: (0, 0, 1, 1, 2, 4)}, seed=5)
    game = Game(["Ada", "Ben"], board="duel", dice=dice, bots={"Ada": "rusher", "Ben": "drifter"})
    assert game.play(turns=200).outcome() is not None
