"""Pieces of the panel as HTML: chips, players, dice, odds, cards. Names are always escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import accumulate

from ..board import Board
from ..cards import FIXED_VALUES, symbols
from ..game import Game
from ..moves import Roll
from ..odds.battles import Battle, battle
from ..rules import reinforcements
from ..rules.fortify import spare
from ..rules.table import holders
from ..scene.look import INK, Colours, letter, mix
from ..scene.painting import path_text
from ..scene.pointers import PIPS
from ..scene.views import continent_colour
from ..state import HIDDEN, Phase, State, View
from .words import Line

SYMBOL_NAMES = ("Infantry", "Cavalry", "Artillery", "Wild")
_SETS = {
    (0, 0, 0): "Infantry", (1, 1, 1): "cavalry", (2, 2, 2): "artillery", (0, 1, 2): "one of each",
}  # fmt: skip
#: What sets are worth where the values never rise (CARD-12).
FIXED = ", ".join(f"{_SETS[kinds]} {armies}" for kinds, armies in FIXED_VALUES.items()) + "."
_SYMBOLS = (
    # a walker with a staff, a horseshoe, a cannon
    '<circle cx="9" cy="5" r="3"/><path d="M7 9h4l2 7h-2l-1 10H8L7 16l-2-1z"/>'
    '<path d="M15 8v18" stroke-width="1.6"/>',
    '<path d="M5 25V14a7 7 0 0 1 14 0v11h-4V14a3 3 0 0 0-6 0v11z"/>',
    '<circle cx="9" cy="20" r="6" fill="none" stroke-width="2.4"/>'
    '<path d="M4 16l15-8 2 4-13 8z"/><circle cx="9" cy="20" r="1.6"/>',
)


def chip(colours: Colours, army: int) -> str:
    """The round letter of an army in its colour."""
    if army < 0:
        return ""
    fill, ink = colours.chip(army)
    return f'<span class="rk-chip" style="background:{fill};color:{ink}">{letter(army)}</span>'


def percent(chance: float) -> str:
    """A chance as people say it; never 0 or 100 unless it is sure.

    >>> percent(0.8176), percent(0.9996), percent(0.0001), percent(1)
    ('82\xa0%', '>99\xa0%', '<1\xa0%', '100\xa0%')
    """
    text = ">99" if 0.995 <= chance < 1 else "<1" if 0 < chance < 0.005 else f"{chance * 100:.0f}"
    return f"{text}\N{NO-BREAK SPACE}%"


# -- players -------------------------------------------------------------------------------------
def players_table(game: Game, state: State | View, colours: Colours, thinking: int = -1) -> str:
    """Everybody's armies, territories, continents, cards and next reinforcements."""
    head = "<th scope=col>Players<th scope=col>Armies<th scope=col>Territ."
    head += "<th scope=col>Contin.<th scope=col>Cards<th scope=col>Next"
    rows = [_player(game, state, colours, army, thinking) for army in range(state.sides)]
    return f'<table class="rk-table"><thead><tr>{head}<tbody>{"".join(rows)}</table>'


def _player(game: Game, state: State | View, colours: Colours, army: int, thinking: int) -> str:
    seat = army < state.seats
    name = escape(game.players[army]) if seat else f"Neutral {letter(army)}"
    note = ""
    if army in game.bot_names:
        note = "thinking…" if army == thinking else f"bot, {escape(game.bot_names[army][:16])}"
    elif not seat and state.stances:
        friend = state.stances[army - state.seats]
        note = f"with {escape(game.players[friend])}" if friend >= 0 else "uninvolved"
    armies = held_armies(state, army)
    started = state.turn > 0
    out = ' class="rk-out"' if started and not armies else ""
    note = "out of the game" if out else note
    current = ' aria-current="true"' if army == state.seat and not state.over else ""
    cells = [
        str(armies),
        str(state.holds[army]),
        _continents(state, army),
        _cards(state, army),
        f"+{reinforcements(state, army)}" if seat and armies and started else "–",
    ]
    mates = _mates(game, state, army) if state.rules.teams else ""
    name += f" <small>{note}</small>" if note else ""
    label = f"<span>{name}{mates}{_marks(state, army)}</span>"
    who = f'<td><div class="rk-who">{chip(colours, army)}{label}</div>'
    return f"<tr{out}{current}>{who}{''.join(f'<td>{cell}' for cell in cells)}"


