"""The bots that ship: lawful everywhere, and each in character."""

from __future__ import annotations

import pytest
import soak
from conformance.table import Table, set_up, turn_of

from risknb import players
from risknb.batch import check_bot, simulate, soaking
from risknb.moves import Advance, Attack, Blitz, Move, Pass, Place
from risknb.notation import move_text
from risknb.players import bot, bot_names
from risknb.rules import legal_moves
from risknb.state import View

SHIPPED = ("avenger", "beginner", "builder", "drifter", "odds", "planner", "rusher", "turtle")


def wish(table: Table, name: str) -> Move | Blitz:
    """What a bot wants to do now."""
    state = table.state
    return bot(name, seed=1).choose(state.seen_by(state.actor))


def said(table: Table, name: str) -> str:
    """The same as text; a blitz reads like an attack without dice."""
    found = wish(table, name)
    codes = table.board.codes
    if isinstance(found, (Blitz, Attack)):
        return f"{codes[found.src]}>{codes[found.dst]}"
    return move_text(table.board, found)


# -- lawful --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [*SHIPPED, "planner-blind"])
def test_every_bot_plays_every_edition_and_mode(name: str) -> None:
    found = check_bot(name)
    assert found.problems == []
    assert found.decisions > 300


def test_the_ladder_is_known_by_name() -> None:
    assert set(SHIPPED) <= set(bot_names())


def test_every_bot_that_ships_is_soaked() -> None:
    assert set(soaking.BOTS) == set(soak.GUESTS) == set(SHIPPED)


def test_an_unknown_bot_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no bot 'planer'; did you mean 'planner'.*rusher"):
        bot("planer")


@pytest.mark.parametrize("spec", ["odds:0.9", "planner:0.7", "rusher:2", "turtle:0.8"])
def test_bots_take_a_parameter(spec: str) -> None:
    assert isinstance(wish(set_up("ala:a9 *:b1"), spec), (Blitz, Pass))


def test_a_bot_needs_no_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_makers", dict(players._makers))

    @players.register("plain")
    class Plain:
        def choose(self, view: View) -> Move:
            return next(iter(legal_moves(view)))

    @players.register("lucky")
    class Lucky(Plain):
        def __init__(self, *, seed: int | str = 0) -> None:
            self.seed = seed

    assert isinstance(bot("plain", seed=3), Plain)
    assert bot("lucky", seed=3).seed == 3  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="'plain:1' cannot be made"):
        bot("plain:1")


def test_every_bot_says_how_it_thinks() -> None:
    for name in SHIPPED:
        assert len(type(bot(name)).__doc__ or "") > 60, name


# -- attacking -----------------------------------------------------------------------------------
def test_the_odds_player_attacks_by_its_threshold() -> None:
    table = set_up("ala:a6 *:b5")
    assert said(table, "odds:0.9") == "--"
    assert said(table, "odds:0.4").startswith("ala>")


def test_the_odds_player_prefers_the_best_odds() -> None:
    assert said(set_up("ala:a9 kam:b1 *:b6"), "odds") == "ala>kam"


@pytest.mark.parametrize("name", ["builder", "planner"])
def test_a_continent_is_completed(name: str) -> None:
    table = set_up("AU:a1 ino:a8 wau:b2 AS:b5 mea:c5 AF:b2 egy:c2 *:c1")
    assert said(table, name) == "ino>wau"


def test_a_rivals_continent_is_broken() -> None:
    table = turn_of("a", "ven:a3 SA:c3 cam:c9 NA:c9 AF:b1 naf:b3 EU:c2 AS:c2 AU:b9 bra:b2")
    table.state.reserves[0] = 9
    assert table.holds("a") == 1
    assert said(table, "planner").startswith("ven+")


def test_a_weak_player_with_cards_is_wiped_out() -> None:
    land = "ala:a9 alb:a2 kam:b2 *:c3 NA:a1"
    table = set_up(land, "h:|bra.per.ven.arg|")
    assert table.holds("b") == 1
    assert said(table, "planner") == "ala>kam"


def test_the_turtle_takes_one_territory_a_turn() -> None:
    table = set_up("ala:a9 *:b1 NA:b2")
    assert said(table, "turtle") == "ala>kam"
    table.push("ala>kam*3=666:1", "!3")
    assert said(table, "turtle") == "--"


def test_the_avenger_strikes_back() -> None:
    table = turn_of("a", "ala:a9 kam:b2 nwt:c2 alb:c2 NA:c2 *:b2 EU:c2")
    avenger = bot("avenger")
    view = table.state.seen_by(0)
    avenger.meet(view)  # type: ignore[attr-defined]
    avenger._land = {table.board.index(lost) for lost in ("nwt", "ont", "ice")}  # type: ignore[attr-defined]
    move = avenger.choose(view)
    assert isinstance(move, Place)
    table.push(move_text(table.board, move))
    target = avenger.choose(view)
    assert isinstance(target, Blitz)
    assert table.state.owners[target.dst] == 2


# -- goals ---------------------------------------------------------------------------------------
@pytest.mark.rule("CAP-04")
def test_the_planner_marches_on_the_last_headquarters() -> None:
    land = "ala:a9 kam:b4 *:b2 NA:b1 SA:c2 bra:a3 sib:c2 neu:c2 con:c2 ngu:c2"
    table = set_up(land, "hq:ala.kam.bra", mode="capital")
    assert said(table, "planner") == "ala>kam"
    assert said(table, "planner-blind") != "ala>kam"


