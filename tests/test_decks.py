"""Mission decks of one's own: what a file may say, and the sentence that refuses the rest."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import risknb as rk
from risknb import Game, SaveError
from risknb.editions import RulesError
from risknb.goals import progress
from risknb.rules.missions import BUILT_IN, deck_of, load_deck

RANKED = 'kind = "ranks"\nranks = ["one", "two", "three", "four"]\n[missions]\n'
SECRET = 'kind = "secret"\n[missions]\n'


def deck_file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "deck.toml"
    path.write_text(text, encoding="utf-8")
    load_deck.cache_clear()
    return str(path)


def refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        load_deck(deck_file(tmp_path, text))


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_decks_that_ship_are_sound(name: str) -> None:
    assert load_deck(name).missions


@pytest.mark.parametrize("name", ["european-14", "us-1993"])
def test_a_mission_asks_for_the_same_in_every_deck(name: str) -> None:
    """Rules, section 3.1: one condition a mission; the decks differ in which they hold."""
    deck, five = load_deck(name), load_deck("five-army")
    shared = deck.missions.keys() & five.missions.keys()
    assert {*"1378"} <= {mission[2:] for mission in shared}
    assert {m: deck.missions[m] for m in shared} == {m: five.missions[m] for m in shared}
    assert deck.instead == five.instead


def test_a_deck_has_a_title(tmp_path: Path) -> None:
    assert load_deck("five-army").title == "Five-army deck (inferred): 12 cards"
    mission = "[missions]\nA = { territories = 3 }\n"
    assert load_deck(deck_file(tmp_path, f'kind = "secret"\n{mission}')).title == "deck.toml"
    long = f'title = "{"t" * 300}"\nkind = "secret"\n{mission}'
    assert load_deck(deck_file(tmp_path, long)).title == "t" * 200


def test_a_game_that_begins_reads_the_deck_as_its_file_is_now(tmp_path: Path) -> None:
    """Whoever writes a deck tries it, changes it and tries again, in the same kernel (SEC-01)."""
    path = tmp_path / "mine.toml"
    asked = []
    for title, territories in (("first", 20), ("second", 30)):
        missions = "".join(f"{m} = {{ territories = {territories} }}\n" for m in "ABC")
        path.write_text(f'title = "{title}"\n{SECRET}{missions}', encoding="utf-8")
        game = Game(["a", "b", "c"], edition="five-army", mode="secret-mission",
                    options={"mission_deck": str(path)}, seed=1)  # fmt: skip
        deck = deck_of(game.state)
        asked.append((deck.title, deck.missions["A"]["territories"]))
    assert asked == [("first", 20), ("second", 30)]


def test_a_refusal_names_the_file_and_the_mission(tmp_path: Path) -> None:
    refused(tmp_path, 'kind = "secret"\n', r"^deck\.toml: a deck has")
    refused(tmp_path, 'kind = "ranks"\n[missions]\n', r"^deck\.toml: a deck of ranks")
    refused(tmp_path, SECRET + "A = { moons = 3 }\n", r"^deck\.toml: A asks for 'moons'")
    wipe = SECRET + 'A = { wipe_out = "green" }\n'
    refused(tmp_path, wipe, r"^deck\.toml: instead must be a table")


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("", "kind"),
        ('kind = "other"\n[missions]\n', "kind"),
        ('kind = "secret"\n', "missions"),
        ('kind = "secret"\nmissions = 3\n', "missions"),
        ('kind = "ranks"\nranks = 3\n[missions]\n', "ranks is a list"),
        ('kind = "ranks"\nranks = [1, 2, 3, 4]\n[missions]\n', "ranks is a list"),
        ('kind = "ranks"\nranks = ["a", "b", "c"]\n[missions]\n', "four ranks"),
        ('kind = "ranks"\nranks = ["a", "b", "c", "c"]\n[missions]\n', "four ranks"),
        ('kind = "secret"\nwiped_by_another = "wins"\n[missions]\n', "wiped_by_another"),
    ],
)
def test_a_head_that_makes_no_sense(tmp_path: Path, head: str, words: str) -> None:
    refused(tmp_path, head, words)


@pytest.mark.parametrize(
    ("mission", "words"),
    [
        ("A = 3", "table of conditions"),
        ("A = {}", "table of conditions"),
        ('"Ä" = { territories = 3 }', "letters and digits"),
        ('"a b" = { territories = 3 }', "letters and digits"),
        (f"{'A' * 25} = {{ territories = 3 }}", "letters and digits"),
        ("A = { moons = 3 }", "not known"),
        ("A = { conquered = 3 }", "not known here"),
        ("A = { victims = 3 }", "not known here"),
        ('A = { rank = "one", territories = 3 }', "not known here"),
        ("A = { territories = -1 }", "no sense"),
        ("A = { territories = 1001 }", "no sense"),
        ("A = { territories = true }", "no sense"),
        ('A = { territories = "3" }', "no sense"),
        ("A = { territories = 3.5 }", "no sense"),
        ("A = { places = [] }", "no sense"),
        ('A = { places = "Alaska" }', "no sense"),
        ("A = { places = [3] }", "no sense"),
        ("A = { continents_all_of = {} }", "no sense"),
        ('A = { continents_any_of = [""] }', "no sense"),
        ("A = { part_of = {} }", "no sense"),
        ('A = { part_of = { Asia = "ten" } }', "no sense"),
        ("A = { garrisons = { territories = 3 } }", "no sense"),
        ("A = { garrisons = { territories = 3, armies = 2, dice = 1 } }", "no sense"),
        ("A = { wipe_out = 3 }", "no sense"),
        ('A = { wipe_out = "green" }', "instead must be a table"),
    ],
)
def test_a_secret_mission_that_makes_no_sense(tmp_path: Path, mission: str, words: str) -> None:
    refused(tmp_path, SECRET + mission + "\n", words)


NAMES = [f"N{n}" for n in range(51)]


@pytest.mark.parametrize(
    ("condition", "sound"),
    [
        ("territories = 0", True),
        ("territories = 1000", True),
        (f"places = {NAMES[:50]}", True),
        (f"places = {NAMES}", False),
        (f'places = ["{"N" * 100}"]', True),
        (f'places = ["{"N" * 101}"]', False),
        ('places = ["N"]', True),
        ("part_of = { Asia = 0, Africa = 1000 }", True),
        ("part_of = { Asia = 1, Africa = 1001 }", False),
    ],
)
def test_how_much_a_mission_may_ask_for(tmp_path: Path, condition: str, sound: bool) -> None:
    text = f"{SECRET}A = {{ {condition} }}\n"
    if sound:
        assert list(load_deck(deck_file(tmp_path, text)).missions) == ["A"]
    else:
        refused(tmp_path, text, "no sense")


@pytest.mark.parametrize(
    ("mission", "words"),
    [
        ("A = { territories = 3 }", "rank and a timing"),
        ('A = { rank = "one", territories = 3 }', "rank and a timing"),
        ('A = { rank = "five", timing = "end", territories = 3 }', "rank and a timing"),
        ('A = { rank = "one", timing = "noon", territories = 3 }', "no sense"),
        ('A = { rank = "one", timing = "end", wipe_out = "green" }', "not known here"),
    ],
)
def test_a_mission_of_a_rank_that_makes_no_sense(tmp_path: Path, mission: str, words: str) -> None:
    refused(tmp_path, RANKED + mission + "\n", words)


def start(tmp_path: Path, text: str, players: int = 3) -> Game:
    options = {"mission_deck": deck_file(tmp_path, text), "placing": "auto"}
    names = ["Ada", "Ben", "Cleo", "Dan", "Eve"][:players]
    return Game(names, edition="five-army", mode="secret-mission", options=options, seed=1)


def test_a_deck_needs_a_mission_for_everybody(tmp_path: Path) -> None:
    text = SECRET + "".join(f"M{n} = {{ territories = {40 - n} }}\n" for n in range(4))
    assert len(start(tmp_path, text, 4).state.missions) == 4
    with pytest.raises(RulesError, match="too few missions for 5 players"):
        start(tmp_path, text, 5)


def test_colours_that_nobody_plays_are_not_counted(tmp_path: Path) -> None:
    """SEC-01: cards of unused colours are taken out."""
    colours = ("green", "yellow", "blue", "red", "pink")
    text = 'kind = "secret"\ninstead = { territories = 24 }\n[missions]\n' + "".join(
        f'M{n} = {{ wipe_out = "{colour}" }}\n' for n, colour in enumerate(colours)
    )
    assert len(start(tmp_path, text, 3).state.missions) == 3
    with pytest.raises(RulesError, match="too few"):
        start(tmp_path, text, 4)


@pytest.mark.parametrize(
    "conditions",
    ['places = ["Atlantis"]', 'continents_all_of = ["Mu"]', 'continents_any_of = ["Mu"]',
     "part_of = { Mu = 3 }"],
)  # fmt: skip
def test_places_must_be_on_the_board(tmp_path: Path, conditions: str) -> None:
    missions = "".join(f"M{n} = {{ {conditions} }}\n" for n in range(3))
    with pytest.raises(RulesError, match=r"Atlantis|Mu"):
        start(tmp_path, SECRET + missions)


def test_also_the_mission_that_stands_in_must_be_on_the_board(tmp_path: Path) -> None:
    colours = "".join(f'M{n} = {{ wipe_out = "{c}" }}\n'
                      for n, c in enumerate(("green", "yellow", "blue")))  # fmt: skip
    head = 'kind = "secret"\ninstead = { continents_all_of = ["Mu"] }\n[missions]\n'
    with pytest.raises(RulesError, match="mission instead names 'Mu'"):
        start(tmp_path, head + colours)


def test_a_game_with_a_deck_of_ones_own_can_be_resumed(tmp_path: Path) -> None:
    mission = "A = { territories = 40 }\nB = { territories = 41 }\nC = { territories = 42 }\n"
    game, path = start(tmp_path, SECRET + mission), tmp_path / "g.rgn"
    game.autosave(path)
    game.push(next(iter(game.legal_moves())))
    deck = game.rules.mission_deck
    for load in (Game.load, Game.resume, rk.resume):
        with pytest.raises(SaveError, match="load the game with deck="):
            load(path)
        assert load(path, deck=deck).state == game.state  # type: ignore[operator]
    assert pickle.loads(pickle.dumps(game)).state == game.state
    with pytest.raises(SaveError, match="no mission deck"):
        Game.load(path, deck="none")
    with pytest.raises(SaveError, match="luck cannot have answered"):
        Game.load(path, deck="five-army")


def test_house_rules_name_a_deck_of_ranks(tmp_path: Path) -> None:
    """Who has the real cards of Mission Risk writes them down and plays with them (MIS-01)."""
    ranks = ("one", "two", "three", "four")
    missions = (f'{r}{n} = {{ rank = "{r}", timing = "end", islands = {n} }}\n'
                for r in ranks for n in (1, 2, 3))  # fmt: skip
    deck, house = deck_file(tmp_path, RANKED + "".join(missions)), tmp_path / "house.toml"
    house.write_text('base = "2003"\n[modes.mission]\nmission_deck = "deck.toml"\n')  # beside it
    bots = dict.fromkeys(("Ada", "Ben", "Cleo"), "planner")
    game = Game(list(bots), edition=house, mode="mission", seed=1, bots=bots)
    assert {mission[:-1] for mission in game.state.missions[0]} == set(ranks)
    assert game.play().outcome() is not None
    assert any(game.state.done), "no mission was shown"
    assert Game.parse(str(game), deck=deck).state == game.state


def test_the_progress_of_missions_can_be_told_before_the_first_turn() -> None:
    state = Game(["Ada", "Ben", "Cleo"], edition="2003", mode="mission", seed=1).state
    assert state.deeds is None
    told = {mission: progress(state, mission, state.seat) for mission in deck_of(state).missions}
    assert told["CPT1"] == "0 of 2"
    assert told["COL4"] == "0 of 12"
