"""The error of a move that the rules do not allow, and common reasons."""

from __future__ import annotations

from ..moves import Move
from ..state import Phase, State, View

#: What a player has to do in each phase, in words.
WANTED = {
    Phase.DEALER: "pick a dealer",
    Phase.MISSIONS: "deal the missions",
    Phase.DEAL: "deal the territories",
    Phase.FIRST: "roll for who begins",
    Phase.CLAIM: "claim a free territory",
    Phase.PLACE: "place starting armies",
    Phase.HEADQUARTERS: "choose a headquarters",
    Phase.REINFORCE: "trade cards or place armies",
    Phase.ALLIES: "reinforce allies or go on",
    Phase.ATTACK: "attack or end the attacks",
    Phase.DEFEND: "choose the defence dice",
    Phase.DECIDE: "use a re-roll or the commander, or let the dice stand",
    Phase.ADVANCE: "move armies into the territory taken",
    Phase.SPOILS: "trade cards or place armies",
    Phase.STATUS: "roll for the neutral's mood",
    Phase.FORTIFY: "move armies once, or end the turn",
    Phase.ALLY_FORTIFY: "move allied armies, or end the turn",
    Phase.MISSION: "show a mission, or end the turn",
    Phase.OVER: "nothing: the game is over",
}


class IllegalMove(ValueError):  # noqa: N818 - the name players know it by
    """A move that is not allowed now; the message shows the position as the acting seat sees it."""

    def __init__(self, state: State | View, move: Move, reason: str) -> None:
        from ..notation import move_text

        self.move = move
        self.reason = reason
        super().__init__(f"{move_text(state, move)}: {reason}, in {state.text()}")

    def __reduce__(self) -> tuple[type[ValueError], tuple[str]]:
        return ValueError, (str(self),)


def span(least: int, most: int, one: str = "army", many: str = "armies") -> str:
    """A number to choose, from the least to the most.

    >>> span(1, 3), span(2, 2, "die", "dice")
    ('1 to 3 armies', '2 dice')
    """
    number = str(most) if least == most else f"{least} to {most}"
    return f"{number} {one if most == 1 else many}"


def not_now(state: State) -> str:
    """The reason for a move of the wrong phase."""
    if state.phase is Phase.OVER:
        return "the game is over"
    return f"now it is time to {WANTED[state.phase]}"
