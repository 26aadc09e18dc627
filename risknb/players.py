"""The protocol of bots, and the registry that knows them by name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from inspect import Parameter, signature
from math import isfinite
from typing import Protocol, TypeVar, runtime_checkable

from .moves import Wish
from .state import View


@runtime_checkable
class Bot(Protocol):
    """Whoever decides for a seat: ``choose`` gets what it may know and returns a legal move.

    While attacking it may also answer ``Blitz(src, dst, stop)``: attack until one of both is done,
    or ``EndTurn()``: no more attacks, and no move.
    """

    def choose(self, view: View) -> Wish:
        """The move to make now."""


Maker = Callable[..., Bot]
M = TypeVar("M", bound=Maker)
_makers: dict[str, Maker] = {}


def register(name: str) -> Callable[[M], M]:
    """Make a bot known under a name: ``@rk.register("mine")`` above its class.

    The class is called with ``seed=`` if it takes one and, for ``"mine:0.7"``, with 0.7 as its
    first argument. A cell may run again: the newer class counts.

    :raises ValueError: this is no name, or a bot that ships has it.

    >>> import risknb as rk
    >>> @register("bold")
    ... class Bold:
    ...     def choose(self, view):
    ...         return next(iter(rk.rules.legal_moves(view)))
    >>> isinstance(bot("bold"), Bold)
    True
    """
    wrong = not isinstance(name, str) or not name.replace("-", "").isalnum() or len(name) > 40
    if wrong:
        raise ValueError(f"a bot's name is made of letters, digits and '-': {name!r}")

    def keep(maker: M) -> M:
        if not ships(maker) and name in bot_names() and ships(_makers[name]):
            raise ValueError(f"the bot {name!r} comes with risknb: choose another name for yours")
        _makers[name] = maker
        return maker

    return keep


def ships(maker: Maker) -> bool:
    """Whether this makes one of the bots that come with risknb."""
    return getattr(maker, "__module__", "").startswith("risknb.")


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
    """A bot by name, with parameters after colons (``"rusher:2"``); a bot is returned as it is.

    :raises ValueError: there is no such bot; the message lists the known ones. Or it takes no such
        parameter; the message tells what it takes.

    >>> bot("planner:0.7")
    <planner 0.7>
    """
    if not isinstance(spec, str):
        if not callable(getattr(spec, "choose", None)):
            raise ValueError(f"{spec!r:.80} is no bot: it has no method 'choose'")
        if isinstance(spec, type):
            kind = spec.__name__
            raise ValueError(f"{kind} is a class: give a bot, {kind}(), or a registered name")
        return spec
    name, *texts = spec.split(":")
    maker = maker_of(name)
    try:
        luck = {"seed": seed} if _takes_seed(maker) else {}
        return maker(*_arguments(maker, *texts), **luck)
    except (TypeError, ValueError) as problem:
        takes = f"{name} takes {_takes(maker)}"
        raise ValueError(f"bot {spec[:60]!r} cannot be made: {problem}; {takes}") from None


def _parameters(maker: Maker) -> tuple[Parameter, ...]:
    """What a bot may be made with; anything, where that is not told."""
    try:
        return tuple(signature(maker).parameters.values())
    except ValueError:
        kinds = {"parameters": Parameter.VAR_POSITIONAL, "more": Parameter.VAR_KEYWORD}
        return tuple(Parameter(name, kind) for name, kind in kinds.items())


@lru_cache(maxsize=256)
def _takes_seed(maker: Maker) -> bool:
    """Whether a bot is made with a seed; a bot without luck of its own needs none."""
    return any(p.name == "seed" or p.kind is p.VAR_KEYWORD for p in _parameters(maker))


def _settings(maker: Maker) -> list[Parameter]:
    """What the texts after the colons stand for."""
    wanted = [p for p in _parameters(maker) if p.name != "seed"]
    return [p for p in wanted if p.kind not in (p.KEYWORD_ONLY, p.VAR_KEYWORD)]


def _takes(maker: Maker) -> str:
    """What may stand after the colons, in words."""
    told = [
        p.name if p.default is p.empty else f"{p.name} (normally {p.default})"
        for p in _settings(maker)
    ]
    return ", ".join(told) or "no parameter"


@lru_cache(maxsize=256)
def _arguments(maker: Maker, *texts: str) -> list[float | str]:
    """What a bot is made with; where the usual value is a number, only a number will do."""
    values, settings = [_value(text) for text in texts], _settings(maker)
    if len(values) > len(settings) and not any(p.kind is p.VAR_POSITIONAL for p in settings):
        raise ValueError("that is too much")
    for setting, value in zip(settings, values, strict=False):
        if isinstance(value, str) and type(setting.default) in (int, float):
            raise ValueError(f"{setting.name} is a number, not {value[:40]!r}")
    return values


def _value(text: str) -> float | str:
    """A finite number where the text is one."""
    for kind in (int, float):
        try:
            value = kind(text)
        except ValueError:
            continue
        return value if isinstance(value, int) or isfinite(value) else text
    return text


def bot_text(made: Bot, setting: float | None = None) -> str:
    """A bot in short, by its name if it has one: ``<planner 0.7>``."""
    kind = type(made)
    name = next((name for name, maker in _makers.items() if maker is kind), kind.__name__)
    return f"<{name}>" if setting is None else f"<{name} {setting}>"