def continents_table(state: State | View, colours: Colours) -> str:
    """Every continent with its bonus, and who holds most of it."""
    rows = []
    for at, continent in enumerate(state.board.continents):
        held = state.tally(at)
        most, size = max(held), len(continent.members)
        leader = chip(colours, held.index(most)) if held.count(most) == 1 else ""
        square = f'<span class="rk-square" style="background:{continent_colour(at)}"></span>'
        cells = f"<td>{leader} {most} of {size}<td><b>+{continent.bonus}</b>"
        rows.append(f"<tr><td>{square}{escape(continent.name)}{cells}")
    head = "<th scope=col>Continent<th scope=col>most<th scope=col>bonus"
    return f'<table class="rk-table"><thead><tr>{head}<tbody>{"".join(rows)}</table>'


def _cards(state: State | View, army: int) -> str:
    """How many cards a player holds, or were given to a neutral army (AMB-ACT-19)."""
    if army < state.seats:
        return str(len(state.hands[army])) if state.rules.cards else "–"
    return str(len(state.bribes[army - state.seats])) if state.bribes else "–"


def _mates(game: Game, state: State, seat: int) -> str:
    """Who plays on the same side, in team games."""
    side = [s for s in range(state.seats) if s != seat and state.team(s) == state.team(seat)]
    return f" <small>with {escape(' and '.join(game.players[s] for s in side))}</small>"


def _marks(state: State | View, army: int) -> str:
    """Public progress: missions shown, headquarters held."""
    marks = ""
    if state.done and army < state.seats and state.done[army]:
        marks += f" <small>{len(state.done[army])} of 4 missions</small>"
    if state.headquarters and army < state.seats and state.phase is not Phase.HEADQUARTERS:
        held = sum(at >= 0 and state.owners[at] == army for at in state.headquarters)
        said = f"{held} headquarters"
        marks += f' <abbr title="{said}" aria-label="{said}">{"★" * held}</abbr>' if held else ""
    return marks


def _continents(state: State | View, army: int) -> str:
    """The continent that an army holds, or how many."""
    held = _whole(state, army)
    if len(held) < 2:
        return continents_held(state, army) or "–"
    return f'<abbr title="{escape(", ".join(held))}">{len(held)}</abbr>'


def held_armies(state: State | View, army: int) -> int:
    """All armies of a seat or a neutral on the board."""
    if state.units is not None:
        return sum(units[army] for units in state.units)
    return sum(n for n, owner in zip(state.armies, state.owners, strict=True) if owner == army)


def continents_held(state: State | View, army: int) -> str:
    """The names of the continents held whole, shortened to fit a column."""
    names = ", ".join(_whole(state, army))
    return escape(names.replace("North ", "N. ").replace("South ", "S. "))


def _whole(state: State | View, army: int) -> list[str]:
    return [
        continent.name
        for holder, continent in zip(holders(state), state.board.continents, strict=True)
        if holder == army
    ]


# -- dice and odds -------------------------------------------------------------------------------
def die(face: int, x: float, y: float, fill: str, ink: str, faded: bool = False) -> str:
    """A die as SVG, 34 units wide."""
    pips = "".join(
        f'<circle cx="{x + 17 + dx * 9}" cy="{y + 17 + dy * 9}" r="3.2" fill="{ink}"/>'
        for dx, dy in PIPS.get(face, ())
    )
    dim = ' opacity="0.35"' if faded else ""
    box = f'<rect x="{x}" y="{y}" width="34" height="34" rx="6" fill="{fill}" stroke="{INK}"/>'
    return f"<g{dim}>{box}{pips}</g>"


