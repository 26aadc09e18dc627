"""Ten lessons: probability taught by a war. What the lesson notebooks call.

``check`` says right, close or wrong with a hint; ``predict`` writes predictions down; ``throws``
and ``typed`` make data, ``export`` and ``pool`` bring those of a class together.
"""

from . import benches, classdata, drawings, inference, plots, reckoning, widgets
from .checking import Verdict, check, grade, solved
from .classroom import class_seed, export, pool, short_game
from .guessing import compare_predictions, predict
from .mystery import MysteryDice, mystery_dice
from .pictures import Picture, show
from .questions import Exercise, LessonError, Mistake, Prediction
from .table import exercise, exercises, prediction, predictions, titles
from .trials import as_written, counted, throws, together, typed, won_or_lost

__all__ = [
    "Exercise",
    "LessonError",
    "Mistake",
    "MysteryDice",
    "Picture",
    "Prediction",
    "Verdict",
    "as_written",
    "benches",
    "check",
    "class_seed",
    "classdata",
    "compare_predictions",
    "counted",
    "drawings",
    "exercise",
    "exercises",
    "export",
    "grade",
    "inference",
    "mystery_dice",
    "plots",
    "pool",
    "predict",
    "prediction",
    "predictions",
    "reckoning",
    "short_game",
    "show",
    "solved",
    "throws",
    "titles",
    "together",
    "typed",
    "widgets",
    "won_or_lost",
]
