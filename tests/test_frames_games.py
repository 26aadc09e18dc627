"""What must hold for the tables of any game: every edition, every mode, live or over."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from recorded import bots_game, by_hand, every_table, over

from risknb import Game, frames, sample_game
from risknb.frames import TABLES
from risknb.moves import Bribe, losses
from risknb.notation import card_text, letter
from risknb.rules import begin, perform
from risknb.state import State

EVERY = list(every_table())


@pytest.fixture(scope="module", params=EVERY, ids=lambda table: "-".join(map(str, table)))
def game(request: pytest.FixtureRequest) -> Game:
    edition, mode, seats, options = request.param
    return bots_game(edition, mode, seats, options=options)


def test_columns_and_types_are_those_of_the_dictionary(game: Game) -> None:
    for name, frame in frames.tables(game).items():
        wanted = [(c.name, c.dtype) for c in TABLES[name]]
        assert [(str(n), str(d)) for n, d in frame.dtypes.items()] == wanted, name
        pd.testing.assert_frame_equal(frames.cast(name, frame), frame)


def test_the_last_turn_equals_the_state(game: Game) -> None:
    state, turns = game.state, frames.turns(game)
    last = turns[turns["turn"] == state.turn]
    assert last["territories"].tolist() == state.holds
    assert last["armies"].sum() == sum(state.armies)
    assert last["cards"].tolist()[: state.seats] == list(map(len, state.hands))
    lands = frames.territories(game)
    now = lands[lands["turn"] == state.turn]
    assert now["seat"].tolist() == state.owners
    assert now["armies"].tolist() == state.armies


def test_armies_come_and_go_only_as_the_turns_say(game: Game) -> None:
    """What one has is what one had, plus reinforcements, minus casualties (INV 24)."""
    turns, state = frames.turns(game), game.state
    for seat, part in turns.groupby("seat"):
        change = part["armies"].diff().iloc[1:]
        told = (part["reinforcements"] - part["casualties"]).iloc[1:]
        # In the turn going on some are still in hand; with a cap some may be lost.
        waiting = np.zeros(len(told), dtype=int)
        waiting[-1] = state.reserves[int(seat)] if not game.rules.army_cap else 0
        if game.rules.army_cap:
            assert (change <= told).all()
        else:
            assert (change == told - waiting).all()


def test_battles_are_made_of_their_rolls(game: Game) -> None:
    rolls, battles = frames.rolls(game), frames.battles(game)
    assert battles["rolls"].sum() == len(rolls)
    for side in ("attacker", "defender"):
        sums = rolls.groupby("battle")[f"{side}_losses"].sum()
        assert battles[f"{side}_losses"].tolist() == sums.tolist()
    gone = battles["armies"] - battles["attacker_losses"]
    assert (gone == battles["armies_left"]).all()
    assert (battles["captured"] == (battles["defenders_left"] == 0)).all()
    known = battles["percentile"].dropna()
    assert known.between(0, 1).all()
    assert rolls["win_before"].between(0, 1).all()


def test_losses_follow_from_the_faces(game: Game) -> None:
    rolls = frames.rolls(game)
    plain = rolls[rolls["reroll_die"].isna() & rolls["commander_die"].isna()]
    for row in plain.itertuples():
        attack = [face for face in (row.a1, row.a2, row.a3) if not pd.isna(face)]
        defend = [face for face in (row.d1, row.d2, row.d3) if not pd.isna(face)]
        assert losses(attack, defend) == (row.attacker_losses, row.defender_losses)


def test_totals_by_turn_are_those_of_the_rolls(game: Game) -> None:
    rolls, turns = frames.rolls(game), frames.turns(game)
    lost = rolls["attacker_losses"].sum() + rolls["defender_losses"].sum()
    assert turns["casualties"].sum() == lost
    assert turns["kills"].sum() == lost
    assert turns["conquests"].sum() == rolls["captured"].sum() == turns["lost_territories"].sum()
    assert turns["attacks"].sum() == len(rolls)


def test_a_row_for_everybody_in_every_turn(game: Game) -> None:
    turns = frames.turns(game)
    assert len(turns) == (game.state.turn + 1) * game.state.sides
    assert (turns.groupby("turn")["on_turn"].sum() == (turns["turn"].unique() > 0)).all()
    assert turns["neutral"].sum() == (game.state.turn + 1) * game.rules.neutrals


def test_each_turn_says_what_the_state_said_then(game: Game) -> None:
    """Standing by standing against a slow recount of the replayed game."""
    turns = frames.turns(game).set_index(["turn", "seat"])
    for turn, state in _ends(game):
        for seat in range(state.seats):
            row = turns.loc[(turn, seat)]
            assert row["largest_empire"] == _largest(state, seat)
            own = [at for at in range(state.board.size) if state.owners[at] == seat]
            edge = [at for at in own if any(_foe(state, at, n) for n in state.board.borders[at])]
            assert row["borders"] == len(edge)
            assert row["border_armies"] == sum(state.armies[at] for at in edge)
            assert row["biggest_stack"] == max((state.armies[at] for at in own), default=0)


def _ends(game: Game) -> list[tuple[int, State]]:
    """The state at the end of every turn, slowly."""
    state, found = begin(game.board, game.rules, len(game.players)), []
    for step in game.steps:
        turn = state.turn
        perform(state, step.move, step.chance)
        if state.turn != turn:
            found.append((turn, state.copy()))
    return found


def _foe(state: State, at: int, near: int) -> bool:
    return state.team_at(at) != state.team_at(near)


def _largest(state: State, seat: int) -> int:
    own = {at for at in range(state.board.size) if state.owners[at] == seat}
    best = 0
    while own:
        group, edge = set(), [own.pop()]
        while edge:
            at = edge.pop()
            group.add(at)
            edge += [n for n in state.board.borders[at] if n in own]
            own -= set(state.board.borders[at])
        best = max(best, len(group))
    return best


# -- secrets ---------------------------------------------------------------------------------------
def test_a_running_game_hides_cards_and_missions() -> None:
    game = bots_game("2003", "mission", 4, turns=8)
    hidden, shown = frames.steps(game), frames.steps(game, reveal=True)
    draws = shown["text"].str.fullmatch(r"(--|\w+~\w+:\d+)=\w+")
    assert draws.any()
    assert hidden.loc[draws, "text"].str.endswith("=?").all()
    assert hidden["text"].str.startswith("missions=").sum() == 1
    assert "missions=?" in hidden["text"].tolist()
    deck = {name for held in game.state.missions for name in held}
    assert not any(name in text for name in deck for text in hidden["text"])
    claimed = {name for done in game.state.done for name in done}
    assert set(" ".join(frames.players(game)["missions"]).split()) == {"?"} | claimed
    assert deck <= set(" ".join(frames.players(game, reveal=True)["missions"]).split())


def test_headquarters_are_secret_until_all_are_chosen() -> None:
    game = Game(["Ada", "Ben", "Cleo"], edition="2018", mode="capital", seed=3)
    while game.state.phase.name != "HEADQUARTERS":
        game.push(next(iter(game.legal_moves())))
    place = next(iter(game.legal_moves()))
    game.push(place)
    steps, players = frames.steps(game), frames.players(game)
    assert steps["text"].iloc[-1] == "#?"
    assert pd.isna(steps["to"].iloc[-1])
    assert sorted(players["headquarters"]) == ["", "", "?"]
    assert frames.steps(game, reveal=True)["to"].iloc[-1] == game.board.names[place.at]
    assert game.board.names[place.at] in frames.players(game, reveal=True)["headquarters"].tolist()
    for _ in range(2):
        game.push(next(iter(game.legal_moves())))
    assert "?" not in frames.players(game)["headquarters"].tolist()


def test_a_bribe_hides_its_card() -> None:
    game = bots_game("2003", "two-player-active", 2, turns=4)
    bribe = next(iter(game.legal_moves(kind=Bribe)))
    card = card_text(game.board, bribe.card)
    game.push(bribe)
    assert frames.steps(game)["text"].iloc[-1] == f"${letter(bribe.army)}:?"
    assert frames.steps(game, reveal=True)["text"].iloc[-1] == f"${letter(bribe.army)}:{card}"


def test_a_finished_game_shows_everything() -> None:
    game = over()
    assert frames.steps(game)["text"].tolist() == [
        line for line in str(game).split("\n\n", 1)[1].split("\n") if line and line[0] not in ";[%"
    ]


# -- many games ------------------------------------------------------------------------------------
def test_many_games_are_those_of_each_game_together() -> None:
    games = {"a": by_hand(), "b": bots_game("2018", "domination", 4), "c": over()}
    together = frames.tables(games)
    for name, game in games.items():
        for table, frame in frames.tables({name: game}).items():
            part = together[table][together[table]["game"] == name].reset_index(drop=True)
            pd.testing.assert_frame_equal(frames.cast(table, part), frame)


@pytest.mark.filterwarnings("ignore:there is no bot")
def test_games_have_ids_that_survive_saving(tmp_path: Path) -> None:
    game = over()
    game.save(tmp_path / "g.rgn")
    again = Game.load(tmp_path / "g.rgn")
    for name, frame in frames.tables(again).items():
        pd.testing.assert_frame_equal(frame, frames.tables(game)[name])
    assert game.fork().id != game.id
    assert frames.games([game, again])["game"].is_unique


def test_a_thousand_turns_are_small() -> None:
    turns = frames.turns(over())
    assert turns.memory_usage(deep=True).sum() / len(turns) < 100


def test_the_game_that_ships_is_sound_and_worth_reading() -> None:
    game = sample_game()
    assert game.outcome() is not None
    assert not game.verify_dice().unlike
    players = frames.players(game)
    assert players["eliminated_turn"].dropna().is_unique
    assert players["bot"].notna().all()
