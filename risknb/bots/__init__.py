"""The bots that ship, one file a bot."""

from . import drifter, rusher

__all__ = ["drifter", "rusher"]
