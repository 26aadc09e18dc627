"""``Game``: pushing, taking back, forking, looking, compound wishes, bad input."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import nan
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from playing import Deciders, Table

from risknb import BoardError, Game, IllegalMove, NotationError, Phase
from risknb.dice import ScriptedDice, SeededDice
from risknb.moves import (
    Advance,
    Attack,
    Blitz,
    Claim,
    ClaimMission,
    Fortify,
    Lots,
    Pass,
    Place,
    Roll,
    RollFirst,
    RollStatus,
    Step,
    Trade,
)
from risknb.notation import move_text
from risknb.reading import short
from risknb.rules import apply, begin, legal_moves
from risknb.state import State

NAMES = ["Ada", "Ben", "Cleo"]
HUGE = 10**5000  # Python refuses to write it out


def quick(seed: int = 1, **more: Any) -> Game:
    """Three players, territories dealt and armies placed: the first decision is a turn's."""
    options = {"setup": "deal", "placing": "auto", **more.pop("options", {})}
    return Game(NAMES, seed=seed, options=options, **more)


def at_war(seed: int = 1, **more: Any) -> Game:
    """A game at its first attack, all reinforcements on one border."""
    game = quick(seed, **more)
    while game.state.phase is not Phase.ATTACK:
        places = [m for m in game.legal_moves(kind=Place) if game.state.hostile[m.at]]
        game.push(max(places, key=lambda m: (m.armies, m.at)))
    return game


def strongest(game: Game) -> Attack:
    armies = game.state.armies
    attacks = [m for m in game.legal_moves(kind=Attack) if isinstance(m, Attack)]
    return max(attacks, key=lambda m: (armies[m.src] - armies[m.dst], m.dice))


# -- making a game -------------------------------------------------------------------------------
def test_the_example_of_the_design() -> None:
    game = Game(NAMES, edition="2018", mode="domination", seed=7)
    assert game.state.phase is Phase.CLAIM
    step = game.push("@ala")
    assert step == Step(game.state.first, Claim(0))
    assert game.owner("Alaska") == game.players[game.state.first]
    assert game.armies("ala") == game.armies(0) == 1
    assert game.hand("Ada") == game.hand(0) == ()
    assert len(game) == len(game.steps)


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (["Ada"], "2 to 6"),
        (["a"] * 2, "same name"),
        (["neutral C", "Ada"], "nobody can be called neutral C"),
        (["Ada", ""], "name"),
        (["Ada", "x" * 65], "name"),
        (["Ada", "two\nlines"], "name"),
        (["Ada", None], "names"),
        ("Ada", "names"),
        ([f"p{n}" for n in range(7)], "2 to 6"),
        ([], "2 to 6"),
    ],
)
def test_players_are_two_to_six_different_names(players: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Game(players, edition="2010")


@pytest.mark.parametrize(
    "bad",
    [
        {"edition": "1066"}, {"mode": "chess"}, {"board": "flat-earth"}, {"board": 3},
        {"options": {"nukes": True}}, {"bots": {"Zoe": "rusher"}}, {"bots": {"Ada": "nobody"}},
        {"bots": {7: "rusher"}}, {"bots": {"Ada": "rusher:1:2:3"}}, {"seed": "x" * 500},
        {"seed": "a\nb"},
    ],
    ids=str,
)  # fmt: skip
def test_a_game_that_cannot_be_made_says_why(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as caught:
        Game(NAMES, **bad)
    assert len(str(caught.value)) > 10


def test_the_same_seed_is_the_same_game() -> None:
    games = [quick(5), quick(5), quick(6)]
    assert games[0].state == games[1].state
    assert games[0].state != games[2].state
    assert str(Game(NAMES).seat("Ben")) == "1"


# -- looking -------------------------------------------------------------------------------------
def test_seats_by_name_letter_and_number() -> None:
    game = quick()
    assert [game.seat(who) for who in ("Ben", "b", 1, np.int64(1))] == [1, 1, 1, 1]
    for nobody in ("Zoe", "d", 3, -1, "", None, 1.5, True, HUGE):
        with pytest.raises(ValueError, match="nobody called"):
            game.seat(nobody)  # type: ignore[arg-type]
    for nobody in (3, -1, None, "Ben"):
        with pytest.raises(ValueError, match="there is no seat"):
            game.state.seen_by(nobody)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 10_000, "3", None, 1.5])
