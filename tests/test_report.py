"""The page with the story of a game: whole, safe and without secrets."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from recorded import bots_game, by_hand, just_dealt, over

from risknb import Game, charts
from risknb.charts import page


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
    assert html.count("<img alt=") == html.count('src="data:image/png;base64,') == 9
    assert "http" not in re.sub(r"base64,[\w+/=]+", "", html)
    assert "Against the odds" in html
    assert "than expected" in html


def test_the_report_says_whether_the_seed_confirms_the_dice() -> None:
    assert "The seed confirms all" in charts.report(over()).html
    end = ("ben+3", "ben>pas*3=666:11", "ben>pas*3=666:1", "!3", "pas>moo*2=66:1", "!2")
    typed = charts.report(by_hand(*end, "moo>hea*1=6:1")).html
    assert "are not those of the seed" in typed
    assert "of luck" not in charts.report(by_hand()).html.split("<h2>Luck</h2>")[1]


@pytest.mark.parametrize("make", [just_dealt, by_hand], ids=["no battle", "running"])
def test_a_report_of_a_game_that_goes_on(make: Callable[[], Game]) -> None:
    html = charts.report(make(), dark=True).html
    assert "the game goes on" in html
    assert "--=hea" not in html


def test_names_cannot_change_the_page() -> None:
    game = by_hand(names=("<script>x</script>", '"><b>'))
    made = charts.report(game)
    assert "<script>x" not in made.html
    assert '"><b>' not in made.html
    assert "<script>x" not in made._repr_html_()


def test_the_report_can_estimate_the_chances() -> None:
    game = bots_game("2010", "domination", 3, seed=5, turns=400)
    assert "Estimated chance to win" in charts.report(game, rollouts=1).html
