"""One page with the story of a game: words, tables and charts in a single file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from html import escape
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, Final

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import frames, luck
from ..frames.collect import one_game
from ..game import Game
from ..odds.checks import whole
from ..scene import scene, svg
from ..wording import armies_text, percent
from . import atlas, dice, fortune, lanes, look, timeline

DPI: Final = 120
#: Why a game ended, in words.
REASONS: Final = {
    "conquest": "by driving everybody else off the board",
    "team": "because the other team lost a player",
    "mission": "by completing the mission",
    "capital": "by taking enough headquarters",
}
#: What the table of players shows of each.
TOTALS: Final = (
    "place", "territories", "armies", "reinforcements", "conquests", "kills", "casualties",
)  # fmt: skip
CSS: Final = """
body{margin:0;background:%(paper)s;color:%(ink)s}
body{font:17px/1.5 system-ui,"Segoe UI",Roboto,sans-serif}
main{max-width:62rem;margin:auto;padding:1.5rem 1rem 4rem}
h1{font-size:2rem;line-height:1.15;margin:.4em 0 .2em} h2{font-size:1.35rem;margin:2em 0 .4em}
.lead{font-size:1.15rem;color:%(faint)s} figure{margin:1.2em 0} img{width:100%%;height:auto}
table{border-collapse:collapse;width:100%%;font-variant-numeric:tabular-nums}
th,td{padding:.35em .6em;text-align:right;border-bottom:1px solid %(grid)s}
th:first-child,td:first-child{text-align:left;white-space:nowrap}
.wide{overflow-x:auto} li{margin:.35em 0}
.chip{display:inline-block;width:1.55em;height:1.55em;line-height:1.55em;text-align:center;
border-radius:50%%;border:1.5px solid #15212C;font-weight:700;margin-right:.5em;font-size:.85em;
print-color-adjust:exact}
@media print{body{background:#fff;color:#15212C;font-size:12pt} .lead{color:#15212C}
main{padding:0} table{font-size:9pt} td:first-child{white-space:normal}
figure,li,tr{break-inside:avoid} h2{break-after:avoid}
img{max-height:23cm;object-fit:contain}}
"""


class Page:
    """A page of HTML that needs nothing else: ``save(path)``, or look at it in the notebook."""

    def __init__(self, html: str) -> None:
        self.html = html

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the page to a file."""
        target = Path(path)
        target.write_text(self.html, encoding="utf-8")
        return target

    def __str__(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"<Page of {len(self.html) // 1000} kB>"

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.html)}" title="report" loading="lazy"'
            ' style="width:100%;height:640px;border:0"></iframe>'
        )


def report(
    game: Game, path: str | PathLike[str] | None = None, *, dark: bool = False, rollouts: int = 0
) -> Page:
    """The story of a game on one page; *path* also writes it to a file.

    With *rollouts* bots play on from several turns so many times each, and a chart shows the
    estimated chances to win; that takes a few seconds.

    >>> import risknb as rk
    >>> game = rk.Game(["Ada", "Ben"], board="duel", edition="2010", seed=1)
    >>> "being set up" in rk.charts.report(game).html
    True
    """
    rollouts = whole("rollouts", rollouts, 0)
    tables = frames.tables(one_game(game))
    title = headline(game)
    parts = [
        f"<h1>{escape(title)}</h1><p class='lead'>{escape(_setting(game))}</p>",
        f"<p>{escape(_fates(tables['players']))}</p>",
        _board(game, tables["players"], dark),
        _people(tables["players"]),
        *(_sections(game, tables, dark, rollouts) if game.state.turn else ()),
    ]
    page = Page(_whole(title, "".join(parts), dark))
    if path is not None:
        page.save(path)
    return page


def _whole(title: str, body: str, dark: bool) -> str:
    css = CSS % look.theme(dark)._asdict()
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{css}</style></head>"
        f"<body><main>{body}</main></body></html>"
    )


# -- words ---------------------------------------------------------------------------------------
def headline(game: Game) -> str:
    """How the game ended, or how it stands, in one sentence."""
    found = game.outcome()
    if found is None:
        turn = game.state.turn
        return f"Turn {turn}: the game goes on" if turn else "The game is being set up"
    winners = look.listed([game.players[seat] for seat in found.winners])
    return f"{winners} won in turn {game.state.turn}"


def _setting(game: Game) -> str:
    found = game.outcome()
    how = f"Won {REASONS.get(found.reason, found.reason)}. " if found is not None else ""
    return f"{how}Edition {game.rules.edition}, {game.rules.mode}, board {game.board.name}."


def _fates(players: pd.DataFrame) -> str:
    """Who fell when and by whom, in one sentence; nothing where nobody fell."""
    fallen = players[players["eliminated_turn"].notna()].sort_values("eliminated_turn")
    parts = [
        f"{row.player} fell to {row.eliminated_by} in turn {row.eliminated_turn}"
        for row in fallen[fallen["eliminated_by"].notna()].itertuples()
    ]
    return f"{look.listed(parts)}." if parts else ""


