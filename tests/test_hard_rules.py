"""Places where a broken rule once went unnoticed: every test here has caught a mutant."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from conformance.table import Table, set_up

from risknb import Game
from risknb.board import load
from risknb.dice import SeededDice
from risknb.editions import rules_for
from risknb.moves import (
    Advance,
    Attack,
    Blitz,
    Claim,
    DealMissions,
    DealTerritories,
    Fortify,
    Headquarters,
    PickDealer,
    Place,
    RollFirst,
    Step,
    Trade,
    steps_in,
    written_out,
)
from risknb.notation import letter
from risknb.rules import IllegalMove, apply, begin, combat, fortify, reinforce, why_not
from risknb.rules.table import holders
from risknb.state import NOBODY, Phase, State


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
    assert game.rules.plain is plain


#: Numbers that pick 666:1 from all throws of three dice against one, and 11:11.
WON, LOST = 0.996, 0.0


def test_a_volley_leaves_the_moving_in_to_the_player() -> None:
    table = set_up("ala:a9 kam:b1 *:c1", edition="2003")
    made = combat.volley(table.state, Blitz(0, table.board.index("kam")), lambda: WON)
    assert len(written_out([made])) == steps_in(made) == 1
    assert table.phase == "V"


@pytest.mark.parametrize(("armies", "moved"), [(12, 11), (13, 12), (20, 12)])
def test_a_volley_moves_in_no_more_than_the_cap(armies: int, moved: int) -> None:
    """AMB-EXP-1."""
    table = set_up(f"ala:a{armies} kam:b1 jap:b1 *:c1", army_cap=True)
    wish = Blitz(0, table.board.index("kam"), advance=True)
    made = combat.volley(table.state, wish, lambda: WON)
    assert written_out([made])[-1].move == Advance(moved)
    assert (table.on("kam"), table.on("ala")) == (f"a{moved}", f"a{armies - moved}")


def test_a_volley_that_fails_moves_nobody() -> None:
    table = set_up("ala:a3 kam:b9 *:c1")
    wish = Blitz(0, table.board.index("kam"), advance=True)
    made = combat.volley(table.state, wish, lambda: LOST)
    assert len(written_out([made])) == steps_in(made) == 1
    assert (table.on("ala"), table.on("kam")) == ("a1", "b9")


# -- neighbours of another side ------------------------------------------------------------------
@pytest.mark.parametrize(
    ("edition", "mode", "players"),
    [("2010", "domination", 4), ("2003", "team", 4), ("five-army", "two-player", 2)],
)
def test_neighbours_counted_late_are_counted_right(edition: str, mode: str, players: int) -> None:
    names = list("abcd")[:players]
    bots = dict.fromkeys(names, "rusher")
    game = Game(names, edition=edition, mode=mode, seed=5, bots=bots)
    for turns in 1, 3, 9, 27:
        game.play(turns)
        state = game.at(len(game))
        assert state.stale, "nobody has asked since the game began"
        read = State.parse(state.text(full=True), state.board, state.rules, players)
        assert (state.copy(), state) == (read, read)
        assert state.hostile == read.hostile
        assert not state.stale


def test_land_is_counted_by_army_and_continent() -> None:
    state = set_up("ala:a9 kam:b1 AU:b2 *:c1").state
    assert state.holds == [1, 5, 36]
    assert [state.tally(c) for c in (0, 4, 5)] == [[1, 0, 8], [0, 1, 11], [0, 4, 0]]
    assert holders(state) == (NOBODY, 2, 2, 2, NOBODY, 1)


def test_a_count_that_is_stopped_begins_again() -> None:
    state = set_up("ala:a9 kam:b1 *:c1").state
    read = state.copy()
    for one in state, read:
        combat.volley(one, Blitz(0, one.board.index("kam"), advance=True), lambda: WON)
    state.stale.add(99)
    with pytest.raises(IndexError):
        state.hostile  # noqa: B018
    state.stale.remove(99)
    assert state.hostile == read.hostile


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


@pytest.mark.parametrize("kind", [RollFirst, PickDealer, DealTerritories, DealMissions])
def test_luck_of_the_set_up_has_no_place_in_a_turn(kind: type) -> None:
    state = set_up("*:a3 kam:b3").state
    for phase in (Phase.REINFORCE, Phase.ATTACK, Phase.FORTIFY, Phase.CLAIM, Phase.PLACE):
        state.phase = phase
        assert why_not(state, kind()) is not None


def test_without_cards_there_is_no_deck() -> None:
    for cards, size in ((True, 44), (False, 0)):
        rules = rules_for("2018", players=3, options={"cards": cards})
        assert len(begin(load("classic"), rules, 3).deck) == size


def test_left_of_the_dealer_comes_first() -> None:
    """SETUP-05, SETUP-06."""
    table = Table(begin(load("classic"), rules_for("2010", players=4), 4))
    table.push("dealer=b")
    table.lucky("deal")
    assert (letter(table.state.first), table.seat) == ("c", "c")
    assert [table.holds(seat) for seat in "abcd"] == [10, 10, 11, 11]


def test_who_places_first_need_not_take_the_first_turn(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "2010"\n[rules]\nplacer = "youngest"\n', encoding="utf-8")
    table = Table(begin(load("classic"), rules_for(house, players=4), 4))
    table.push("dealer=b")
    table.lucky("deal")
    assert (letter(table.state.first), table.seat) == ("a", "c")


def test_without_a_dealer_the_first_placer_is_dealt_to_first() -> None:
    """SETUP-09 where the territories of a claiming edition are dealt."""
    rules = rules_for("2018", players=4, options={"setup": "deal"})
    table = Table(begin(load("classic"), rules, 4)).push("first=1263")
    table.lucky("deal")
    assert [table.holds(seat) for seat in "abcd"] == [10, 10, 11, 11]


# -- cards ---------------------------------------------------------------------------------------
def test_house_rules_may_force_a_trade_before_the_fifth_card(tmp_path: Path) -> None:
    """CARD-05: only what is a set can be forced."""
    house = tmp_path / "house.toml"
    house.write_text('base = "2003"\n[rules]\nforce_start = 3\n', encoding="utf-8")
    fields = "do:f r:3,0,0"
    for hand, forced in (("ala.alb.wus", True), ("ala.alb.cam", False)):
        table = set_up("ala:a3 kam:b3 *:c3", f"{fields} h:{hand}||", edition=house, phase="R")
        assert reinforce.must_trade(table.state) is forced
        assert table.legal("ala+1") is not forced


@pytest.mark.parametrize(
    ("phase", "fields", "forced"),
    [
        ("R", "do:f r:3,0,0", True),
        ("R", "do:p r:3,0,0", False),
        ("S", "r:0,0,0", True),
        ("S", "do:p r:3,0,0", False),
        ("A", "r:0,0,0", False),
        ("F", "r:0,0,0", False),
    ],
)
def test_when_six_cards_force_a_trade(phase: str, fields: str, forced: bool) -> None:
    """CARD-05, ELIM-02: at the start of a turn and after an elimination, before placing."""
    hand = "h:ala.alb.wus.arg.ice.weu||"
    table = set_up("ala:a3 kam:b3 *:c1", f"{fields} {hand}", edition="2003", phase=phase)
    assert reinforce.must_trade(table.state) is forced


@pytest.mark.parametrize(("armies", "forced"), [(0, False), (1, True), (4, True)])
def test_who_has_begun_to_trade_goes_on_to_four_cards(armies: int, forced: bool) -> None:
    """ELIM-02: five cards after an elimination are too many only once a set was traded."""
    fields = f"r:{armies},0,0 h:ala.alb.wus.arg.ice||"
    table = set_up("ala:a3 kam:b3 *:c1", fields, edition="five-army", phase="S")
    assert reinforce.must_trade(table.state) is forced


def test_refusals_of_trades_say_when_cards_are_traded() -> None:
    """CARD-11."""
    fields = "r:3,0,0 h:ala.alb.wus||"
    placed = set_up("ala:a3 kam:b3 *:c1", f"do:p {fields}", edition="2003", phase="R")
    assert "before armies are placed" in str(placed.why_not("x:ala,alb,wus"))
    attacking = set_up("ala:a3 kam:b3 *:c1", fields, edition="2003")
    assert attacking.why_not("x:ala,alb,wus") == "now it is time to attack or end the attacks"


def test_refusals_of_trades_say_how_extra_armies_are_named() -> None:
    """CARD-09, AMB-CARD-5: never left out, and for one pictured territory of one's own."""
    fields = "do:f r:3,0,0 h:ala.arg.ice||"
    both = set_up("ala:a3 arg:a1 *:b1", fields, phase="R")
    where = "say where the extra armies go: Alaska (@ala) or Argentina (@arg)"
    assert both.why_not("x:ala,arg,ice") == both.why_not("x:ala,arg,ice@ice") == where
    none = set_up("kam:a3 *:b1", fields, phase="R")
    assert none.why_not("x:ala,arg,ice@ala") == "this set brings no extra armies"


