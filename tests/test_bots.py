"""The bots that ship: lawful everywhere, and each in character."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import soak
from conformance.table import Table, set_up, turn_of

from risknb import players
from risknb.batch import check_bot, simulate, soaking
from risknb.bots.planner import Planner
from risknb.bots.search import guess, worth
from risknb.cards import all_cards
from risknb.game import Game
from risknb.moves import Advance, Attack, Blitz, EndTurn, Move, Pass, Place, Step, Wish
from risknb.notation import move_text
from risknb.players import bot, bot_names
from risknb.rules import legal_moves
from risknb.state import View

SHIPPED = (
    "avenger", "beginner", "builder", "drifter", "odds", "planner", "rusher", "search", "turtle",
)  # fmt: skip


def wish(table: Table, name: str) -> Wish:
    """What a bot wants to do now."""
    state = table.state
    return bot(name, seed=1).choose(state.seen_by(state.actor))


def said(table: Table, name: str) -> str:
    """The same as text; a blitz reads like an attack without dice, the turn's end like a pass."""
    found = wish(table, name)
    if isinstance(found, EndTurn):
        return move_text(table.board, Pass())
    codes = table.board.codes
    if isinstance(found, (Blitz, Attack)):
        return f"{codes[found.src]}>{codes[found.dst]}"
    return move_text(table.board, found)


# -- lawful --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [*sorted({*SHIPPED, "search:2"} - {"search"}), "planner-blind"])
def test_every_bot_plays_every_edition_and_mode(name: str) -> None:
    found = check_bot(name)
    assert found.problems == []
    assert found.decisions > 300


def test_the_ladder_is_known_by_name() -> None:
    assert set(SHIPPED) <= set(bot_names())


def test_every_bot_that_ships_is_soaked() -> None:
    soaked = [{name.split(":")[0] for name in names} for names in (soaking.BOTS, soak.GUESTS)]
    assert soaked == [set(SHIPPED), set(SHIPPED)]


def test_an_unknown_bot_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no bot 'planer'; did you mean 'planner'.*rusher"):
        bot("planer")


@pytest.mark.parametrize("spec", ["odds:0.9", "planner:0.7", "rusher:2", "search:8", "turtle:0.8"])
def test_bots_take_a_parameter(spec: str) -> None:
    assert isinstance(wish(set_up("ala:a9 *:b1"), spec), (Blitz, Pass))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("rusher:x", r"edge is a number, not 'x'; rusher takes edge \(normally 0\)"),
        ("rusher:", "edge is a number, not ''"),
        ("rusher:nan", "edge is a number, not 'nan'"),
        ("rusher:1:2", "that is too much; rusher takes edge"),
        ("beginner:3", "that is too much; beginner takes no parameter"),
        ("planner:x", r"chance is a number, not 'x'; planner takes chance \(normally 0.55\)"),
        ("planner:70", "between 0 and 1, not at 70; planner takes chance"),
        ("odds:-1", "between 0 and 1, not at -1; odds takes chance"),
        ("search:2.5", r"whole number from 1 on, not 2.5; search takes budget \(normally 48\)"),
        ("search:0", "whole number from 1 on, not 0"),
    ],
)
def test_a_wrong_parameter_tells_what_a_bot_takes(spec: str, words: str) -> None:
    with pytest.raises(ValueError, match=f"bot '{spec}' cannot be made: .*{words}"):
        bot(spec)


@pytest.mark.parametrize("thing", [None, 3, object(), ["rusher"]])
def test_what_cannot_choose_is_no_bot(thing: Any) -> None:
    with pytest.raises(ValueError, match="is no bot: it has no method 'choose'"):
        bot(thing)


def test_a_class_is_no_bot_yet() -> None:
    with pytest.raises(ValueError, match=r"Planner is a class: give a bot, Planner\(\)"):
        bot(Planner)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("planner:0.7", "<planner 0.7>"),
        ("planner-blind", "<planner-blind 0.55>"),
        ("odds", "<odds 0.65>"),
        ("rusher:-3", "<rusher -3>"),
        ("search", "<search 48>"),
        ("beginner", "<beginner>"),
        ("drifter", "<drifter>"),
    ],
)
def test_a_bot_shows_its_name_and_parameter(spec: str, text: str) -> None:
    assert repr(bot(spec)) == text


def test_a_bot_without_a_name_shows_its_class() -> None:
    class Mine(Planner):
        pass

    assert repr(Mine(0.6)) == "<Mine 0.6>"


def test_a_name_that_ships_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_makers", dict(players._makers))

    class Mine:
        def choose(self, view: View) -> Move:
            return Pass()

    class Better(Mine):
        pass

    with pytest.raises(ValueError, match="the bot 'rusher' comes with risknb: choose another name"):
        players.register("rusher")(Mine)
    assert repr(bot("rusher")) == "<rusher 0>"
    players.register("mine")(Mine)
    players.register("mine")(Better)  # the cell runs again
    assert isinstance(bot("mine"), Better)


def test_a_bot_may_take_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_makers", dict(players._makers))

    @players.register("wordy")
    class Wordy:
        def __init__(self, style: str = "calm", *more: Any, seed: int | str = 0) -> None:
            self.told = (style, *more)

        def choose(self, view: View) -> Move:
            return Pass()

    assert bot("wordy:wild:2:0.5:x").told == ("wild", 2, 0.5, "x")  # type: ignore[attr-defined]


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


