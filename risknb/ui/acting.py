"""The card of the panel in which a player acts: one small class for every kind of decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from ..moves import Attack, ClaimMission, Defend, Move, Roll
from ..rules import combat
from ..rules.turn import continent_armies, territory_armies
from ..state import Phase, State
from ..story import army_name
from ..wording import armies_text
from . import pieces
from .choice import (
    MOVING,
    PLACING,
    attack_sources,
    attack_targets,
    move_sources,
    move_targets,
    places,
)
from .controls import (
    NOTHING,
    button,
    card,
    chosen,
    dropdown,
    filled,
    html,
    note,
    put,
    put_buttons,
    put_options,
    put_range,
    row,
    show,
    slider,
)
from .offers import Offer, offers, worth

if TYPE_CHECKING:
    from .app import App


def named(state: State, territories: list[int]) -> list[tuple[str, int]]:
    """Territories for a list, by name, with their armies; a free one has none to tell."""
    names = ((_short(state.board.names[at]), state.armies[at], at) for at in territories)
    return sorted((f"{name} {armies}" if armies else name, at) for name, armies, at in names)


def _short(name: str) -> str:
    """A name for a narrow list.

    >>> _short("Western United States"), _short("Western Europe")
    ('W. United States', 'Western Europe')
    """
    first, _, rest = name.partition(" ")
    return f"{COMPASS[first]} {rest}" if len(name) > 16 and first in COMPASS else name


COMPASS = {"Western": "W.", "Eastern": "E.", "Northwest": "NW."}


class Placing:
    """Reinforcements: how many, where from, where to."""

    phases = PLACING

    def __init__(self, app: App) -> None:
        self.app = app
        self.sum = html()
        self.where = dropdown("Territory to reinforce", app.post(self._where))
        self.armies = slider("Armies to place", app.post(self._armies))
        self.place = button("Place (P)", app.post(app.place))
        self.row = filled(self.where, self.armies, self.place)
        self.row.add_class("rk-where")
        self.offers = Offers(app)
        self.box = card(self.sum, self.row, self.offers.box)

    def _where(self) -> None:
        self.app.choose(src=chosen(self.where))

    def _armies(self) -> None:
        self.app.choice.armies[self.app.state.phase.name] = self.armies.value

    def show(self) -> None:
        app, state = self.app, self.app.state
        least, most, count = app.choice.amount(state)
        self.sum.value = self._sum(state)
        free = places(state)
        put_options(self.where, [("place on …", NOTHING), *named(state, free)], app.choice.src)
        put_range(self.armies, least, most, count)
        put(self.place, description=f"Place {count} (P)", disabled=app.choice.src is None)
        show(self.row, bool(free))
        self.offers.show()

    def _sum(self, state: State) -> str:
        if state.phase is Phase.ALLIES:
            return note("A die for every ally: as many armies as it shows.")
        left = state.reserves[state.seat]
        rows = []
        if state.phase is Phase.REINFORCE:
            held, bonus = state.holds[state.seat], continent_armies(state, state.seat)
            third = f"Territories <small>{held} held, one for 3, at least 3</small>"
            rows.append((third, str(territory_armies(held))))
            whole = pieces.continents_held(state, state.seat)
            rows.append((f"Continents <small>{whole}</small>", str(bonus)))
        move = self.app.trade_move()
        if move is not None and self.app.may_look and self.app.hand_shown:
            rows.append(("Cards <small>if you trade the set</small>", f"+{worth(state, move)}"))
        table = "".join(f"<span>{what}</span><b>{n}</b>" for what, n in rows)
        return (
            f'<div class="rk-odds"><div style="flex:0 0 90px;text-align:center">'
            f'<div class="rk-big">{left}</div>{note("to place")}</div>'
            f'<div class="rk-sum" style="flex:1 1 200px">{table}</div></div>'
        )


class Attacking:
    """From where, against whom, with which odds, once or until it is over."""

    phases = (Phase.ATTACK,)

    def __init__(self, app: App) -> None:
        self.app = app
        self.src = dropdown("Attack from", app.post(self._src))
        self.dst = dropdown("Attack", app.post(self._dst))
        self.mine, self.theirs = html("", "rk-short"), html("→", "rk-short")
        self.figures = html()
        self.dice = widgets.ToggleButtons(options=[("3 dice", 3)], tooltip="Dice")
        self.dice.observe(app.post(self._dice), "value")
        self.roll = button("Roll once (R)", app.post(app.roll))
        self.blitz = button("Blitz until captured (B)", app.post(app.blitz), primary=True)
        self.stop = slider("Armies at which the blitz stops", app.post(self._stop))
        self.until = button("Blitz until 3 left (N)", app.post(app.blitz_until))
        self.roll.add_class("rk-grow")
        self.blitz.add_class("rk-wide")
        self.offers = Offers(app)
        self.stopping = row(html(note("Stop at"), "rk-short"), self.stop, self.until, css="rk-stop")
        self.deeds = widgets.VBox([row(self.dice, self.roll), self.blitz, self.stopping])
        self.deeds.layout.grid_gap = "8px"
        pair = row(self.mine, self.src, self.theirs, self.dst, css="rk-pair")
        self.box = card(pair, self.figures, self.deeds, self.offers.box)

    def _src(self) -> None:
        self.app.choose(src=chosen(self.src))

    def _dst(self) -> None:
        self.app.choose(src=self.app.choice.src, dst=chosen(self.dst))

    def _dice(self) -> None:
        self.app.choice.dice = self.dice.value

    def _stop(self) -> None:
        self.app.stop_at = self.stop.value

    def show(self) -> None:
        state, choice = self.app.state, self.app.choice
        sources = named(state, attack_sources(state))
        put_options(self.src, [("from …", NOTHING), *sources], choice.src)
        targets = named(state, attack_targets(state, choice.src))
        put_options(self.dst, [("attack …", NOTHING), *targets], choice.dst)
        ready = choice.src is not None and choice.dst is not None
        army = state.owners[choice.src] if choice.src is not None else state.seat
        self.mine.value = pieces.chip(self.app.colours, army)
        theirs = state.owners[choice.dst] if choice.dst is not None else -1
        self.theirs.value = f"→ {pieces.chip(self.app.colours, theirs)}"
        self.figures.value = self._figures(state)
        show(self.deeds, ready)
        if choice.src is not None and ready:
            self._show_deeds(state, choice.src)
        self.offers.show()

    def _until(self, state: State) -> str:
        """What the button of a blitz that stops says: its chance too, where odds are shown."""
        app, src, dst = self.app, self.app.choice.src, self.app.choice.dst
        text = f"Blitz until {app.blitz_stop} left"
        if src is not None and dst is not None and app.settings.odds:
            odds = pieces.fight(state, src, dst, app.blitz_stop)
            text += f" · {pieces.percent(pieces.taken(odds))}"
        return f"{text} (N)"

    def _show_deeds(self, state: State, src: int) -> None:
        most = combat.most_dice(state, src)
        options = [(f"{n}" if n < most else f"{n} dice" if n > 1 else "1 die", n)
                   for n in range(1, most + 1)]  # fmt: skip
        put_options(self.dice, options, min(most, self.app.choice.dice))
        most = state.armies[src] - 1
        put_range(self.stop, 1, most, self.app.blitz_stop)
        show(self.stopping, most > 1)
        put(self.until, description=self._until(state))

    def _figures(self, state: State) -> str:
        app, src, dst = self.app, self.app.choice.src, self.app.choice.dst
        parts = [self._threat(state, dst)] if dst is not None else []
        columns = []
        if src is not None and dst is not None:
            sides = self._sides(state, src, dst)
            columns.append(last_throw(app) if app.throw else no_throw(app, src, dst, sides))
            if app.settings.odds:
                odds = pieces.fight(state, src, dst)
                columns.append(pieces.odds_figures(odds, app.colours, sides[0][1], sides[1][1]))
                columns.append(pieces.distribution(odds, app.colours, sides))
            else:
                columns.append(pieces.no_odds(app.colours, sides[0][1]))
        elif app.throw is not None:
            columns.append(last_throw(app))
        if columns:
            parts.append(f'<div class="rk-odds">{"".join(columns)}</div>')
        return "".join(parts)

    def _sides(self, state: State, src: int, dst: int) -> list[tuple[str, int]]:
        """Attacker and defender, by name and number."""
        armies = (state.owners[src], state.owners[dst])
        return [(army_name(self.app.game.players, army), army) for army in armies]

    def _threat(self, state: State, dst: int) -> str:
        """Whether the attack would break or complete a continent."""
        board, owner = state.board, state.owners[dst]
        at = board.continent_of[dst]
        continent = board.continents[at]
        size = len(continent.members)
        held = state.tally(at)
        if owner >= 0 and held[owner] == size:
            whose = army_name(self.app.game.players, owner)
            taken = f"Taking {board.names[dst]} breaks"
            text = f"{taken} {whose}'s {continent.name} (+{continent.bonus} a turn)."
        elif held[state.seat] == size - 1:
            text = f"{board.names[dst]} is the last territory you need for {continent.name}."
        else:
            return ""
        return f"<div>{note(text)}</div>"


class Advancing:
    """How many armies move into the territory just taken."""

    phases = (Phase.ADVANCE,)

    def __init__(self, app: App) -> None:
        self.app = app
        self.figures = html()
        self.armies = slider("Armies to move in", app.post(self._armies))
        self.some = button("Move in (Enter)", app.post(app.advance), primary=True)
        self.some.add_class("rk-wide")
        self.box = card(self.figures, row(self.armies), self.some)

    def _armies(self) -> None:
        self.app.choice.armies[Phase.ADVANCE.name] = self.armies.value
        self.show()

    def show(self) -> None:
        app, state = self.app, self.app.state
        assert state.attack is not None
        least, most, count = app.choice.amount(state)
        src, dst = state.attack[0], state.attack[1]
        stay = state.armies[src] - count
        names = state.board.names
        share = f"{names[src]} keeps {stay}, {names[dst]} gets {count}."
        text = note(f"{share} At least {least} must move.")
        throw = last_throw(app) if app.throw is not None else ""
        self.figures.value = f'<div class="rk-odds">{throw}<div>{text}</div></div>'
        put_range(self.armies, least, most, count)
        put(self.some, description=f"Move {count} in (Enter)")


class Moving:
    """The move at the end of the turn."""

    phases = MOVING

    def __init__(self, app: App) -> None:
        self.app = app
        self.src = dropdown("Move from", app.post(self._src))
        self.dst = dropdown("Move to", app.post(self._dst))
        self.arrow = html("→", "rk-short")
        self.armies = slider("Armies to move", app.post(self._armies))
        self.move = button("Move (M)", app.post(app.fortify), primary=True)
        self.row = row(self.armies, self.move)
        self.box = card(row(self.src, self.arrow, self.dst, css="rk-pair"), self.row)

    def _src(self) -> None:
        self.app.choose(src=chosen(self.src))

    def _dst(self) -> None:
        self.app.choose(src=self.app.choice.src, dst=chosen(self.dst))

    def _armies(self) -> None:
        self.app.choice.armies[self.app.state.phase.name] = self.armies.value
        self.show()

    def show(self) -> None:
        state, choice = self.app.state, self.app.choice
        put_options(self.src, [("from …", NOTHING), *named(state, move_sources(state))], choice.src)
        targets = named(state, move_targets(state, choice.src))
        put_options(self.dst, [("to …", NOTHING), *targets], choice.dst)
        least, most, count = choice.amount(state)
        show(self.row, most > 0)
        if most > 0:
            put_range(self.armies, least, most, count)
            put(self.move, description=f"Move {count} (M)")


class Starting:
    """The set-up: claims and starting armies, also from a list."""

    phases = (Phase.CLAIM, Phase.PLACE)

    def __init__(self, app: App) -> None:
        self.app = app
        self.left = html()
        self.where = dropdown("Territory", app.post(self._where))
        self.put = button("Put an army here (P)", app.post(self.act))
        self.rest = button("Finish the set-up for me", app.post(app.finish_set_up))
        self.chosen: int | None = None
        self.box = card(self.left, row(self.where, self.put), self.rest)

    def _where(self) -> None:
        self.chosen = self.where.value

    def act(self) -> None:
        """Claim or reinforce the territory of the list."""
        if self.where.value is not None:
            self.app.click(self.where.value)

    def show(self) -> None:
        state = self.app.state
        left = state.reserves[state.actor]
        self.left.value = note(f"{armies_text(left)} left to put on the map.")
        free = places(state)
        value = self.chosen if self.chosen in free else free[0] if free else None
        put_options(self.where, named(state, free), value)
        whom = "me" if len(self.app.humans) == 1 else "everybody"
        put(self.rest, description=f"Finish the set-up for {whom}")


class Offers:
    """Buttons for decisions that are not made on the map."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.box = widgets.VBox()
        self.box.layout.grid_gap = "8px"
        self._shown: list[Offer] = []

    def show(self) -> None:
        wanted = offers(self.app.game.players, self.app.state, self.app.choice.src)
        if not self.app.mission_shown:  # its words are on the button
            wanted = [offer for offer in wanted if not isinstance(offer.move, ClaimMission)]
        if wanted == self._shown:
            return
        self._shown = wanted
        made = []
        for offer in wanted:
            act = self.app.post(self._deed(offer.move))
            one = button(offer.text, act, primary=offer.primary)
            one.add_class("rk-wide")
            made.append(one)
        put_buttons(self.box, made)

    def clear(self) -> None:
        """Take the offers out of the page: they may name a mission or a headquarters."""
        if self._shown:
            self._shown = []
            put_buttons(self.box, [])

    def _deed(self, move: Move) -> Any:
        return lambda: self.app.push(move)

    @property
    def usual(self) -> Move | None:
        """The move of the primary button."""
        return next((offer.move for offer in self._shown if offer.primary), None)


