"""Canaries: unmistakable secrets, looked for wherever something is shown.

Missions and seeds get names that stand nowhere else. Cards and headquarters have the names of
territories, so for them a twin game is made that differs in nothing but the hidden cards: whatever
is shown must be the same, letter by letter.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playing import Deciders, Table

import risknb as rk
from risknb import Game, IllegalMove, story
from risknb.moves import Draw
from risknb.notation import card_text, step_text
from risknb.state import Phase

SEED = "canary-seed-90210"


# -- what is shown -------------------------------------------------------------------------------
def shown(game: Game, seat: int) -> Iterator[tuple[str, str]]:
    """Everything a game shows to a seat whose turn it is, with where it stands."""
    view = game.seen_by(seat)
    yield "view", repr(view) + view.text() + repr(view.copy())
    for name in type(game.state).__slots__:
        yield f"view.{name}", repr(getattr(view, name))
    yield "repr", repr(game) + repr(game.state) + repr(game.legal_moves())
    yield "picture", game._repr_svg_() + game.state._repr_svg_()
    yield "story", "\n".join(story.tell(game.players, game.at(0), game.steps))
    yield "board", story.board_table(view, game.players)
    yield "players", story.players_table(view, game.players)
    yield "error", refusal(game)
    for name, table in rk.frames.tables({"g": game}).items():
        yield f"frames.{name}", table.to_json() + table.to_csv() + repr(table)
    yield "luck", rk.luck.ledger(game).to_csv()


def refusal(game: Game) -> str:
    """The traceback of a move that is not allowed."""
    try:
        game.push("x:w1,w2,ala" if game.state.phase is Phase.ATTACK else "ala>kam*3")
    except (IllegalMove, ValueError):
        return traceback.format_exc()
    raise AssertionError("the move was taken")


def leaks(game: Game, seat: int, secrets: set[str]) -> list[str]:
    return [
        f"{secret} in {where}"
        for where, text in shown(game, seat)
        for secret in secrets
        if secret in text
    ]


def played(game: Game, steps: int) -> Game:
    bots = Deciders(len(game.players), Random(7))
    while len(game.steps) < steps and not game.state.over:
        game.push(bots.choose(game.state))
    return game


# -- missions ------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck whose missions cannot be completed and cannot be mistaken."""
    path = tmp_path_factory.mktemp("decks") / "canaries.toml"
    missions = "\n".join(f"CANARY{n}Q = {{ territories = {100 + n} }}" for n in range(8))
    path.write_text(f'kind = "secret"\n[missions]\n{missions}\n', encoding="utf-8")
    return path


def canaries(deck: Path, steps: int) -> Game:
    options = {"mission_deck": str(deck)}
    table = Table("five-army", "secret-mission", 3, options=tuple(options.items()))
    return played(table.game(SEED), steps)


@pytest.mark.parametrize("steps", [3, 60, 130, 250])
def test_missions_are_shown_to_their_owner_alone(deck: Path, steps: int) -> None:
    game = canaries(deck, steps)
    seat = game.state.actor
    foreign = {m for other, held in enumerate(game.state.missions) if other != seat for m in held}
    assert len(foreign) == 2
    assert leaks(game, seat, foreign) == []
    assert game.state.missions[seat][0] in repr(game.seen_by(seat)), "one's own is there"


def test_missions_of_ranks_are_shown_to_their_owner_alone() -> None:
    game = played(Table("2003", "mission", 4).game(SEED), 300)
    seat = game.state.actor
    foreign = {m for other, held in enumerate(game.state.missions) if other != seat for m in held}
    foreign -= {m for held in game.state.done for m in held}
    assert foreign
    assert leaks(game, seat, foreign) == []


# -- the seed ------------------------------------------------------------------------------------
@pytest.mark.parametrize("steps", [1, 200])
def test_the_seed_and_its_salt_are_shown_nowhere(deck: Path, steps: int) -> None:
    game = canaries(deck, steps)
    ((salt, seed),) = game._seeds.pairs()
    assert seed == SEED
    assert leaks(game, game.state.actor, {SEED, salt}) == []
    assert SEED not in str(game)
    assert salt not in str(game)


def test_the_seed_stays_out_of_the_file_and_its_neighbours(tmp_path: Path) -> None:
    game = played(Table("2018", "domination", 3).game(SEED, autosave=tmp_path / "g.rgn"), 100)
    assert not game.state.over
    texts = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert [name for name, text in texts.items() if SEED in text] == ["g.rgn.key"]
    rk.frames.export(game, tmp_path / "tables")
    for path in (tmp_path / "tables").rglob("*"):
        assert not path.is_file() or SEED not in path.read_text(), path.name


