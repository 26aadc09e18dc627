"""Many games: in one process, in many, on a cluster; compared, tabled, checked."""

from ..luck.intervals import wilson
from .checking import check_bot
from .laboratory import compare
from .results import Results
from .simulation import simulate
from .tournaments import tournament

__all__ = ["Results", "check_bot", "compare", "simulate", "tournament", "wilson"]
