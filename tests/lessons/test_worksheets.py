"""Worksheets and answer keys: the same questions as the notebooks, and answers only in the key."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from risknb import cli
from risknb.lessons import exercises, predictions, titles
from risknb.lessons.plans import PLANS, plan
from risknb.lessons.questions import answer_text
from risknb.lessons.worksheets import worksheet

from .running import cells, notebook

LESSONS = range(1, 11)
EMPTY = {"meta", "br", "hr"}


class Outline(HTMLParser):
    """Checks that every tag is closed in its order, and gathers what can be read."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


@pytest.mark.parametrize("key", [False, True])
@pytest.mark.parametrize("lesson", LESSONS)
def test_it_is_one_whole_page_that_needs_nothing_else(lesson: int, key: bool) -> None:
    text = worksheet(lesson, key=key)
    page = Outline(text)
    assert page.open == []
    assert not {"src", "href", "onload"} & {name for name, _ in page.attributes}
    assert "http" not in text
    assert "@page { size: A4" in text
    assert re.search(r"font: 1[2-4]pt/1\.[2-9] [^;]*sans-serif", text)
    assert "{" not in "".join(page.words).replace("```", "")


@pytest.mark.parametrize("key", [False, True])
@pytest.mark.parametrize("lesson", LESSONS)
def test_all_questions_are_on_it_in_their_order(lesson: int, key: bool) -> None:
    text = worksheet(lesson, key=key)
    asked = [*predictions(lesson), *exercises(lesson)]
    places = [text.index(f"<b>{one.id}</b> {escape(one.question)}") for one in asked]
    assert places == sorted(places)
    assert f"<h1>{lesson} {escape(titles()[lesson])}" in text
    assert escape(plan(lesson).ticket) in text


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_sheet_holds_no_answer_and_room_to_write(lesson: int) -> None:
    text = worksheet(lesson)
    assert 'class="answer"' not in text
    for one in exercises(lesson):
        assert escape(one.working or "?!") not in text
        assert one.hint not in text
        part = text.split(f"<b>{one.id}</b>")[1].split("</div></div>")[0]
        assert part.count('class="line"') >= (1 if one.grid else 3)
    assert text.count('<td class="empty">') == plan(lesson).rows * len(plan(lesson).columns)


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_key_holds_every_answer_and_every_hint(lesson: int) -> None:
    text = worksheet(lesson, key=True)
    for one in exercises(lesson):
        part = text.split(f"<b>{one.id}</b>")[1].split("<b>")[0]
        assert escape(one.code.strip() if one.code else answer_text(one.answer())) in part
        assert all(escape(mistake.hint) in part for mistake in one.mistakes)
    assert 'class="line"' not in text


@pytest.mark.parametrize("lesson", LESSONS)
def test_question_and_exit_ticket_are_those_of_the_notebook(lesson: int) -> None:
    texts = [cell["source"] for cell in cells(notebook(lesson)) if cell["cell_type"] == "markdown"]
    assert f"**Question: {plan(lesson).question}**" in texts[0]
    (ticket,) = [text for text in texts if "Exit ticket (5 minutes)" in text]
    assert ticket.split("\n\n", 1)[1] == plan(lesson).ticket


def test_plans_come_in_the_order_of_the_lessons() -> None:
    assert [one.lesson for one in PLANS] == list(LESSONS)


def test_cream_changes_the_paper_only() -> None:
    plain, cream = worksheet(3), worksheet(3, cream=True)
    assert plain.replace("#FFFFFF", "#FFF8E7") == cream != plain


@pytest.mark.parametrize("key", [False, True])
@pytest.mark.parametrize("lesson", LESSONS)
def test_no_heading_is_left_alone_at_the_foot_of_a_page(lesson: int, key: bool) -> None:
    text = worksheet(lesson, key=key)
    assert ".together { break-inside: avoid; }" in text
    parts = text.split('<div class="together">')[1:]
    names = ["3 Exercises", "4 The class", "5 Exit ticket"]
    assert all(any(part.startswith(f"<h2>{name}") for part in parts) for name in names)


def test_a_long_table_stands_in_two_halves() -> None:
    assert worksheet(2).count("<table>") == 2
    assert worksheet(3).count("<table>") == 1


def test_a_grid_to_count_in_is_printed_where_it_is_asked_for() -> None:
    assert worksheet(1).count('<td class="square">') == 6 * 6 + 4 * 4
    assert 'class="square"' not in worksheet(1, key=True) + worksheet(2)


def test_the_key_counts_as_the_pupils_count() -> None:
    assert "Answer: 2890/7776 = 1445/3888 = 0.3717" in worksheet(3, key=True)
    assert "Answer: 15/36 = 5/12 = 0.4167" in worksheet(1, key=True)


def test_no_line_of_code_in_a_key_is_too_long_for_the_paper() -> None:
    """A line that goes on at the left margin is no Python any more."""
    inside, letter = (210 - 2 * 18) / 25.4 * 72, 11.5 * 0.603  # points
    assert "margin: 17mm 18mm" in worksheet(1)
    assert "pre { font: 11.5pt" in worksheet(1)
    for one in exercises():
        assert max(map(len, one.code.split("\n"))) * letter <= inside, one.id


# -- the command ---------------------------------------------------------------------------------
def test_the_command_writes_a_sheet_and_its_key(desk: Path, capsys) -> None:
    assert cli.main(["worksheet", "3", "-o", "sheet.html"]) == 0
    assert cli.main(["worksheet", "3", "--key", "-o", "key.html"]) == 0
    assert (desk / "sheet.html").read_text(encoding="utf-8") == worksheet(3)
    assert (desk / "key.html").read_text(encoding="utf-8") == worksheet(3, key=True)
    assert "key.html is written" in capsys.readouterr().out


def test_the_command_shows_a_sheet_without_a_file(capsys) -> None:
    assert cli.main(["worksheet", "10"]) == 0
    assert capsys.readouterr().out == worksheet(10)


@pytest.mark.parametrize("name", ["0", "11", "three", ""])
def test_the_command_says_in_a_sentence_what_it_does_not_know(name: str, capsys) -> None:
    assert cli.main(["worksheet", name]) == cli.WRONG
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
