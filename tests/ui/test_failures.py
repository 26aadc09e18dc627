"""What goes wrong is told in one sentence with details folded away, and the game goes on."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from ipywidgets import HTML, Widget
from ipywidgets.widgets.widget import _instances

from risknb import record
from risknb.game import Game
from risknb.moves import Headquarters, Move
from risknb.scene import svg
from risknb.state import Phase, View
from risknb.ui import App, Settings, pictures, play, review
from risknb.ui.canvas import MapCanvas
from risknb.ui.choice import places
from risknb.ui.drawn import DrawnMap

DEALT = {"setup": "deal", "placing": "auto"}
PEOPLE = ["Ada", "Ben", "Cleo"]
RUSHERS = {"Ben": "rusher", "Cleo": "rusher"}


class Broken:
    """A bot that fails, in words that a page could mistake for its own."""

    def choose(self, view: View) -> Move:
        raise RuntimeError("<img src=x onerror=alert(1)> & more\n" * 40)


class Cheat:
    """A bot that plays what it may not."""

    def choose(self, view: View) -> Move:
        return Headquarters(0)


class Leaver:
    """A bot that wants to end the kernel."""

    def choose(self, view: View) -> Move:
        sys.exit("no more")


def against(**bots: object) -> Game:
    return Game(PEOPLE, seed=2, options=DEALT, bots={**RUSHERS, **bots})  # type: ignore[dict-item]


def told(text: str) -> str:
    """The sentence of an error in a piece of the page, which must have its details folded away."""
    found = re.search(r'rk-error"[^>]*>! (.*?)<details[^>]*><summary>Details</summary>', text)
    assert found, text
    return found[1]


def goes_on(app: App) -> None:
    """Somebody plays a turn at this screen, and the bots answer."""
    turn = app.state.turn
    app.finish_turn()
    assert app.state.turn > turn
    assert app.human_decides


# -- bots ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("bot", "what"),
    [(Broken(), "RuntimeError"), (Cheat(), "IllegalMove"), (Leaver(), "end the program")],
)
def test_a_bot_that_fails_in_the_background_is_named_and_replaced(bot: object, what: str) -> None:
    async def watch() -> App:
        app = App(against(Ben=bot, Cleo=bot), Settings(speed=4))
        await asyncio.wait_for(app.idle(), 30)
        return app

    app = asyncio.run(watch())
    sentence = told(app.panel.prompt.value)
    assert "'s bot failed" in sentence.replace("&#x27;", "'")
    assert what in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400
    assert ", line " in app.trouble.details, "where it happened"
    assert app.human_decides


def test_an_error_s_own_words_stay_text() -> None:
    app = App(against(Ben=Broken()))
    app.finish_turn()
    assert "<img" not in app.panel.prompt.value
    assert "&lt;img" in app.panel.prompt.value


def test_bots_that_all_fail_stop_and_can_be_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch() -> None:
        app = App(against(), Settings(speed=4))
        await asyncio.wait_for(app.idle(), 30)
        good = app.decider
        monkeypatch.setattr(app, "decider", lambda seat: good(seat) if seat == 0 else Broken())
        app._stand_ins.update({1: Broken(), 2: Broken()})  # type: ignore[dict-item]
        app.finish_turn()
        await asyncio.wait_for(app.idle(), 30)
        assert told(app.panel.prompt.value).startswith("The bots stopped")
        assert app.paused
        monkeypatch.setattr(app, "decider", good)
        app._stand_ins.clear()
        app.post(app.pause)()
        for _ in range(200):
            await asyncio.sleep(0.01)
            await asyncio.wait_for(app.idle(), 30)
            if app.human_decides:
                break
        assert app.human_decides
        await asyncio.sleep(1.1)  # the panel follows at its own pace
        assert "rk-error" not in app.panel.prompt.value

    asyncio.run(watch())


def test_any_handler_that_fails_is_told() -> None:
    app = App(against())
    app.post(lambda: 1 / 0)()
    assert "ZeroDivisionError" in told(app.panel.prompt.value)
    app.post(app.toggle_help)()
    assert "rk-error" not in app.panel.prompt.value, "the next click takes it away"
    goes_on(app)


# -- charts --------------------------------------------------------------------------------------
def test_a_chart_that_fails_leaves_the_game_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(against())
    app.finish_turn()

    def failing(game: Game, dark: bool) -> list[str]:
        raise KeyError("<b>armies</b>")

    monkeypatch.setattr(pictures, "pictures", failing)
    app.tabs.bar.value = "Charts"
    assert "KeyError" in told(app.tabs.charts.value)
    assert "<b>armies" not in app.tabs.charts.value
    assert "rk-error" not in app.panel.prompt.value
    monkeypatch.setattr(pictures, "pictures", lambda game, dark: ["a chart"])
    goes_on(app)
    assert "a chart" in app.tabs.charts.value, "the next turn's charts are drawn again"


# -- the map -------------------------------------------------------------------------------------
def shows_a_picture(app: App) -> None:
    assert isinstance(app.map, DrawnMap)
    assert app.map_box.children == (app.map.widget,)
    assert app.map.widget.value.startswith("<svg")
    assert "from the lists" in told(app.panel.prompt.value)
    armies = list(app.state.armies)
    app.panel.cards[Phase.REINFORCE].where.value = places(app.state)[0]  # type: ignore[attr-defined]
    app.post(app.place)()
    assert list(app.state.armies) != armies
    goes_on(app)


def test_a_canvas_that_fails_gives_way_to_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(against())

    def failing(self: MapCanvas, scene: object) -> int:
        raise OSError("no canvas here")

    monkeypatch.setattr(MapCanvas, "paint", failing)
    app.post(lambda: app.choose(places(app.state)[0]))()
    shows_a_picture(app)


def test_a_page_without_a_canvas_gets_a_picture() -> None:
    app = App(against())
    app.aid.set_state({"bare": True})
    shows_a_picture(app)


def test_a_canvas_that_fails_under_the_mouse_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(against())

    def failing(self: MapCanvas, scene: object) -> int:
        raise OSError("no canvas here")

    monkeypatch.setattr(MapCanvas, "paint", failing)
    x, y = app.game.board.shapes.outlines[0].badge
    app._moved(x, y)
    assert isinstance(app.map, DrawnMap)
    assert "from the lists" in told(app.panel.prompt.value)


# -- the disk ------------------------------------------------------------------------------------
def test_a_full_disk_is_told_until_there_is_room_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = play(PEOPLE, seed=2, options=DEALT, bots=RUSHERS)
    write = record.write_all

    def full(file: int, text: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(record, "write_all", full)
    with pytest.warns(UserWarning, match="not being saved"):
        app.click(places(app.state)[0])
    sentence = told(app.panel.prompt.value)
    assert sentence.startswith("The game goes on but is not being saved")
    assert app.game.file is not None
    assert Path(app.game.file).name in app.panel.prompt.value
    goes_on(app)
    assert "not being saved" in app.panel.prompt.value
    monkeypatch.setattr(record, "write_all", write)
    goes_on(app)
    assert "not being saved" not in app.panel.prompt.value
    assert Game.load(app.game.file).steps == app.game.steps


def test_a_game_that_cannot_be_saved_is_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("no folder")
    monkeypatch.setenv("RISKNB_SAVES", str(tmp_path / "taken"))
    app = play(PEOPLE, seed=2, options=DEALT, bots=RUSHERS)
    assert "This game is not saved" in app.panel.prompt.value
    goes_on(app)
    assert "This game is not saved" in app.panel.prompt.value, "as long as it is so"
    (tmp_path / "taken").unlink()
    app.save()
    assert "This game is not saved" not in app.panel.prompt.value
    assert Game.load(app.game.file).steps == app.game.steps


def test_the_save_button_writes_a_deleted_file_again() -> None:
    app = play(PEOPLE, seed=2, options=DEALT, bots=RUSHERS)
    Path(app.game.file).unlink()
    app.save()
    assert "Every step is saved" in app.panel.prompt.value
    assert Game.load(app.game.file).steps == app.game.steps


# -- names ---------------------------------------------------------------------------------------
NAMES = ["<img src=x onerror=alert(1)>", "</div><script>alert(2)</script>", "\"'><b>C</b> & co"]


class Tags(HTMLParser):
    """Notes every tag and attribute that a page would see."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen += [tag, *(name for name, _ in attrs)]