def test_a_step_that_is_not_there(number: Any) -> None:
    with pytest.raises(ValueError, match=r"the game has \d+ steps, not"):
        quick().at(number)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"training": "yes"}, "training is True or False"),
        ({"dice": [6, 6, 6]}, "dice is a source of luck"),
        ({"seed": [1]}, "a number or a text"),
        ({"seed": True}, "a number or a text"),
        ({"bots": {"Ben": "rusher", "b": "turtle"}}, "bots names Ben twice"),
        ({"mode": ""}, "has no mode ''"),
        ({"board": ""}, "there is no board ''"),
    ],
)
def test_what_no_game_can_be_made_with(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Game(["Ada", "Ben", "Cleo"], **wrong)


def test_a_set_of_players_has_no_order() -> None:
    with pytest.raises(ValueError, match="list of names"):
        Game({"Ada", "Ben", "Cleo"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("66:12", r"luck cannot answer 66:12 \(3 against 2, like 651:42\)"),
        ("651:4", r"luck cannot answer 651:4 \(3 against 2, like 651:42\)"),
    ],
)
def test_dice_that_do_not_fit_are_named_as_they_were_written(step: str, why: str) -> None:
    game = at_war()
    move = strongest(game)
    assert (move.dice, game.state.armies[move.dst] > 1) == (3, True)
    before = game.state.text(full=True)
    with pytest.raises(IllegalMove, match=why):
        game.push(f"{move_text(game.board, move)}={step}")
    assert game.state.text(full=True) == before


def test_dice_wait_for_the_defender() -> None:
    """COMB-05: the attack names its dice, then the defender does, then all are thrown."""
    game = at_war(options={"defend": "ask"})
    move = next(m for m in game.legal_moves(kind=Attack) if game.armies(m.dst) > 1)
    dice = "654"[: move.dice]
    with pytest.raises(IllegalMove, match="the defender chooses dice first"):
        game.push(f"{move_text(game.board, move)}={dice}:11")
    game.push(move)
    assert game.push(f"d2={dice}:11").chance == Roll(tuple(map(int, dice)), (1, 1))


@pytest.mark.parametrize("step", ["3", 1.0, None, -1, 10**9, HUGE], ids=short)
def test_steps_that_are_not_there(step: Any) -> None:
    game = quick()
    with pytest.raises(ValueError, match=r"the game has \d+ steps, not"):
        game.at(step)


def test_no_card_is_given_where_none_is_due() -> None:
    with pytest.raises(IllegalMove, match="luck has no say in this move"):
        at_war().push("--=bra")


@pytest.mark.parametrize("place", ["Atlantis", "zzz", 42, -1, None, "", 1.5])
def test_territories_that_are_not_there(place: Any) -> None:
    game = quick()
    for call in (game.owner, game.armies):
        with pytest.raises(BoardError):
            call(place)
    with pytest.raises(BoardError):
        game.legal_moves(src=place if place is not None else "nowhere")


def test_legal_moves_are_a_view_with_filters() -> None:
    game = at_war()
    every = list(game.legal_moves())
    assert len(game.legal_moves()) == len(every)
    assert all(move in game.legal_moves() for move in every)
    src = strongest(game).src
    assert set(game.legal_moves(src=src)) == {m for m in every if getattr(m, "src", -1) == src}
    assert list(game.legal_moves(kind=Pass)) == [Pass()]
    assert Pass() not in game.legal_moves(kind=Attack)
    dst = strongest(game).dst
    assert {m.dst for m in game.legal_moves(dst=game.board.codes[dst])} == {dst}
    assert not game.legal_moves(kind=Claim)
    assert repr(game.legal_moves()).startswith("<LegalMoves (")
    assert "nonsense" not in game.legal_moves()


def test_legal_moves_know_text_as_push_does() -> None:
    game = at_war()
    texts = [move_text(game.board, move) for move in game.legal_moves()]
    assert len(texts) > 3
    assert all(text in game.legal_moves() for text in texts)
    assert "--" in game.legal_moves(kind=Pass)
    assert "--" not in game.legal_moves(kind=Attack)
    attack = strongest(game)
    assert move_text(game.board, attack) not in game.legal_moves(src=attack.dst)
    for text in ("@kam", "no move", "", "ala>nowhere*3", "x" * 100):
        assert text not in game.legal_moves()
    assert "--" not in legal_moves(game.seen_by((game.state.actor + 1) % 3))


def test_a_kind_of_move_may_be_named() -> None:
    game = at_war()
    assert list(game.legal_moves(kind="attack")) == list(game.legal_moves(kind=Attack))
    assert list(game.legal_moves(kind=("PASS", Claim))) == [Pass()]
    assert list(game.legal_moves(kind=["pass", "claim"])) == [Pass()]
    assert not game.legal_moves(kind=())
    for kind in ("atack", Blitz, 3, {"attack"}, ("pass", None)):
        with pytest.raises(ValueError, match=r"is no kind of move\. Known: advance, attack, bribe"):
            game.legal_moves(kind=kind)  # type: ignore[arg-type]


def test_neutrals_have_letters() -> None:
    game = Table("2018", "two-player", 2).game(1)
    assert {game.owner(at) for at in range(42)} == {"P0", "P1", "c"}


# -- pushing -------------------------------------------------------------------------------------
def test_luck_may_be_given() -> None:
    game = at_war()
    move = strongest(game)
    text = f"{game.board.codes[move.src]}>{game.board.codes[move.dst]}*1"
    defence = min(2, game.state.armies[move.dst])
    before = game.state.armies[move.dst]
    step = game.push(f"{text}=6:{'1' * defence}")
    assert step.move == Attack(move.src, move.dst, 1)
    assert game.state.armies[move.dst] == before - 1


@pytest.mark.parametrize(
    "text", ["", "attack!", "ala>kam", "ala+", "zzz+1", "x:1,2,3", "\x00", "ala+1;ala+1"]
)
def test_text_that_is_no_move(text: str) -> None:
    game = quick()
    before = game.state.text(full=True)
    with pytest.raises(NotationError):
        game.push(text)
    assert game.state.text(full=True) == before


@pytest.mark.parametrize(
    "thing", [None, 3, (), (0, 1), [1], ..., Place, Blitz(0, 1), HUGE], ids=short
)
def test_things_that_are_no_move(thing: Any) -> None:
    game = quick()
    before = game.state.text(full=True)
    with pytest.raises(ValueError):
        game.push(thing)
    assert game.state.text(full=True) == before


@pytest.mark.parametrize(
    "move",
    [
        Place(0.0, 1), Place(0, 1.0), Place("ala", 1), Place(0, None), Place(0, True),
        Attack(0, 1, 1), Place(10**9, 1), Place(0, 10**9), Place(0, -1), Place(-1, 1),
        Claim(0), Advance(1), Trade((0, 1, 2)), Trade(()), Trade(None), Trade((0, 0, 0)),
        Trade((0.0, 1.0, 2.0)), Trade("abc"), Fortify(0, 0, 1), Place(0, HUGE), Place(HUGE, 1),
        Attack(0, HUGE, 1), Advance(HUGE), Trade((0, 1, 2), -1, HUGE), ClaimMission(HUGE),
    ],
    ids=short,
)  # fmt: skip
def test_moves_with_nonsense_in_them(move: Any) -> None:
    game = quick()
    before = game.state.text(full=True)
    with pytest.raises(IllegalMove):
        game.push(move)
    assert game.state.text(full=True) == before
    assert type(game.state.reserves[game.state.seat]) is int


ODD = [
    Table("2003", "two-player-active", 2), Table("2018", "capital", 3), Table("2003", "mission", 3),
    Table("2018", "domination", 3, options=(("defend", "ask"), ("reroll", True))),
    Table("2018", "domination", 3, "archipelago", (("commander", True),)),
    Table("five-army", "domination", 3, "archipelago"), Table("2003", "team", 4),
]  # fmt: skip


@pytest.mark.parametrize("table", ODD, ids=lambda table: f"{table.edition}-{table.mode}")
def test_numbers_of_another_kind_are_refused(table: Table) -> None:
    """A 2.0 or True would end in the record, which could not be read again."""
    state, dice = begin(table.game().board, table.rules(), table.seats), SeededDice("odd")
    bots, tried = Deciders(table.seats, Random(4)), set[type]()
    for _ in range(1500):
        if state.over:
            break
        kinds = {type(m): m for m in islice(legal_moves(state), 300)}
        for move in kinds.values():
            tried.add(type(move))
            for odd in _odd_moves(move):
                trial = state.copy()
                with pytest.raises(IllegalMove):
                    apply(trial, odd, dice.answer(state, move))
                assert trial == state
        move = bots.choose(state)
        apply(state, move, dice.answer(state, move))
    assert len(tried) > 6


def _odd_moves(move: Any) -> Iterator[Any]:
    """The move with each whole number as a float, and each amount of one as a truth value."""
    for name, value in zip(move._fields, move, strict=True):
        if type(value) is int:
            yield move._replace(**{name: float(value)})
            if value == 1 and name in ("dice", "armies", "die", "value"):
                yield move._replace(**{name: True})
        elif type(value) is tuple:
            yield move._replace(**{name: tuple(map(float, value))})
            yield move._replace(**{name: list(value)})


def test_an_illegal_move_says_why_and_shows_the_position() -> None:
    game = at_war()
    with pytest.raises(IllegalMove, match="now it is time to attack") as caught:
        game.push("ala+1")
    assert caught.value.reason in str(caught.value)
    assert caught.value.move == Place(0, 1)
    assert isinstance(caught.value, ValueError)


# -- compound wishes -----------------------------------------------------------------------------
def test_place_many_is_all_or_nothing() -> None:
    game = quick()
    own = [at for at, owner in enumerate(game.state.owners) if owner == game.state.seat]
    armies = game.state.reserves[game.state.seat]
    before = game.state.text(full=True)
    foreign = game.state.owners.index((game.state.seat + 1) % 3)
    for wish in ({own[0]: 1, own[1]: armies}, {own[0]: 1, foreign: 1}, {own[0]: 0}):
        with pytest.raises(IllegalMove):
            game.place(wish)
        assert game.state.text(full=True) == before
    made = game.place({game.board.codes[own[0]]: 1, game.board.names[own[1]]: armies - 1})
    assert [step.move for step in made] == [Place(own[0], 1), Place(own[1], armies - 1)]
    assert game.state.phase is Phase.ATTACK


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("stop", [1, 3])
def test_a_blitz_is_single_attacks(seed: int, stop: int) -> None:
    """The same seed gives the same steps, whether they are wished at once or one by one."""
    at_once, by_hand = at_war(seed), at_war(seed)
    src, dst, _ = strongest(at_once)
    made = at_once.blitz(src, dst, stop=stop)
    assert made
    for number in range(len(made)):
        armies = by_hand.state.armies[src]
        assert number == 0 or armies > stop
        by_hand.push(Attack(src, dst, min(3, armies - 1)))
    assert at_once.steps == by_hand.steps
    assert at_once.state == by_hand.state
    taken = at_once.state.phase is Phase.ADVANCE
    assert taken or at_once.state.armies[src] <= max(stop, 1)


def test_a_blitz_may_move_in() -> None:
    for seed in range(20):
        game = at_war(seed)
        src, dst, _ = strongest(game)
        made = game.blitz(src, dst, advance=True)
        if isinstance(made[-1].move, Advance):
            assert game.state.armies[src] == 1
            assert game.state.owners[dst] == game.state.seat
            return
    pytest.fail("no blitz of twenty took its territory")


def test_a_blitz_stops_where_somebody_else_decides() -> None:
    game = at_war(options={"defend": "ask"})
    armies = game.state.armies
    src, dst, _ = max(
        (m for m in game.legal_moves(kind=Attack) if armies[m.dst] > 1), key=lambda m: armies[m.src]
    )
    assert len(game.blitz(src, dst)) == 1
    assert game.state.phase is Phase.DEFEND


@pytest.mark.parametrize("options", [{}, {"defend": "ask"}])
def test_a_blitz_that_cannot_begin(options: dict[str, str]) -> None:
    game = at_war(options=options)
    src, dst, _ = strongest(game)
    before = game.state.text(full=True)
    for stop in 0, 0.5, nan:
        with pytest.raises(IllegalMove, match="one army always stays"):
            game.blitz(src, dst, stop=stop)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="that is no move"):
        game.carry_out(Blitz("ala", dst, 1, False))  # type: ignore[arg-type]
    with pytest.raises(IllegalMove):
        game.blitz(dst, src)
    with pytest.raises(BoardError):
        game.blitz("Atlantis", dst)
    assert game.state.text(full=True) == before


