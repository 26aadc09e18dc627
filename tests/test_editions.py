"""Editions, modes, options and house rules; what makes no sense is refused with a sentence."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invariants import check, check_state
from playing import VALUES, Deciders

from risknb import Game
from risknb.board import load
from risknb.dice import SeededDice
from risknb.editions import (
    CHOICES,
    EDITIONS,
    NAMES,
    OPTIONS,
    RANGES,
    Rules,
    RulesError,
    check_players,
    default_mode,
    edition_file,
    from_switches,
    modes,
    rules_for,
)
from risknb.moves import Step, Trade
from risknb.reading import short
from risknb.rules import apply, begin

CLASSIC = load("classic")
#: Section 5 of the rules: modes and the players each is for.
PLAYERS = {
    ("2003", "domination"): (3, 4, 5, 6),
    ("2003", "two-player"): (2,),
    ("2003", "two-player-active"): (2,),
    ("2003", "mission"): (3, 4, 5, 6),
    ("2003", "team"): (4, 6),
    ("2010", "domination"): (2, 3, 4, 5, 6),
    ("five-army", "secret-mission"): (3, 4, 5),
    ("five-army", "domination"): (3, 4, 5),
    ("five-army", "two-player"): (2,),
    ("five-army", "capital"): (3, 4, 5),
    ("2018", "domination"): (3, 4, 5, 6),
    ("2018", "two-player"): (2,),
    ("2018", "capital"): (3, 4, 5, 6),
}


def refused(words: str, *args: Any, **kwargs: Any) -> str:
    """The sentence of a refusal; it must hold *words* and read like one."""
    with pytest.raises(RulesError, match=words) as caught:
        rules_for(*args, **kwargs)
    sentence = str(caught.value)
    assert " " in sentence
    assert len(sentence) < 300
    return sentence


# -- what there is -------------------------------------------------------------------------------
def test_every_edition_has_its_modes() -> None:
    assert [(e, m) for e in EDITIONS for m in modes(e)] == [
        *((e, m) for e in EDITIONS for (e2, m) in PLAYERS if e == e2)
    ]
    assert {default_mode(edition) for edition in EDITIONS} == {"domination"}


@pytest.mark.parametrize(
    ("edition", "players", "board", "mode"),
    [
        ("2018", 2, "classic", "two-player"),
        ("2003", 2, "classic", "two-player"),
        ("five-army", 2, "classic", "two-player"),
        ("2010", 2, "classic", "domination"),
        ("2018", 2, "duel", "domination"),
        ("2018", 3, "classic", "domination"),
    ],
)
def test_two_who_name_no_mode_get_the_one_made_for_two(
    edition: str, players: int, board: str, mode: str
) -> None:
    """The players of every mode: section 5."""
    assert rules_for(edition, players=players, board=load(board)).mode == mode


@pytest.mark.parametrize("key", PLAYERS, ids="-".join)
def test_players_of_every_mode(key: tuple[str, str]) -> None:
    for players in range(1, 8):
        if players in PLAYERS[key]:
            assert rules_for(*key, players=players, board=CLASSIC).mode == key[1]
        else:
            refused("players", *key, players=players)


def test_starting_armies() -> None:
    """SETUP-01, T-SETUP-1, N03-02, N40-01."""
    for edition in ("2003", "2018"):
        start = rules_for(edition, players=3).start
        assert [start[n] for n in (3, 4, 5, 6)] == [35, 30, 25, 20]
    assert rules_for("five-army", players=3).start == {3: 35, 4: 30, 5: 25}
    assert rules_for("2010", players=2).start == {}
    two = rules_for("2003", "two-player", players=2)
    assert (two.start[2], two.neutrals, two.neutral_armies) == (36, 4, 24)
    forty = rules_for("2018", "two-player", players=2)
    assert (forty.start[2], forty.neutrals, forty.neutral_armies) == (40, 1, 40)


def test_the_matrix_of_the_editions() -> None:
    """The switches of section 5, one line an edition."""
    found = {e: rules_for(e, players=3) for e in EDITIONS}
    for name, values in {
        "setup": ("claim", "deal", "claim", "claim"),
        "first_turn": ("roll", "dealer", "placer", "roll"),
        "territory_bonus": (0, 0, 2, 2),
        "elim_force": (5, 6, 6, 5),
        "elim_may": (False, True, False, False),
        "draw": ("after_move", "after_move", "before_move", "before_move"),
        "move": ("connected", "adjacent", "connected", "connected"),
        "discard": ("pile", "pile", "pile", "bottom"),
        "deck": ("A", "A", "B", "A"),
        "hand_limit": (0, 5, 0, 0),
        "force_start": (5, 5, 5, 5),
    }.items():
        assert tuple(getattr(found[e], name) for e in EDITIONS) == values, name


def test_rules_are_frozen_and_written_out_in_full() -> None:
    rules = rules_for("2018", "capital", players=4, options={"commander": True})
    assert from_switches(rules.switches()) == rules
    assert tuple(rules.switches()) == NAMES
    with pytest.raises(AttributeError):
        rules.setup = "deal"  # type: ignore[misc]
    assert rules.decides
    assert rules_for("2018", players=3, options={"army_cap": True}).cap == 12


def test_small_boards_carry_their_own_numbers() -> None:
    duel = load("duel")
    for edition in EDITIONS:
        assert rules_for(edition, players=2, board=duel).start == {2: 8}
        sea = load("archipelago")
        start = rules_for(edition, players=4, board=sea).start
        assert start == {2: 20, 3: 16, 4: 13}
        refused("made for domination", edition, "capital" if edition != "2010" else "mission",
                players=2, board=duel) if "capital" in modes(edition) else None  # fmt: skip
    refused("for 2 players", "2018", players=3, board=duel)


@pytest.mark.parametrize("deck", "AB")
def test_a_board_of_one_deck_is_played_with_it_in_every_edition(deck: str) -> None:
    """The symbols that a board carries replace the edition's (COMP-03)."""
    duel = load("duel")
    plain = replace(duel, name="plain", decks={deck: duel.decks[deck]})
    for edition in EDITIONS:
        bots = dict.fromkeys(("Ada", "Ben"), "turtle")
        game = Game(list(bots), edition=edition, board=plain, seed=2, bots=bots).play(turns=60)
        assert game.rules.deck == deck
        assert any(isinstance(step.move, Trade) for step in game.steps), "no set was turned in"
        assert Game.parse(str(game), board=plain).state == game.state