class Answering:
    """Everything that is decided with buttons alone."""

    phases = (Phase.DEFEND, Phase.DECIDE, Phase.HEADQUARTERS, Phase.MISSION)

    def __init__(self, app: App) -> None:
        self.app = app
        self.figures = html()
        self.offers = Offers(app)
        self.box = card(self.figures, self.offers.box)

    def show(self) -> None:
        app, state = self.app, self.app.state
        parts = []
        if app.throw is not None and state.phase is Phase.DECIDE:
            parts.append(last_throw(app))
        if state.phase is Phase.DEFEND and state.attack is not None:
            _, dst, dice = state.attack
            text = f"The attacker throws {dice}. {state.board.names[dst]} has {state.armies[dst]}."
            parts.append(note(text))
        self.figures.value = f'<div class="rk-odds">{"".join(parts)}</div>' if parts else ""
        self.offers.show()
        show(self.box, bool(parts or self.offers.box.children))


class Typing:
    """Real dice, typed in."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.field = widgets.Text(placeholder="651:42", tooltip="The dice, like 651:42")
        self.enter = button("Enter the dice", app.post(self.act), primary=True)
        self.back = button("Do not throw", app.post(app.undo))
        self.says = html()
        line = row(self.field, self.enter, self.back)
        line.add_class("rk-enter")
        self.box = card(self.says, line)

    def act(self) -> None:
        """Hand the dice in."""
        text, self.field.value = self.field.value, ""
        self.app.type_dice(text)

    def show(self) -> None:
        """Say how the dice are written; a bot's throw cannot be called off."""
        pair = isinstance(self.app.asking, (Attack, Defend))
        says = "Attacker's dice, a colon, defender's dice." if pair else "One digit a die."
        self.says.value = note(says)
        put(self.field, placeholder="651:42" if pair else "4")
        show(self.back, self.app.human_decides)


def last_throw(app: App) -> str:
    """The dice of the last throw, and what they cost."""
    throw = app.throw
    assert throw is not None
    lost, killed = throw.roll.losses
    sides = [(army_name(app.game.players, army), army) for army in (throw.attacker, throw.defender)]
    costs = [(name, n) for (name, _), n in zip(sides, (lost, killed), strict=True) if n]
    told = ", ".join(f"{name} {'lost ' * (not at)}{n}" for at, (name, n) in enumerate(costs))
    if lost == killed:
        told = f"each lost {lost}"
    if app.state.rolled is not None:
        told = "not settled yet"
    head = note(f"Last roll: {told}")
    return f'<div class="rk-dice">{head}{pieces.dice(throw.roll, app.colours, sides)}</div>'


def no_throw(app: App, src: int, dst: int, sides: list[tuple[str, int]]) -> str:
    """The dice before the first throw: nothing moves when they fall."""
    state = app.state
    attack = min(app.choice.dice, combat.most_dice(state, src))
    defend = combat.most_defence(state, dst)
    blank = Roll((0,) * attack, (0,) * defend)
    head = note("No roll yet")
    return f'<div class="rk-dice">{head}{pieces.dice(blank, app.colours, sides)}</div>'
