"""Worksheets and answer keys for print, from the same table as the notebooks and the checks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from .plans import Plan, plan
from .questions import Exercise, Prediction, answer_text
from .table import exercises, predictions, titles

#: A table with more rows is put into two halves.
LONGEST: Final = 12
PAPER: Final = {False: "#FFFFFF", True: "#FFF8E7"}
STYLE: Final = """
@page { size: A4; margin: 17mm 18mm; }
* { box-sizing: border-box; }
body { font: 13pt/1.4 Verdana, "DejaVu Sans", Arial, sans-serif; color: #15212C;
  background: PAPER; max-width: 178mm; margin: 0 auto; padding: 6mm 4mm; }
h1 { font-size: 20pt; margin: 0 0 3mm; } h2 { font-size: 15pt; margin: 8mm 0 2mm; }
p { margin: 0 0 2.5mm; }
.who { display: flex; gap: 10mm; margin: 0 0 5mm; } .who span { flex: 1;
  border-bottom: 0.4mm solid #15212C; padding-bottom: 1mm; }
.task { break-inside: avoid; margin: 0 0 5mm; }
.line { border-bottom: 0.3mm solid #595959; height: 9mm; }
.answer { border-left: 1.5mm solid #0072B2; padding: 1mm 3mm; margin: 1mm 0; }
.together { break-inside: avoid; } h2 { break-after: avoid; }
table { border-collapse: collapse; width: 100%; margin: 2mm 0; } tr { break-inside: avoid; }
.beside { display: flex; gap: 6mm; } .beside table { flex: 1; }
th, td { border: 0.3mm solid #15212C; padding: 1mm 2mm; text-align: left; vertical-align: top; }
td.empty { height: 8mm; }
.solved { margin: 0 0 5mm; } .solved th:first-child, .solved td:first-child {
  white-space: nowrap; width: 1%; }
.grid { width: auto; break-inside: avoid; } .grid td { width: 11mm; height: 8mm; }
pre { font: 11.5pt/1.35 "DejaVu Sans Mono", Consolas, monospace; white-space: pre-wrap;
  margin: 1mm 0; }
@media print { body { padding: 0; max-width: none; -webkit-print-color-adjust: exact;
  print-color-adjust: exact; } }
"""


def worksheet(lesson: int, *, key: bool = False, cream: bool = False) -> str:
    """A worksheet as one HTML page ready for print; with *key* the answer key, for the teacher.

    *cream* gives the paper a warm tone that some read more easily.

    >>> worksheet(3).startswith("<!DOCTYPE html>")
    True
    """
    one = plan(lesson)
    heading = f"{lesson} {titles()[lesson]}"
    body = [*_head(one, heading, key), *_predictions(lesson, key), *_trial(one, key)]
    body += [*_exercises(lesson, key), *_ending(one, key)]
    return page(f"{heading}: answer key" if key else heading, body, cream=cream)


def page(title: str, body: Iterable[str], *, cream: bool = False) -> str:
    """One HTML page in the style of all papers."""
    style = STYLE.replace("PAPER", PAPER[bool(cream)])
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _text(words: str, tag: str = "p") -> str:
    return f"<{tag}>{escape(words)}</{tag}>"


def _lines(number: int) -> str:
    return '<div class="line"></div>' * number


def _together(*parts: str) -> str:
    """Parts that stay on one page: a heading is nothing without what it stands above."""
    return f'<div class="together">{"".join(parts)}</div>'


def _answer(*words: str) -> str:
    return f'<div class="answer">{"".join(_text(one) for one in words if one)}</div>'


# -- the parts -----------------------------------------------------------------------------------
def _head(one: Plan, heading: str, key: bool) -> list[str]:
    if key:
        return [_text(f"{heading}: answer key", "h1"), _text(f"Question: {one.question}")]
    who = '<div class="who"><span>Alias:</span><span>Class:</span></div>'
    return [_text(heading, "h1"), who, _text(f"Question: {one.question}")]


def _predictions(lesson: int, key: bool) -> list[str]:
    asked = [_prediction(one, key) for one in predictions(lesson)]
    return [_text("1 Predict", "h2"), _text("Guess first. Nobody marks a guess."), *asked]


def _prediction(one: Prediction, key: bool) -> str:
    found = "their own words" if one.answer is None else answer_text(one.answer())
    below = _answer(f"It turns out: {found}") if key else _lines(1)
    return f'<div class="task">{_question(one)}{below}</div>'


def _trial(one: Plan, key: bool) -> list[str]:
    told = [_text("2 Try by hand", "h2"), _text(one.trial)]
    if key:
        return [*told, _answer("Every result is right: luck decides. Keep them for the class.")]
    return [_together(*told, *_empty_tables(one))]


def _empty_tables(one: Plan) -> list[str]:
    """The table to fill in; a long one as two halves beside each other."""
    if one.rows <= LONGEST:
        return [_empty_table(one, range(1, one.rows + 1))]
    half = one.rows // 2
    parts = (range(1, half + 1), range(half + 1, one.rows + 1))
    return [f'<div class="beside">{"".join(_empty_table(one, part) for part in parts)}</div>']


def _empty_table(one: Plan, numbers: range) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *one.columns))
    cells = '<td class="empty"></td>' * len(one.columns)
    rows = "".join(f"<tr><td>{number}</td>{cells}</tr>" for number in numbers)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _exercises(lesson: int, key: bool) -> list[str]:
    first, *others = exercises(lesson)
    told, heading = (_solved if key else _exercise), _text("3 Exercises", "h2")
    return [told(first, heading), *(told(one) for one in others)]


def _question(one: Exercise | Prediction, more: str = "") -> str:
    options = f" ({' / '.join(one.options)})" if one.options else ""
    return f"<p><b>{one.id}</b> {escape(one.question + options + more)}</p>"


def _exercise(one: Exercise, heading: str = "") -> str:
    """A question with room for the answer."""
    function = one.kind == "function"
    lines = 1 if one.grid else 4 if function else 3
    asked = _question(one, " On paper: say in words what it does." if function else "")
    room = _grid(one.grid) + _lines(lines)
    return _together(heading, f'<div class="task">{asked}{room}</div>')


def _grid(sides: int) -> str:
    """An empty grid of all pairs of two dice; nothing where no grid is wanted."""
    if not sides:
        return ""
    faces = range(1, sides + 1)
    head = "".join(f"<th>{face}</th>" for face in faces)
    squares = '<td class="square"></td>' * sides
    rows = "".join(f"<tr><th>{face}</th>{squares}</tr>" for face in reversed(faces))
    words = _text("Rows: the attacker's die. Columns: the defender's. Mark what the attacker wins.")
    return f'{words}<table class="grid"><tr><th></th>{head}</tr>{rows}</table>'


def _solved(one: Exercise, heading: str = "") -> str:
    """A question with its answer; what typical mistakes come to may stand on the next page."""
    told = _answer("" if one.code else f"Answer: {one.told}", one.working)
    code = f"<pre>{escape(one.code.strip())}</pre>" if one.code else ""
    parts = _together(heading, _question(one), told, code)
    return f'<div class="solved">{parts}{_mistakes(one)}</div>'


def _mistakes(one: Exercise) -> str:
    if not one.mistakes:
        return ""
    rows = "".join(
        f"<tr><td>{escape(answer_text(mistake.answer()))}</td><td>{escape(mistake.name)}:"
        f" {escape(mistake.hint)}</td></tr>"
        for mistake in one.mistakes
    )
    head = "<thead><tr><th>they write</th><th>what to say</th></tr></thead>"
    return f"<table>{head}<tbody>{rows}</tbody></table>"


def _ending(one: Plan, key: bool) -> list[str]:
    asked = _text("What does the class find together? Is it what you predicted?") + _lines(3)
    found = _answer(one.told(one.together)) if key else asked
    wanted = _answer(one.told(one.wanted)) if key else _lines(5)
    return [
        _together(_text("4 The class", "h2"), found),
        _together(_text("5 Exit ticket", "h2"), _text(one.ticket), wanted),
    ]