# -- cards: the twin -----------------------------------------------------------------------------
def twin(game: Game, seat: int, random: Random) -> Game:
    """The same game with other cards in the other hands: those never seen by *seat* change places.

    Fixed are the cards *seat* has drawn and every card that somebody has traded or shown.
    """
    board, state = game.board, game.state
    known = {*state.hands[seat], *state.pile, *state.shown}
    for step in game.steps:
        known |= set(getattr(step.move, "cards", ()))
    hidden = [card for card in range(board.size + 2) if card not in known]
    other = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
    lines = [line for line in str(game).splitlines() if not line.startswith("[Key")]
    head = lines[: lines.index("") + 1]
    body = []
    for step in game.steps:
        chance = step.chance
        if isinstance(chance, Draw) and chance.card in other:
            step = step._replace(chance=Draw(other[chance.card]))
        body.append(step_text(board, step))
    return Game.parse("\n".join([*head, *body]) + "\n")


@cache
def with_cards(edition: str, seats: int) -> Game:
    """A game in which another seat than the acting one holds cards never shown."""
    game, bots = Table(edition, "domination", seats).game(SEED), Deciders(seats, Random(2))
    while not _foreign_cards(game):
        game.push(bots.choose(game.state))
    return game


def _foreign_cards(game: Game) -> bool:
    state = game.state
    held = sum(len(hand) for seat, hand in enumerate(state.hands) if seat != state.seat)
    return state.turn > 3 * state.seats and state.phase is Phase.ATTACK and held > 2


@pytest.mark.parametrize(
    ("edition", "seats"), [("2003", 3), ("2010", 4), ("five-army", 4), ("2018", 3)]
)
def test_nothing_shown_depends_on_foreign_cards(edition: str, seats: int) -> None:
    game = with_cards(edition, seats)
    seat, others = game.state.actor, [twin(game, game.state.actor, Random(n)) for n in range(3)]
    assert any(other.state.hands != game.state.hands for other in others)
    assert all(other.state.hands[seat] == game.state.hands[seat] for other in others)
    first = dict(shown(game, seat))
    for other in others:
        for where, text in shown(other, seat):
            assert text == first[where], f"{where} shows a foreign card"


def test_the_twin_test_notices_a_leak() -> None:
    game = with_cards("2018", 3)
    other = next(o for n in range(9) if (o := twin(game, game.state.actor, Random(n)))
                 and o.state.hands != game.state.hands)  # fmt: skip
    assert str(other) != str(game)
    assert rk.frames.tables(other, reveal=True)["steps"].to_csv() != (
        rk.frames.tables(game, reveal=True)["steps"].to_csv()
    )


# -- headquarters --------------------------------------------------------------------------------
def test_a_headquarters_is_hidden_while_they_are_chosen() -> None:
    game = Table("2018", "capital", 3).game(SEED)
    while game.state.phase is not Phase.HEADQUARTERS:
        game.push(next(iter(game.legal_moves())))
    first = game.state.actor
    choices = list(game.legal_moves())[:3]
    seen = []
    for choice in choices:
        other = game.fork()
        other.push(choice)
        assert other.state.actor != first
        seen.append(dict(shown(other, other.state.actor)))
    for later in seen[1:]:
        assert [where for where in later if later[where] != seen[0][where]] == []


# -- the saved notebook --------------------------------------------------------------------------
CELL = """
import risknb as rk
game = rk.Game.load({path!r})
try:
    game.push("ala>kam*3")
except rk.IllegalMove as problem:
    print(problem)
display(game, game.state, game.seen_by(game.state.actor), game.legal_moves(), game.steps[-1])
for table in rk.frames.tables(game).values():
    display(table)
game.push("ala>ala*9")
"""


def test_a_saved_notebook_keeps_the_secrets(tmp_path: Path) -> None:
    """What cells have displayed stays in the file, tracebacks included."""
    game = played(Table("five-army", "secret-mission", 3).game(SEED), 200)
    path = tmp_path / "g.rgn"
    game.save(path)
    notebook = new_notebook(cells=[new_code_cell(CELL.format(path=str(path)))])
    NotebookClient(notebook, timeout=120, allow_errors=True, kernel_name="python3").execute()
    saved = json.dumps(json.loads(nbformat.writes(notebook)))
    assert "IllegalMove" in saved
    own, *foreign = sorted(sum(game.state.missions, ()), key=_own(game))
    assert re.search(rf"\b{own}\b", saved), "the cell did show something"
    ((salt, seed),) = game._seeds.pairs()
    secrets = (*foreign, salt, seed)
    assert [secret for secret in secrets if re.search(rf"\b{secret}\b", saved)] == []


def _own(game: Game) -> Callable[[str], bool]:
    """The acting seat's mission first."""
    return lambda mission: mission not in game.state.missions[game.state.actor]


# -- names ---------------------------------------------------------------------------------------
def test_a_player_s_name_is_escaped_in_pictures_and_tables() -> None:
    name = "<script>alert(1)</script>"
    game = played(Game([name, 'B"\'&', "C"], edition="2010", seed=1), 200)
    for text in (game._repr_svg_(), rk.frames.players(game)._repr_html_()):
        assert "<script" not in text
        assert not re.search(r"&(?!\w+;|#\d+;|#x[0-9a-f]+;)", text)


def test_cards_have_names_worth_hiding() -> None:
    """The twin test is empty if nobody holds a card."""
    game = with_cards("2018", 3)
    assert any(card_text(game.board, card) for hand in game.state.hands for card in hand)