@pytest.mark.parametrize("wish", [Blitz(-1, 0), Blitz(0, 99), Blitz(None, ()), Blitz(0, 1, "x")])
def test_a_wish_that_cannot_be_carried_out(wish: Blitz) -> None:
    game = at_war()
    before, steps = game.state.text(full=True), len(game)
    with pytest.raises(IllegalMove):
        game.carry_out(wish)
    assert (game.state.text(full=True), len(game)) == (before, steps)


def test_a_wish_is_no_move() -> None:
    game = at_war()
    src, dst, _ = strongest(game)
    with pytest.raises(IllegalMove, match="no move"):
        game.push(Blitz(src, dst))


def test_the_record_is_the_same_whenever_it_is_looked_at() -> None:
    """A volley is kept in short and written out when somebody reads the steps."""
    looked_at, left_alone = (quick(bots=dict.fromkeys("abc", "rusher")) for _ in "ab")
    while not looked_at.state.over and looked_at.state.turn < 30:
        looked_at.play(0)
        assert looked_at.at(len(looked_at.steps)) == looked_at.state
    left_alone.play(29)
    assert left_alone.steps[: len(looked_at)] == looked_at.steps


def test_the_end_of_a_turn_is_saved_as_single_steps(tmp_path: Path) -> None:
    game = quick(options={"cards": False}, autosave=tmp_path / "a.rgn",
                 bots=dict.fromkeys("abc", "rusher"))  # fmt: skip
    game.play(9)
    assert len(game) == len(game.steps)
    assert (tmp_path / "a.rgn").read_text() == str(game)
    assert [step.move for step in game.steps].count(Pass()) >= 18


