"""One look for all charts: the players' colours and letters of the map, light and dark paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.patheffects import Normal, Stroke
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import ScaledTranslation

from ..frames import FrameError as FrameError
from ..frames import need as need
from ..frames.columns import COLOURS
from ..scene.look import DARK, INK, LIGHT, Colours, contrast, letter, mix
from ..wording import listed as listed

SIZE: Final = (9.0, 5.0)
#: No text is smaller: charts are shown on projectors.
TEXT: Final = 12.0
TITLE: Final = 15.0
#: About how wide a letter of that size is, and what else an entry of a legend needs, in points.
LETTER: Final = 6.2
HANDLE: Final = 60.0
#: The same for a title, and how tall a row of a legend is.
TITLE_LETTER: Final = 9.3
ROW: Final = 19.0
#: How much room a player's letter needs, in points, with a little air.
CHIP: Final = 20.0
LINE: Final = 2.6
SEATS: Final = 6
#: Neutral armies stand beside two players only, and come after them.
PLAYERS_BESIDE: Final = 2
NAME_LENGTH: Final = 18
SHORTEST: Final = 3
#: More changes of the lead than this are counted and not told.
MOST_CHANGES: Final = 6
PER_ROW: Final = 4
NEUTRAL: Final = re.compile(r"neutral [A-J]")
#: The second cue beside the colour: how a seat's line is broken, and how its area is hatched.
DASHES: Final[tuple[Any, ...]] = (
    "-", (0, (5, 1.5)), (0, (1.6, 1.2)), (0, (6, 1.5, 1.5, 1.5)), (0, (3.5, 1, 1, 1, 1, 1)),
    (0, (9, 2)),
)  # fmt: skip
HATCHES: Final = ("", "///", "...", "\\\\\\", "xxx", "---", "++", "oo", "**", "|||")


class Theme(NamedTuple):
    """The colours of everything that is not a player's."""

    paper: str
    ink: str
    faint: str
    grid: str
    accent: str


THEMES: Final = {
    False: Theme(LIGHT.panel, LIGHT.panel_text, LIGHT.secondary, "#DCE4E9", "#4B6FA8"),
    True: Theme(DARK.panel, DARK.panel_text, DARK.secondary, "#2B4A61", "#8FB4E3"),
}


class Style(NamedTuple):
    """How one player is drawn everywhere."""

    seat: int
    name: str
    letter: str
    colour: str
    chip: tuple[str, str]
    dash: Any
    hatch: str

    @property
    def label(self) -> str:
        """Letter and name, safe to draw; a neutral army has its letter in its name."""
        return self.called(NAME_LENGTH)

    def called(self, most: int) -> str:
        """The label with a name of so many letters at most."""
        name = shown(self.name, max(most, len(self.name) if self.neutral else 0))
        return name if self.neutral else f"{self.letter}  {name}"

    @property
    def neutral(self) -> bool:
        """Whether this is an army that nobody plays."""
        return NEUTRAL.fullmatch(self.name) is not None


def shown(text: str, most: int = NAME_LENGTH) -> str:
    """A name short enough and without the dollars that would start a formula.

    >>> shown("a$b")
    'a\\\\$b'
    """
    short = text if len(text) <= most else text[: most - 1] + "…"
    return short.replace("$", r"\$")


def style(seat: int, name: str, table: Any = None) -> Style:
    """The look of a seat: its colour and letter on the map, its dash and its hatch.

    The colours are those that the players of *table* (or of the row of one) chose.
    """
    chosen = getattr(table, "attrs", {}).get(COLOURS)
    seats = min(seat, PLAYERS_BESIDE) if NEUTRAL.fullmatch(name) else SEATS
    colours = Colours(seats, chosen)
    dash = DASHES[seat % len(DASHES)]
    hatch = HATCHES[seat % len(HATCHES)]
    return Style(seat, name, letter(seat), colours.land(seat), colours.chip(seat), dash, hatch)


def people(frame: pd.DataFrame, seat: str = "seat", player: str = "player") -> list[Style]:
    """Everybody in a table, by seat; a name in several seats has the look of its lowest one."""
    pairs = frame[[seat, player]].dropna().drop_duplicates()
    lowest: dict[str, int] = {}
    for number, name in pairs.itertuples(index=False):
        if int(number) >= 0:
            lowest[str(name)] = min(int(number), lowest.get(str(name), 99))
    by_seat = sorted(lowest.items(), key=lambda pair: pair[1])
    return [style(number, name, frame) for name, number in by_seat]


