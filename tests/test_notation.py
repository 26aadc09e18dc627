"""Positions, views, moves and steps as text: there and back, refused where malformed."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import Deciders, Table, plain_tables, with_options

from risknb import Game, NotationError, State
from risknb.board import load
from risknb.dice import SeededDice
from risknb.moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Chance,
    Claim,
    ClaimMission,
    Command,
    Deal,
    Dealer,
    DealMissions,
    DealTerritories,
    Defend,
    Die,
    Draw,
    Fortify,
    Headquarters,
    Levy,
    Lots,
    MissionDeal,
    Move,
    Pass,
    PickDealer,
    Place,
    Reroll,
    Roll,
    RollFirst,
    RollStatus,
    Step,
    Trade,
)
from risknb.notation import (
    MAX_TEXT,
    PHASES,
    card_text,
    letter,
    move_text,
    parse_card,
    parse_move,
    parse_step,
    step_text,
)
from risknb.rules import apply, begin, legal_moves
from risknb.state import HIDDEN, Phase

CLASSIC = load("classic")
DUEL = load("duel")
TABLES = list(plain_tables())

#: Every form of the notation, with luck's answer where there is one.
FORMS: list[tuple[str, Move, Chance | None]] = [
    ("@ala", Claim(0), None),
    ("ala+3", Place(0, 3), None),
    ("x:ala,bra,w1", Trade((0, 10, 42)), None),
    ("x:ala,bra,w2@ala", Trade((0, 10, 43), 0), None),
    ("x:ala,bra,w1=10", Trade((0, 10, 42), -1, 10), None),
    ("x:ala,bra,w1@bra=4", Trade((0, 10, 42), 10, 4), None),
    ("ala>kam*3", Attack(0, 31, 3), None),
    ("ala>kam*3=651:42", Attack(0, 31, 3), Roll((6, 5, 1), (4, 2))),
    ("d2", Defend(2), None),
    ("d2=651:42", Defend(2), Roll((6, 5, 1), (4, 2))),
    ("r1=5", Reroll(0), Die(5)),
    ("^1", Command(0), None),
    ("!3", Advance(3), None),
    ("/", CallOff(), None),
    ("?c=3", RollStatus(2), Die(3)),
    ("ala~nwt:4", Fortify(0, 5, 4), None),
    ("ala~nwt:4=bra", Fortify(0, 5, 4), Draw(10)),
    ("--", Pass(), None),
    ("--=w2", Pass(), Draw(43)),
    ("$c:bra", Bribe(2, 10), None),
    ("&c=4", Levy(2), Die(4)),
    ("#ala", Headquarters(0), None),
    ("m:GEN2", ClaimMission("GEN2"), None),
    ("first=426", RollFirst(), Lots((4, 2, 6))),
    ("dealer=b", PickDealer(), Dealer(1)),
    ("deal=" + "ab" * 21, DealTerritories(), Deal((0, 1) * 21)),
    ("missions=GEN1,MAJ2|GEN3,MAJ1", DealMissions(),
     MissionDeal((("GEN1", "MAJ2"), ("GEN3", "MAJ1")))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "move", "chance"), FORMS, ids=lambda value: str(value)[:20])
def test_every_form_reads_and_writes(text: str, move: Move, chance: Chance | None) -> None:
    found = parse_step(CLASSIC, text)
    assert found == (move, chance)
    assert type(found[0]) is type(move)
    assert step_text(CLASSIC, Step(0, move, chance)) == text


def test_the_forms_are_all_kinds_of_moves() -> None:
    assert {type(move) for _, move, _ in FORMS} == set(Move.__args__)
    kinds = {type(chance) for _, _, chance in FORMS if chance is not None}
    assert kinds == set(Chance.__args__)


@pytest.mark.parametrize("card", range(44))
def test_cards(card: int) -> None:
    assert parse_card(CLASSIC, card_text(CLASSIC, card)) == card


def test_letters_and_phases() -> None:
    assert [letter(army) for army in (-1, 0, 5, 9)] == ["-", "a", "f", "j"]
    assert card_text(CLASSIC, HIDDEN) == "?"
    assert set(PHASES) == set(Phase)
    assert len(set(PHASES.values())) == len(Phase)


# -- every reachable position tried --------------------------------------------------------------
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_positions_views_and_steps_of_a_game(number: int) -> None:
    """Every field of a position is in its text; a view has a text that parses back to the view."""
    table = with_options(TABLES[number], Random(number)) if number % 2 else TABLES[number]
    rules, board, seats = table.rules(), table.game().board, table.seats
    state, dice = begin(board, rules, seats), SeededDice(str(number))
    bots = Deciders(seats, Random(number))
    for count in range(500):
        if count < 30 or count % 7 == 0 or state.phase > Phase.ATTACK:
            again = State.parse(state.text(full=True))
            assert again == state
            assert again.digest() == state.digest()
            view = state.seen_by(count % seats)
            assert State.parse(view.text(), board, rules, seats) == view.copy()
        if state.over:
            break
        move = bots.choose(state)
        chance = dice.answer(state, move)
        text = step_text(board, Step(state.actor, move, chance))
        assert parse_step(board, text) == (move, chance)
        assert type(parse_step(board, text)[0]) is type(move)
        apply(state, move, chance)
    assert count > 5


def test_every_legal_move_of_a_position_has_its_own_text() -> None:
    for number in (0, 5, 12, 20):
        game, bots = TABLES[number].game(number), Deciders(TABLES[number].seats, Random(number))
        for _ in range(150):
            if game.state.over:
                break
            moves = list(legal_moves(game.state))
            texts = [move_text(game.board, move) for move in moves]
            assert len(set(texts)) == len(moves)
            assert [parse_move(game.board, text) for text in texts] == moves
            game.push(bots.choose(game.state))


def test_hidden_things_are_counted() -> None:
    game = Table("2003", "mission", 3).game(1)
    text = game.state.seen_by(1).text()
    assert "k:?44" in text
    assert "m:?4|" in text
    assert "?" not in game.state.text(full=True)


def test_a_full_position_tells_what_is_played() -> None:
    text = quick("2018", "capital", {"army_cap": True}).state.text(full=True)
    assert text.endswith(' on:["classic",3,"2018","capital",{"army_cap":true}]')
    assert "on:" not in quick("2018", "capital", {}).state.text()


def quick(edition: str, mode: str, options: dict[str, Any]) -> Game:
    return Game(["Ada", "Ben", "Cleo"], edition=edition, mode=mode, options=options, seed=1)


def test_house_rules_and_a_missing_line_are_told(tmp_path: Path) -> None:
    house = tmp_path / "our own.toml"
    house.write_text('base = "2003"\n[modes."by night"]\nset_values = [1, 2]\nmove = "adjacent"\n')
    for state in (
        quick(str(house), "by night", {}).state,
        quick("2010", "domination", {"east_africa_line": False}).state,
    ):
        assert State.parse(state.text(full=True)) == state


def test_a_text_never_says_which_file_to_open(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes((files("risknb.data") / "boards" / "duel.json").read_bytes())
    state = Game(["Ada", "Ben"], board=file, seed=1).state
    with pytest.raises(NotationError, match="has to be named again"):
        State.parse(state.text(full=True))
    assert State.parse(state.text(full=True), state.board) == state


@pytest.mark.parametrize(
    "told",
    [
        "", "on:", "on:[]", "on:3", 'on:["duel",2,"2018","domination"]', "on:" + "[" * 3000,
        'on:["duel",7,"2018","domination",{}]', 'on:["duel","2","2018","domination",{}]',
        'on:["duel",2.0,"2018","domination",{}]', 'm:SM1|SM2 on:["duel",2,"2018","domination",{}]',
        'on:["duel",2,"2018","domination",{"mission_deck":"x"}]',
        'on:["mars",2,"2018","domination",{}]', 'on:["duel",2,"2018","domination",{"x":1}]',
        'on:["duel",2,"2018","domination",{"cards":3}]', 'on:["duel",2,[],{},{}]',
        'on:[["duel"],2,"2018","domination",{}]', 'on:["duel",2,"2018","domination",[1]]',
    ],
)  # fmt: skip
def test_a_text_that_does_not_tell_what_is_played(told: str) -> None:
    with pytest.raises(NotationError):
        State.parse(f"a4a1b2/b1b3a2 a A 1 {told}".strip())


def test_a_quota_of_nothing_is_none() -> None:
    duel = Game(["Ada", "Ben"], board="duel", edition="2010", seed=1).state
    state = State.parse("a4a1b2/b1b3a2 a A 1 q:0,0", duel.board, duel.rules, 2)
    assert state == State.parse("a4a1b2/b1b3a2 a A 1", duel.board, duel.rules, 2)
    assert state == State.parse(state.text(full=True))


def test_team_mates_share_a_square() -> None:
    """TEAM-03: units of several seats read ``a2+c1``; a tie is nobody's."""
    table = Table("2003", "team", 4)
    game = table.game(1)
    rest = "/".join(["a1" * len(c.members) for c in game.board.continents[1:]])
    land = "a2+c2" + "b1d1a3+c1c1" + "a1" * 4
    text = f"{land}/{rest} a A 3 do:p h:ala|bra"
    state = State.parse(text, game.board, game.rules, 4)
    assert state.owners[:4] == [-1, 1, 3, 0]
    assert state.armies[0] == 4
    assert state.hands == [(0,), (10,), (0,), (10,)]
    assert state.text(full=True).partition(" on:")[0] == text
    with pytest.raises(NotationError, match="only team mates share a territory"):
        State.parse(text.replace("a2+c2", "a2+b2"), game.board, game.rules, 4)