def with_hand(text: str, **more: Any) -> Game:
    """A game whose acting seat holds these cards at the start of its turn."""
    game = quick(**more)
    state = game.state
    cards = tuple(sorted(game.board.codes.index(c) if c[0] != "w" or c[1:].isalpha()
                         else 41 + int(c[1]) for c in text.split()))  # fmt: skip
    state.hands[state.seat] = cards
    state.deck = tuple(card for card in state.deck if card not in cards)
    return game


def test_the_best_trade() -> None:
    """T-CARD-12: of two sets worth the same, the one that brings two armies more."""
    game = quick()
    assert game.best_trade() is None
    game = with_hand("ala alb wus arg w1")
    best = game.best_trade()
    assert best is not None
    assert best in game.legal_moves()
    assert 42 not in best.cards  # the wild card is kept
    step = game.push(best)
    assert step.move == best
    assert game.state.sets == 1


def test_the_best_trade_of_the_fixed_table() -> None:
    """CARD-12: one of each is worth ten, three infantry four."""
    game = with_hand("ala alb wus cam eus", edition="2003", mode="mission")
    best = game.best_trade()
    assert best is not None
    before = game.state.reserves[game.state.seat]
    game.push(best)
    assert game.state.reserves[game.state.seat] - before == 10


# -- taking back ---------------------------------------------------------------------------------
def test_own_decisions_without_luck_are_taken_back() -> None:
    game = quick()
    before = game.state.text(full=True)
    own = game.state.owners.index(game.state.seat)
    step = game.push(Place(own, 1))
    assert game.can_pop()
    assert game.pop() == step
    assert game.state.text(full=True) == before
    assert not game.can_pop()  # what is left was luck


