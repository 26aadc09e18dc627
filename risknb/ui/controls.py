"""Widgets as this game uses them: plain constructors, and values set without an echo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

import ipywidgets as widgets


def button(
    text: str, act: Callable[..., None], *, primary: bool = False, tip: str = "", once: bool = True
) -> Any:
    """A button; a double click on it counts *once*, or else every click does."""
    made = widgets.Button(description=text, tooltip=tip or text)
    made.button_style = "primary" if primary else ""
    if once:
        made.add_class("rk-once")
    made.on_click(act)
    return made


def row(*children: widgets.Widget, css: str = "rk-row") -> widgets.Box:
    """Widgets beside each other, wrapped where there is no room."""
    box = widgets.Box(children)
    box.add_class(css)
    return box


def filled(*children: widgets.Widget) -> widgets.Box:
    """Widgets in a row whose buttons share all the room there is."""
    box = row(*children)
    box.add_class("rk-fill")
    return box


def card(*children: widgets.Widget) -> widgets.VBox:
    """A framed part of the panel."""
    box = widgets.VBox(children)
    box.add_class("rk-card")
    return box


def html(text: str = "", css: str = "") -> widgets.HTML:
    """A piece of text; *text* must be escaped already."""
    made = widgets.HTML(text)
    if css:
        made.add_class(css)
    return made


def note(text: str) -> str:
    """Secondary text."""
    return f'<span class="rk-note">{escape(text)}</span>'


def dropdown(label: str, act: Callable[..., None]) -> widgets.Dropdown:
    """A list to choose from; *label* is for those who cannot see where it stands."""
    made = widgets.Dropdown(options=[], tooltip=label)
    made.observe(act, "value")
    return made


def slider(label: str, act: Callable[..., None]) -> widgets.IntSlider:
    """A slider for a number of armies."""
    made = widgets.IntSlider(1, 1, 2, tooltip=label)
    made.observe(act, "value")
    return made


def show(widget: widgets.DOMWidget, shown: bool) -> None:
    """Show or hide a widget; nothing is sent where that is so already."""
    mark(widget, "rk-hidden", not shown)


def shown(widget: widgets.DOMWidget) -> bool:
    """Whether a widget is shown."""
    return "rk-hidden" not in widget._dom_classes


def mark(widget: widgets.DOMWidget, css: str, marked: bool) -> None:
    """Give a widget a class or take it away; nothing is sent where that is so already."""
    has = css in widget._dom_classes
    if marked and not has:
        widget.add_class(css)
    elif has and not marked:
        widget.remove_class(css)


def put(widget: Any, **values: Any) -> None:
    """Set traits of a widget, only those that differ, as one message."""
    fresh = {name: value for name, value in values.items() if getattr(widget, name) != value}
    if fresh:
        with widget.hold_sync():
            for name, value in fresh.items():
                setattr(widget, name, value)


#: The value of a list's first line, which says what the list is for.
NOTHING = -1


def put_options(
    widget: widgets.Dropdown, options: Sequence[tuple[str, int]], value: int | None
) -> None:
    """Set the list and what is chosen in it: the first line where that is nothing."""
    wanted = tuple(options)
    if all(value != v for _, v in wanted):
        value = wanted[0][1] if wanted else None
    with widget.hold_sync():
        if tuple(widget.options) != wanted:
            widget.options = wanted
        if widget.value != value:
            widget.value = value


def chosen(widget: widgets.Dropdown) -> int | None:
    """What is chosen in a list, or ``None``."""
    return None if widget.value == NOTHING else widget.value


def put_range(widget: widgets.IntSlider, least: int, most: int, value: int) -> None:
    """Set both ends and the value of a slider; without a choice it is hidden.

    The page's slider cannot have equal ends. What comes in one message it takes in any order, and
    a value beyond its old ends it would cut and send back as a wish: first it gets room.
    """
    show(widget, most > least)
    if most <= least:
        return
    put(widget, min=min(widget.min, least), max=max(widget.max, most))
    put(widget, value=min(most, max(least, value)))
    put(widget, min=least, max=most)


def put_buttons(box: Any, made: Sequence[widgets.Button]) -> None:
    """Set the buttons of a box; the old ones leave the page, with what they said."""
    old = box.children
    box.children = tuple(made)
    for one in old:
        for part in (one.layout, one.style, one):
            part.close()


def put_children(box: Any, children: Iterable[widgets.Widget]) -> None:
    """Set the children of a box where they differ."""
    wanted = tuple(children)
    if box.children != wanted:
        box.children = wanted