# -- malformed text ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "", " ", "ala", "ala>", "ala>kam", "ala>kam*", "ala>kam*x", "ala>kam*-1", "ala>kam*3=",
        "ala>kam*3=7:1", "ala>kam*3=651", "ala>kam*3=651:", "ala>kam*3=651:42:1", "ALA>KAM*3",
        "ala>kam*3 ", "ala+", "ala+-1", "ala+9999999", "ala+٣", "ala>kam*٣", "x:", "x:ala,bra",
        "zzz+1", "x:ala,bra,w3", "x:ala,bra,per,ven", "x:ala,bra,w1@", "!", "!x", "!99999999", "d",
        "d99", "r", "r0x", "^", "?", "?z", "?cc", "$", "$c", "$cbra", "$c:zzz", "&", "@", "@zzz",
        "#", "m:", "m:GEN 2", "m:" + "x" * 99, "--=", "--=zzz", "first=", "first=7",
        "first=1234567", "dealer=z", "deal=xyz", "missions=", "missions=<b>",
        "!3=5", "@ala=3", "<", ";", "%", "%s",
        "a" * 5000, "\x00", "ala>kam*3\n", "ａla+1", "{}", "deal=" + "a" * 5000,
    ],
)  # fmt: skip
def test_text_that_is_no_step(text: str) -> None:
    with pytest.raises(NotationError):
        parse_step(CLASSIC, text)