def test_not_across_luck() -> None:
    game = at_war()
    game.push(strongest(game))
    assert not game.can_pop()
    before = game.state.text(full=True)
    with pytest.raises(ValueError, match="training"):
        game.pop()
    assert game.state.text(full=True) == before


def test_not_across_somebody_else() -> None:
    game = Game(NAMES, seed=1)
    game.push("@ala")
    with pytest.raises(ValueError, match="somebody else"):
        game.pop()


def test_not_after_the_end() -> None:
    game = Table("2010", "domination", 2, "duel").game(1)
    bots = Deciders(2, Random(1))
    while not game.state.over:
        game.push(bots.choose(game.state))
    assert not game.can_pop()
    with pytest.raises(IllegalMove, match="over"):
        game.push(Pass())


def test_a_training_game_takes_back_anything_and_says_so() -> None:
    game = at_war(training=True)
    states = []
    for _ in range(4):
        if game.state.phase is not Phase.ATTACK:
            break
        states.append(game.state.text(full=True))
        game.push(strongest(game))
    while states:
        game.pop()
        assert game.state.text(full=True) == states.pop()
    assert '[Training "yes"]' in str(game)
    assert "Training" not in str(at_war())


def test_luck_taken_back_never_comes_again() -> None:
    game = at_war(training=True)
    move = strongest(game)
    rolls = set()
    for _ in range(12):
        rolls.add(game.push(move).chance)
        game.pop()
    assert len(rolls) > 3