def test_rules_that_want_a_deck_the_board_lacks() -> None:
    duel = load("duel")
    plain = replace(duel, name="plain", decks={"A": duel.decks["A"]})
    with pytest.raises(RulesError, match="plain has no card symbols of deck B"):
        check_players(rules_for("five-army", players=2, board=duel), 2, plain)


# -- refused -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "edition", "mode", "players", "options"),
    [
        ("no edition '1999'", "1999", None, 3, {}),
        ("did you mean '2018'", "2081", None, 3, {}),
        ("no mode 'dominion'; did you mean 'domination'", "2018", "dominion", 3, {}),
        ("no mode 'team'", "2018", "team", 4, {}),
        ("no option 'comander'; did you mean 'commander'", "2018", None, 3, {"comander": True}),
        ("setup is one of claim, deal", "2018", None, 3, {"setup": "lottery"}),
        ("defend is one of", "2018", None, 3, {"defend": 2}),
        ("whole number from 1 to 3", "2018", None, 3, {"defend_dice": 4}),
        ("whole number from 1 to 3", "2018", None, 3, {"defend_dice": True}),
        ("True or False", "2018", None, 3, {"cards": "no"}),
        ("True or False", "2018", None, 3, {"commander": 1}),
        ("fixed table", "2003", "mission", 3, {"expert_sets": True}),
        ("fixed table", "2003", "team", 4, {"expert_sets": True}),
        ("expert_sets needs cards", "2018", None, 3, {"expert_sets": True, "cards": False}),
        ("reroll needs cards", "2018", None, 3, {"reroll": True, "cards": False}),
        ("three have no short form", "2018", "capital", 3, {"capital_short": True}),
        ("belongs to the capital mode", "2018", None, 4, {"capital_short": True}),
        ("secret-mission mode$", "2018", None, 3, {"mission_deck": "five-army"}),
        ("house rules may name another", "2003", "mission", 3, {"mission_deck": "mine.toml"}),
        ("need a mission_deck", "five-army", "secret-mission", 3, {"mission_deck": ""}),
        ("no mode 'capital'; it has domination", "2010", "capital", 3, {}),
        ("two-player-active", "2018", None, 3, {"status_roll": "end_of_combat"}),
        ("two-player-active", "2018", None, 3, {"status_roll": "invasion"}),
        ("nothing to claim with", "2010", None, 3, {"setup": "claim"}),
        ("nothing to claim with", "2003", "two-player", 2, {"setup": "claim"}),
        ("bribed", "2003", "two-player-active", 2, {"cards": False}),
        ("need cards", "2003", "mission", 3, {"cards": False}),
        ("'forced' or 'any'", "2018", None, 3, {"trade_after_elimination": "never"}),
        ("no armies for pictured", "2003", None, 3, {"territory_bonus_cap": "set"}),
        ("elimination ends the game", "2003", "team", 4, {"trade_after_elimination": "any"}),
        ("elimination ends the game", "2018", "two-player", 2, {"trade_after_elimination": "any"}),
        ("elimination ends the game", "2010", None, 2, {"trade_after_elimination": "forced"}),
        ("nothing to choose", "2018", None, 3, {"defend": "ask", "defend_dice": 1}),
        ("options is a table", "2018", None, 3, ["commander"]),
        ("has no mode 3", "2018", 3, 3, {}),
        ("has no mode", "2018", ["domination"], 3, {}),
        ("trade_after_elimination needs cards|nothing is traded", "2018", None, 3,
         {"trade_after_elimination": "any", "cards": False}),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_a_sentence(
    words: str, edition: str, mode: Any, players: int, options: Any
) -> None:
    refused(words, edition, mode, players=players, options=options)


@pytest.mark.parametrize(
    "value", [None, 1.5, [], {}, "x" * 500, 10**40, 10**5000, b"deal", float("nan")], ids=short
)
@pytest.mark.parametrize("option", sorted(set(OPTIONS) - {"mission_deck"}))
def test_no_option_takes_nonsense(option: str, value: Any) -> None:
    with pytest.raises(RulesError):
        rules_for("2018", players=4, options={option: value})


def test_active_neutrals_leave_cards_to_trade() -> None:
    options = {"trade_after_elimination": "any"}
    assert rules_for("2003", "two-player-active", players=2, options=options).elim_may


def test_a_deck_of_ranks_holds_no_secret_missions() -> None:
    with pytest.raises(RulesError, match="four ranks, not one of secret missions"):
        Game(["a", "b", "c"], edition="five-army", mode="secret-mission",
             options={"mission_deck": "ranks"})  # fmt: skip


def test_decks_that_are_not_there() -> None:
    for deck in ("none", "/etc/passwd", "../x.toml", "a\x00b.toml", ""):
        with pytest.raises(RulesError):
            Game(["a", "b", "c"], edition="five-army", mode="secret-mission",
                 options={"mission_deck": deck} if deck else {"mission_deck": 3})  # fmt: skip


def test_the_east_africa_line_is_one_of_the_classic_board() -> None:
    game = Game(["a", "b", "c"], options={"east_africa_line": False})
    assert game.board.index("mea") not in game.board.borders[game.board.index("eaf")]
    with pytest.raises(RulesError, match="no line"):
        Game(["a", "b"], board="duel", options={"east_africa_line": False})


def test_every_option_is_tried_somewhere() -> None:
    assert set(VALUES) == set(OPTIONS)


# -- house rules ---------------------------------------------------------------------------------
def house(tmp_path: Path, text: str, name: str = "house.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_house_rules_change_what_they_name(tmp_path: Path) -> None:
    path = house(tmp_path, 'base = "2018"\n[rules]\nset_values = [5, 10]\nset_step = 10\n')
    rules = rules_for(path, players=3)
    assert (rules.edition, rules.mode) == ("house", "domination")
    assert rules.set_values == (5, 10)
    assert rules.territory_bonus == 2
    assert modes(path) == modes("2018")
    game = Game(["a", "b", "c"], edition=str(path), seed=1)
    assert Game.parse(str(game)).rules == game.rules


def test_house_rules_may_name_their_base_by_its_year(tmp_path: Path) -> None:
    path = house(tmp_path, "base = 2010\n[rules]\nhand_limit = 0\n")
    assert rules_for(path, players=3).hand_limit == 0


@pytest.mark.parametrize("mode", [None, "domination", "capital"])
def test_players_of_a_mode_that_are_no_list(tmp_path: Path, mode: str | None) -> None:
    """A slip in one mode is named where that mode is played, and harms no other."""
    path = house(tmp_path, 'base = "2018"\n[modes.domination]\nplayers = 3\n')
    if mode == "capital":
        refused("is for 3, 4, 5, 6 players", path, mode, players=2)
    else:
        refused("players is a list of numbers, not 3", path, mode, players=3)


def test_house_rules_may_add_a_mode(tmp_path: Path) -> None:
    text = 'base = "2018"\n[modes.blitz]\nsetup = "deal"\nplacing = "auto"\n'
    path = house(tmp_path, text)
    rules = rules_for(path, "blitz", players=4)
    assert (rules.mode, rules.setup, rules.placing) == ("blitz", "deal", "auto")
    assert rules_for(path, players=4).setup == "claim"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "base"),
        ('base = "1999"', "base must be one of"),
        ('base = ["2018"]', "base must be one of"),
        ('base = "2018"\n[rules]\nwhat = 1', "no rule 'what'"),
        ('base = "2018"\n[other]\nx = 1', "no table 'other'$"),
        ('base = "2018"\ncommander = true', "'commander'; a switch stands under .rules"),
        ('base = "2018"\nrules = 3', "must be tables"),
        ('base = "2018"\n[modes]\nx = 3', "must be a table"),
        ('base = "2018"\n[rules]\nplayers = []', "players"),
        ('base = "2018"\n[rules]\nplayers = [99]', "players"),
        ('base = "2018"\n[rules]\nset_values = "4"', "set_values"),
        ('base = "2018"\n[rules]\nstart = { x = 3 }', "start"),
        ('base = "2018"\n[rules]\nstart = { 3 = 100000 }', "start"),
        ('base = "2018"\n[rules]\nstart = { 3 = 5 }', "territories"),
        ('base = "2018"\n[rules]\nstart = { 3 = 500 }\narmy_cap = true', "do not fit"),
        ('base = "2018"\n[rules]\nteams = true', "four or six"),
        ('base = "2018"\n[rules]\nteams = true\nplayers = [4]\ncapital = true', "teams"),
        ('base = "2018"\n[rules]\nneutrals = 1\nneutral_territories = 3\nplace_neutral = 1\n'
         'setup = "deal"', "two players"),
        ('base = "2018"\n[rules]\nelim_force = 4\nelim_target = 4', "above where it stops"),
        ("base = [[[", "not a TOML"),
        ('base = "2018"\nbase = "2018"', "not a TOML"),
        ("a = " + "[" * 1500, "not a TOML"),
        ("base" + ".x" * 900 + " = 1", "nested too deep"),
        ('base = "2018"\n[rules]\ndefend' + ".x" * 900 + " = 1", "nested too deep"),
        ("x." * 5000 + "y = 1", "too large"),  # this one would take 160 MB to read
    ],
)  # fmt: skip
def test_house_rules_that_cannot_be_played(tmp_path: Path, text: str, words: str) -> None:
    refused(words, house(tmp_path, text), players=3 if "teams" not in text else 4, board=CLASSIC)


