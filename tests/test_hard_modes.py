"""As ``test_hard_rules``, for teams, missions, neutrals, expert rules and lists of moves."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import pytest
from conformance.table import Table, set_up

from risknb.board import load
from risknb.editions import rules_for
from risknb.moves import (
    Advance,
    Attack,
    Bribe,
    CallOff,
    Claim,
    ClaimMission,
    Command,
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
    Trade,
)
from risknb.notation import PHASES, parse_card, parse_move
from risknb.rules import WANTED, WHY_NOT, IllegalMove, begin, chances, legal_moves, luck, why_not
from risknb.state import Phase


# -- teams ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("seat", "first", "winners"), [("a", "b", (0, 2)), ("b", "c", (1, 3)), ("c", "d", (0, 2)),
                                   ("d", "a", (1, 3))],
)  # fmt: skip
def test_a_mate_who_falls_first_and_has_no_other_unit_loses_for_both(
    seat: str, first: str, winners: tuple[int, ...]
) -> None:
    """AMB-TEAM-6: of equal mates the one next in turn falls first (AMB-TEAM-1)."""
    mate = "abcd"[("abcd".index(first) + 2) % 4]
    other = "abcd"[("abcd".index(seat) + 2) % 4]
    land = f"ala:{seat}9 kam:{first}1+{mate}1 jap:{mate}3 AU:{other}1 *:{seat}1"
    table = set_up(land, edition="2003", mode="team", players=4, seat=seat)
    table.push("ala>kam*3=666:11")
    assert (table.state.winners, table.state.reason) == (winners, "team")


def test_armies_placed_by_themselves_belong_to_their_owner() -> None:
    """TEAM-03: every unit of the set-up has a colour."""
    options = {"setup": "deal", "placing": "auto"}
    rules = rules_for("2003", "team", players=4, options=options)
    table = Table(begin(load("classic"), rules, 4)).push("first=6111")
    table.lucky("deal")
    assert [table.armies(seat) for seat in "abcd"] == [30] * 4


def test_own_units_move_out_of_a_mates_territory() -> None:
    """AMB-TEAM-3: c controls Alaska, and only a's unit goes."""
    land = "ala:a1+c4 nwt:a2 alb:c2 jap:b1 AU:d1 *:b1"
    table = set_up(land, edition="2003", mode="team", players=4, phase="F")
    assert table.why_not("alb~nwt:1") == "Alberta is not yours to move from"
    table.push("ala~nwt:1")
    assert (table.on("ala"), table.on("nwt")) == ("c4", "a3")


# -- placing by itself ---------------------------------------------------------------------------
NORTH = ["fro", "gre", "pin", "anc", "cha", "mil", "cor", "lon"]
BORDER = ["gre", "cha", "lon"]


def archipelago(armies: int, *, army_cap: bool) -> Table:
    """Two seats; a holds the north, with three territories at the border."""
    board = load("archipelago")
    options = {"setup": "deal", "placing": "auto", "army_cap": army_cap}
    rules = rules_for("2018", players=2, board=board, options=options)
    table = Table(begin(board, rules, 2))
    table.state.reserves[0] = armies
    owners = "".join("a" if code in NORTH else "b" for code in board.codes)
    return table.push("first=61", f"deal={owners}")


def test_only_borders_are_strengthened() -> None:
    table = archipelago(20, army_cap=False)
    grown = {code for code in NORTH if table.on(code) != "a1"}
    assert grown <= set(BORDER)
    assert table.armies("a") == 20


def test_when_the_borders_are_full_the_rest_goes_behind_them() -> None:
    """EXP-03: three borders take twelve each."""
    table = archipelago(3 * 12 + 5 + 2, army_cap=True)
    assert [table.on(code) for code in BORDER] == ["a12"] * 3
    assert table.armies("a") == 3 * 12 + 5 + 2


def test_what_fits_nowhere_else_fills_every_territory() -> None:
    """EXP-03."""
    table = archipelago(8 * 12, army_cap=True)
    assert {table.on(code) for code in NORTH} == {"a12"}


