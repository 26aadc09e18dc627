"""The teacher's guide as Markdown, from the table and the plans."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .classroom import class_seed
from .plans import PLANS, Plan
from .questions import Exercise, answer_text
from .table import exercises, predictions, titles

TIMES: Final = (
    ("5", "Predict: everybody writes a guess down, then no more talking about it."),
    ("10", "Try by hand: {trial}"),
    (
        "15",
        "Exercises {first} to {last}, with code or with the boxes. Checks give hints. Few finish"
        " all of them: {core} carry the lesson, the others are for the quick or for home.",
    ),
    ("10", "The class: pool the data. {together}"),
    ("5", "Exit ticket, then compare with the predictions."),
)
#: What a lesson cannot do without, where fifteen minutes are short.
CORE: Final = {
    1: ("1a", "1b", "1d"),
    2: ("2c", "2d", "2e"),
    3: ("3a", "3b", "3d"),
    4: ("4a", "4b", "4c"),
    5: ("5b", "5c", "5d"),
    6: ("6a", "6b", "6d"),
    7: ("7a", "7c", "7d"),
    8: ("8a", "8c", "8d"),
    9: ("9c", "9d", "9e"),
    10: ("10a", "10b", "10d"),
}
CLASS: Final = "our class"
INTRODUCTION: Final = """# Teacher's guide

Ten lessons of 45 minutes. A page for each: aim, time line, seeds, usual mistakes, answers. This
guide holds the answers: keep it from your pupils. Print worksheets and keys with
`risknb worksheet 3 -o sheet.html` and `risknb worksheet 3 --key -o key.html`; any browser makes a
PDF of them. If the command is not found, write `.venv/bin/risknb` in the folder of the game.

## Before the first lesson

- `make play` sets everything up and opens the game. From then on this line opens the index, which
  leads to all lessons: `.venv/bin/jupyter lab notebooks/00-index.ipynb`. The README tells how to do
  without make.
- Every pupil needs a folder with the notebooks of their own. What they predict and solve is kept
  there in `my-workbook.json`. For the next class at the same computers hand out fresh notebooks and
  delete that file: otherwise it meets the predictions of the last one.
- Start with the short game in the index notebook (10 minutes). Play comes first.
- Every lesson works without code: boxes for predictions, for throws of real dice, for answers and
  for handing in, buttons for dice and cards. Only the one function of a lesson is left out then.
- Pupils choose an alias and export one file each. You keep the list of aliases. The files hold no
  names and no times.
- Put the files into a folder `class` beside the notebooks. `lessons.pool("class/*.csv")` joins
  them, takes a game handed in twice once, and says which files it left out and why. Without files
  that a lesson can use there is a sample class of thirty games, also for pupils who were absent.
- Everybody the same start: `lessons.class_seed("{name}")` is {seed}. Everybody another one:
  `lessons.class_seed("{name}", "fox-7")` is {other}. The same words give the same seed anywhere.
  Who has no alias yet gets dice by chance, so that nobody hands in another's.
- nbgrader: the cells carry its tags. Checks give points while it is grading and hints otherwise;
  exit tickets are graded by hand. Copy `nbgrader_config.py`, which lies beside this guide, into
  your course folder: with it a notebook runs to its end before it is solved.
- The number of armies always counts all armies on a territory. One must stay: books that count
  free attackers have one less.
"""


def guide() -> str:
    """The whole guide."""
    seeds = {"seed": class_seed(CLASS), "other": class_seed(CLASS, "fox-7")}
    pages = [INTRODUCTION.format(name=CLASS, **seeds), *("\n".join(_page(one)) for one in PLANS)]
    return "\n".join(pages)


def _page(one: Plan) -> Iterator[str]:
    yield f"## {one.lesson} {titles()[one.lesson]}\n"
    yield f"Age {one.age}. Question: {one.question}\n"
    yield f"**Aim.** {one.aim}\n"
    yield f"**Material.** {one.material[0].upper()}{one.material[1:].rstrip('.')}.\n"
    name = f"{CLASS} lesson {one.lesson}"
    seed = class_seed(name)
    yield (
        f"**Seeds.** Everybody has other dice. `seed = {seed}` in the first cell: the same for all."
        f' (`lessons.class_seed("{name}")` is {seed}.)\n'
    )
    yield from _times(one)
    yield "**Predictions.**\n"
    for asked in predictions(one.lesson):
        found = "their own words" if asked.answer is None else answer_text(asked.answer())
        yield f"- {asked.id}: {asked.question} It turns out: {found}"
    yield "\n**Answers.**\n"
    yield from (_answer(asked) for asked in exercises(one.lesson))
    yield from _mistakes(one)
    yield f"**Exit ticket.** {one.ticket}\n"
    yield f"A good one says: {one.told(one.wanted)}\n"


def _times(one: Plan) -> Iterator[str]:
    asked = exercises(one.lesson)
    known = {
        "trial": one.trial,
        "together": one.told(one.together),
        "core": "{}, {} and {}".format(*CORE[one.lesson]),
    }
    yield "| minutes | what |\n|---|---|"
    for minutes, what in TIMES:
        yield f"| {minutes} | {what.format(first=asked[0].id, last=asked[-1].id, **known)} |"
    yield ""


def _answer(one: Exercise) -> str:
    if one.code:
        body = "\n".join(f"  {line}".rstrip() for line in one.code.strip().splitlines())
        return f"- {one.id}: {one.working}\n\n  ```python\n{body}\n  ```\n"
    return f"- {one.id}: **{one.told}**. {one.working}"


def _mistakes(one: Plan) -> Iterator[str]:
    yield "\n**Usual mistakes.**\n"
    yield from (f"- {watched}" for watched in one.watch)
    yield ""
    yield "| | they write | because | the hint |\n|---|---|---|---|"
    for asked in exercises(one.lesson):
        for mistake in asked.mistakes:
            wrong = answer_text(mistake.answer())
            yield f"| {asked.id} | {wrong} | {mistake.name} | {mistake.hint} |"
    yield ""