def test_house_rules_that_cannot_be_read(tmp_path: Path) -> None:
    refused("cannot be read", tmp_path / "none.toml", players=3)
    refused("too large", house(tmp_path, "#" * 300_000), players=3)
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    refused("cannot be read", pipe, players=3)
    binary = tmp_path / "b.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    refused("not a TOML", binary, players=3)
    refused("no edition", tmp_path / "rules.txt", players=3)
    refused("not a TOML|cannot be read", "a\x00b.toml", players=3)


def test_built_in_editions_are_not_changed_by_a_game() -> None:
    before = {e: str(edition_file(e)) for e in EDITIONS}
    Game(["a", "b"], board="duel", options={"setup": "deal", "cards": False})
    assert {e: str(edition_file(e)) for e in EDITIONS} == before


# -- any switches at all -------------------------------------------------------------------------
def switches() -> st.SearchStrategy[dict[str, Any]]:
    """A few switches of a house-rules file, each of a value it may take."""
    values: dict[str, st.SearchStrategy[Any]] = {
        name: st.sampled_from(choices) for name, choices in CHOICES.items()
    }
    values |= {name: st.integers(low, min(high, low + 12)) for name, (low, high) in RANGES.items()}
    flags = set(NAMES) - set(values) - {
        "edition", "mode", "players", "start", "set_values", "colours", "mission_deck",
    }  # fmt: skip
    values |= {name: st.booleans() for name in flags}
    values["set_values"] = st.lists(st.integers(0, 9), min_size=1, max_size=4)
    return st.fixed_dictionaries({}, optional=values)


