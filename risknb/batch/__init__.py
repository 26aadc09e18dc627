"""Many games: in one process, in many, on a cluster; compared, tabled, checked."""

from ..luck.intervals import wilson
from .checking import check_bot
from .laboratory import compare
from .results import Results, check_target
from .simulation import simulate
from .tournaments import tournament

__all__ = ["Results", "check_bot", "check_target", "compare", "simulate", "tournament", "wilson"]
