"""The course of a turn and its reinforcements (TURN, REIN)."""

from __future__ import annotations

import pytest

from risknb.board import load
from risknb.editions import EDITIONS
from risknb.moves import Attack, Fortify, Place

from .table import new_game, set_up, turn_of

BONUS = {"NA": 5, "SA": 2, "EU": 5, "AF": 3, "AS": 7, "AU": 2}
DRAW_LAST, DRAW_FIRST = ("2003", "2010"), ("five-army", "2018")


def spread() -> list[str]:
    """All territories, one of every continent in turn, so that continents fill late."""
    board = load("classic")
    places = [(i, c.code) for c in board.continents for i, _ in enumerate(c.members)]
    codes = [board.codes[at] for c in board.continents for at in c.members]
    sizes = {c.code: len(c.members) for c in board.continents}
    order = sorted(zip(places, codes, strict=True), key=lambda one: one[0][0] / sizes[one[0][1]])
    return [code for _, code in order]


def holding(number: int) -> str:
    """Land in which seat a holds so many territories and b all others."""
    return " ".join(f"{code}:a1" for code in spread()[:number]) + " *:b1"


def whole_continents(number: int) -> int:
    """The bonus of the continents among the first *number* territories of ``spread``."""
    board, held = load("classic"), set(spread()[:number])
    return sum(
        BONUS[c.code] for c in board.continents if {board.codes[at] for at in c.members} <= held
    )