@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(
    key=st.sampled_from(sorted(PLAYERS)), changes=switches(), seats=st.integers(2, 6),
    board=st.sampled_from(["classic", "classic", "archipelago", "duel"]),
)  # fmt: skip
def test_rules_that_are_not_refused_can_be_played(
    key: tuple[str, str], changes: dict[str, Any], seats: int, board: str
) -> None:
    """Any combination of switches is refused with a sentence or plays on without getting stuck."""
    table, where = edition_file(key[0]), load(board)
    found = {**table["rules"], **table["modes"][key[1]], "edition": "house", "mode": key[1]}
    found |= {"players": where.players or found["players"]}
    found |= {"start": where.start} if where.start is not None else {}
    try:
        rules = from_switches({**found, **changes})
        check_players(rules, seats, where)
    except RulesError:
        return
    if board != "classic" and rules.mission_deck:
        return
    play_on(rules, seats, board)


def play_on(rules: Rules, seats: int, board: str, steps: int = 250) -> None:
    state, dice = begin(load(board), rules, seats), SeededDice("house")
    bots = Deciders(seats, Random(seats))
    for _ in range(steps):
        if state.over:
            break
        before, move = state.copy(), bots.choose(state)
        chance = dice.answer(state, move)
        apply(state, move, chance)
        check(before, Step(before.actor, move, chance), state)
        check_state(state)


def test_a_year_is_as_good_as_its_name() -> None:
    assert rules_for(2010, players=3) == rules_for("2010", players=3)
    with pytest.raises(RulesError, match="there is no edition '2011'; did you mean"):
        rules_for(2011, players=3)


@pytest.mark.parametrize(
    ("edition", "mode", "players", "hint"),
    [
        ("2018", "domination", 2, "; for 2 there is two-player$"),
        ("2003", "domination", 2, "; for 2 there is two-player and two-player-active$"),
        ("2003", "two-player", 4, "not 4; for 4 there is team$"),
        ("five-army", None, 6, "not 6$"),
    ],
)
def test_who_are_too_few_or_too_many_hear_of_their_modes(
    edition: str, mode: str | None, players: int, hint: str
) -> None:
    with pytest.raises(RulesError, match=hint):
        rules_for(edition, mode, players=players)