def shade(who: Style) -> str:
    """A darker tone of a player's colour, for hatches."""
    return mix(who.colour, INK, 0.34)


def theme(dark: bool) -> Theme:
    """The colours of paper and ink."""
    return THEMES[bool(dark)]


# -- axes ----------------------------------------------------------------------------------------
def sheet(
    ax: Axes | None,
    title: str,
    *,
    dark: bool,
    x: str = "",
    y: str = "",
    size: tuple[float, float] = SIZE,
) -> Axes:
    """Axes in the common look: those given, or those of a new figure."""
    if ax is not None and not isinstance(ax, Axes):
        raise FrameError(f"ax must be matplotlib axes, not {type(ax).__name__}")
    if ax is None:
        import matplotlib.pyplot as plt

        figure, ax = plt.subplots(figsize=size, layout="constrained")
        figure.set_facecolor(theme(dark).paper)
    look = theme(dark)
    ax.set_facecolor(look.paper)
    title = fill(title, max(12, int(0.8 * points_wide(ax) / TITLE_LETTER)))
    ax.set_title(title, loc="left", fontsize=TITLE, fontweight="bold", color=look.ink, pad=12)
    ax.set_xlabel(x, fontsize=TEXT, color=look.faint)
    ax.set_ylabel(y, fontsize=TEXT, color=look.faint)
    ax.tick_params(labelsize=TEXT, colors=look.ink, length=0, pad=5)
    for side, spine in ax.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(look.faint)
    ax.grid(visible=True, axis="y", color=look.grid, linewidth=0.9)
    ax.set_axisbelow(True)
    return ax


def whole_turns(ax: Axes) -> None:
    """Turns are whole numbers."""
    ax.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True, min_n_ticks=1))


def whole_counts(ax: Axes) -> None:
    """Armies, territories and cards are whole numbers too."""
    ax.yaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=1))


def line(ax: Axes, x: Any, y: Any, who: Style, *, dark: bool, step: bool = False) -> Line2D:
    """A player's line; a colour too near the paper's gets a darker edge."""
    (drawn,) = ax.plot(
        x,
        y,
        color=who.colour,
        linestyle=who.dash,
        linewidth=LINE,
        drawstyle="steps-post" if step else "default",
        label=who.label,
        zorder=3,
    )
    look = theme(dark)
    if step:  # hands are often equally large: each line runs beside the others
        aside = (who.seat % SEATS - (SEATS - 1) / 2) * LINE / 72
        shift = ScaledTranslation(aside, aside, figure_of(ax).dpi_scale_trans)
        drawn.set_transform(ax.transData + shift)
    if contrast(who.colour, look.paper) < 2.4:
        edge = mix(who.colour, look.ink, 0.62)
        drawn.set_path_effects([Stroke(linewidth=LINE + 1.5, foreground=edge), Normal()])
    return drawn


def chip(ax: Axes, x: float, y: float, who: Style, *, text: str = "") -> None:
    """A player's letter on its colour, as on the map."""
    fill, ink = who.chip
    ax.annotate(
        text or who.letter,
        (x, y),
        ha="center",
        va="center",
        fontsize=TEXT,
        fontweight="bold",
        color=ink,
        zorder=6,
        annotation_clip=False,
        bbox={"boxstyle": "circle,pad=0.2", "facecolor": fill, "edgecolor": INK, "linewidth": 0.9},
    )


def points_wide(ax: Axes) -> float:
    """How wide the axes are, in points."""
    return float(ax.get_window_extent().width / ax.figure.dpi * 72)


_legend_rows: WeakKeyDictionary[Axes, int] = WeakKeyDictionary()


def points_tall(ax: Axes) -> float:
    """About how tall the axes will be below their legend, in points."""
    height = float(ax.get_window_extent().height / ax.figure.dpi * 72)
    return max(height - _legend_rows.get(ax, 0) * ROW, height / 4)


def room(ax: Axes) -> float:
    """How wide the axes will be beside the labels of their lanes, in points."""
    letters = max((len(tick.get_text()) for tick in ax.get_yticklabels()), default=0)
    figure = figure_of(ax)
    return min(points_wide(ax), figure.get_figwidth() * 72 - letters * LETTER - 24)


def chip_size(ax: Axes) -> tuple[float, float]:
    """How wide and how tall a letter is, in parts of what the axes show."""
    return CHIP / points_wide(ax), CHIP / points_tall(ax)