def test_what_luck_alone_did_is_nothing_to_take_back() -> None:
    game = Game(["Ada", "Ben"], board="duel", dice=ScriptedDice([Lots((1, 2))]), training=True)
    assert [step.move for step in game.steps] == [RollFirst()]
    assert not game.can_pop()
    with pytest.raises(ValueError, match="taken back"):
        game.pop()


def test_a_status_roll_goes_back_with_the_decision_before_it() -> None:
    settings = {"edition": "2003", "mode": "two-player-active", "seed": 4, "training": True}
    game = Game(["Ada", "Ben"], bots={"Ada": "rusher", "Ben": "rusher"}, **settings)
    while not isinstance(game.steps[-1].move, RollStatus):
        game.carry_out(game.bot_of(game.state.actor).choose(game.seen_by(game.state.actor)))
    taken = game.pop()
    assert not isinstance(taken.move, RollStatus)
    assert game.state.phase is not Phase.STATUS
    assert Game.parse(str(game)).state == game.state


# -- the past ------------------------------------------------------------------------------------
def test_every_state_of_the_past() -> None:
    game, bots = quick(3), Deciders(3, Random(3))
    texts = {len(game.steps): game.state.text(full=True)}
    for _ in range(60):
        game.push(bots.choose(game.state))
        texts[len(game.steps)] = game.state.text(full=True)
    for number, text in texts.items():
        assert game.at(number).text(full=True) == text
    assert game.at(0) == begin(game.board, game.rules, 3)
    for number in (-1, len(game.steps) + 1):
        with pytest.raises(ValueError, match="steps"):
            game.at(number)