def dice(roll: Roll, colours: Colours, sides: Sequence[tuple[str, int]]) -> str:
    """The last throw: attacker above defender, each with a name; compared pairs are joined.

    Dice without eyes stand for those that are not thrown yet.
    """
    rows = (sorted(roll.attack, reverse=True), sorted(roll.defend, reverse=True))
    pairs = min(map(len, rows)) if any(rows[0]) else max(map(len, rows))
    parts = []
    for row, (faces, (_, army)) in enumerate(zip(rows, sides, strict=True)):
        fill, ink = colours.chip(army)
        for at, face in enumerate(faces):
            faded = at >= pairs or not face
            parts.append(die(face, 2 + at * 42, 2 + row * 54, fill, ink, faded))
    parts += [_joined(at, rows[0][at] > rows[1][at]) for at in range(pairs) if any(rows[0])]
    parts.append(_unused(rows, pairs))
    said = f"{' '.join(map(str, rows[0]))} against {' '.join(map(str, rows[1]))}"
    names = "".join(f'<span title="{escape(name)}">{escape(name)}</span>' for name, _ in sides)
    label = f'role="img" aria-label="{said}"' if any(rows[0]) else 'aria-hidden="true"'
    picture = f'<svg viewBox="0 0 138 94" {label}>{"".join(parts)}</svg>'
    return f'<div class="rk-throw"><div>{names}</div>{picture}</div>'


def _joined(at: int, won: bool) -> str:
    """An arrow from the die that won a pair to the one that lost."""
    arrow = "M0 0l6 7 6-7" if won else "M0 7l6-7 6 7"
    return (
        f'<path d="{arrow}" transform="translate({13 + at * 42} 42)" fill="none"'
        ' stroke="currentColor" stroke-width="2.4"/>'
    )


def _unused(rows: Sequence[Sequence[int]], pairs: int) -> str:
    """What is said of dice that met none, in the room beside them."""
    most = max(map(len, rows))
    if pairs >= most:
        return ""
    x = 2 + 42 * (pairs + most) / 2
    y = 66 if len(rows[0]) == most else 22
    return (
        '<g font-size="10" text-anchor="middle" fill="currentColor" opacity=".75">'
        f'<text x="{x}" y="{y}">not</text><text x="{x}" y="{y + 12}">compared</text></g>'
    )


def fight(state: State, src: int, dst: int, stop: int = 1) -> Battle:
    """The exact odds of attacking until the territory is taken or *stop* armies are left.

    Where a team mate's armies stand too, only one's own fight, and one of all stays (AMB-TEAM-2).
    """
    armies = spare(state, src) + 1
    return battle(
        armies,
        max(1, state.armies[dst]),
        stop=min(stop, armies),
        attack_dice=state.rules.attack_dice,
        defend_dice=state.rules.defend_dice,
    )


def taken(odds: Battle) -> float:
    """The chance to take it; no battle that begins is quite sure, whatever a float says."""
    tiny = 1e-12 if odds.armies > odds.stop else 0.0
    return min(max(float(odds.win), tiny), 1 - 1e-12)


def odds_figures(odds: Battle, colours: Colours, attacker: int, defender: int) -> str:
    """Win chance and expected losses, large."""
    lost, killed = odds.expected_losses
    return (
        '<div><span class="rk-note">Win chance</span>'
        f'<div class="rk-big">{escape(percent(taken(odds)))}</div>'
        '<span class="rk-note">Expected losses</span><div>'
        f"{chip(colours, attacker)} <b>{float(lost):.1f}</b> &nbsp;"
        f" {chip(colours, defender)} <b>{float(killed):.1f}</b></div></div>"
    )


def distribution(odds: Battle, colours: Colours, sides: Sequence[tuple[str, int]]) -> str:
    """How the battle may end: the defender's remaining armies to the left, yours to the right."""
    (_, attacker), (name, defender) = sides
    left = _likely(odds.defenders_left)[::-1]
    right = _likely(odds.survivors)
    share = min(9, len(left)) / max(1, min(9, len(left)) + min(9, len(right)))
    middle = min(WIDE - HALF, max(HALF, share * (WIDE - 20) + 10))
    lose, win = _binned(left, middle - 10), _binned(right, WIDE - middle - 10)
    most = max((p for _, p in (*lose, *win)), default=1.0)
    pale = mix(colours.land(defender), "#ffffff", 0.35)
    parts = _bars(lose, 0, middle - 10, most, pale, hatched=True)
    parts += _bars(win, middle + 10, WIDE, most, colours.land(attacker), hatched=False)
    parts.append(
        f'<path d="M{middle:.1f} 4V98" stroke="currentColor" stroke-dasharray="3 3" opacity=".5"/>'
    )
    chance = percent(taken(odds))
    parts.append(_caption((middle - 10) / 2, f"{name} holds: {percent(1 - taken(odds))}", ""))
    parts.append(_caption((middle + 10 + WIDE) / 2, f"you capture: {chance}", "700"))
    said = f"chance to take it {escape(chance)}"
    return (
        f'<div class="rk-dist"><span class="rk-note">Blitz: armies left, chance in %</span>'
        f'<svg viewBox="0 0 400 100" role="img" aria-label="{said}" font-size="11">'
        '<defs><pattern id="rkh" width="5" height="5" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><path d="M0 0V5" stroke="#15212c" stroke-width="1.6"'
        f' opacity=".45"/></pattern></defs>{"".join(parts)}</svg></div>'
    )


