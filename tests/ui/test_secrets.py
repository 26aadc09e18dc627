"""Nothing hidden is on the screen: not on the map, in the story, the panel or the saved picture."""

from __future__ import annotations

from base64 import b64decode
from random import Random

from risknb.game import Game
from risknb.moves import Headquarters
from risknb.state import HIDDEN, Phase
from risknb.ui import App, review
from risknb.ui.choice import places

from .player import act

DEALT = {"setup": "deal", "placing": "auto"}


def capital() -> App:
    game = Game(["Ada", "Ben", "Cleo"], mode="capital", seed=3, options=DEALT)
    return App(game)


def picture(app: App) -> str:
    """The saved picture's own text."""
    data = app.still.text().partition("base64,")[2].partition('"')[0]
    return b64decode(data).decode()


def test_a_headquarters_is_not_on_the_map_while_others_still_choose() -> None:
    app = capital()
    assert app.state.phase is Phase.HEADQUARTERS
    app.ready()
    app.push(Headquarters(places(app.state)[0]))
    titles = [getattr(drawable, "title", "") for drawable in app.picture().badges]
    assert not any("headquarters" in title for title in titles)
    assert "headquarters of" not in picture(app)
    name = app.game.board.names[app.state.headquarters[app.game.steps[-1].seat]]
    assert name not in app.story.catch_up()[-1].text
    looked = review(app.game).reviewing
    assert looked is not None
    assert "headquarters" not in str(looked.map._painted["badges"])


def test_headquarters_are_on_the_map_once_all_are_turned_over() -> None:
    app = capital()
    while app.state.phase is Phase.HEADQUARTERS:
        act(app, Random(1))
    titles = [getattr(drawable, "title", "") for drawable in app.picture().badges]
    assert sum("headquarters" in title for title in titles) == 3


def test_the_story_never_names_a_drawn_card() -> None:
    names = ["Ada", "Ben", "Cleo"]
    game = Game(names, seed=4, options=DEALT, bots=dict.fromkeys(names, "rusher"))
    game.play(turns=12)
    app = App(game)
    drawn = [line for line in app.story.catch_up() if "drew a card" in line.text]
    assert drawn
    told = [line.text.split("drew")[1] for line in drawn]
    assert not any(name in text for text in told for name in game.board.names)


def test_missions_are_covered_again_when_somebody_else_sits_down() -> None:
    game = Game(["Ada", "Ben", "Cleo"], edition="2003", mode="mission", seed=4)
    app = App(game)
    assert app.state.phase in (Phase.CLAIM, Phase.PLACE)
    app.toggle_mission()
    assert app.mission_shown
    first = app.at_screen
    app.click(places(app.state)[0])
    assert app.at_screen != first
    assert not app.mission_shown
    assert "<li>" not in app.panel.missions.text.value


def test_a_hand_is_covered_while_bots_play() -> None:
    game = Game(["Ada", "Ben", "Cleo"], seed=4, options=DEALT, bots={"Cleo": "rusher"})
    app = App(game)
    app.runner.paused = True
    app.ready()
    app.toggle_hand()
    while app.human_decides:
        app.finish_turn()
        if app.curtain:
            app.ready()
            app.toggle_hand()
    assert game.is_bot(app.state.actor)
    assert app.panel.hand.cards.value == ""


def test_the_screen_looks_through_one_seat_only() -> None:
    game = Game(["Ada", "Ben", "Cleo"], seed=4, options=DEALT, bots={1: "rusher", 2: "rusher"})
    app = App(game)
    while not game.state.hands[1]:
        app.finish_turn()
    assert set(app.shown().hands[1]) == {HIDDEN}
