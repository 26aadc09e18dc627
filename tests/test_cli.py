"""The command line: lines in, sentences out, one sentence and code 2 when something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from risknb import Game, players, story
from risknb.batch import check_bot
from risknb.cli import main
from risknb.moves import Headquarters, Place, Roll
from risknb.state import Phase
from risknb.textgame import TextGame

Typist = Callable[..., str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typist:
    """Run a command with lines typed in, and return what it prints."""

    def run(command: str, *lines: str) -> str:
        left = iter(lines)

        def answer(prompt: str) -> str:
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        assert main(command.split()) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Typist:
    """Run a command that must be refused, and return its sentence."""

    def run(command: str) -> str:
        try:
            code: int | str | None = main(command.split())
        except SystemExit as end:
            code = end.code
        found = capsys.readouterr()
        assert code == 2
        assert found.out == ""
        assert found.err.count("\n") == 1
        return found.err

    return run


@pytest.fixture
def known_bots() -> Iterator[None]:
    """Leave the registry of bots as it was."""
    players.bot_names()
    before = dict(players._makers)
    yield
    players._makers.clear()
    players._makers.update(before)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A short game that has been won."""
    bots = {"Ada": "rusher", "Ben": "rusher"}
    game = Game(list(bots), board="duel", edition="2010", seed=4, bots=bots)
    game.play().save(tmp_path / "won.rgn")
    assert game.state.over
    return tmp_path / "won.rgn"


def two_people(**settings: object) -> TextGame:
    """Ada and Ben on the small board, armies placed."""
    options = {"placing": "auto", **settings}
    game = Game(["Ada", "Ben"], board="duel", edition="2010", seed=1, options=options)
    return TextGame(game, {})


def answer(table: TextGame, line: str) -> str:
    return "\n".join(table.reply(line))


def own_front(table: TextGame) -> tuple[str, str]:
    """A territory of the seat to move, and an enemy's beside it."""
    state, codes = table.game.state, table.game.board.codes
    return next(
        (codes[src], codes[dst])
        for src, owner in enumerate(state.owners)
        for dst in state.board.borders[src]
        if owner == state.seat != state.owners[dst]
    )


def attacking() -> tuple[TextGame, str, str]:
    """A table where everything is placed on one front, and that front."""
    table = two_people()
    src, dst = own_front(table)
    answer(table, f"{src}+")
    assert table.game.state.phase is Phase.ATTACK
    return table, src, dst


# -- play ----------------------------------------------------------------------------------------
def test_bots_play_a_whole_game_that_is_saved(typed: Typist, tmp_path: Path) -> None:
    file = tmp_path / "g.rgn"
    told = typed(f"play Ada=rusher Ben=rusher --board duel --edition 2010 --seed 4 --save {file}")
    assert told.splitlines()[-1].endswith("wins: nobody else is left.")
    assert Game.load(file).state.over


def test_leaving_keeps_the_game_and_resuming_goes_on(typed: Typist, tmp_path: Path) -> None:
    file = tmp_path / "g.rgn"
    quick = "--option placing=auto --board duel --edition 2010 --seed 1"
    told = typed(f"play Ada Ben=rusher {quick} --save {file}", "board", "quit")
    assert f"risknb play --resume {file}" in told
    kept = Game.load(file)
    assert kept.bot_names == {1: "rusher"}
    told = typed(f"play --resume {file}", "moves")
    assert "Ada" in told
    assert Game.load(file).steps == kept.steps


def test_the_same_seed_deals_the_same_board(typed: Typist) -> None:
    command = "play Ada Ben Cleo --quick --seed 5"
    assert typed(command) == typed(command)
    assert typed(command) != typed("play Ada Ben Cleo --quick --seed 6")