def test_of_three_who_place_the_one_with_more_land_ends_first() -> None:
    """SETUP-07, AMB-SET-8: a was dealt six of sixteen territories, the others five."""
    board = load("archipelago")
    table = Table(begin(board, rules_for("2010", players=3, board=board), 3)).push("dealer=c")
    table.lucky("deal")
    order = ""
    while table.phase == "P":
        order += table.seat
        own = table.state.owners.index(table.state.seat)
        table.push(f"{board.codes[own]}+1")
    assert order == "abc" * 10 + "bc"


# -- missions ------------------------------------------------------------------------------------
def test_a_mission_shown_leaves_the_deeds_as_they_were() -> None:
    """MIS-04: one mission a turn; what was done so far stands in the record."""
    deeds = "0,0,3,0,0,0,0,0,------"
    table = set_up(
        "*:b2 NA:a9 SA:a9 EU:a9", f"do:f r:3,0,0 m:CPT5.MAJ1|| de:{deeds}", edition="2003",
        mode="mission", phase="R",
    )  # fmt: skip
    before = table.state.deeds
    table.push("m:CPT5")
    assert before is not None
    assert table.state.deeds == before._replace(claimed=True)


def test_refusals_of_missions_say_why() -> None:
    """MIS-03, MIS-04."""
    shown = "do:f r:3,0,0 m:CPT5.MAJ1|| de:0,0,3,0,0,0,0,1,------"
    land = "*:b2 NA:a9 SA:a9 EU:a9"
    table = set_up(land, shown, edition="2003", mode="mission", phase="R")
    assert table.why_not("m:MAJ1") == "one mission a turn may be shown"
    plain = set_up(land, "do:f r:3,0,0", edition="2003", phase="R")
    assert plain.why_not("m:MAJ1") == "now it is time to trade cards or place armies"


def test_a_deck_may_be_dealt_to_the_last_card(tmp_path: Path) -> None:
    """SEC-01: as many missions as players."""
    deck = tmp_path / "deck.toml"
    missions = "".join(f"M{n} = {{ territories = {40 - n} }}\n" for n in range(3))
    deck.write_text(f'kind = "secret"\n[missions]\n{missions}', encoding="utf-8")
    options = {"mission_deck": str(deck)}
    rules = rules_for("five-army", "secret-mission", players=3, options=options)
    table = Table(begin(load("classic"), rules, 3)).push("dealer=a", "missions=M2|M0|M1")
    assert table.state.missions == (("M2",), ("M0",), ("M1",))


SECRET = {"edition": "five-army", "mode": "secret-mission"}


@pytest.mark.parametrize("seat", "abc")
def test_a_colour_is_wiped_out_with_its_last_territory(seat: str) -> None:
    """SEC-04: not with the first one taken from it, whoever has the colour."""
    target = "abc"[("abc".index(seat) + 1) % 3]
    colour = {"a": "green", "b": "yellow", "c": "blue"}[target]
    held = "|".join(f"SM-{colour}" if each == seat else "SM8" for each in "abc")
    other = next(each for each in "abc" if each not in (seat, target))
    land = f"ala:{seat}9 kam:{target}1 jap:{target}1 *:{other}1"
    table = set_up(land, f"m:{held}", seat=seat, **SECRET)
    table.push("ala>kam*3=666:1", "!8")
    assert table.result is None
    table.push("kam>jap*3=666:1")
    assert table.result == f"{seat}.mission"


# -- active neutrals -----------------------------------------------------------------------------
ACTIVE = {"edition": "2003", "mode": "two-player-active", "players": 2}


def test_only_the_fallen_neutral_gives_its_cards_up() -> None:
    """NA-08."""
    table = set_up("ala:a9 kam:c1 NA:a2 SA:b2 EU:d2 *:e2", "b:abra|bice||", **ACTIVE)
    table.push("ala>kam*3=666:1", "!3")
    assert table.hand("a") == "bra"
    ice = table.board.index("ice")
    assert table.state.bribes == ((), ((1, ice),), (), ())


def test_only_allies_on_the_board_are_reinforced() -> None:
    """NA-05, AMB-ACT-11: d is gone, e sides with nobody."""
    land = "NA:a2 SA:b2 EU:c2 AF:e2 *:f2"
    table = set_up(land, "al:aa--", phase="L", **ACTIVE)
    assert table.moves() == ["&c", "--"]
    for army in "bdef":
        assert not table.legal(f"&{army}")
    assert why_not(table.state, Levy(2.0)) is not None  # type: ignore[arg-type]


