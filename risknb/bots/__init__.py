"""The bots that ship, one file a bot."""

from . import avenger, beginner, builder, drifter, oddsman, planner, rusher, search, turtle

__all__ = [
    "avenger",
    "beginner",
    "builder",
    "drifter",
    "oddsman",
    "planner",
    "rusher",
    "search",
    "turtle",
]