def no_odds(colours: Colours, attacker: int) -> str:
    """The room of the odds where they are hidden, so that everything else stays in its place."""
    line = '<span class="rk-note">&nbsp;</span>'
    return (
        f'<div class="rk-room" aria-hidden="true">{line}<div class="rk-big">&nbsp;</div>'
        f"{line}<div>{chip(colours, attacker)}</div></div>"
        f'<div class="rk-dist rk-room" aria-hidden="true">{line}<svg viewBox="0 0 400 100"></svg>'
        "</div>"
    )


#: The width of the picture, and the least of it that either side gets: its caption must fit.
WIDE, HALF = 400.0, 140.0
#: The width of a letter below a bar, and the share of a side's chance that needs no own bars.
LETTER, RARE = 7.2, 0.004


def _caption(x: float, text: str, weight: str) -> str:
    heavy = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{x:.1f}" y="97" text-anchor="middle"{heavy} fill="currentColor">'
        f"{escape(text)}</text>"
    )


def _bars(
    bars: Sequence[tuple[str, float]], left: float, right: float, most: float, fill: str,
    hatched: bool,
) -> list[str]:  # fmt: skip
    """One side of the picture: its bars share the room, and none is too wide."""
    slot = min(58.0, (right - left) / max(1, len(bars)))
    start = right - slot * len(bars) if hatched else left
    return [
        _bar(start + at * slot, slot, label, p, most, fill, hatched)
        for at, (label, p) in enumerate(bars)
    ]


def _likely(chances: Mapping[int, float]) -> list[tuple[str, float]]:
    """Numbers with their chances; what hardly ever happens at either end is told in one bar."""
    bars = [(n, float(p)) for n, p in sorted(chances.items())]
    rare = RARE * sum(p for _, p in bars)
    low, high = _rare_ones(bars, rare), _rare_ones(bars[::-1], rare)
    told = [(str(n), p) for n, p in bars[low : len(bars) - high]]
    if low:
        told.insert(0, (f"≤{bars[low - 1][0]}", sum(p for _, p in bars[:low])))
    if high:
        told.append((f"≥{bars[-high][0]}", sum(p for _, p in bars[-high:])))
    return told


def _rare_ones(bars: Sequence[tuple[int, float]], rare: float) -> int:
    """How many of the first bars come to no more than *rare*; a single one stays as it is."""
    count = sum(1 for total in accumulate(p for _, p in bars) if total <= rare)
    return count if count > 1 else 0


def _binned(bars: Sequence[tuple[str, float]], room: float) -> list[tuple[str, float]]:
    """As many bars as have room for what stands below them: neighbours are joined for it."""
    for size in range(1, len(bars) + 1):
        groups = [bars[at : at + size] for at in range(0, len(bars), size)]
        told = [(_joined_labels(g[0][0], g[-1][0]), sum(p for _, p in g)) for g in groups]
        widest = max(len(label) for label, _ in told)
        if len(told) <= 9 and len(told) * (LETTER * widest + 4) <= room:
            return told
    return [(_joined_labels(bars[0][0], bars[-1][0]), sum(p for _, p in bars))] if bars else []


def _joined_labels(first: str, last: str) -> str:
    """One label for neighbours, whichever way they are counted.

    >>> _joined_labels("3", "3"), _joined_labels("3", "5"), _joined_labels("≤3", "5")
    ('3', '3–5', '≤5')
    """
    if first == last:
        return first
    for end, other in ((first, last), (last, first)):
        if end[0] in "≤≥":
            return end[0] + other.lstrip("≤≥")
    return f"{first}–{last}"


