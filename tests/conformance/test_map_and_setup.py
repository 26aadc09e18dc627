"""Components, the map and the set-up (COMP, SETUP)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from risknb.board import SYMBOLS, load
from risknb.cards import all_cards, rising_value
from risknb.editions import EDITIONS, RulesError, modes
from risknb.moves import Attack, Claim, Place
from risknb.notation import move_text
from risknb.rules import IllegalMove, legal_moves
from risknb.rules.missions import load_deck
from risknb.rules.setup import shares

from .table import Table, new_game, rules, set_up, turn_of

CLAIMING = [("2003", None), ("five-army", "domination"), ("five-army", "capital"), ("2018", None)]


def targets(src: str) -> set[str]:
    """Whom four armies on *src* may attack when all else is an enemy's."""
    table = set_up(f"{src}:a4 *:b1", players=3)
    return {move[4:7] for move in table.moves(Attack, src=src)}


def attackers(dst: str) -> set[str]:
    """From where a territory may be attacked when all else is one player's."""
    table = set_up(f"{dst}:b1 *:a4", players=3)
    return {move[:3] for move in table.moves(Attack)}


# -- components ----------------------------------------------------------------------------------
@pytest.mark.rule("COMP-01")
def test_42_territories_6_continents_83_borders() -> None:
    board = load("classic")
    assert (len(board.names), len(board.continents)) == (42, 6)
    found = {frozenset((src, dst)) for src in board.codes for dst in targets(src)}
    assert len(found) == 83
    sea = {tuple(sorted((board.codes[a], board.codes[b]))) for a, b in board.sea}
    assert len(sea) == 25
    assert ("bra", "naf") in sea
    assert ("arg", "bra") not in sea
    assert {"naf", "arg"} <= targets("bra")
    assert "ukr" not in targets("bra")