def test_the_spoils_are_traded_before_anything_is_placed() -> None:
    """ELIM-02."""
    table = set_up("ala:a9 kam:b1 bra:a2 *:c1", "h:ala.alb.wus.arg|ice.weu.egy|", edition="2003")
    table.push("ala>kam*3=666:1", "!3")
    assert (table.phase, table.state.placed) == ("S", False)


def test_a_set_that_is_left_does_not_stop_the_placing() -> None:
    """ELIM-02, AMB-COMB-5: seven cards become four, and the armies are placed in several moves."""
    table = set_up("ala:a9 kam:b1 bra:a2 *:c1", "h:ala.alb.wus.arg|ice.weu.egy|", edition="2003")
    table.push("ala>kam*3=666:1", "!3", "x:ala,alb,wus", "ala+1")
    assert len(table.state.hands[0]) == 4
    assert not table.legal("x:arg,ice,weu")
    table.push("bra+1", "ala+2")
    assert table.phase == "A"


def test_a_set_in_hand_does_not_stop_the_allies() -> None:
    """NA-05: cards belong to the own reinforcements."""
    table = set_up(
        "ala:a3 kam:b3 NA:c1 SA:d1 EU:e1 *:f1", "al:a--- r:0,0,0,0,0,0 do:p h:ala.alb.wus|",
        edition="2003", mode="two-player-active", players=2, phase="L",
    )  # fmt: skip
    table.push("&c=2", "alb+1", "alb+1")
    assert table.on("alb") == "c3"


