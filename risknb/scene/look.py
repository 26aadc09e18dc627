"""Colours, letters and the two themes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

INK = "#15212C"
WHITE = "#FFFFFF"
PAPER = "#FFF8EA"

# Okabe and Ito's colours that stay apart for colour-blind eyes, mixed with a little warm paper
# so that dark names can be read on them: vermilion, sky, green, yellow, blue, rose.
PLAYERS = ("#D55E00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#CC79A7")
BLUE = 4
PAPER_SHARE = (0.08, 0.20, 0.10, 0.12, 0.14, 0.32)
NEUTRALS = ("#B3BAC0", "#8C959C", "#D3D6D8")
UNCLAIMED = "#EFEADF"
CONTINENTS = (
    "#D69A1E", "#C24A33", "#5566B8", "#94653A", "#3F8F57", "#9557AE", "#2B8C9B", "#7A7F2A",
)  # fmt: skip
# Pale to strong, for views that show an amount.
STRENGTH = ("#F3F1E7", "#4B6FA8")
THREAT = ("#EEF2EA", "#C8452F")


class Theme(NamedTuple):
    """The colours of everything that is not a player's."""

    sea: str
    graticule: str
    coast: str
    sea_line: str
    name: str
    name_at_sea: str
    halo_at_sea: str
    panel: str
    panel_text: str
    secondary: str
    band: float
    """How much of a continent's colour is in the shallow water around it."""


LIGHT = Theme(
    sea="#D3E4EC",
    graticule="#E2EEF4",
    coast="#2B3E4F",
    sea_line="#3E6078",
    name="#14202A",
    name_at_sea="#14202A",
    halo_at_sea="#E2EDF3",
    panel="#FBFDFE",
    panel_text="#1E2D3A",
    secondary="#566B7A",
    band=0.62,
)
DARK = Theme(
    sea="#1D384F",
    graticule="#244358",
    coast="#0B1C29",
    sea_line="#BBD3E2",
    name="#0F1A24",
    name_at_sea="#EAF2F7",
    halo_at_sea="#1D384F",
    panel="#142B3E",
    panel_text="#EAF2F7",
    secondary="#A3B8C6",
    band=0.80,
)


class Colours(NamedTuple):
    """Who is drawn in which colour and with which letter."""

    seats: int
    chosen: Sequence[int | str] | None = None
    """By seat the number of a colour of ``PLAYERS``, or any other colour as ``#rrggbb``."""

    def land(self, owner: int) -> str:
        """Return the colour of an owner's land."""
        if owner < 0:
            return UNCLAIMED
        if owner >= self.seats:
            return NEUTRALS[(owner - self.seats) % len(NEUTRALS)]
        colour = self._chosen(owner)
        if isinstance(colour, str):
            return colour
        return mix(PLAYERS[colour], PAPER, PAPER_SHARE[colour])

    def chip(self, owner: int) -> tuple[str, str]:
        """Return the colours of an owner's chip and of the letter on it."""
        if 0 <= owner < self.seats and self._chosen(owner) == BLUE:
            return PLAYERS[BLUE], WHITE  # blue is too dark for ink and, mixed, too pale for white
        land = self.land(owner)
        return land, INK if brightness(land) > 0.18 else WHITE

    def _chosen(self, seat: int) -> int | str:
        """Return the number of a seat's colour, or the colour itself."""
        return self.chosen[seat % len(self.chosen)] if self.chosen else seat % len(PLAYERS)


def letter(owner: int) -> str:
    """Return the letter of an owner; nobody has none.

    >>> letter(0), letter(5), letter(-1)
    ('A', 'F', '')
    """
    return chr(ord("A") + owner) if owner >= 0 else ""


def mix(colour: str, other: str, share: float) -> str:
    """Return *colour* with a *share* of *other* in it.

    >>> mix("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    parts = zip(_rgb(colour), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour, 0 for black and 1 for white."""
    red, green, blue = (_linear(part / 255) for part in _rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, bright = sorted((brightness(a), brightness(b)))
    return (bright + 0.05) / (dark + 0.05)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