def test_real_dice_are_asked_for_and_checked() -> None:
    from risknb.dice import TypedDice

    faces = iter(["66:1", "661", "661:11"])
    dice = TypedDice(lambda question: next(faces), seed=1)
    game = Game(
        ["Ada", "Ben"], board="duel", edition="2010", seed=1, options={"placing": "auto"}, dice=dice
    )  # fmt: skip
    table = TextGame(game, {})
    src, dst = own_front(table)
    game.state.armies[game.board.index(dst)] = 2
    answer(table, f"{src}+")
    before = game.state.text(full=True)
    assert "luck cannot answer" in answer(table, f"{src}>{dst}*3")  # one die too few
    assert "are not the dice of both sides" in answer(table, f"{src}>{dst}*3")
    assert game.state.text(full=True) == before
    assert "6 6 1 against 1 1" in answer(table, f"{src}>{dst}*3")


def test_a_slip_with_real_dice_is_asked_again(typed: Typist) -> None:
    """SETUP-02: who begins is thrown before anybody sits down."""
    told = typed("play Ada Ben Cleo --real-dice", "A", "12", "421", "quit")
    assert "Ada 4, Ben 2 and Cleo 1" in told


def test_a_game_resumed_with_real_dice_asks_for_them(typed: Typist, tmp_path: Path) -> None:
    file = tmp_path / "g.rgn"
    rules = "--option placing=auto --board duel --edition 2010 --real-dice"
    typed(f"play Ada Ben {rules} --save {file}", "quit")
    table = TextGame(Game.load(file), {})
    src, dst = own_front(table)
    defence = "1" * min(2, table.game.armies(dst))
    typed(f"play --resume {file} --real-dice", f"{src}+", f"{src}>{dst}", f"666:{defence}", "quit")
    assert Game.load(file).steps[-1].chance == Roll((6, 6, 6), tuple(map(int, defence)))


def test_a_game_on_a_board_and_with_a_deck_of_ones_own(
    typed: Typist, refused: Typist, tmp_path: Path
) -> None:
    """A saved game never says which other file to open: whoever goes on with it does."""
    board, deck, file = (tmp_path / name for name in ("own.json", "own.toml", "g.rgn"))
    drawn = Path(__file__).parents[1] / "data" / "boards" / "classic.json"
    board.write_text(drawn.read_text(encoding="utf-8"), encoding="utf-8")
    missions = "".join(f"{m} = {{ territories = 40 }}\n" for m in "ABC")
    deck.write_text(f'kind = "secret"\n[missions]\n{missions}', encoding="utf-8")
    rules = "--edition five-army --mode secret-mission --option placing=auto"
    typed(f"play A B C {rules} --board {board} --option mission_deck={deck} --save {file}", "quit")
    assert "another board" in refused(f"replay {file} --deck {deck}")
    assert "mission deck" in refused(f"replay {file} --on {board}")
    assert "The missions were dealt" in typed(f"replay {file} --on {board} --deck {deck}")
    own = f"--board {board} --option mission_deck={deck}"
    assert "hold 40 territories" in typed(f"play --resume {file} {own}", "mission", "quit")
    told = typed(f"export {file} --on {board} --deck {deck} --to {tmp_path / 'tables'}")
    assert "steps.csv" in told


