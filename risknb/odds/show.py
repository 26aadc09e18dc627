"""How answers look in a notebook: a heading, a sentence and a few bars, in plain HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

Bar = tuple[str, float]
MOST_BARS = 12


def percent(chance: float | Fraction) -> str:
    """A chance as people read it; only certainty is written as 0 or 100 %.

    >>> percent(0.5678), percent(0.99999), percent(1)
    ('56.8 %', 'over 99.9 %', '100 %')
    """
    if chance <= 0 or chance >= 1:
        return "100 %" if chance >= 1 else "0 %"
    if chance >= 0.9995:
        return "over 99.9 %"
    return f"{100 * float(chance):.1f} %" if chance >= 0.0005 else "under 0.1 %"


def shorten(bars: Sequence[Bar]) -> list[Bar]:
    """Neighbouring bars put together until a person can take them in.

    >>> shorten([(f"left: {n}", 0.125) for n in range(16)])[0]
    ('left: 0 to 1', 0.25)
    """
    size = -(-len(bars) // MOST_BARS)
    if size <= 1:
        return list(bars)
    groups = [bars[i : i + size] for i in range(0, len(bars), size)]
    return [(_span(group), sum(chance for _, chance in group)) for group in groups]


def _span(group: Sequence[Bar]) -> str:
    """The labels of a group, which differ in their numbers alone, as one."""
    first, last = group[0][0], group[-1][0]
    return first if first == last else f"{first} to {last.rpartition(' ')[2]}"


def card(
    title: str, lines: Iterable[str], bars: Sequence[Bar] = (), colour: str = "#0072B2"
) -> str:
    """A small HTML picture; every bar also says its number, so colour is never alone.

    >>> "width:50.0%" in card("t", ["l"], [("win", 1.0), ("lose", 0.5)])
    True
    """
    longest = max((chance for _, chance in bars), default=0) or 1
    rows = "".join(_bar(label, chance, chance / longest, colour) for label, chance in bars)
    style = "border-spacing:4px 1px;white-space:nowrap"
    table = f'<table style="{style}">{rows}</table>' if rows else ""
    text = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return f"<div><strong>{escape(title)}</strong>{text}{table}</div>"


def _bar(label: str, chance: float, share: float, colour: str) -> str:
    box = f"background:{colour};height:0.8em;width:{100 * share:.1f}%"
    return (
        f'<tr><td style="text-align:right">{escape(label)}</td>'
        f'<td style="width:12em"><div style="{box}"></div></td>'
        f'<td style="text-align:right">{percent(chance)}</td></tr>'
    )