@pytest.mark.rule("SEC-03")
def test_the_planner_hunts_the_army_of_its_mission() -> None:
    land = "ala:a9 kam:b3 NA:a1 *:c1"
    table = set_up(land, "m:SM-yellow|SM7|SM8", edition="five-army", mode="secret-mission")
    assert said(table, "planner") == "ala>kam"


@pytest.mark.rule("SEC-03")
@pytest.mark.parametrize(("mission", "left"), [("SM8", 2), ("SM7", 1)])
def test_the_planner_leaves_the_garrisons_of_its_mission(mission: str, left: int) -> None:
    other = "SM7" if mission == "SM8" else "SM8"
    table = set_up(
        "ala:a9 kam:b1 NA:a1 *:c1 AF:b1", f"m:{mission}|SM1|{other}",
        edition="five-army", mode="secret-mission",
    ).push("ala>kam*3=666:1")  # fmt: skip
    move = wish(table, "planner")
    assert isinstance(move, Advance)
    assert table.state.armies[table.board.index("ala")] - move.armies == left


@pytest.mark.rule("SEC-03")
def test_the_planner_fills_garrisons_near_the_end_of_its_mission() -> None:
    land = "NA:a1 SA:a1 AU:a1 ala:a5 *:b1 AF:c1"  # 17 territories of the 18 asked for
    table = turn_of("a", land, "m:SM8|SM1|SM2", edition="five-army", mode="secret-mission")
    table.state.reserves[0] = 6
    move = wish(table, "planner")
    assert isinstance(move, Place)
    assert move.armies == 1
    assert table.state.armies[move.at] == 1


@pytest.mark.rule("MIS-03")
def test_a_completed_mission_is_shown() -> None:
    table = turn_of(
        "a", "AU:a1 *:b1 NA:c1", "m:COL6.GEN1.MAJ1.CPT1|GEN2.MAJ2.COL1.CPT2|GEN3.MAJ3.COL2.CPT3",
        edition="2003", mode="mission",
    )  # fmt: skip
    assert said(table, "odds") == "m:COL6"


# -- the small decisions -------------------------------------------------------------------------
@pytest.mark.rule("EXP-05")
def test_the_commander_turns_the_die_that_helps_most() -> None:
    table = set_up("ala:a9 kam:b2 *:c1", commander=True)
    table.push("ala>kam*3=651:65")
    assert said(table, "odds") == "^2"
    table = set_up("ala:a9 kam:b2 *:c1", commander=True)
    table.push("ala>kam*3=661:55")
    assert said(table, "odds") == "--"


@pytest.mark.rule("EXP-03")
def test_armies_that_do_not_fit_go_elsewhere() -> None:
    table = turn_of("a", "ala:a12 alb:a12 nwt:a1 *:b1", army_cap=True)
    move = wish(table, "odds")
    assert isinstance(move, Place)
    assert table.legal(move_text(table.board, move))
    assert table.board.codes[move.at] == "nwt"


@pytest.mark.rule("NA-03")
def test_a_neutral_is_bribed_with_a_card_that_makes_no_set() -> None:
    land = "ala:a9 kam:b9 NA:c2 SA:d2 EU:e2 AF:f2 *:c1"
    table = turn_of("a", land, "h:bra|", players=2, edition="2003", mode="two-player-active")
    assert said(table, "odds") == "$c:bra"


@pytest.mark.rule("COMB-04")
def test_bots_defend_with_all_dice_and_the_beginner_with_one() -> None:
    table = set_up("ala:a9 kam:b5 *:c1", defend="ask").push("ala>kam*3")
    assert said(table, "planner") == "d2"
    assert said(table, "beginner") == "d1"


@pytest.mark.rule("FORT-02")
def test_idle_armies_go_to_the_border() -> None:
    table = set_up("AU:a1 eau:a6 *:b1", phase="F")
    assert said(table, "odds") == "eau~ino:5"
    table = set_up("AU:a1 eau:a6 *:b1", phase="F", edition="2010")
    assert said(table, "odds") in ("eau~ngu:5", "eau~wau:5")


@pytest.mark.rule("TEAM-03")
def test_a_last_territory_that_two_partners_share_equally_is_attacked() -> None:
    land = "arg:b2+d2 bra:a20 per:a1 AU:c1 *:a1"
    for name in ("odds", "builder", "avenger"):
        table = set_up(land, players=4, edition="2003", mode="team")
        assert said(table, name).startswith("bra>arg")


# -- strength ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("weaker", "stronger", "least"),
    [("beginner", "rusher", 36), ("rusher", "builder", 28), ("turtle", "planner", 32)],
)
def test_the_ladder_one_to_one(weaker: str, stronger: str, least: int) -> None:
    found = simulate([stronger, weaker], games=40, seed=5, edition="2010").table()
    assert found.loc[stronger, "wins"] >= least


@pytest.mark.parametrize("others", ["rusher", "odds", "builder"])
def test_the_planner_wins_more_than_its_share_of_four(others: str) -> None:
    found = simulate(["planner", others, others, others], games=40, seed=6, edition="2010")
    assert found.table().loc["planner", "wins"] >= 15
    assert found.truncated <= 2


def test_planners_finish_their_games() -> None:
    assert simulate(["planner"] * 3, games=12, seed=2).truncated == 0