def test_a_set_is_a_tuple_of_three() -> None:
    table = set_up("ala:a3 kam:b3 *:c1", "do:f r:3,0,0 h:ala.alb.wus||", edition="2003", phase="R")
    cards = table.state.hands[0]
    assert why_not(table.state, Trade(cards)) is None
    for wrong in (list(cards), cards[:2], (*cards, cards[0]), (cards[0],) * 3):
        assert why_not(table.state, Trade(wrong)) is not None  # type: ignore[arg-type]


def test_the_extra_armies_of_two_sets_add_up() -> None:
    """AMB-CARD-4: once a set in the five-army edition; deck B has these as infantry and cavalry."""
    hand = "ala.arg.per.alb.grn.ont"
    fields = f"do:f r:3,0,0 h:{hand}||"
    table = set_up("NA:a1 SA:a1 *:b1", fields, edition="five-army", phase="R")
    table.push("x:ala,arg,per@ala", "x:alb,grn,ont@alb")
    assert (table.on("ala"), table.on("alb"), table.state.bonus) == ("a3", "a3", 4)
    assert table.state.fresh is False


def test_a_trade_counts_once_among_the_deeds() -> None:
    """CARD-12: three infantry bring four, and missions may ask for both."""
    table = set_up("NA:a1 *:b1", "do:f r:3,0,0 h:ala.alb.wus|| de:0,0,3,0,0,0,0,0,------",
                   edition="2003", mode="mission", phase="R")  # fmt: skip
    table.push("x:ala,alb,wus")
    deeds = table.state.deeds
    assert deeds is not None
    assert (deeds.received, deeds.traded) == (7, 1)