def foreign(text: str) -> list[str]:
    """Tags and attributes that only a name can have brought into a piece of the page."""
    tags = Tags()
    tags.feed(text)
    return [tag for tag in tags.seen if tag in ("script", "img", "onerror")]


def pieces_of(app: App, before: set[str]) -> Iterator[str]:
    """Every piece of HTML in the page, and the pictures."""
    for one in set(_instances) - before:
        widget: Widget = _instances[one]
        if isinstance(widget, HTML):
            yield widget.value
        assert not getattr(widget, "description_allow_html", False)
    yield svg(app.picture())
    yield from re.findall(r'alt="[^"]*"', app.still.text())


@pytest.mark.parametrize("mode", ["domination", "capital"])
@pytest.mark.parametrize("bots", [{}, {2: "rusher"}, {1: Broken()}], ids=["none", "good", "bad"])
def test_names_stay_text_everywhere(mode: str, bots: dict[int | str, object]) -> None:
    before = set(_instances)
    game = Game(NAMES, mode=mode, seed=1, options=DEALT, bots=bots)  # type: ignore[arg-type]
    app = App(game)
    for number in range(12):
        found = [tag for piece in pieces_of(app, before) for tag in foreign(piece)]
        assert found == [], number
        if app.curtain:
            app.ready()
        elif app.state.phase is Phase.HEADQUARTERS:
            app.push(Headquarters(places(app.state)[0]))
        else:
            app.click(places(app.state)[0] if number % 2 and places(app.state) else 0)
            app.finish_turn()
    app.show_moment(20)
    assert [tag for piece in pieces_of(app, before) for tag in foreign(piece)] == []
    again = review(game)
    assert [tag for piece in pieces_of(again, before) for tag in foreign(piece)] == []


def test_names_stay_text_at_the_end_and_in_the_form() -> None:
    before, names = set(_instances), NAMES[:2]
    game = Game(names, board="duel", edition="2010", seed=1, bots=dict.fromkeys(names, "rusher"))
    app = App(game.play())
    assert app.state.over
    app.open_new_game()
    assert [tag for piece in pieces_of(app, before) for tag in foreign(piece)] == []
