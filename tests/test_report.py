"""The page with the story of a game: whole, safe and without secrets."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest
from recorded import bots_game, by_hand, just_dealt, over

from risknb import Game, Phase, charts, sample_game
from risknb.charts import page
from risknb.scene import scene, svg


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are drawn small."""
    monkeypatch.setattr(page, "DPI", 30)


def test_the_report_is_one_page_that_needs_nothing_else(tmp_path: Path) -> None:
    game = over()
    made = charts.report(game, tmp_path / "r.html")
    html = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert html == made.html == str(made)
    winner = game.players[game.state.winners[0]]
    assert f"<h1>{winner} won in turn {game.state.turn}</h1>" in html
    assert html.count('src="data:image/png;base64,') == 9
    assert html.count("<img alt=") == 1 + 9
    assert "http" not in re.sub(r"base64,[\w+/=]+", "", html)
    assert "Against the odds" in html
    assert "than expected" in html


def test_the_page_prints_on_white_paper_and_splits_no_picture() -> None:
    html = charts.report(by_hand(), dark=True).html
    printed = html.split("@media print{")[1].split("</style>")[0]
    assert "body{background:#fff;color:#15212C" in printed
    assert "figure,li,tr{break-inside:avoid}" in printed


def board_in(html: str) -> tuple[str, str]:
    """The picture of the board in a page, and the words beside it."""
    found = re.findall(r'<img alt="([^"]*)" src="data:image/svg\+xml;base64,([\w+/=]+)">', html)
    [(words, coded)] = found
    return b64decode(coded).decode(), words


def test_the_report_begins_with_the_board() -> None:
    game = sample_game()
    html = charts.report(game).html
    drawn, words = board_in(html)
    assert words == "The board at the end. Territories: Ada 42 with 288 armies."
    assert html.index("image/svg+xml") < html.index("<table>") < html.index("image/png")
    assert drawn == svg(scene(game.state, names=game.players, colours=game.colours))
    assert board_in(charts.report(game, dark=True).html)[0] != drawn


def test_the_board_of_a_game_that_goes_on() -> None:
    told = "The board in turn 3. Territories: Ada 3 with 5 armies and Ben 3 with 9 armies."
    assert board_in(charts.report(by_hand()).html)[1] == told
    claiming = Game(["Ada", "Ben", "Cleo"], seed=7)
    told = "The board in turn 0. Territories: nobody has any."
    assert board_in(charts.report(claiming).html)[1] == told


@pytest.mark.rule("CAP-01")
def test_the_board_keeps_a_headquarters_secret() -> None:
    options = {"setup": "deal", "placing": "auto"}
    boards = set()
    for number in range(2):
        game = Game(["Ada", "Ben", "Cleo"], mode="capital", seed=1, options=options)
        assert game.state.phase is Phase.HEADQUARTERS
        game.push(list(game.legal_moves())[number])
        boards.add(board_in(charts.report(game).html)[0])
    assert len(boards) == 1


def test_the_report_says_whether_the_seed_confirms_the_dice() -> None:
    assert "The seed confirms all" in charts.report(over()).html
    end = ("ben+3", "ben>pas*3=666:11", "ben>pas*3=666:1", "!3", "pas>moo*2=66:1", "!2")
    typed = charts.report(by_hand(*end, "moo>hea*1=6:1")).html
    assert "are not those of the seed" in typed
    assert "of luck" not in charts.report(by_hand()).html.split("<h2>Luck</h2>")[1]


def test_a_report_of_a_game_that_goes_on() -> None:
    html = charts.report(by_hand(), dark=True).html
    assert "<h1>Turn 3: the game goes on</h1>" in html
    assert "--=hea" not in html


def test_a_report_of_a_game_before_its_first_turn_shows_no_empty_charts() -> None:
    html = charts.report(just_dealt()).html
    assert "<h1>The game is being set up</h1>" in html
    assert html.count("<img alt=") == 1


def test_names_cannot_change_the_page() -> None:
    game = by_hand(names=("<script>x</script>", '"><b>'))
    made = charts.report(game)
    assert "<script>x" not in made.html
    assert '"><b>' not in made.html
    assert "<script>x" not in made._repr_html_()


def test_the_report_can_estimate_the_chances() -> None:
    game = bots_game("2010", "domination", 3, seed=5, turns=400)
    assert "Estimated chance to win" in charts.report(game, rollouts=1).html


def test_the_report_tells_who_fell_to_whom() -> None:
    game = sample_game()
    fates = ["Ben fell to Cleo in turn 21", "Cleo fell to Ada in turn 65"]
    told = f"<p>{', '.join(fates)} and Dan fell to Ada in turn 75.</p>"
    assert told in str(charts.report(game))