@pytest.mark.parametrize("name", ["odds", "builder", "avenger", "turtle", "planner"])
@pytest.mark.parametrize("board", ["classic", "duel"])
def test_a_bot_that_has_played_before_plays_like_a_new_one(name: str, board: str) -> None:
    def play(one: Any, where: str, seed: int) -> Game:
        bots = {"Ada": one, "Ben": "odds"}
        settings: dict[str, Any] = {"edition": "2010", "mode": "domination", "board": where}
        return Game(list(bots), seed=seed, bots=bots, **settings).play(turns=30)

    used = bot(name)
    play(used, "classic", 1)
    assert play(used, board, 2).steps == play(name, board, 2).steps


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


def test_the_search_wins_at_once_where_it_can() -> None:
    table = set_up("ala:a9 kam:b1 *:a1", players=2, edition="2010")
    assert said(table, "search") == "ala>kam"


@pytest.mark.parametrize(
    ("edition", "mode", "seats"), [("2003", "mission", 3), ("2003", "team", 4)]
)
def test_the_search_leaves_missions_and_teams_to_the_planner(
    edition: str, mode: str, seats: int
) -> None:
    def played(name: str) -> list[Step]:
        names = [f"Bot {seat}" for seat in range(seats)]
        bots = dict.fromkeys(names, name)
        return Game(names, edition=edition, mode=mode, seed=3, bots=bots).play(turns=20).steps

    assert played("search") == played("planner")


def test_a_search_deals_the_cards_it_has_not_seen() -> None:
    land, edition = "ala:a9 *:b1", "2010"
    one = set_up(land, "h:ala.w1|bra.per|", edition=edition).state
    other = set_up(land, "h:ala.w1|ven.w2|", edition=edition).state
    found = guess(one.seen_by(0), Random(1))
    assert found.hands[0] == one.hands[0]
    assert [len(hand) for hand in found.hands] == [2, 2, 0]
    dealt = [*found.deck, *found.pile, *(card for hand in found.hands for card in hand)]
    assert sorted(dealt) == list(all_cards(one.board))
    assert found == guess(other.seen_by(0), Random(1))
    assert len({guess(one.seen_by(0), Random(luck)).hands[1] for luck in range(9)}) > 1


def test_a_search_leaves_the_table_alone() -> None:
    table = set_up("ala:a9 kam:b2 alb:a4 *:b2 EU:c2", "h:ala|bra|")
    before = table.state.copy()
    wish(table, "search:8")
    assert table.state == before


def test_a_position_is_worth_more_with_more_armies_land_or_cards() -> None:
    def value(land: str, more: str = "h:||") -> float:
        return worth(set_up(land, more).state, 0)

    even = value("ala:a9 AU:a1 AS:c1 *:b1")
    assert value("ala:a12 AU:a1 AS:c1 *:b1") > even
    assert value("ala:a9 AU:a1 AS:c1 *:b1", "h:ala||") > even
    assert value("ala:a9 AU:a1 AS:c1 *:b1", "h:|ala|") < even
    assert value("ala:a13 eau:b1 AU:a1 AS:c1 *:b1") < value("ala:a12 AU:a1 AS:c1 *:b1")


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


@pytest.mark.rule("CAP-01")
def test_a_headquarters_is_chosen_where_the_armies_stand() -> None:
    land = "jap:a1 kam:a1 mon:a12 sib:b1 irk:b1 chi:b1 *:c1"
    table = set_up(land, phase="H", mode="capital")
    assert said(table, "planner") == "#mon"


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


@pytest.mark.rule("EXP-03")
@pytest.mark.parametrize("name", ["odds", "builder", "planner"])
def test_armies_that_do_not_fit_go_to_the_next_front_at_once(name: str) -> None:
    table = turn_of("a", "SA:a1 ven:a12 bra:a12 AF:b1 NA:b1 naf:a4 *:c1", army_cap=True)
    table.state.reserves[0] = 7
    assert said(table, name) == "naf+7"


@pytest.mark.rule("NA-03")
def test_a_neutral_is_bribed_with_a_card_that_makes_no_set() -> None:
    land = "ala:a9 kam:b9 NA:c2 SA:d2 EU:e2 AF:f2 *:c1"
    table = turn_of("a", land, "h:bra|", players=2, edition="2003", mode="two-player-active")
    assert said(table, "odds") == "$c:bra"


@pytest.mark.rule("NA-06")
@pytest.mark.parametrize("name", ["odds", "builder", "planner"])
def test_an_ally_strikes_the_opponent_where_the_odds_are_good(name: str) -> None:
    land = "AU:a1 sia:c9 ind:b6 *:d1"
    table = set_up(land, "al:a---", players=2, edition="2003", mode="two-player-active")
    assert said(table, name) == "sia>ind"


@pytest.mark.rule("AMB-ACT-17")
@pytest.mark.parametrize("name", ["odds", "builder"])
def test_an_ally_that_shuts_everybody_else_off_is_attacked(name: str) -> None:
    land = "ino:a30 ngu:a1 wau:a1 eau:a1 sia:c4 AS:b2 *:d1"
    table = set_up(land, "al:a---", players=2, edition="2003", mode="two-player-active")
    assert said(table, name) == "ino>sia"


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


@pytest.mark.parametrize("edition", ["2010", "2018"])
def test_turtles_among_themselves_come_out_in_the_end(edition: str) -> None:
    assert simulate(["turtle"] * 4, games=4, seed=2, edition=edition).truncated == 0


def test_most_games_of_beginners_end() -> None:
    assert simulate(["beginner"] * 3, games=6, seed=1, edition="2010").truncated <= 1


def test_the_search_beats_the_planner() -> None:
    found = simulate(["search:24", "planner"], games=20, seed=7, edition="2018", mode="two-player")
    assert found.table().loc["search:24", "wins"] >= 12


def test_planners_finish_their_games() -> None:
    assert simulate(["planner"] * 3, games=12, seed=2).truncated == 0