def _bar(x: float, slot: float, label: str, p: float, most: float, fill: str, hatched: bool) -> str:
    height = max(1.5, 52 * p / most)
    top, wide = 66 - height, max(3.0, slot - 4)
    box = f'x="{x + 2:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{height:.1f}" rx="2"'
    bar = f'<rect {box} fill="{fill}" stroke="{INK}" stroke-width=".8"/>'
    if hatched:
        bar += f'<rect {box} fill="url(#rkh)"/>'
    centre = x + slot / 2
    number = f"{p * 100:.0f}" if p >= 0.005 else "<1"
    return (
        f'{bar}<text x="{centre:.1f}" y="{top - 3:.1f}" text-anchor="middle" fill="currentColor">'
        f"{escape(number)}</text>"
        f'<text x="{centre:.1f}" y="79" text-anchor="middle" font-weight="700"'
        f' fill="currentColor">{label}</text>'
    )


# -- cards ---------------------------------------------------------------------------------------
def card_name(board: Board, card: int) -> str:
    """The territory of a card, or that it is wild."""
    if card == HIDDEN:
        return "a hidden card"
    return board.names[card] if card < board.size else "Wild card"


def symbol(kind: int) -> str:
    """The picture of a card's symbol; a wild card shows all three."""
    shown = _SYMBOLS if kind == 3 else (_SYMBOLS[kind],)
    width = 24 * len(shown)
    inner = "".join(f'<g transform="translate({24 * at} 0)">{s}</g>' for at, s in enumerate(shown))
    return (
        f'<svg viewBox="0 0 {width} 28" width="{28 * len(shown) * (0.7 if kind == 3 else 1):.0f}"'
        f' height="30" fill="{INK}" stroke="{INK}" aria-hidden="true">{inner}</svg>'
    )


def land(state: State, card: int, colours: Colours) -> str:
    """The shape of a card's territory in its owner's colour; a wild card has none."""
    if card >= state.board.size:
        return ""
    outline = state.board.shapes.outlines[card]
    left, top, right, bottom = outline.bounds
    box = f"{left - 2:.0f} {top - 2:.0f} {right - left + 4:.0f} {bottom - top + 4:.0f}"
    fill = colours.land(state.owners[card])
    path = f'<path d="{path_text(outline.rings, True)}" fill="{fill}" stroke="{INK}"/>'
    return f'<svg viewBox="{box}" width="72" height="34" aria-hidden="true">{path}</svg>'


def hand(state: State, cards: Iterable[int], chosen: Iterable[int], colours: Colours) -> str:
    """Cards as buttons; the chosen ones are pressed."""
    picked, kinds = set(chosen), symbols(state.board, state.rules.deck)
    buttons = [
        f'<button type="button" data-rk="card:{card}" aria-pressed="{str(card in picked).lower()}">'
        f"{land(state, card, colours)}{escape(card_name(state.board, card))}{symbol(kinds[card])}"
        f"<small>{SYMBOL_NAMES[kinds[card]]}</small>"
        f"<i>{'✓ picked' if card in picked else 'keep'}</i></button>"
        for card in cards
        if card != HIDDEN
    ]
    return f'<div class="rk-cards">{"".join(buttons)}</div>'


def hand_strip(state: State, cards: Iterable[int]) -> str:
    """Cards that cannot be used now, in a line: symbol and territory."""
    kinds = symbols(state.board, state.rules.deck)
    told = [
        f'<li title="{SYMBOL_NAMES[kinds[card]]}">{symbol(kinds[card])}'
        f"{escape(card_name(state.board, card))}</li>"
        for card in cards
        if card != HIDDEN
    ]
    return f'<ul class="rk-strip">{"".join(told)}</ul>'


# -- the story -----------------------------------------------------------------------------------
def story_rows(lines: Sequence[Line], colours: Colours, current: int | None = None) -> str:
    """The story, newest first; every row is a button that shows its moment on the map."""
    rows = []
    for line in reversed(lines):
        here = current is not None and line.first < current <= line.number
        now = ' aria-current="true"' if here else ""
        turn = f"Turn {line.turn}" if line.turn else "Set-up"
        rows.append(
            f'<button type="button" data-rk="moment:{line.number}"{now}><i>{turn}</i>'
            f"{chip(colours, line.seat)}<span>{escape(line.text)}</span></button>"
        )
    return f'<div class="rk-story" role="log">{"".join(rows)}</div>'