def test_allies_fight_on_when_moods_are_rolled_after_all_combat() -> None:
    """AMB-ACT-6 with ``status_roll="end_of_combat"``: what is due does not hold them back."""
    land = "NA:a2 SA:b2 eaf:c6 mad:b3 saf:b3 *:e2"
    table = set_up(land, "al:a---", status_roll="end_of_combat", **ACTIVE)
    table.push("eaf>mad*3=111:66", "eaf>saf*3=111:66")
    assert table.legal("eaf>mad*1")


def test_an_open_invasion_can_be_called_off() -> None:
    """NA-07: and only an open one."""
    table = set_up("NA:a4 SA:b2 kam:c3 *:d2", **ACTIVE)
    assert not table.legal("/")
    assert table.push("ala>kam*1=1:66").legal("/")


def test_moods_are_rolled_for_in_turn() -> None:
    """NA-07: the attacking ally first."""
    table = set_up("NA:a2 SA:b2 eaf:c6 mad:d3 *:e2", "al:a---", **ACTIVE)
    table.push("eaf>mad*3=111:66", "/")
    assert table.moves() == ["?c"]
    assert not table.legal("?d")
    assert why_not(table.state, RollStatus(2.0)) is not None  # type: ignore[arg-type]
    assert table.push("?c=6").moves() == ["?d"]


def test_armies_of_an_ally_that_fit_nowhere_are_lost() -> None:
    """EXP-03, AMB-EXP-2: and the next ally has its turn."""
    table = set_up("NA:a2 SA:b2 EU:c12 *:d2", "al:aa--", phase="L", army_cap=True, **ACTIVE)
    table.push("&c=3")
    assert table.moves() == ["--"]
    table.push("--")
    assert (table.reserve("c"), table.phase) == (0, "L")
    assert table.legal("&d")


def test_bribes_belong_to_the_start_of_an_active_game() -> None:
    """NA-03: not to the attacks, and not to neutrals that only stand there."""
    land = "NA:a2 SA:b2 *:c2"
    assert set_up(land, "do:f r:3,0,0,0,0,0 h:ala|", phase="R", **ACTIVE).legal("$c:ala")
    assert not set_up(land, "do:f h:ala|", phase="A", **ACTIVE).legal("$c:ala")
    passive = {**ACTIVE, "mode": "two-player"}
    assert not set_up(land, "do:f r:3,0,0,0,0,0 h:ala|", phase="R", **passive).legal("$c:ala")


# -- expert rules --------------------------------------------------------------------------------
def test_a_card_shown_already_is_shown_again() -> None:
    """EXP-04: the other one stays hidden."""
    table = set_up("ala:a9 kam:b6 *:c1", "h:ala.kam|| sh:kam", reroll=True)
    table.push("ala>kam*3=111:66", "r1=6")
    assert table.state.shown == (table.board.index("kam"),)


def test_only_the_dice_on_the_table_are_turned() -> None:
    """EXP-04, EXP-05."""
    table = set_up("ala:a9 kam:b6 *:c1", "h:ala||", reroll=True, commander=True)
    table.push("ala>kam*2=11:66")
    for kind in (Reroll, Command):
        assert [die for die in (-1, 0, 1, 2, True) if why_not(table.state, kind(die)) is None] == [
            0, 1
        ]  # fmt: skip
    table.push("r1=2", "--")
    assert table.phase == "A"
    assert table.state.rerolled is False


def test_a_six_is_not_turned_to_a_six() -> None:
    """EXP-05: the commander would be spent on nothing."""
    table = set_up("ala:a9 kam:b6 *:c1", commander=True).push("ala>kam*3=615:66")
    reasons = [table.why_not(f"^{die}") for die in (1, 2, 3)]
    assert reasons == ["the die shows a six already", None, None]


