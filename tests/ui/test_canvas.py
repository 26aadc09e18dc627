"""Drawing on ipycanvas: one message a picture, and no trap that freezes the map."""

from __future__ import annotations

from typing import Any

import ipycanvas.canvas as ipycanvas_canvas
import pytest

from risknb.game import Game
from risknb.scene import LAYERS, Disc, Marks, Scene, scene
from risknb.ui.canvas import FINEST, MapCanvas, hold

Sent = list[list[tuple[str, Any]]]


@pytest.fixture
def game() -> Game:
    return Game(["Ada", "Ben"], board="duel", edition="2010", seed=1)


def names(messages: Sent) -> list[str]:
    return [name for message in messages for name, _ in message]


def test_a_picture_is_one_message(game: Game, sent: Sent) -> None:
    board = MapCanvas(game.board)
    sent.clear()
    assert board.paint(scene(game.state)) == len(LAYERS)
    assert len(sent) == 1


def test_only_changed_layers_are_painted(game: Game, sent: Sent) -> None:
    board = MapCanvas(game.board)
    board.paint(scene(game.state))
    sent.clear()
    assert board.paint(scene(game.state)) == 0
    assert sent == []
    assert board.paint(scene(game.state, Marks(hover=0))) == 1
    assert names(sent).count("switchCanvas") <= 1


def test_an_error_while_drawing_does_not_freeze_the_map(game: Game, sent: Sent) -> None:
    board = MapCanvas(game.board)
    with pytest.raises(ZeroDivisionError), hold():
        raise ZeroDivisionError
    sent.clear()
    board.paint(scene(game.state))
    assert len(sent) == 1
    assert not ipycanvas_canvas._CANVAS_MANAGER._caching


def test_a_new_page_gets_everything_again(game: Game, sent: Sent) -> None:
    board = MapCanvas(game.board)
    board.widget.on_client_ready(board.repaint)
    board.paint(scene(game.state))
    sent.clear()
    board.widget[-1]._handle_frontend_event(None, {"event": "client_ready"}, [])
    assert sent[0][0][0] == "switchCanvas"
    assert names(sent).count("fillText") > game.board.size


def test_a_radius_below_zero_never_reaches_the_page(game: Game, sent: Sent) -> None:
    board = MapCanvas(game.board)
    bad = Scene((100, 100), (Disc(1, 1, -1, "#000000"),), (), (), (), ())
    board.paint(bad)
    assert "fillCircle" not in names(sent)


def test_clicks_are_told_in_units_of_the_drawing(game: Game) -> None:
    board = MapCanvas(game.board)
    seen: list[tuple[float, float]] = []
    board.on_point(lambda x, y: None, lambda x, y: seen.append((x, y)), lambda: None)
    board.fit(board.size[0], 2.0)
    event = {"event": "mouse_down", "x": 50.0, "y": 30.0}
    board.widget[-1]._handle_frontend_event(None, event, [])
    touch = {"event": "touch_start", "touches": [{"x": 50.0, "y": 30.0}]}
    board.widget[-1]._handle_frontend_event(None, touch, [])
    assert seen == [(25.0, 15.0)] * 2


def test_the_canvas_has_as_many_pixels_as_the_screen(game: Game) -> None:
    board = MapCanvas(game.board)
    assert board.fit(board.size[0], 2.0)
    assert board.widget.width == round(board.size[0] * 2)
    assert not board.fit(board.size[0], 2.0)
    board.fit(board.size[0], 9.0)
    assert board.scale == FINEST
