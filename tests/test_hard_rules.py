"""Places where a broken rule once went unnoticed: every test here has caught a mutant."""

from __future__ import annotations

from typing import Any

import pytest
from conformance.table import Table, set_up

from risknb import Game
from risknb.board import load
from risknb.editions import rules_for
from risknb.rules import begin, combat


# -- blitz ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("edition", "mode", "players", "options", "plain"),
    [
        ("2018", "domination", 3, {}, True),
        ("2018", "capital", 3, {}, True),
        ("2003", "two-player", 2, {}, True),
        ("2018", "domination", 3, {"defend": "ask"}, False),
        ("2018", "domination", 3, {"reroll": True}, False),
        ("2018", "domination", 3, {"commander": True}, False),
        ("2003", "team", 4, {}, False),
        ("2003", "mission", 3, {}, False),
        ("five-army", "secret-mission", 3, {}, False),
        ("2003", "two-player-active", 2, {}, False),
    ],
)
def test_only_plain_attacks_are_thrown_in_one_go(
    edition: str, mode: str, players: int, options: dict[str, Any], plain: bool
) -> None:
    game = Game([f"P{n}" for n in range(players)], edition=edition, mode=mode, options=options)
    assert combat.is_plain(game.state) is plain


def test_a_volley_leaves_the_moving_in_to_the_player() -> None:
    table = set_up("ala:a9 kam:b1 *:c1", edition="2003")
    won = next(roll for roll in combat.rolls(3, 1) if roll.losses[1])
    made = combat.volley(table.state, 0, table.board.index("kam"), 1, lambda a, d: won)
    assert len(made) == 1
    assert table.phase == "V"


# -- teams ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("garrison", "elsewhere", "winners"),
    [("b1+d1", "d", (0, 2)), ("b1+d1", "b", (0, 2)), ("b2", "d", (0, 2)), ("d2", "b", (0, 2))],
)
def test_the_last_unit_of_either_mate_decides(
    garrison: str, elsewhere: str, winners: tuple[int, ...]
) -> None:
    """AMB-TEAM-6: both may fall at once, and the one who had no other unit may be the first."""
    land = f"ala:a9 kam:{garrison} jap:{elsewhere}3 AU:c1 *:a1"
    table = set_up(land, edition="2003", mode="team", players=4)
    table.push("ala>kam*3=666:11")
    found = table.state.outcome()
    assert found is not None
    assert (found.winners, found.reason) == (winners, "team")


def test_a_team_goes_on_while_both_mates_stand() -> None:
    land = "ala:a9 kam:b1+d1 jap:b3 mon:d3 AU:c1 *:a1"
    table = set_up(land, edition="2003", mode="team", players=4)
    table.push("ala>kam*3=666:11")
    assert table.state.outcome() is None


# -- placing by itself ---------------------------------------------------------------------------
def _greedy(game: Game, armies: int) -> list[int]:
    """The border weakest for its enemies gets the next army; who has none places anywhere."""
    board, owners = game.board, game.state.owners
    found = [1] * board.size
    for army in set(owners):
        own = [at for at in range(board.size) if owners[at] == army]
        enemies = {at: sum(owners[n] != army for n in board.borders[at]) for at in own}
        places = [at for at in own if enemies[at]] or own
        for _ in range(armies - len(own)):
            at = min(places, key=lambda at: (found[at] / max(1, enemies[at]), at))
            found[at] += 1
    return found


@pytest.mark.parametrize("seed", range(3))
def test_starting_armies_go_to_the_weakest_borders(seed: int) -> None:
    game = Game(["Ada", "Ben", "Cleo"], edition="2018", seed=seed,
                options={"setup": "deal", "placing": "auto"})  # fmt: skip
    assert game.state.armies == _greedy(game, 35)
    assert not any(game.at(len(game.steps) - 1).reserves)


def test_under_the_army_cap_full_borders_get_no_more() -> None:
    """EXP-03: twelve at most, also while placing by itself."""
    for seed in range(5):
        game = Game(["Ada", "Ben", "Cleo"], edition="2018", seed=seed,
                    options={"setup": "deal", "placing": "auto", "army_cap": True})  # fmt: skip
        assert max(game.state.armies) <= 12
        assert sum(game.state.armies) == 3 * 35


# -- the beginning -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("edition", "mode", "players", "own", "neutral"),
    [
        ("2018", "domination", 3, 35, 0),
        ("2018", "domination", 6, 20, 0),
        ("2003", "two-player", 2, 36, 24),
        ("five-army", "two-player", 2, 40, 40),
    ],
)
def test_everybody_begins_with_the_armies_of_the_edition(
    edition: str, mode: str, players: int, own: int, neutral: int
) -> None:
    """SETUP-01, N03-02, N40-01."""
    rules = rules_for(edition, mode, players=players)
    state = begin(load("classic"), rules, players)
    assert state.reserves == [own] * players + [neutral] * rules.neutrals


def test_a_roll_for_the_start_belongs_to_nobody_yet() -> None:
    """The record writes it down for the first seat, whoever wins it."""
    game = Game(["Ada", "Ben", "Cleo"], edition="2018", seed=1)
    start = game.at(0)
    assert (start.phase.name, start.seat, start.actor, game.steps[0].seat) == ("FIRST", 0, 0, 0)


def test_who_has_nothing_left_to_place_is_skipped_in_turn() -> None:
    """SETUP-07, AMB-SET-8: two of four were dealt one territory more, so the others end."""
    rules = rules_for("five-army", "secret-mission", players=4)
    table = Table(begin(load("classic"), rules, 4))
    table.push("dealer=d")
    table.lucky("missions")
    table.lucky("deal")
    assert table.state.reserves == [19, 19, 20, 20]
    order = ""
    while table.phase == "P":
        order += table.seat
        own = table.state.owners.index(table.state.seat)
        table.push(f"{table.board.codes[own]}+1")
    assert order == "abcd" * 19 + "cd"


def test_going_on_with_armies_that_fit_nowhere_uses_the_turn_up() -> None:
    """EXP-03, AMB-EXP-2: the armies are lost, and the turn has begun."""
    table = set_up("ala:a12 kam:b3 *:c3", "do:f r:3,0,0", phase="R", army_cap=True)
    table.push("--")
    assert table.phase == "A"
    assert table.state.reserves == [0, 0, 0]
    assert table.state.fresh is False


def test_an_elimination_counts_once_among_the_deeds() -> None:
    """ELIM-01, and what missions ask for."""
    deeds_so_far = "de:0,0,3,0,0,0,0,0,------"
    table = set_up("ala:a9 kam:b1 *:c1", deeds_so_far, edition="2003", mode="mission")
    table.push("ala>kam*3=666:1", "!3")
    deeds = table.state.deeds
    assert deeds is not None
    assert (deeds.conquests, deeds.victims, deeds.eliminated) == (1, 0b10, 1)