def test_nothing_is_rolled_again_before_the_dice_lie_or_after_the_capture() -> None:
    """AMB-EXP-4."""
    table = set_up("ala:a9 kam:b2 *:c1", "h:ala||", reroll=True, defend="ask")
    table.push("ala>kam*3")
    assert table.phase == "E"
    assert not table.legal("r1")
    table.push("d2=666:11", "--")
    assert table.phase == "V"
    assert not table.legal("r1")


def test_a_die_that_was_not_thrown_is_refused_with_the_number_of_dice() -> None:
    """EXP-04, EXP-05."""
    told = {"3=111:66": "the attack has dice 1 to 3", "1=1:66": "the attack has one die"}
    for thrown, why in told.items():
        table = set_up("ala:a9 kam:b6 *:c1", "h:ala||", commander=True, reroll=True)
        table.push(f"ala>kam*{thrown}")
        assert table.why_not("r4") == table.why_not("^4") == why


def test_letting_the_dice_stand_draws_no_card() -> None:
    """CARD-01, EXP-05: the card of an earlier conquest comes with the end of the attacks."""
    table = set_up("ala:a9 kam:b6 *:c1", "do:c", commander=True)
    table.push("ala>kam*3=666:11")
    assert table.phase == "X"
    assert not table.needs_luck("--")
    table.push("--")
    assert table.needs_luck("--")


def test_who_moves_on_has_moved() -> None:
    """AMB-EXP-7: several moves, and the position tells that one was made."""
    table = set_up("ala:a9 nwt:a1 kam:b2 *:c1", phase="F", multi_fortify=True)
    table.push("ala~nwt:1")
    assert table.phase == "F"
    assert table.state.fortified is True


# -- every move has its time ---------------------------------------------------------------------
#: One move of every kind, and the phases in which it is looked at more closely.
TIMES: list[tuple[Move, str]] = [
    (PickDealer(), "G"), (DealMissions(), "M"), (DealTerritories(), "D"), (RollFirst(), "O"),
    (Claim(0), "C"), (Headquarters(0), "H"), (Place(0, 1), "PRLS"), (Trade((0, 1, 2)), "RS"),
    (Bribe(2, 0), ""), (Levy(2), "L"), (Attack(0, 1, 1), "A"), (CallOff(), "A"), (Defend(1), "E"),
    (Reroll(0), "X"), (Command(0), "X"), (Advance(1), "V"), (RollStatus(2), "T"),
    (Fortify(0, 1, 1), "FY"), (Pass(), "LAXSFYN"), (ClaimMission("MAJ1"), ""),
]  # fmt: skip


@pytest.mark.parametrize(("phase", "letter"), PHASES.items())
def test_a_move_at_the_wrong_time_is_told_what_it_is_time_for(phase: Phase, letter: str) -> None:
    """TURN-01: also a move that would be wrong for another reason, at another time."""
    state = set_up("ala:a4 *:b3", edition="2003").state
    state.phase = phase
    late = [move for move, phases in TIMES if letter not in phases]
    assert {type(move) for move, _ in TIMES} == set(WHY_NOT)
    now = f"now it is time to {WANTED[phase]}" if phase is not Phase.OVER else "the game is over"
    assert {why_not(state, move) for move in late} == {now}


def test_a_battle_goes_on_step_by_step() -> None:
    """COMB-05, COMB-10, EXP-05: defend, decide, move in, each when its turn comes."""
    table = set_up("ala:a9 kam:b2 *:c1", commander=True, defend="ask").push("ala>kam*3")
    steps = {"d2": "=611:11", "^2": "", "!3": ""}
    for phase, (step, dice) in zip("EXV", steps.items(), strict=True):
        assert table.phase == phase
        late = {table.why_not(other) for other in steps if other != step}
        assert late == {f"now it is time to {WANTED[table.state.phase]}"}
        table.push(step + dice)
    assert table.phase == "A"


