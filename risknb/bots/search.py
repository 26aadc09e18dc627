"""The strongest bot where nothing but cards is hidden: it tries its plans before it chooses."""

from __future__ import annotations

from math import exp
from random import Random

from ..cards import all_cards
from ..dice import SeededDice
from ..doing import carry_out
from ..players import register
from ..rules import reinforcements
from ..state import HIDDEN, Phase, State, View
from .habits import PASS
from .planner import Planner
from .plans import Outlook, Plan

OVER = Phase.OVER
#: How many plans are tried beside the planner's choice and stopping; fewer on a small budget.
MOST_PLANS = 5
#: Less likely plans are not tried.
LEAST_CHANCE = 0.25
#: A play that has not come round after so many decisions is valued where it stands.
LONGEST_PLAY = 3_000
#: What wins: armies and income as powers, a card as a factor (fitted to games of planners).
ARMIES, INCOME, CARD = 4.0, 0.35, 0.7


@register("search")
class Search(Planner):
    """Plays out the planner's best plans in its head and takes the one that ends best.

    Whenever the planner would choose a plan (armies to place, a plan done or lost), its choice,
    the next best five and stopping are compared: each is played on until the seat's next turn,
    planners in all seats, and the position then is valued by armies, income and cards. Unseen
    cards are dealt at random; the dice are the bot's own, the same for every plan. After each
    round of plays the worse half is dropped. *budget* is about the number of plays for one
    choice. Missions, teams and allied neutrals are left to the planner.
    """

    def __init__(self, budget: int = 48, *, seed: int | str = 0) -> None:
        super().__init__(seed=seed)
        if not isinstance(budget, int) or budget < 1:
            raise ValueError(f"budget is a whole number from 1 on, not {budget}")
        self._budget = budget

    def setting(self) -> int:
        """The plays for one choice."""
        return self._budget

    def settle_on(self, outlook: Outlook) -> Plan | None:
        """The plan that ends best on average; ``None`` for no attack."""
        first = super().settle_on(outlook)
        rules = outlook.view.rules
        if rules.mission_deck or rules.active or rules.teams:
            return first
        options = self._options(outlook, first)
        return self._best_of_plays(outlook, options) if len(options) > 1 else first

    def _options(self, outlook: Outlook, first: Plan | None) -> list[Plan | None]:
        """The planner's choice, its next best plans that can begin, and stopping."""
        found: list[Plan | None] = [first]
        most = min(MOST_PLANS, self._budget // 4)
        for plan in sorted(outlook.plans(), key=lambda plan: plan.gain, reverse=True):
            if len(found) > most:
                break
            if plan.chance >= LEAST_CHANCE and plan not in found and self._begins(outlook, plan):
                found.append(plan)
        return found if first is None else [*found, None]

    def _begins(self, outlook: Outlook, plan: Plan) -> bool:
        """Whether there is a first attack for a plan, with the armies still to be placed."""
        return outlook.reserve > 0 or self._next_strike(outlook.view, plan) is not None

    def _best_of_plays(self, outlook: Outlook, options: list[Plan | None]) -> Plan | None:
        """Play all options on, drop the worse half, and again, until one is left."""
        share = self._budget // (len(options) - 1).bit_length()
        totals = [0.0] * len(options)
        left = list(range(len(options)))
        while len(left) > 1:
            for _ in range(max(1, share // len(left))):
                start, luck = guess(outlook.view, self.random), str(self.random.random())
                for option in left:
                    totals[option] += self._play(start.copy(), outlook, options[option], luck)
            left.sort(key=totals.__getitem__, reverse=True)
            del left[(len(left) + 1) // 2 :]
        return options[left[0]]

    def _play(self, state: State, outlook: Outlook, plan: Plan | None, luck: str) -> float:
        """Play on with a plan until the next own turn; the worth of the position then."""
        me, dice = state.seat, SeededDice(luck)
        players = [Planner() for _ in range(state.seats)]
        views = [state.seen_by(seat) for seat in range(state.seats)]
        if outlook.reserve:
            players[me].take_over(views[me], plan, self.orders(outlook, plan))
        elif plan is not None:
            players[me].take_over(views[me], plan, [])
        else:
            carry_out(state, PASS, dice)
        begun = state.turn
        for _ in range(LONGEST_PLAY):
            if state.phase is OVER or (state.seat == me and state.turn > begun):
                break
            if not state.lands[me]:
                return 0.0
            actor = state.actor
            carry_out(state, players[actor].choose(views[actor]), dice)
        return worth(state, me)


def guess(view: View, random: Random) -> State:
    """A position the seat may be in: cards it has not seen are dealt at random."""
    state = view.copy()
    gone = {*state.pile, *state.headquarters}  # CAP-03: a headquarters' card is in no deck
    seen = gone.union(*state.hands)
    unseen = [card for card in all_cards(state.board) if card not in seen]
    random.shuffle(unseen)
    state.hands = [
        tuple(sorted(unseen.pop() if card == HIDDEN else card for card in hand))
        for hand in state.hands
    ]
    state.deck = tuple(sorted(unseen)) if state.rules.cards else ()
    return state


def worth(state: State, me: int) -> float:
    """The seat's chance to win, by its share of everybody's strength."""
    if state.phase is OVER:
        return float(me in state.winners)
    powers = [_power(state, seat) for seat in range(state.seats)]
    return powers[me] / sum(powers)


def _power(state: State, seat: int) -> float:
    """How strong a seat is, in no unit; nothing without land."""
    if not state.lands[seat]:
        return 0.0
    armies = state.reserves[seat] + sum([state.armies[at] for at in state.lands[seat]])
    earned = reinforcements(state, seat) ** INCOME * exp(CARD * len(state.hands[seat]))
    return float((armies + 1) ** ARMIES * earned)