def test_nobody_at_the_keyboard_is_no_crash(
    monkeypatch: pytest.MonkeyPatch, refused: Typist
) -> None:
    """Real dice are asked for at once; without anybody there the command ends with a sentence."""

    def nobody(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    assert refused("play Ada Ben Cleo --real-dice") == "risknb play: stopped\n"


# -- lines ---------------------------------------------------------------------------------------
def test_a_move_is_told_and_a_wrong_one_explained() -> None:
    table = two_people()
    src, dst = own_front(table)
    assert "placed 1 army on" in answer(table, f"{src}+1")
    assert answer(table, f"{dst}+1").startswith("Not allowed: ")
    assert "'hello' is no move" in answer(table, "hello")
    assert "'?' is no move" in answer(table, "?")


def test_the_prompt_tells_what_has_to_be_placed_now() -> None:
    """N03-03, N40-02: in the set-up a few at a time, own armies before those of neutrals."""
    table = TextGame(Game(["Ada", "Ben"], edition="2018", seed=3), {})
    assert table.prompt() == "Ada: place starting armies (2 of 26 armies) > "
    answer(table, "cam+1")
    assert table.prompt() == "Ada: place starting armies (1 of 25 armies) > "
    answer(table, "wus+1")
    assert table.prompt() == "Ada: place starting armies (1 for neutral C) > "
    answer(table, "nwt+1")
    assert table.prompt() == "Ben: place starting armies (2 of 26 armies) > "


def test_the_prompt_tells_whose_armies_are_placed() -> None:
    """NA-05: those that an ally got by its die."""
    game = Game(["Ada", "Ben"], edition="2003", mode="two-player-active", seed=1)
    table = TextGame(game, {})
    own = next(move.at for move in game.legal_moves(kind=Place))
    answer(table, f"{game.board.codes[own]}+")
    assert table.prompt().endswith(
        "(1 for neutral C, 1 for neutral D, 1 for neutral E, 1 for neutral F) > "
    )
    while game.state.phase is not Phase.REINFORCE:
        game.push(next(iter(game.legal_moves())))
    who, armies = game.players[game.state.seat], game.state.reserves[game.state.seat]
    assert table.prompt() == f"{who}: trade cards or place armies ({armies} armies) > "
    game.state.stances = (game.state.seat, -1, -1, -1)
    answer(table, f"{game.board.codes[game.state.lands[game.state.seat][0]]}+")
    assert table.prompt() == f"{who}: reinforce allies or go on > "
    answer(table, "&c=4")
    assert table.prompt() == f"{who}: reinforce allies or go on (4 armies for neutral C) > "


def test_in_training_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    """A bot whose move alone is taken back would make it again at once."""
    bots = {"Ben": "rusher"}
    game = Game(["Ada", "Ben"], board="duel", edition="2010", seed=1, bots=bots, training=True,
                options={"placing": "auto"})  # fmt: skip
    ben = game.bot_of("Ben")
    assert ben is not None
    table = TextGame(game, {1: ben})
    list(table.bots_play())
    decided = game.state.text(full=True)
    src, _ = own_front(table)
    for line in (f"{src}+", "--", "--"):
        answer(table, line)
    assert list(table.bots_play())
    assert len([line for line in ("undo", "undo", "undo") if "back" in answer(table, line)]) == 3
    assert game.state.text(full=True) == decided


def test_a_long_game_that_goes_on_is_not_told_from_its_beginning(
    typed: Typist, tmp_path: Path
) -> None:
    bots = {"Ada": "rusher", "Ben": "rusher", "Cleo": "rusher"}
    game = Game(list(bots), edition="2018", mode="domination", seed=1, bots=bots)
    game.play(turns=9).save(tmp_path / "long.rgn")
    opening = list(TextGame(game, {}).opening())
    assert opening[1].endswith("'risknb replay' tells a game whole.")
    assert len(opening) < 40
    assert len(typed(f"replay {tmp_path / 'long.rgn'}").splitlines()) > 60


def test_capitals_do_not_matter() -> None:
    table = two_people()
    src, _ = own_front(table)
    assert "placed 1 army on" in answer(table, f"{src.upper()}+1")
    assert answer(table, "") == ""


def test_placing_without_a_number_places_all() -> None:
    table, _, _ = attacking()
    assert table.game.steps[-1].move.armies == 3
    assert table.game.state.reserves[table.game.state.seat] == 0


def test_an_attack_without_dice_uses_all_dice() -> None:
    table, src, dst = attacking()
    answer(table, f"{src}>{dst}")
    assert table.game.steps[-1].move.dice == 3


def test_an_attack_to_the_end_takes_or_runs_dry() -> None:
    table, src, dst = attacking()
    told = answer(table, f"{src}>>{dst}")
    taken = table.game.state.phase is Phase.ADVANCE or table.game.state.over
    assert taken or table.game.armies(src) == 1
    assert (" took " in told) == taken


def test_moving_in_without_a_number_moves_all_but_one() -> None:
    table, src, dst = attacking()
    table.game.state.armies[table.game.board.index(dst)] = 1
    table.game.push(f"{src}>{dst}*3=666:1")
    answer(table, "!")
    assert table.game.armies(src) == 1


def test_trading_without_cards_is_refused() -> None:
    assert "no set can be traded" in answer(two_people(), "x")


def test_undo_takes_back_the_last_decision_but_no_dice() -> None:
    table = two_people()
    src, _ = own_front(table)
    answer(table, f"{src}+1")
    assert "is taken back" in answer(table, "undo")
    table, src, dst = attacking()
    answer(table, f"{src}>{dst}")
    assert "That does not work" in answer(table, "undo")


def test_looking_names_all_neighbours() -> None:
    table = two_people()
    board = table.game.board
    told = answer(table, f"look {board.codes[0]}")
    assert all(board.names[near] in told for near in board.borders[0])
    assert "That does not work" in answer(table, "look atlantis")


def test_moves_lists_the_largest_of_each_and_can_be_narrowed() -> None:
    table, src, dst = attacking()
    everything, narrow = answer(table, "moves").split(), answer(table, f"moves {src}").split()
    assert f"{src}>{dst}*3" in everything
    assert f"{src}>{dst}*2" not in everything
    assert "--" in everything
    assert set(narrow) < set(everything)
    assert all(src in move for move in narrow)


def test_odds_are_those_of_the_library() -> None:
    from risknb import odds

    table, src, dst = attacking()
    win = float(odds.win(table.game.armies(src), table.game.armies(dst)))
    assert f"{100 * win:.1f} %" in answer(table, f"odds {src} {dst}")
    assert "two territories are needed" in answer(table, "odds")


def test_help_names_every_word() -> None:
    told = answer(two_people(), "help")
    words = ("board", "look", "moves", "cards", "mission", "odds", "undo", "save", "help", "quit")
    assert all(f"\n  {word} " in told for word in words)


def test_only_the_own_hand_is_shown() -> None:
    table = two_people()
    seat = table.game.state.actor
    table.game.state.hands[seat], table.game.state.hands[1 - seat] = (0,), (1,)
    mine, yours = table.game.hand(seat)[0], table.game.hand(1 - seat)[0]
    told = answer(table, "cards")
    assert mine in told
    assert yours not in told


def test_missions_are_put_in_words() -> None:
    game = Game(["Ada", "Ben", "Cleo"], edition="2003", mode="mission", seed=1)
    table = TextGame(game, {})
    deck, *told = answer(table, "mission").splitlines()
    assert "invented" in deck, "the cards of 2003 are not known: the game says so"
    assert len(told) == 4
    assert all("(shown " in line for line in told)
    assert "Nobody" in answer(two_people(), "mission")


# -- stories -------------------------------------------------------------------------------------
def test_a_story_names_no_headquarters_before_all_are_chosen() -> None:
    """CAP-01: headquarters are chosen in secret and turned over together."""
    quick = {"setup": "deal", "placing": "auto"}
    game = Game(["Ada", "Ben", "Cleo"], edition="2018", mode="capital", seed=1, options=quick)
    while game.state.phase is Phase.HEADQUARTERS:
        game.push(next(iter(game.legal_moves(kind=Headquarters))))
    lines = story.tell(game.players, game.at(0), game.steps)
    told = [line for line in lines if "headquarters" in line]
    names = [game.board.names[at] for at in game.state.headquarters]
    assert not any(name in line for line in told[:2] for name in names)
    assert all(name in told[2] for name in names)


def test_a_story_does_not_name_drawn_cards() -> None:
    names = ["Ada", "Ben", "Cleo"]
    game = Game(names, edition="2010", seed=2, bots=dict.fromkeys(names, "rusher")).play(6)
    lines = story.tell(game.players, game.at(0), game.steps)
    told = [line for line in lines if "a card" in line]
    assert told
    assert all(line.endswith(" drew a card.") for line in told)


def test_a_story_tells_losses_as_they_were() -> None:
    table, src, dst = attacking()
    table.game.state.armies[table.game.board.index(dst)] = 3
    told = answer(table, f"{src}>{dst}*3=665:62")
    attacker = table.game.players[table.game.state.seat]
    defender = table.game.owner(dst)
    assert told.endswith(f"6 6 5 against 6 2. {attacker} lost 1, {defender} 1.")


# -- replay, export, new-bot ---------------------------------------------------------------------
def test_replay_tells_the_game(typed: Typist, saved: Path) -> None:
    told = typed(f"replay {saved}").splitlines()
    assert told[-1].endswith("wins: nobody else is left.")
    assert len(typed(f"replay {saved} --at 3").splitlines()) <= 4


def test_replay_draws_the_board(typed: Typist, saved: Path, tmp_path: Path) -> None:
    typed(f"replay {saved} --svg {tmp_path / 'b.svg'}")
    assert (tmp_path / "b.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "territories" in typed(f"replay {saved} --board")


def test_export_writes_the_tables_that_the_library_makes(
    typed: Typist, saved: Path, tmp_path: Path
) -> None:
    import pandas as pd

    from risknb import frames

    told = typed(f"export {saved} --to {tmp_path / 'tables'}").split()
    assert {Path(name).name for name in told} >= {"rolls.csv", "battles.csv", "turns.csv"}
    typed(f"export {saved} --to {tmp_path / 'b.csv'} --table battles")
    assert len(pd.read_csv(tmp_path / "b.csv")) == len(frames.battles(Game.load(saved)))


def test_games_that_could_not_be_told_apart_are_refused(refused: Typist, saved: Path) -> None:
    assert "the same name" in refused(f"export {saved} {saved}")


def test_bots_play_many_games(typed: Typist, tmp_path: Path) -> None:
    rules = "--board duel --edition 2010 --seed 1"
    told = typed(f"simulate rusher beginner --games 4 {rules} --save {tmp_path / 'r.csv'}")
    assert "4 games" in told
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 5
    assert "beginner" in typed(f"tournament rusher beginner --games 2 {rules}")
    typed(f"simulate rusher,beginner --games 4 {rules} -o {tmp_path / 's.csv'}")
    assert (tmp_path / "s.csv").read_text() == (tmp_path / "r.csv").read_text()


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_a_batch_is_cut_and_shared_as_it_is_told(
    typed: Typist, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    asked: list[Any] = []

    def shared(work: Any, portions: Any, workers: int, cluster: Any) -> Any:
        asked.append((workers, cluster))
        return ((portion, work(portion)) for portion in portions)

    monkeypatch.setattr("risknb.batch.simulation.run", shared)
    rules = "--board duel --edition 2010 --games 2 --seed 1"
    told = typed(f"{command} turtle odds {rules} --turn-cap 1 --workers 3 --cluster tcp://far:8786")
    assert "2 truncated" in told
    assert asked == [(3, "tcp://far:8786")]


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_a_bot_that_breaks_down_is_told(
    typed: Typist, tmp_path: Path, known_bots: None, command: str
) -> None:
    typed(f"new-bot mine --file {tmp_path / 'mine.py'}")
    text = (tmp_path / "mine.py").read_text().replace("return self.attack(view)", "return 1 / 0")
    (tmp_path / "mine.py").write_text(text)
    line = text[: text.index("1 / 0")].count("\n") + 1
    rules = "--board duel --edition 2010 --games 2 --seed 1"
    told = typed(f"{command} mine rusher {rules} --with {tmp_path / 'mine.py'}").splitlines()[-1]
    assert told.startswith("mine in game 0 (seed '1:")
    assert f"it raises ZeroDivisionError: division by zero (line {line}, in choose), in " in told


@pytest.mark.parametrize(
    ("target", "said"), [("nowhere/r.csv", "no folder nowhere"), ("r.xlsx", "not '.xlsx'")]
)
@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_where_results_go_is_checked_before_the_games(
    refused: Typist, command: str, target: str, said: str
) -> None:
    told = refused(f"{command} rusher beginner --board duel --edition 2010 --games 2 -o {target}")
    assert said in told
    assert "share" not in told


def test_a_new_bot_plays(typed: Typist, tmp_path: Path, known_bots: None) -> None:
    file = tmp_path / "my_bot.py"
    typed(f"new-bot mine --file {file}")
    told = typed(f"play A=mine B=rusher --with {file} --board duel --edition 2010 --seed 3")
    assert "wins" in told.splitlines()[-1]
    assert check_bot("mine").problems == []


def test_what_a_new_bot_is_tried_with_works(
    typed: Typist, tmp_path: Path, known_bots: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = typed("new-bot mine")
    command = told.partition("Try it: risknb ")[2].strip()
    assert "2018, two-player: Ada, Bot." in typed(command)
    assert command.removesuffix(" --quick") in (tmp_path / "mine.py").read_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [("def x(:", "SyntaxError"), ("import no_such_part", "No module named"), ("1 / 0", "division")],
)
def test_a_file_of_bots_that_does_not_run_is_one_sentence(
    refused: Typist, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "mine.py").write_text(text)
    assert said in refused(f"play --with {tmp_path / 'mine.py'} Ada Ben")


def test_a_new_bot_never_overwrites(refused: Typist, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("mine")
    assert "is there already" in refused(f"new-bot mine --file {tmp_path / 'mine.py'}")
    assert (tmp_path / "mine.py").read_text() == "mine"


def test_a_new_bot_needs_a_new_name(refused: Typist, tmp_path: Path) -> None:
    told = refused(f"new-bot rusher --file {tmp_path / 'rusher.py'}")
    assert "there is a bot 'rusher' already" in told
    assert not list(tmp_path.iterdir())


# -- what is wrong -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("play --edition 1776", "there is no edition '1776'"),
        ("play --mode chess", "has no mode 'chess'"),
        ("play --board moon", "moon"),
        ("play --option cards", "NAME=VALUE"),
        ("play --option colour=red", "there is no option 'colour'"),
        ("play Ada Ben=nobody Cleo", "there is no bot 'nobody'"),
        ("play Ada Ada Ben", "the same name"),
        ("play --resume nowhere.rgn", "there is no file nowhere.rgn"),
        ("play Ada --resume nowhere.rgn", "leave out the players"),
        ("play --resume nowhere.rgn --edition 2003", "leave out --edition"),
        ("worksheet 1 -o nowhere/sheet.html", "nowhere/sheet.html: No such file"),
        ("play --with nowhere.txt", "nowhere.txt"),
        ("play --with nowhere.py", "nowhere.py"),
        ("replay nowhere.rgn", "nowhere.rgn"),
        ("new-bot 1/2", "small letters"),
        ("simulate rusher nobody", "there is no bot 'nobody'"),
        ("simulate rusher rusher rusher --games -1", "games"),
        ("export nowhere.rgn", "nowhere.rgn"),
        ("play --nonsense", "--nonsense"),
        ("dance", "dance"),
        ("", "command"),
    ],
)
def test_what_is_wrong_is_one_sentence(refused: Typist, command: str, sentence: str) -> None:
    assert sentence in refused(command)


def test_a_step_that_is_not_there_is_refused(refused: Typist, saved: Path) -> None:
    assert "steps" in refused(f"replay {saved} --at 100000")