@pytest.mark.parametrize("at", ["ala", "alb"])
def test_the_extra_armies_may_complete_a_secret_mission(at: str) -> None:
    """AMB-SEC-4, AMB-SEC-5: eighteen with two armies each, the last one by the picture."""
    hand = {"ala": "ala.arg.per", "alb": "alb.grn.ont"}[at]
    table = set_up(
        f"NA:a2 EU:a2 bra:a2 ven:a2 {at}:a1 *:b1", f"do:f r:3,0,0 h:{hand}|| m:SM8|SM1|SM2",
        edition="five-army", mode="secret-mission", phase="R",
    )  # fmt: skip
    assert table.state.outcome() is None
    cards = hand.replace(".", ",")
    table.push(f"x:{cards}@{at}")
    assert table.phase == "Z"
    assert table.state.winners == (0,)


def test_a_single_army_that_fits_nowhere_is_lost() -> None:
    """AMB-EXP-2."""
    table = set_up("ala:a12 kam:b3 *:c3", "do:f r:1,0,0", phase="R", army_cap=True)
    assert table.moves() == ["--"]
    assert table.push("--").phase == "A"


@pytest.mark.parametrize(
    ("edition", "move", "why"),
    [
        ("2010", "ala~ont:1", "armies move to a neighbour only, and Ontario is none"),
        ("2010", "ala~bra:1", "armies move to a neighbour only, and Brazil is none"),
        ("2010", "ala~kam:1", "no way leads from Alaska to Kamchatka"),
        ("2018", "ala~bra:1", "no way leads from Alaska to Brazil"),
    ],
)
def test_refusals_of_marches_say_what_is_in_the_way(edition: str, move: str, why: str) -> None:
    """FORT-02, FORT-03."""
    table = set_up("NA:a1 ala:a3 cam:b1 bra:a1 *:b1", edition=edition, phase="F")
    assert table.why_not(move) == why


# -- attack legality -----------------------------------------------------------------------------
def test_places_before_the_first_and_after_the_last_are_refused() -> None:
    """Counting backwards from the end is a habit of lists, not of boards."""
    table = set_up("ala:a9 kam:b1 *:c3 nwt:a9")
    ala, kam, nwt = (table.board.index(code) for code in ("ala", "kam", "nwt"))
    size = table.board.size
    assert why_not(table.state, Attack(ala, kam, 1)) is None
    for src, dst in ((ala - size, kam), (ala, kam - size), (size, kam), (ala, size), (-1, -1)):
        assert why_not(table.state, Attack(src, dst, 1)) not in (None, "that is no move")
    for phase, moves in (
        ("R", [Place(ala - size, 1), Place(size, 1)]),
        (
            "F",
            [
                Fortify(ala - size, nwt, 1),
                Fortify(ala, nwt - size, 1),
                Fortify(ala, size, 1),
                Fortify(size, nwt, 1),
            ],
        ),
        ("C", [Claim(-1), Claim(size)]),
        ("P", [Place(ala - size, 1), Place(size, 1)]),
        ("H", [Headquarters(ala - size), Headquarters(size)]),
    ):
        mode = "capital" if phase == "H" else "domination"
        fields = {"R": "r:3,0,0", "P": "r:3,0,0 q:1,0,0"}.get(phase, "")
        other = set_up("ala:a9 kam:b1 *:c3 nwt:a9", fields, phase=phase, mode=mode)
        reasons = {why_not(other.state, move) for move in moves}
        assert not reasons & {None, "that is no move"}


@pytest.mark.parametrize("dice", [-1, 0, 4, 5])
def test_attacks_have_one_to_three_dice(dice: int) -> None:
    """COMB-03."""
    state = set_up("ala:a9 kam:b1 *:c3").state
    assert why_not(state, Attack(0, state.board.index("kam"), dice)) is not None


