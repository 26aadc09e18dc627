"""Many games: in one process, in many, on a cluster; compared, tabled, checked."""

from .checking import check_bot
from .laboratory import compare
from .results import Results, wilson
from .simulation import simulate
from .tournaments import tournament

__all__ = ["Results", "check_bot", "compare", "simulate", "tournament", "wilson"]