# -- the order of a turn -------------------------------------------------------------------------
@pytest.mark.rule("TURN-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_reinforce_then_attack_then_one_move(edition: str) -> None:
    table = turn_of("a", "ala:a4 nwt:a1 *:b1", edition=edition)
    assert table.moves(Attack) == table.moves(Fortify) == []
    table.push("ala+3")
    assert table.phase == "A"
    assert table.moves(Place) == table.moves(Fortify) == []
    table.push("--")
    assert table.phase == "F"
    assert table.moves(Place) == table.moves(Attack) == []
    assert table.push("ala~nwt:2").seat == "b"


@pytest.mark.rule("TURN-01")
@pytest.mark.parametrize("edition", DRAW_LAST)
@pytest.mark.parametrize("last", ["--", "ala~kam:1"])
def test_the_card_is_drawn_last(edition: str, last: str) -> None:
    table = set_up("ala:a9 kam:b1 *:c1", edition=edition)
    table.push("ala>kam*3=666:1", "!3")
    assert not table.needs_luck("--")
    table.push("--")
    assert table.hand("a") == ""
    assert table.push(f"{last}=bra").hand("a") == "bra"
    assert table.phase == "R"


@pytest.mark.rule("TURN-01")
@pytest.mark.parametrize("edition", DRAW_FIRST)
def test_the_card_is_drawn_before_the_move(edition: str) -> None:
    table = set_up("ala:a9 kam:b1 *:c1", edition=edition)
    table.push("ala>kam*3=666:1", "!3", "--=bra")
    assert (table.phase, table.hand("a")) == ("F", "bra")
    assert not table.needs_luck("--")
    assert not table.needs_luck("ala~kam:1")


@pytest.mark.rule("TURN-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_turn_brings_reinforcements_too(edition: str) -> None:
    table = new_game(edition).play_to("R")
    for turn in (1, 2, 3):
        assert table.state.turn == turn
        assert table.reserve(table.seat) >= 4
        own = next(code for code in table.board.codes if table.on(code)[0] == table.seat)
        table.push(f"{own}+{table.reserve(table.seat)}", "--", "--")


@pytest.mark.rule("TURN-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_attacking_is_never_compulsory_and_without_a_conquest_there_is_no_card(
    edition: str,
) -> None:
    table = turn_of("a", "ala:a9 *:b1", edition=edition).push("ala+3")
    assert table.legal("--")
    table.push("--", "--")
    assert (table.seat, table.hand("a"), len(table.state.deck)) == ("b", "", 44)


@pytest.mark.rule("TURN-04")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "attacks", [[], ["ala>kam*1=1:6"]], ids=["without an attack", "after a lost one"]
)
def test_the_move_is_free_whatever_the_attacks_brought(edition: str, attacks: list[str]) -> None:
    table = set_up("ala:a9 nwt:a1 *:b1", edition=edition)
    table.push(*attacks, "--", "ala~nwt:3")
    assert (table.on("nwt"), table.seat) == ("a4", "b")


@pytest.mark.rule("TURN-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_turn_passes_to_the_left(edition: str) -> None:
    table = set_up("ala:a1 alb:b1 *:c1", edition=edition, phase="F")
    order = ""
    for place in ("alb", "wau", "ala", "alb"):
        table.push("--")
        order += table.seat
        table.push(f"{place}+{table.reserve(table.seat)}", "--")
    assert order == "bcab"


@pytest.mark.rule("TURN-05")
def test_the_turn_passes_over_those_who_are_out() -> None:
    table = set_up("ala:a1 *:d1", players=4, phase="F")
    assert table.push("--").seat == "d"


# -- reinforcements ------------------------------------------------------------------------------
TABLE = [(11, 3), (14, 4), (17, 5), (20, 6), (23, 7), (26, 8), (29, 9), (32, 10), (35, 11),
         (38, 12), (41, 13)]  # fmt: skip


@pytest.mark.rule("REIN-01", "T-REIN-3", "REIN-03")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_third_of_the_territories_at_least_three(edition: str) -> None:
    for number in range(1, 42):
        wanted = next(armies for most, armies in TABLE if number <= most)
        table = turn_of("a", holding(number), edition=edition)
        assert table.holds("a") == number
        assert table.reserve("a") - whole_continents(number) == wanted, number


@pytest.mark.parametrize(
    ("territories", "armies", "editions"),
    [
        pytest.param(13, 4, ["2003"], marks=pytest.mark.rule("T-REIN-1")),
        pytest.param(5, 3, ["2003"], marks=pytest.mark.rule("T-REIN-2")),
        pytest.param(14, 4, ["2010"], marks=pytest.mark.rule("T-REIN-4")),
        pytest.param(15, 5, ["2010"], marks=pytest.mark.rule("T-REIN-4")),
        pytest.param(11, 3, DRAW_FIRST, marks=pytest.mark.rule("T-REIN-5")),
        pytest.param(14, 4, DRAW_FIRST, marks=pytest.mark.rule("T-REIN-5")),
        pytest.param(17, 5, DRAW_FIRST, marks=pytest.mark.rule("T-REIN-5")),
        pytest.param(8, 3, ["2010", *DRAW_FIRST], marks=pytest.mark.rule("T-REIN-6")),
        pytest.param(1, 3, ["2010", *DRAW_FIRST], marks=pytest.mark.rule("T-REIN-6")),
    ],
)
def test_examples_of_reinforcements(territories: int, armies: int, editions: list[str]) -> None:
    assert whole_continents(territories) == 0
    for edition in editions:
        assert turn_of("a", holding(territories), edition=edition).reserve("a") == armies


@pytest.mark.rule("REIN-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_territories_are_counted_not_armies_and_at_the_start_of_the_turn(edition: str) -> None:
    rich = holding(11).replace(":a1", ":a100")
    table = turn_of("a", rich, edition=edition)
    assert table.reserve("a") == 3
    own = spread()[0]
    table.push(f"{own}+3")
    attack = table.moves(Attack)[2]  # the first origin and target, with three dice
    assert attack.endswith("*3")
    table.push(f"{attack}=666:1", "!3")
    assert table.holds("a") == 12
    assert table.reserve("a") == 0
    assert table.phase == "A"


@pytest.mark.rule("REIN-03", "T-CONT-3")
@pytest.mark.parametrize(("continent", "bonus"), BONUS.items())
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bonus_of_a_whole_continent(edition: str, continent: str, bonus: int) -> None:
    table = turn_of("a", f"{continent}:a1 *:b1", edition=edition)
    size = table.holds("a")
    assert table.reserve("a") == max(3, size // 3) + bonus
    one = next(c for c in table.board.continents if c.code == continent).members[0]
    broken = turn_of("a", f"{continent}:a1 {table.board.codes[one]}:c1 *:b1", edition=edition)
    assert broken.reserve("a") == max(3, (size - 1) // 3)


@pytest.mark.rule("T-CONT-1")
def test_australia_brings_two_on_top() -> None:
    assert turn_of("a", "AU:a1 *:b1", edition="2003").reserve("a") == 3 + 2


@pytest.mark.rule("T-CONT-2", "REIN-03")
def test_europe_and_africa_bring_eight_on_top() -> None:
    table = turn_of("a", "EU:a1 AF:a1 *:b1", edition="2003")
    assert table.holds("a") == 13
    assert table.reserve("a") == 4 + 8


@pytest.mark.rule("REIN-03")
def test_a_continent_taken_in_the_turn_counts_only_in_the_next() -> None:
    table = turn_of("a", "AU:a5 ino:b1 *:b1", edition="2003")
    assert table.reserve("a") == 3
    table.push("ngu+3", "ngu>ino*3=666:1", "!3")
    assert table.reserve("a") == 0
    assert turn_of("a", "AU:a5 *:b1", edition="2003").reserve("a") == 5


@pytest.mark.rule("REIN-04")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_set_adds_to_the_reinforcements(edition: str) -> None:
    table = turn_of("a", "wau:a1 *:b1", "h:ala.arg.w1||", edition=edition)
    assert table.reserve("a") == 3
    assert table.push("x:ala,arg,w1").reserve("a") == 3 + 4


@pytest.mark.rule("REIN-05")
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_armies_are_placed_on_own_territories_freely_split(edition: str) -> None:
    table = turn_of("a", "ala:a1 nwt:a1 *:b1", edition=edition)
    assert not table.legal("--")
    assert not table.legal("kam+1")
    assert not table.legal("ala+4")
    table.push("ala+1")
    assert not table.legal("--")
    table.push("nwt+1", "ala+1")
    assert (table.on("ala"), table.on("nwt"), table.phase) == ("a3", "a2", "A")


@pytest.mark.rule("REIN-06")
@pytest.mark.parametrize("edition", EDITIONS)
def test_armies_are_placed_at_the_start_of_the_turn_only(edition: str) -> None:
    table = turn_of("a", "ala:a9 *:b1", edition=edition).push("ala+3")
    assert not table.legal("ala+1")
    table.push("ala>kam*3=666:1")
    assert not table.legal("ala+1")
    table.push("!3")
    assert not table.legal("ala+1")
    table.push("--=bra" if edition in DRAW_FIRST else "--")
    assert not table.legal("ala+1")