@pytest.mark.parametrize(
    ("armies", "reason"),
    [
        (1, "Alaska cannot attack: one army must stay"),
        (2, "Alaska may attack with 1 die"),
        (3, "Alaska may attack with 1 to 2 dice"),
        (9, "Alaska may attack with 1 to 3 dice"),
    ],
)
def test_a_refusal_tells_how_many_dice_are_allowed(armies: int, reason: str) -> None:
    """COMB-03."""
    assert set_up(f"ala:a{armies} kam:b1 *:c3").why_not("ala>kam*4") == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("ala>ala*1", "Alaska cannot attack itself"),
        ("ala>bra*1", "Alaska does not border on Brazil"),
        ("ala>nwt*1", "Northwest Territory is no enemy's"),
        ("nwt~nwt:1", "armies move to another territory"),
    ],
)
def test_a_refusal_names_the_territories(move: str, reason: str) -> None:
    """COMB-01, FORT-01: no attack on oneself or far away, no move to where one stands."""
    table = set_up("ala:a9 nwt:a4 kam:b1 *:c3", phase="F" if "~" in move else "A")
    assert table.why_not(move) == reason


@pytest.mark.parametrize(
    ("fields", "move", "reason"),
    [
        ("r:1,0,0", "ala+2", "there is 1 army to place"),
        ("r:4,0,0", "ala+5", "there are 4 armies to place"),
        ("r:4,0,0", "--", "there are 4 armies to place first"),
    ],
)
def test_a_refusal_tells_how_many_armies_are_in_hand(fields: str, move: str, reason: str) -> None:
    """REIN-05."""
    assert set_up("ala:a9 kam:b1 *:c3", fields, phase="R").why_not(move) == reason


def test_starting_armies_are_placed_as_many_as_a_round_gives() -> None:
    """SETUP-04: one at a time."""
    table = set_up("ala:a9 kam:b1 *:c3", "r:3,3,3 q:1,0,0", phase="P")
    assert table.why_not("ala+2") == "place 1 army of that colour now"


@pytest.mark.parametrize(("seat", "victim"), list(permutations("abcd", 2)))
def test_whoever_is_attacked_chooses_the_dice(seat: str, victim: str) -> None:
    """COMB-05: not the next seat, but the one who stands there."""
    rest = next(other for other in "abcd" if other not in (seat, victim))
    land = f"ala:{seat}9 kam:{victim}3 *:{rest}1"
    table = set_up(land, players=4, seat=seat, defend="ask").push("ala>kam*3")
    assert (table.phase, table.actor) == ("E", victim)


def test_attacks_can_be_listed_by_their_origin() -> None:
    state = set_up("ala:a4 kam:b1 nwt:a4 alb:a1 *:c3").state
    ala, alb = state.board.index("ala"), state.board.index("alb")
    assert {move.src for move in combat.attacks(state, ala)} == {ala}
    assert alb not in list(combat.origins(state)), "one army stays"


def test_moves_can_be_listed_by_their_origin() -> None:
    """FORT-01: and a refusal tells how many may go."""
    table = set_up("ala:a2 nwt:a4 alb:a1 kam:b1 *:c3", phase="F")
    assert {move.src for move in fortify.moves(table.state, 0)} == {0}
    assert table.why_not("ala~nwt:2") == "move 1 army"
    assert table.why_not("nwt~ala:4") == "move 1 to 3 armies"
    assert str(table.why_not("alb~ala:1")).startswith("no army can move")


def test_a_card_drawn_uses_the_claim_up() -> None:
    """CARD-01: one card a turn."""
    table = set_up("ala:a9 kam:b3 *:c1", "do:c").push("--=bra")
    assert (table.phase, table.state.conquered) == ("F", False)


def test_the_defender_has_nothing_to_say_once_the_dice_lie() -> None:
    """COMB-05, EXP-05."""
    table = set_up("ala:a9 kam:b3 *:c3", commander=True)
    table.push("ala>kam*3=211:66")
    assert table.phase == "X"
    assert not table.legal("d1")