# -- lists of moves, answers of luck -------------------------------------------------------------
def test_the_list_of_moves_can_be_asked() -> None:
    state = set_up("ala:a3 kam:b2 nwt:a1 alb:a1 *:c1").state
    attack = parse_move(state.board, "ala>kam*2")
    assert attack in legal_moves(state)
    assert attack in legal_moves(state, kind=Attack, src=0)
    assert attack not in legal_moves(state, kind=Pass)
    assert parse_move(state.board, "ala>kam*3") not in legal_moves(state, kind=Attack)
    assert legal_moves(state)
    assert len(legal_moves(state)) == 3
    assert not legal_moves(state, src=1)
    assert [move.dst for move in legal_moves(state, dst=attack.dst)] == [attack.dst] * 2
    reinforcing = set_up("ala:a3 kam:b2 nwt:a1 *:c1", "r:2,0,0", phase="R").state
    assert set(legal_moves(reinforcing, dst=0)) == {Place(0, 1), Place(0, 2)}
    assert not legal_moves(reinforcing, src=0)
    assert repr(legal_moves(state, src=0)) == "<LegalMoves (ala>kam*1, ala>kam*2)>"


def test_who_waits_has_no_moves() -> None:
    """Only the seat whose turn it is decides; a view knows whose it is."""
    state = set_up("ala:a9 kam:b3 *:c1").state
    attack = parse_move(state.board, "ala>kam*2")
    for seat in (1, 2):
        view = state.seen_by(seat)
        assert list(legal_moves(view)) == []
        assert attack not in legal_moves(view)
        assert why_not(view, attack) == "somebody else has to decide now"
    assert list(legal_moves(state.seen_by(0))) == list(legal_moves(state))
    assert attack in legal_moves(state.seen_by(0))


@pytest.mark.parametrize(("armies", "dots"), [(20, False), (21, False), (22, True)])
def test_a_long_list_of_moves_is_cut_after_twenty(armies: int, dots: bool) -> None:
    table = set_up(f"ala:a{armies} nwt:a1 *:b1", phase="F")
    texts = repr(legal_moves(table.state, src=0))[len("<LegalMoves (") : -2].split(", ")
    shown = [f"ala~nwt:{moving}" for moving in range(1, min(armies, 21))]
    assert texts == shown + ["..."] * dots


def test_luck_can_be_asked_for_an_answer() -> None:
    """CARD-01."""
    table = set_up("ala:a9 kam:b3 *:c1", "h:bra|| do:c")
    answers = chances(table.state, Pass())
    assert answers is not None
    assert Draw(parse_card(table.board, "per")) in answers
    assert Draw(parse_card(table.board, "bra")) not in answers
    assert None not in answers


def test_luck_answers_with_the_right_kind() -> None:
    """SETUP-05: equal numbers of another kind are no answer."""
    table = Table(begin(load("classic"), rules_for("2010", players=4), 4))
    answers = chances(table.state, PickDealer())
    assert answers is not None
    assert Dealer(0) in answers
    assert Dealer(3) in answers
    wrong = (Dealer(4), Die(3), Draw(3), None)
    assert [answer for answer in wrong if answer in answers] == []


def test_missions_are_dealt_one_of_each_pile_to_everybody() -> None:
    """MIS-01: none twice, none missing, none of another pile."""
    table = Table(begin(load("classic"), rules_for("2003", "mission", players=3), 3))
    answers = chances(table.state, DealMissions())
    assert answers is not None
    assert type(answers.count) is int
    fair = [(f"CPT{n}", f"MAJ{n}", f"COL{n}", f"GEN{n}") for n in (1, 2, 3)]
    assert MissionDeal(tuple(fair)) in answers
    unfair = [
        fair[:2],
        [*fair, ("CPT4", "MAJ4", "COL4", "GEN4")],
        [held[:3] for held in fair],
        [*fair[:2], fair[2][:3]],
        [*fair[:2], ("CPT1", *fair[2][1:])],
        [*fair[:2], ("CPT9", *fair[2][1:])],
        [*fair[:2], fair[2][::-1]],
    ]
    assert [deal for deal in unfair if MissionDeal(tuple(deal)) in answers] == []
    assert tuple(fair) not in answers


class Grid:
    """Stands in for a random generator: gives a fixed row of numbers."""

    def __init__(self, *numbers: float) -> None:
        self.random = iter(numbers).__next__