def _people(players: pd.DataFrame) -> str:
    """Who played, with the totals."""
    head = "".join(f"<th scope='col'>{name}</th>" for name in ("player", *TOTALS))
    rows = ""
    for _, row in players.iterrows():
        who = look.style(int(row["seat"]), str(row["player"]), players)
        cells = "".join(f"<td>{_cell(row[name])}</td>" for name in TOTALS)
        bot = f" <small>({escape(str(row['bot']))})</small>" if pd.notna(row["bot"]) else ""
        rows += f"<tr><td>{_chip(who)}{escape(who.name)}{bot}</td>{cells}</tr>"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<div class='wide'>{table}</div>"


def _chip(who: look.Style) -> str:
    fill, ink = who.chip
    return f"<span class='chip' style='background:{fill};color:{ink}'>{who.letter}</span>"


def _cell(value: Any) -> str:
    return "–" if pd.isna(value) else escape(str(value))


def _list(sentences: Any) -> str:
    items = "".join(f"<li>{escape(str(text))}</li>" for text in sentences)
    return f"<ul>{items}</ul>" if items else "<p>Nothing to tell yet.</p>"


def luck_words(ledger: pd.DataFrame) -> Iterator[str]:
    """The ledger of luck in sentences, the luckiest first."""
    for row in ledger.sort_values("luck", ascending=False).itertuples():
        more = "fewer" if row.luck >= 0 else "more"
        yield (
            f"{row.player} lost {row.actual} armies, {abs(row.luck):.1f} {more} than expected;"
            f" {percent(row.percentile)} of such games would have been less lucky."
        )


def _verified(game: Game) -> Iterator[str]:
    """Whether the seed, which the end of a game reveals, confirms its dice."""
    if not game.state.over:
        return
    try:
        check = game.verify_dice()
    except ValueError:
        return  # the seed is lost: nothing can be said
    if check.ok:
        yield f"The seed confirms all {check.answers:,} answers of luck in the record."
    else:
        count = len(check.unlike)
        yield (
            f"{count:,} of {check.answers:,} answers of luck are not those of the seed:"
            " dice were typed in, scripted or changed."
        )


# -- the board ----------------------------------------------------------------------------------
def _board(game: Game, players: pd.DataFrame, dark: bool) -> str:
    """The board as it stands now."""
    # Whoever acts has no secret on the map: a headquarters lies open, or is not chosen yet.
    seen = game.seen_by(game.state.actor)
    drawn = scene(seen, names=game.players, colours=game.colours, dark=dark)
    return _image(svg(drawn).encode(), "svg+xml", _board_words(game, players))


def _board_words(game: Game, players: pd.DataFrame) -> str:
    when = "at the end" if game.state.over else f"in turn {game.state.turn}"
    there = players[players["territories"] > 0].sort_values("territories", ascending=False)
    parts = [
        f"{row.player} {row.territories} with {armies_text(row.armies)}"
        for row in there.itertuples()
    ]
    return f"The board {when}. Territories: {look.listed(parts) or 'nobody has any'}."


def _image(data: bytes, kind: str, words: str) -> str:
    """A picture inside the page, with its description."""
    coded = b64encode(data).decode("ascii")
    alt = escape(words, quote=True)
    return f'<figure><img alt="{alt}" src="data:image/{kind};base64,{coded}"></figure>'


# -- charts --------------------------------------------------------------------------------------
def _sections(
    game: Game, tables: dict[str, pd.DataFrame], dark: bool, rollouts: int
) -> Iterator[str]:
    turns, rolls = tables["turns"], tables["rolls"]
    yield "<h2>How it went</h2>" + _list(luck.turning_points(game)["sentence"])
    yield picture(lambda ax: timeline.armies(turns, ax, dark=dark), dark)
    yield picture(lambda ax: timeline.army_share(turns, ax, dark=dark), dark)
    if rollouts:
        estimate = luck.forecast(game, games=rollouts)
        yield picture(lambda ax: fortune.win_probability(estimate, ax, dark=dark), dark)
    yield picture(lambda ax: lanes.eliminations(tables["players"], ax, dark=dark), dark, (9, 3.4))
    yield "<h2>The map</h2>"
    yield picture(lambda ax: lanes.continent_bands(tables["continents"], ax, dark=dark), dark)
    yield picture(
        lambda ax: atlas.fighting_map(rolls, ax, board=game.board, dark=dark), dark, (12, 7.6)
    )
    yield picture(lambda ax: atlas.losses_flow(rolls, ax, dark=dark), dark)
    yield picture(lambda ax: lanes.ownership(tables["territories"], ax, dark=dark), dark, (11, 11))
    yield "<h2>Luck</h2>" + _list(luck_words(luck.ledger(rolls)))
    yield picture(lambda ax: fortune.cumulative_luck(rolls, ax, dark=dark), dark)
    yield picture(lambda ax: dice.dice_faces(rolls, ax, dark=dark), dark)
    yield _list([*luck.fairness(rolls).words, *_verified(game)])
    yield "<h2>Against the odds</h2>"
    yield _list(luck.what_were_the_odds(tables["battles"])["sentence"])


def picture(
    draw: Callable[[Axes], Axes], dark: bool, size: tuple[float, float] = look.SIZE
) -> str:
    """A chart as an image inside the page, with its description."""
    figure = Figure(figsize=size, layout="constrained", facecolor=look.theme(dark).paper)
    ax = draw(figure.subplots())
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI)
    return _image(buffer.getvalue(), "png", look.describe(ax))