@pytest.mark.rule("COMP-02", "T-MAP-2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_alaska_and_kamchatka_are_neighbours(edition: str) -> None:
    table = set_up("ala:a4 kam:b4 *:c1", edition=edition)
    assert table.legal("ala>kam*3")
    assert set_up("ala:b4 kam:a4 *:c1", edition=edition).legal("kam>ala*3")


@pytest.mark.rule("T-MAP-1")
def test_neighbours_of_brazil() -> None:
    assert targets("bra") == {"ven", "per", "arg", "naf"}
    assert {near for near in targets("bra") if _is_sea("bra", near)} == {"naf"}


def _is_sea(a: str, b: str) -> bool:
    board = load("classic")
    return tuple(sorted((board.index(a), board.index(b)))) in board.sea


@pytest.mark.rule("T-MAP-3")
def test_who_can_attack_greenland() -> None:
    assert attackers("grn") == {"ice", "que", "ont", "nwt"}


@pytest.mark.rule("T-MAP-4")
def test_targets_from_venezuela() -> None:
    assert targets("ven") == {"cam", "per", "bra"}


@pytest.mark.rule("T-MAP-5")
def test_targets_from_north_africa() -> None:
    found = targets("naf")
    assert {near for near in found if not _is_sea("naf", near)} == {"con", "eaf", "egy"}
    assert {near for near in found if _is_sea("naf", near)} == {"bra", "weu", "seu"}


@pytest.mark.rule("T-MAP-6")
def test_members_of_australia() -> None:
    board = load("classic")
    australia = next(c for c in board.continents if c.name == "Australia")
    assert {board.codes[at] for at in australia.members} == {"ngu", "ino", "eau", "wau"}


@pytest.mark.rule("COMP-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_deck_has_14_cards_of_each_symbol_and_two_wild(edition: str) -> None:
    board = load("classic")
    table = new_game(edition)
    assert table.state.deck == all_cards(board)
    assert len(table.state.deck) == 44
    symbols = Counter(board.decks[table.state.rules.deck])
    assert symbols == dict.fromkeys(SYMBOLS, 14)


@pytest.mark.rule("COMP-03")
def test_mission_decks_have_28_and_12_cards() -> None:
    assert len(load_deck("ranks").missions) == 28
    assert len(load_deck("five-army").missions) == 12


@pytest.mark.rule("COMP-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_missions_are_dealt_in_their_own_modes_only(edition: str) -> None:
    for mode in modes(edition):
        players = 2 if "two-player" in mode else 4
        table = new_game(edition, mode, players).play_to("R")
        dealt = mode in ("mission", "secret-mission")
        assert any(table.state.missions) == dealt, mode
    with pytest.raises(RulesError, match="secret-mission"):
        rules(edition, "domination", 3, {"mission_deck": "us-1993"})


@pytest.mark.rule("COMP-06", "COMP-07")
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_limit_of_pieces_or_of_armies_on_a_territory(edition: str) -> None:
    table = set_up("ala:a1 *:b1", "r:5000,0,0", edition=edition, phase="R")
    assert table.push("ala+5000").on("ala") == "a5001"
    table.push("ala>kam*3=666:1", "!5000")
    assert table.on("kam") == "a5000"


@pytest.mark.rule("COMP-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_territory_is_ever_left_empty(edition: str) -> None:
    """Random moves after the set-up; only between a capture and the move in is one empty."""
    table, random = new_game(edition).play_to("R"), Random(edition)
    for _ in range(300):
        if table.state.over:
            break
        move = random.choice(list(legal_moves(table.state)))
        table.lucky(move_text(table.board, move), random.randrange(10**6))
        assert table.phase == "V" or min(table.state.armies) >= 1


@pytest.mark.rule("COMP-08")
def test_the_last_army_neither_attacks_nor_leaves() -> None:
    table = set_up("ala:a4 nwt:a1 kam:b1 *:c1", edition="2018")
    assert not table.legal("nwt>ont*1")
    table.push("ala>kam*3=666:1")
    assert not table.legal("!4")
    assert table.push("!3").on("ala") == "a1"
    table.push("--=w1")
    assert not table.legal("ala~nwt:1")


# -- set-up --------------------------------------------------------------------------------------
@pytest.mark.rule("SETUP-01", "T-SETUP-1")
@pytest.mark.parametrize(("players", "armies"), [(3, 35), (4, 30), (5, 25), (6, 20)])
@pytest.mark.parametrize("edition", ["2003", "five-army", "2018"])
def test_starting_armies(edition: str, players: int, armies: int) -> None:
    if (edition, players) == ("five-army", 6):
        with pytest.raises(RulesError):
            new_game(edition, "domination", 6)
        return
    table = new_game(edition, "domination", players)
    seats = "abcdef"[:players]
    assert [table.reserve(seat) for seat in seats] == [armies] * players
    table.play_to("R")
    assert [table.armies(seat) for seat in seats] == [armies] * players


@pytest.mark.rule("SETUP-02")
@pytest.mark.parametrize(("edition", "mode"), CLAIMING)
def test_the_highest_die_claims_first_and_the_order_goes_left(
    edition: str, mode: str | None
) -> None:
    table = new_game(edition, mode, 4)
    assert table.phase == "O"
    assert not table.legal("@ala")
    table.push("first=2463")
    assert (table.phase, table.seat) == ("C", "c")
    order = ""
    for territory in ("ala", "alb", "cam", "eus", "grn"):
        order += table.seat
        table.push(f"@{territory}")
    assert order == "cdabc"


@pytest.mark.rule("SETUP-03")
def test_claiming_one_free_territory_at_a_time() -> None:
    table = new_game("2003", players=4).push("first=6111", "@ala")
    assert table.on("ala") == "a1"
    assert not table.legal("@ala")
    assert not table.legal("ala+1")
    for code in table.board.codes[1:-1]:
        table.push(f"@{code}")
        assert table.moves(Place) == []
    table.push("@wau")
    assert table.phase == "P"
    assert [table.holds(seat) for seat in "abcd"] == [11, 11, 10, 10]
    assert set(table.state.armies) == {1}


@pytest.mark.rule("SETUP-04")
def test_placing_one_army_at_a_time_on_own_territories() -> None:
    table = new_game("2018", players=3).play_to("P")
    while table.phase == "P":
        seat = table.seat
        own = [code for code in table.board.codes if table.on(code)[0] == seat]
        foreign = next(code for code in table.board.codes if table.on(code)[0] != seat)
        assert sorted(table.moves()) == sorted(f"{code}+1" for code in own)
        assert not table.legal(f"{foreign}+1")
        assert not table.legal(f"{own[0]}+2")
        table.push(f"{own[0]}+1")
    assert [table.armies(seat) for seat in "abc"] == [35, 35, 35]


@pytest.mark.rule("SETUP-05")
@pytest.mark.parametrize("edition", ["2003", "2018"])
def test_a_new_roll_decides_who_takes_the_first_turn(edition: str) -> None:
    table = new_game(edition).push("first=611").play_to("P").play_to("O")
    assert table.push("first=116").seat == "c"
    assert table.phase == "R"


@pytest.mark.rule("SETUP-05")
def test_the_first_claimer_takes_the_first_turn_in_the_five_army_classic() -> None:
    table = new_game("five-army", "domination").push("first=161").play_to("R")
    assert (table.seat, table.state.turn) == ("b", 1)


@pytest.mark.rule("SETUP-05")
def test_a_roll_decides_the_first_turn_of_secret_missions() -> None:
    table = new_game("five-army", "secret-mission").push("dealer=b").play_to("P").play_to("O")
    assert table.push("first=116").seat == "c"
    assert table.phase == "R"


@pytest.mark.rule("SETUP-05", "SETUP-06")
def test_2010_is_dealt_and_the_player_left_of_the_dealer_begins() -> None:
    table = new_game("2010", players=4).push("dealer=b")
    assert table.phase == "D"
    table.push("deal=" + ("cdab" * 11)[:42])
    assert [table.holds(seat) for seat in "abcd"] == [10, 10, 11, 11]
    assert set(table.state.armies) == {1}
    assert (table.phase, table.seat, table.state.turn) == ("R", "c", 1)
    assert len(table.state.deck) == 44


@pytest.mark.rule("SETUP-06")
def test_2010_deals_start_at_the_dealers_left() -> None:
    table = new_game("2010", players=4).push("dealer=b")
    with pytest.raises(IllegalMove):
        table.push("deal=" + ("abcd" * 11)[:42])
    with pytest.raises(IllegalMove):
        table.push("deal=" + "c" * 12 + "d" * 10 + "a" * 10 + "b" * 10)


@pytest.mark.parametrize(
    ("edition", "mode", "players"),
    [
        pytest.param("2010", None, 3, marks=pytest.mark.rule("SETUP-06")),
        pytest.param("five-army", "secret-mission", 3, marks=pytest.mark.rule("SETUP-07")),
        pytest.param("2003", "two-player", 2, marks=pytest.mark.rule("N03-02")),
        pytest.param("five-army", "two-player", 2, marks=pytest.mark.rule("N40-01")),
        pytest.param("2018", "two-player", 2, marks=pytest.mark.rule("N40-01", "AMB-SET-6")),
    ],
)
def test_the_cards_are_shuffled_before_the_deal(edition: str, mode: str, players: int) -> None:
    table = new_game(edition, mode, players).play_to("D")
    dealt = [table.copy().lucky("deal", seed).removeprefix("deal=") for seed in range(200)]
    for armies in zip(*dealt, strict=True):
        assert set(armies) == set(dealt[0]), "any territory may come to anybody"


@pytest.mark.rule("T-SETUP-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_2010_starts_with_one_army_a_territory(players: int) -> None:
    table = new_game("2010", players=players).play_to("R")
    assert table.state.armies == [1] * 42
    others = [seat for seat in "abcdef"[:players] if seat != table.seat]
    assert [table.reserve(seat) for seat in others] == [0] * (players - 1)
    assert table.reserve(table.seat) == {2: 7, 3: 4, 4: 3, 5: 3, 6: 3}[players]


@pytest.mark.rule("SETUP-07", "SEC-02")
def test_secret_missions_are_dealt_then_the_youngest_places_first() -> None:
    table = new_game("five-army", "secret-mission", 4).push("dealer=b")
    table.lucky("missions")
    assert table.phase == "D"
    table.push("deal=" + ("cdab" * 11)[:42])
    assert [table.holds(seat) for seat in "abcd"] == [10, 10, 11, 11]
    assert set(table.state.armies) == {1}
    order = ""
    while table.phase == "P":
        order += table.seat
        assert all(move.endswith("+1") for move in table.moves(Place))
        table.push(table.moves(Place)[0])
    assert order.startswith("abcdabcd")
    assert [table.armies(seat) for seat in "abcd"] == [30, 30, 30, 30]
    assert len(table.play_to("R").state.deck) == 44


@pytest.mark.rule("T-SETUP-3")
@pytest.mark.parametrize(("players", "most"), [(4, 11), (5, 9)])
def test_two_players_are_dealt_one_territory_more(players: int, most: int) -> None:
    table = new_game("five-army", "secret-mission", players).play_to("P")
    held = Counter(table.holds(seat) for seat in "abcde"[:players])
    assert held == {most: 2, most - 1: players - 2}


@pytest.mark.rule("SETUP-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_play_begins_with_44_cards_in_the_pile_and_no_set_turned_in(edition: str) -> None:
    state = new_game(edition).play_to("R").state
    assert (len(state.deck), state.pile, state.sets) == (44, (), 0)
    assert rising_value(state.rules, state.sets) == 4


@pytest.mark.rule("SETUP-09")
@pytest.mark.parametrize(
    ("players", "held"),
    [
        (2, [21, 21]),
        (3, [14, 14, 14]),
        (4, [11, 11, 10, 10]),
        (5, [9, 9, 8, 8, 8]),
        (6, [7] * 6),
    ],
)
def test_how_many_territories_a_deal_gives(players: int, held: list[int]) -> None:
    table = new_game("2010", players=players).push(f"dealer={'abcdef'[players - 1]}")
    assert shares(table.state) == held
    table.lucky("deal")
    assert [table.holds(seat) for seat in "abcdef"[:players]] == held


@pytest.mark.rule("T-SETUP-4", "N03-02")
@pytest.mark.parametrize("mode", ["two-player", "two-player-active"])
def test_two_players_of_2003_with_four_neutrals(mode: str) -> None:
    table = new_game("2003", mode, 2).play_to("P")
    assert [table.holds(army) for army in "abcdef"] == [9, 9, 6, 6, 6, 6]
    assert set(table.state.armies) == {1}
    table.play_to("R")
    assert [table.armies(army) for army in "abcdef"] == [36, 36, 24, 24, 24, 24]
    assert len(table.state.deck) == 44


@pytest.mark.rule("T-SETUP-5", "N40-01", "N40-03")
@pytest.mark.parametrize("edition", ["five-army", "2018"])
def test_two_players_and_a_neutral_of_40_armies(edition: str) -> None:
    table = new_game(edition, "two-player", 2).play_to("P")
    assert [table.holds(army) for army in "abc"] == [14, 14, 14]
    assert set(table.state.armies) == {1}
    assert not any(table.state.missions)
    table.play_to("R")
    assert [table.armies(army) for army in "abc"] == [40, 40, 40]
    assert len(table.state.deck) == 44


@pytest.mark.rule("SETUP-03")
def test_nothing_is_claimed_once_play_has_begun() -> None:
    table: Table = turn_of("a", "*:b1 ala:a1")
    assert table.moves(Claim) == []
    assert not table.legal("@ala")
