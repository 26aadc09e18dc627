"""The protocol of bots, and the registry that knows them by name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, Protocol, TypeVar, runtime_checkable

from .moves import Blitz, Move
from .state import View


@runtime_checkable
class Bot(Protocol):
    """Whoever decides for a seat: ``choose`` gets what it may know and returns a legal move.

    While attacking it may also answer ``Blitz(src, dst, stop)``: attack until one of both is done.
    """

    def choose(self, view: View) -> Move | Blitz:
        """The move to make now."""


Maker = Callable[..., Bot]
M = TypeVar("M", bound=Maker)
_makers: dict[str, Maker] = {}


def register(name: str) -> Callable[[M], M]:
    """Make a bot known under a name: ``@rk.register("mine")`` above its class.

    The class is called with ``seed=`` if it takes one and, for ``"mine:0.7"``, with 0.7 as its
    first argument.
    """
    if not name or not name.replace("-", "").isalnum() or len(name) > 40:
        raise ValueError(f"a bot's name is made of letters, digits and '-': {name!r}")

    def keep(maker: M) -> M:
        _makers[name] = maker
        return maker

    return keep


def bot_names() -> tuple[str, ...]:
    """The bots known by name."""
    import_module("risknb.bots")
    return tuple(_makers)


def maker_of(name: str) -> Maker:
    """What makes the bots of a registered name.

    :raises ValueError: there is no such bot; the message lists the known ones.
    """
    if name not in _makers:
        known = bot_names()
    if name not in _makers:
        close = get_close_matches(name, known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        raise ValueError(f"there is no bot {name[:40]!r}{hint} Known: {', '.join(known)}")
    return _makers[name]


def bot(spec: str | Bot, seed: int | str = 0) -> Bot:
    """A bot by name, with parameters after colons (``"rusher:0.6"``); a bot is returned as it is.

    :raises ValueError: there is no such bot; the message lists the known ones.
    """
    if not isinstance(spec, str):
        return spec
    name, *texts = spec.split(":")
    maker = maker_of(name)
    try:
        luck = {"seed": seed} if _takes_seed(maker) else {}
        return maker(*map(_parameter, texts), **luck)
    except TypeError as problem:
        raise ValueError(f"bot {spec[:60]!r} cannot be made: {problem}") from None


@lru_cache(maxsize=256)
def _takes_seed(maker: Maker) -> bool:
    """Whether a bot is made with a seed; a bot without luck of its own needs none."""
    try:
        wanted = signature(maker).parameters
    except ValueError:  # something that does not tell
        return True
    return "seed" in wanted or any(p.kind is Parameter.VAR_KEYWORD for p in wanted.values())


def _parameter(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