def test_every_deal_is_equally_likely() -> None:
    """SETUP-06: all 720 shuffles of six cards, so each of the twenty deals 36 times."""
    board = load("duel")
    table = Table(begin(board, rules_for("2010", players=2, board=board), 2)).push("dealer=a")
    answers = chances(table.state, DealTerritories())
    assert answers is not None
    places = product(*([(n + 0.5) / size for n in range(size)] for size in range(6, 1, -1)))
    deals = Counter(answers.sample(Grid(*row)).owners for row in places)  # type: ignore[arg-type]
    assert set(deals.values()) == {36}
    assert len(deals) == answers.count == 20


def test_every_shuffle_is_equally_likely() -> None:
    places = product(*([(n + 0.5) / size for n in range(size)] for size in (4, 3, 2)))
    orders = [tuple(luck._shuffled("abcd", Grid(*row))) for row in places]  # type: ignore[arg-type]
    assert sorted(orders) == sorted(permutations("abcd"))


def test_every_throw_for_the_start_is_listed() -> None:
    """SETUP-02: a die each, of those who are still in question."""
    table = Table(begin(load("classic"), rules_for("2018", players=3), 3))
    answers = chances(table.state, RollFirst())
    assert answers is not None
    faces = list(product(range(1, 7), repeat=3))
    assert list(answers) == [(Lots(each), Fraction(1, 216)) for each in faces]
    wrong = [(1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7), (1, 2, 3.0), (1, 2, True)]
    assert [each for each in wrong if Lots(each) in answers] == []  # type: ignore[arg-type]
    assert (1, 2, 3) not in answers


def test_every_throw_is_equally_likely() -> None:
    """COMB-03, COMB-04: one die against one, 36 ways."""
    table = set_up("ala:a2 kam:b1 *:c1")
    answers = chances(table.state, parse_move(table.board, "ala>kam*1"))
    assert answers is not None
    picked = [answers.sample(Grid((n + 0.5) / 36)) for n in range(36)]  # type: ignore[arg-type]
    assert picked == [Roll((a,), (d,)) for a, d in product(range(1, 7), repeat=2)]


def test_only_real_dice_answer_an_attack() -> None:
    """COMB-03, COMB-04: so many of either colour, with whole faces from one to six."""
    table = set_up("ala:a4 kam:b2 *:c1")
    answers = chances(table.state, parse_move(table.board, "ala>kam*3"))
    assert answers is not None
    assert Roll((6, 5, 1), (6, 1)) in answers
    for wrong in (0, 7, -1, True, 2.0):
        assert Roll((6, 5, wrong), (6, 1)) not in answers  # type: ignore[arg-type]
        assert Roll((6, 5, 1), (6, wrong)) not in answers  # type: ignore[arg-type]
    for attack, defend in (((6, 5), (6, 1)), ((6, 5, 1), (6,)), ((6, 5, 1, 1), (6, 1))):
        assert Roll(attack, defend) not in answers
    assert ((6, 5, 1), (6, 1)) not in answers


def test_every_card_left_is_equally_likely() -> None:
    """CARD-02."""
    table = set_up("ala:a9 kam:b3 *:c1", "do:c k:ala.bra.per.w1")
    answers = chances(table.state, Pass())
    assert answers is not None
    picked = [answers.sample(Grid((n + 0.5) / 4)) for n in range(4)]  # type: ignore[arg-type]
    assert picked == [Draw(card) for card in table.state.deck]


def test_every_dealer_is_equally_likely() -> None:
    """AMB-SET-3."""
    table = Table(begin(load("classic"), rules_for("2010", players=4), 4))
    answers = chances(table.state, PickDealer())
    assert answers is not None
    picked = [answers.sample(Grid((n + 0.5) / 4)) for n in range(4)]  # type: ignore[arg-type]
    assert picked == [Dealer(n) for n in range(4)]


def test_a_refusal_travels_between_processes_as_its_sentence() -> None:
    with pytest.raises(IllegalMove) as refused:
        set_up("ala:a9 kam:b3 *:c1").push("ala>bra*1=1:1")
    error = refused.value
    assert error.move == Attack(0, load("classic").index("bra"), 1)
    assert str(error).startswith(f"ala>bra*1: {error.reason}, in ")
    again = pickle.loads(pickle.dumps(refused.value))
    assert type(again) is ValueError
    assert str(again) == str(refused.value)