def has_room(
    placed: Sequence[tuple[float, float]], x: float, y: float, wide: float, tall: float
) -> bool:
    """Whether a letter so large would touch none of those placed already."""
    return all(abs(x - at) >= wide or abs(y - height) >= tall for at, height in placed)


def chip_where_free(
    ax: Axes,
    who: Style,
    spots: Iterable[tuple[float, float]],
    placed: list[tuple[float, float]],
) -> None:
    """A player's letter at the first spot that hides none of those *placed*, if there is one."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    wide, tall = chip_size(ax)
    room = wide * (right - left), tall * (high - low)
    spot = next((spot for spot in spots if has_room(placed, *spot, *room)), None)
    if spot is not None:
        chip(ax, *spot, who)
        placed.append(spot)


def chips(ax: Axes, ends: Mapping[Style, tuple[float, float]]) -> None:
    """The letters at the ends of the lines; where two would hide each other one moves right."""
    low, high = ax.get_ylim()
    left, right = ax.get_xlim()
    wide, tall = chip_size(ax)
    wide, tall = wide * (right - left), tall * (high - low)
    placed: list[tuple[float, float]] = []
    for who, (end, y) in sorted(ends.items(), key=lambda end: end[1][::-1]):
        x = end
        while not has_room(placed, x, y, wide * 0.99, tall):
            x += wide
        placed.append((x, y))
        if x > end:  # a thread back to where the line ends
            ax.plot([end, x], [y, y], color=who.colour, linewidth=1, label="_thread", zorder=2)
        chip(ax, x, y, who)
    ax.set_xlim(left, max(right, max(x for x, _ in placed) + wide * 0.6))
    # A letter at the bottom must not lie on the numbers below.
    ax.set_ylim(min(low, min(y for _, y in placed) - tall * 0.6), high)


def legend(ax: Axes, styles: Sequence[Style], *, dark: bool, areas: bool = False) -> None:
    """Who is who, in rows above the chart."""
    if not styles:
        return
    columns, most = _columns(ax, styles)
    rows = _legend_rows[ax] = -(-len(styles) // columns)
    box = ax.legend(
        handles=handles(styles, columns, areas=areas, most=most),
        loc="lower left",
        bbox_to_anchor=(-0.005, 1.0),
        ncols=columns,
        frameon=False,
        fontsize=TEXT,
        handlelength=2.6,
        columnspacing=1.6,
        borderaxespad=0.2,
        labelcolor=theme(dark).ink,
    )
    box.set_zorder(7)
    title = ax.get_title(loc="left")
    ax.set_title(
        title, loc="left", fontsize=TITLE, fontweight="bold", color=theme(dark).ink,
        pad=10 + ROW * rows,
    )  # fmt: skip
    ax.set_ylabel(fill(ax.get_ylabel(), max(12, int(points_tall(ax) / LETTER))))


def handles(
    styles: Sequence[Style], columns: int, *, areas: bool = False, most: int = NAME_LENGTH
) -> list[Any]:
    """The entries of a legend that is read row by row: matplotlib fills column by column."""
    make = _area_handle if areas else _line_handle
    order = [who for column in range(columns) for who in styles[column::columns]]
    return [make(who, who.called(most)) for who in order]


def _columns(ax: Axes, styles: Sequence[Style]) -> tuple[int, int]:
    """As many columns as there is room for, and how many letters of a name these leave."""
    space, lengths = room(ax), [len(who.label) for who in styles]
    for count in range(min(PER_ROW, len(lengths)), 1, -1):
        letters = sum(max(lengths[column::count]) for column in range(count))
        if letters * LETTER + count * HANDLE <= space:
            rows = -(-len(lengths) // count)  # no row much shorter than the others
            return -(-len(lengths) // rows), NAME_LENGTH
    # Names are cut before a long legend leaves no room for the chart.
    short = int((space / 2 - HANDLE) / LETTER) - len("A  ")
    return (2, short) if len(styles) > 2 and short >= SHORTEST else (1, NAME_LENGTH)


def _line_handle(who: Style, label: str) -> Line2D:
    edge = [Stroke(linewidth=LINE + 2, foreground=mix(who.colour, INK, 0.5)), Normal()]
    return Line2D(
        [], [], color=who.colour, linestyle=who.dash, linewidth=LINE + 0.6, label=label,
        path_effects=edge,
    )  # fmt: skip


def _area_handle(who: Style, label: str) -> Patch:
    return Patch(
        facecolor=who.colour, edgecolor=shade(who), hatch=who.hatch, linewidth=0.8, label=label
    )


def note(ax: Axes, text: str, *, dark: bool) -> None:
    """A remark under the chart, in as many lines as it needs."""
    label = ax.get_xlabel()
    told = fill(text, max(20, int(points_wide(ax) / LETTER)))
    both = f"{label}\n{told}" if label else told
    ax.set_xlabel(both, fontsize=TEXT, color=theme(dark).faint)


def nothing(ax: Axes, text: str, *, dark: bool) -> Axes:
    """A chart without anything to draw says so."""
    look = theme(dark)
    ax.text(
        0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", fontsize=TEXT + 1,
        color=look.faint,
    )  # fmt: skip
    ax.set(xticks=[], yticks=[])
    return say(ax, f"{ax.get_title(loc='left').rstrip('?')}: {text}.")


# -- words for those who cannot see it -----------------------------------------------------------
_words: WeakKeyDictionary[Axes, str] = WeakKeyDictionary()


def say(ax: Axes, text: str) -> Axes:
    """Keep the description of a chart."""
    _words[ax] = text.replace("\n", " ").replace(r"\$", "$")
    return ax


def describe(ax: Axes | Figure | Iterable[Axes]) -> str:
    """The chart in words, as its alternative text.

    >>> import risknb as rk
    >>> describe(rk.charts.army_share(rk.frames.turns(rk.sample_game())))
    'Share of all armies by turn, stacked. In front, ... At the end: Ada 100 %.'
    """
    if isinstance(ax, Figure):
        return describe(ax.axes)
    if not isinstance(ax, Axes):
        return " ".join(_words[one] for one in _several(ax) if one in _words)
    return _words.get(ax) or f"{ax.get_title(loc='left') or ax.get_title() or 'A chart'}."


def in_front(shares: pd.DataFrame) -> str:
    """Who led from which turn on, in words; of many changes the last ones.

    *shares* has a row a turn and a column a player. Where all are equal nobody leads.

    >>> in_front(pd.DataFrame({"Ada": [2, 3, 3], "Ben": [2, 2, 4]}))
    'In front: Ada from turn 1 and Ben from turn 2.'
    """
    changes: list[tuple[int, str]] = []
    for turn, row in shares.iterrows():
        best = [str(name) for name, share in row.items() if share == row.max()]
        names = listed(best) if len(best) < max(len(row), 2) else "nobody"
        if names != (changes[-1][1] if changes else "nobody"):
            changes.append((int(str(turn)), names))
    before = len(changes) - MOST_CHANGES
    parts = [f"{name} from turn {turn}" for turn, name in changes[-MOST_CHANGES:]]
    after = f", after {before} changes" if before > 0 else ""
    return f"In front{after}: {listed(parts) or 'nobody'}."


def _several(charts: Any) -> list[Axes]:
    """Several charts as a list.

    :raises FrameError: it is something else.
    """
    found = list(charts) if isinstance(charts, Iterable) else []
    if not found or not all(isinstance(one, Axes) for one in found):
        raise FrameError(f"ax must be a chart, several or a figure, not {charts!r:.60}")
    return found


def figure_of(ax: Axes | Figure | Sequence[Axes]) -> Figure:
    """The whole figure a chart is on."""
    if isinstance(ax, Figure):
        return ax
    found = (ax if isinstance(ax, Axes) else _several(ax)[0]).get_figure(root=True)
    if not isinstance(found, Figure):
        raise FrameError("this chart is on no figure")
    return found


def save(ax: Axes | Figure | Sequence[Axes], path: str | Path, *, dpi: int = 150) -> Path:
    """Write a chart as PNG or SVG, with its description inside.

    >>> import risknb as rk
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     ax = rk.charts.armies(rk.frames.turns(rk.sample_game()))
    ...     save(ax, f"{folder}/armies.png", dpi=40).name
    'armies.png'
    """
    target = Path(path)
    if target.suffix.lower() not in (".png", ".svg"):
        raise FrameError(f"charts are saved as .png or .svg, not as {target.suffix or 'that'}")
    figure = figure_of(ax)
    words = {"Description": describe(ax)}
    figure.savefig(target, dpi=dpi, metadata=words, facecolor=figure.get_facecolor())
    return target