def test_a_fork_shares_the_past_and_has_luck_of_its_own() -> None:
    game = at_war(4)
    move = strongest(game)
    forks = [game.fork() for _ in range(12)]
    assert all(fork.state == game.state for fork in forks)
    assert len({fork.push(move).chance for fork in forks}) > 3
    game.push(Pass())
    assert all(len(fork.steps) == len(forks[0].steps) for fork in forks)
    earlier = game.fork(at=2)
    assert earlier.steps[:2] == game.steps[:2]
    with pytest.raises(ValueError):
        game.fork(at=10**6)


def test_states_are_copied_not_shared() -> None:
    game = at_war()
    copy = game.state.copy()
    assert copy == game.state
    game.push(strongest(game))
    assert copy != game.state
    assert copy.copy() == copy
    assert game.state != 3


# -- bots ----------------------------------------------------------------------------------------
def test_bots_play_until_a_human_must() -> None:
    game = quick(bots={"Ben": "rusher", "c": "drifter"})
    game.play()
    assert game.state.actor == 0 or game.state.over
    assert [game.is_bot(name) for name in NAMES] == [False, True, True]
    assert game.bot_names == {1: "rusher", 2: "drifter"}


def test_bots_play_to_the_end() -> None:
    game = Game(NAMES, board="archipelago", edition="2010", seed=2,
                bots=dict.fromkeys(NAMES, "rusher"))  # fmt: skip
    outcome = game.play(turns=300).outcome()
    assert outcome is not None
    assert outcome.reason == "conquest"
    assert outcome == game.state.outcome()


def test_a_bot_may_attack_when_it_is_behind() -> None:
    """The edge of a rusher may be negative; one army still stays at home."""
    game = quick(bots=dict.fromkeys(NAMES, "rusher:-3"))
    assert game.play(turns=40).state.turn > 20 or game.state.over


def test_a_turn_cap_stops_the_bots() -> None:
    game = quick(bots=dict.fromkeys(NAMES, "drifter"))
    game.play(turns=2)
    assert 2 <= game.state.turn <= 4


class Cheat:
    """A bot that wants what it may not have."""

    def choose(self, view: Any) -> Any:
        return Place(view.owners.index((view.me + 1) % 3), 99)


def test_a_bot_that_cheats_is_stopped() -> None:
    game = quick(bots={name: Cheat() for name in NAMES})
    before = game.state.text(full=True)
    with pytest.raises(IllegalMove):
        game.play()
    assert game.state.text(full=True) == before


def test_the_rules_and_the_game_agree() -> None:
    """The plain functions with the same dice lead to the same position as the game object."""
    game, bots = Game(NAMES, seed="same"), Deciders(3, Random(8))
    state: State = begin(game.board, game.rules, 3)
    dice = SeededDice("same")
    for _ in range(250):
        if state.phase is Phase.FIRST:
            move = next(iter(legal_moves(state)))
        else:
            move = bots.choose(state)
            game.push(move)
        apply(state, move, dice.answer(state, move))
    while state.phase is Phase.FIRST:
        apply(state, RollFirst(), dice.answer(state, RollFirst()))
    assert state == game.state


@pytest.mark.parametrize("players", [3, None, "Ada", ["Ada", 3], [["Ada"], "Ben"]])
def test_players_are_a_list_of_names(players: Any) -> None:
    with pytest.raises(ValueError, match="players is a list of names"):
        Game(players)


@pytest.mark.parametrize(
    ("bots", "words"), [(["rusher"], "bots is a table"), ({"Ada": 3}, "3 is no bot")]
)
def test_bots_are_a_table_of_bots(bots: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Game(["Ada", "Ben"], edition="2010", bots=bots)