@pytest.mark.parametrize("thing", [None, 3, b"ala+3", ["ala+3"], Place(0, 1)])
def test_things_that_are_no_text(thing: object) -> None:
    with pytest.raises(NotationError):
        parse_step(CLASSIC, thing)  # type: ignore[arg-type]


RULES = Table("2018", "domination", 2, "duel").rules()
GOOD = "a4a1b2/b1b3a2 a A 1 do:p h:hea|? k:?5 o:a".replace("|?", "|?1")


def test_a_position_reads() -> None:
    state = State.parse(GOOD, DUEL, RULES, 2)
    assert state.armies == [4, 1, 2, 1, 3, 2]
    assert state.owners == [0, 0, 1, 1, 1, 0]
    assert state.text(full=True).partition(" on:")[0] == GOOD


@pytest.mark.parametrize(
    "text",
    [
        "", "a4a1b2", "a4a1b2/b1b3a2", "a4a1b2/b1b3a2 a A", "a4a1/b1b3a2 a A 1",
        "a4a1b2/b1b3a2/a1 a A 1", "a4a1b2b1b3a2 a A 1", "a4a1c2/b1b3a2 a A 1",
        "a4a1b2/b1b3a2 c A 1", "a4a1b2/b1b3a2 a Q 1", "a4a1b2/b1b3a2 a A x",
        "a4a1b2/b1b3a2 a A 9999999", "a4a1b2/b1b3a2 a A 1 zz:1", "a4a1b2/b1b3a2 a A 1 r:1",
        "a4a1b2/b1b3a2 a A 1 r:1,2,3", "a4a1b2/b1b3a2 a A 1 r:-1,2", "a4a1b2/b1b3a2 a A 1 h:hea",
        "a4a1b2/b1b3a2 a A 1 h:zzz|", "a4a1b2/b1b3a2 a A 1 k:?999", "a4a1b2/b1b3a2 a A 1 do:z",
        "a4a1b2/b1b3a2 a A 1 a:hea>zzz*1", "a4a1b2/b1b3a2 a A 1 a:hea>pas*9",
        "a4a1b2/b1b3a2 a A 1 d:7:1", "a4a1b2/b1b3a2 a A 1 de:1", "a4a1b2/b1b3a2 a A 1 w:a.luck",
        "a4a1b2/b1b3a2 a A 1 i:", "a4a1b2/b1b3a2 a A 1 hq:hea.moo", "a4a1b2/b1b3a2 a A 1 b:ahea",
        "a4a1b2/b1b3a2 a A 1 al:a", "a4+b1a1b2/b1b3a2 a A 1", "a9999999a1b2/b1b3a2 a A 1",
        "a4a1b2/b1b3a2 a A 1 h:hea|hea", "a4a1b2/b1b3a2 a A 1 k:w1 t:w1", "---/--- a O 0 co:ab o:a",
        "a4a1b2/b1b3a2 a X 1 a:hea>pas*2 d:1:1",
        "a4a1b2/b1b3a2 a E 1 a:hea>pas*4", "a4a1b2/b1b3a2 a V 1 a:hea>ben*1",
        "a4a1b0/b1b3a2 a A 1", "---/--- a F 3", "a4a1a0/b0b3a2 a V 1 a:hea>pas*1",
        "a4a1b2/b1b3a2 a M 1", "a4a1b2/b1b3a2 a O 1", "a4a1b2/b1b3a2 a P 1",
        "a4a1b2/b1b3a2 a H 1", "a4a1b2/b1b3a2 a E 1", "a4a1b2/b1b3a2 a X 1 a:hea>pas*1",
        "a4a1b2/b1b3a2 a V 1", "a4a1b2/b1b3a2 a T 1", "a4a1b2/b1b3a2 a Z 1",
        "a4a1b2/b1b3a2 a A 1 m:x", "a4a1b2/b1b3a2 a A 1 m:|", "a4a1b2/b1b3a2 a A 1 md:|",
        "a4a1b2/b1b3a2 a A 1 by:z", "-" * (MAX_TEXT + 1), "\x00",
    ],
)  # fmt: skip
def test_text_that_is_no_position(text: str) -> None:
    with pytest.raises(NotationError):
        State.parse(text, DUEL, RULES, 2)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.text(alphabet="ahlkmbre012369>*+~:=@!?$&#^/-x,w|. ", max_size=20))
def test_any_text_is_a_step_or_a_notation_error(text: str) -> None:
    try:
        move, chance = parse_step(DUEL, text)
    except NotationError:
        return
    again = step_text(DUEL, Step(0, move, chance))
    assert parse_step(DUEL, again) == (move, chance)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.integers(0, len(GOOD) - 1), st.text(max_size=3), st.integers(0, 3))
def test_a_damaged_position_is_another_one_or_a_notation_error(
    at: int, put: str, gone: int
) -> None:
    text = GOOD[:at] + put + GOOD[at + gone :]
    try:
        state = State.parse(text, DUEL, RULES, 2)
    except NotationError:
        return
    assert State.parse(state.text(full=True), DUEL, RULES, 2) == state