def test_the_end_leaves_nobody_to_be_moved_in_upon() -> None:
    """AMB-COMB-9: the position of a finished game can be written and read."""
    table = set_up("*:a3 kam:b1", edition="2003")
    table.push("ala>kam*2=66:1")
    state = table.state
    assert (table.phase, state.victim, state.attack) == ("Z", NOBODY, None)
    assert (state.conquered, state.ending) == (False, False)
    assert State.parse(state.text(full=True), state.board, state.rules, 3) == state


@pytest.mark.parametrize("advance", [False, True])
@pytest.mark.parametrize("stop", [1, 2, 3, 5])
@pytest.mark.parametrize("defend_dice", [1, 2, 3])
def test_a_volley_is_the_same_as_single_attacks(stop: int, defend_dice: int, advance: bool) -> None:
    for seed in range(12):
        ours, theirs = 2 + seed, 1 + seed * 5 % 9
        land = f"ala:a{ours} kam:b{theirs} jap:b1 *:c1"
        one, many = (set_up(land, defend_dice=defend_dice).state for _ in "ab")
        src, dst = one.board.index("ala"), one.board.index("kam")
        wish = Blitz(src, dst, stop, advance)
        made = written_out([combat.volley(one, wish, SeededDice(seed).uniform)])
        assert made == _single(many, Attack(src, dst, 1), stop, SeededDice(seed), advance)
        assert one == many


@pytest.mark.parametrize(
    ("land", "fields", "mode"),
    [
        ("ala:a9 kam:b1 *:c1", "h:w1|ice|", "domination"),  # Ben is out, and his card is won
        ("ala:a9 kam:b1 wau:c1 *:b1", "hq:ala.kam.wau", "capital"),  # one headquarters of two
        ("ala:a9 kam:b1 wau:a1 *:b1", "hq:ala.kam.wau", "capital"),  # and the last one
    ],
)
def test_a_volley_that_decides_more_is_the_same_as_single_attacks(
    land: str, fields: str, mode: str
) -> None:
    """ELIM-01, CAP-04: what follows from a conquest follows in one go too."""
    for seed in range(4):
        one, many = (set_up(land, fields, mode=mode).state for _ in "ab")
        src, dst = one.board.index("ala"), one.board.index("kam")
        wish = Blitz(src, dst, 1, advance=True)
        made = written_out([combat.volley(one, wish, SeededDice(seed).uniform)])
        assert made == _single(many, Attack(src, dst, 1), 1, SeededDice(seed), advance=True)
        assert one == many


def test_an_answer_of_luck_that_does_not_fit_is_named() -> None:
    """CARD-01: a card that somebody holds cannot be drawn."""
    table = set_up("ala:a9 kam:b3 *:c1", "do:c h:bra||")
    with pytest.raises(IllegalMove, match="luck cannot answer bra"):
        table.push("--=bra")



def _single(state: State, wish: Attack, stop: int, dice: SeededDice, advance: bool) -> list[Step]:
    """Attack with all dice, one throw after the other; at least one."""
    src, dst, _ = wish
    made: list[Step] = []
    while state.phase is Phase.ATTACK and (not made or state.armies[src] > stop):
        move = Attack(src, dst, min(3, state.armies[src] - 1))
        made.append(Step(0, move, dice.answer(state, move)))
        apply(state, move, made[-1].chance)
    if advance and state.phase is Phase.ADVANCE:
        made.append(Step(0, Advance(state.armies[src] - 1)))
        apply(state, made[-1].move)
    return made


def test_a_turn_begins_with_nothing_done() -> None:
    """TURN-05: every mark of the turn before is gone, as plainly as a position in text says it."""
    game = Game(["Ada", "Ben"], board="duel", edition="2010", seed=1, bots={0: "odds", 1: "odds"})
    game.play(3)
    state = game.state
    marks = (state.placed, state.conquered, state.ending, state.fortified, state.commanded)
    assert marks == (False,) * 5
    assert state == State.parse(state.text(full=True), state.board, state.rules, state.seats)
