"""The format of conformance cases: what is written is read back exactly, mistakes have a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .case_file import (
    SECTIONS,
    Case,
    CaseFileError,
    Row,
    Topic,
    read_topic,
    write_topic,
)

# Bytes that are not UTF-8 are surrogates in a text.
CHARACTERS = st.one_of(
    st.sampled_from(list("ab =-\t\n\r\0⟨⟩\x85\u2028\ufeff\udcff\x7fé→")),
    st.characters(exclude_categories=["Cs"]),
)
TEXTS = st.one_of(
    st.text(CHARACTERS),
    st.lists(st.sampled_from(["", "=== a", "--- b", "a ", " a"])).map("\n".join),
)
LINES = st.text(CHARACTERS).map(lambda text: text.replace("\n", ""))
TITLES = LINES.filter(lambda text: text.strip())
SECTION_TEXTS = st.dictionaries(st.sampled_from(SECTIONS), TEXTS)
NAMES = st.from_regex("[a-z][a-z ]{0,5}", fullmatch=True)
ROWS = st.builds(Row, TEXTS, st.none() | TEXTS)


@st.composite
def topics(draw: st.DrawFn) -> Topic:
    topic = Topic("topic", draw(st.sampled_from(["", "An introduction.\n\nOf two parts."])))
    topic.settings.update(draw(st.dictionaries(NAMES, LINES, max_size=2)))
    topic.sections.update(draw(SECTION_TEXTS))
    for title in draw(st.lists(TITLES, min_size=1, max_size=3, unique=True)):
        case = topic.add(title)
        case.own_settings.update(draw(st.dictionaries(NAMES, LINES, max_size=2)))
        case.program = draw(TEXTS)
        case.own_sections = draw(SECTION_TEXTS)
        case.files = draw(st.dictionaries(TITLES.filter(lambda t: not t[0].isspace()), TEXTS))
        if draw(st.booleans()):
            case.rows = draw(st.lists(ROWS))
        else:
            case.answer = draw(st.none() | TEXTS)
    return topic


def content(topic: Topic) -> object:
    cases = [case_content(case) for case in topic.cases]
    return topic.introduction, topic.settings, topic.sections, cases


def case_content(case: Case) -> object:
    rows = [(row.question, row.answer) for row in case.rows or []]
    questions = case.title, case.settings, case.program, case.own_sections, case.files
    return questions, case.rows is None, rows, case.answer


@given(topics())
def test_what_is_written_is_read_back(topic: Topic) -> None:
    text = write_topic(topic)
    found = read_topic(text, "topic.txt")
    assert content(found) == content(topic)
    assert write_topic(found) == text


@given(topics())
def test_an_editor_spoils_nothing(topic: Topic) -> None:
    text = write_topic(topic)
    lines = text.split("\n")
    assert lines == [line.rstrip() for line in lines]
    assert text == text.rstrip() + "\n"
    assert text.splitlines() == lines[:-1]
    assert text.encode("utf-8").decode("utf-8") == text


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("nothing here\n", 1, "there is no case"),
        ("=== a\nb", 0, "the last line has no newline"),
        ("===\n", 1, "expected === TITLE"),
        ("===a\n", 1, "expected === TITLE"),
        ("=== a\n\n=== a\n", 3, "there is a second case 'a'"),
        ("--- answer\n", 1, "a section needs a case: expected === TITLE first"),
        ("=== a\n--- nonsense\n", 2, "expected --- NAME: VALUE, --- file NAME"),
        ("=== a\n-----\n", 2, "expected --- NAME: VALUE, --- file NAME"),
        ("=== a\nx\n--- b: c\n", 3, "settings come directly after the title"),
        ("=== a\n--- b: c\n--- b: d\n", 3, "there is a second setting 'b'"),
        ("=== a\n--- answer\nx\n--- file y\n", 4, "nothing follows an answer or a table"),
        ("--- setup\nx\n--- b: c\n", 3, "settings come directly after the title"),
        ("--- setup\n--- setup\n", 2, "there is a second section 'setup'"),
        ("=== a\n--- host before\n--- host before\n", 3, "there is a second section 'host before'"),
        ("=== a\n--- file y\n--- file y\n", 3, "there is a second file 'y'"),
        ("=== a\nx⟨zz⟩\n", 2, "unknown escape ⟨zz⟩"),
        ("=== a\nx⟨0d\n", 2, "unknown escape ⟨0d"),
        ("=== a\nx \n", 2, "blanks at the end of a line are written with ⟨⟩ after them"),
        ("=== a\n--- table\n  1\n", 3, "an answer without a question: 1"),
    ],
)
def test_a_mistake_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(CaseFileError) as caught:
        read_topic(text, "topic.txt")
    assert str(caught.value).startswith(f"topic.txt:{line}: {message}")


def test_a_new_row_needs_no_answer() -> None:
    topic = read_topic("=== a\n--- table\none\n\ntwo\nlines\n  2\n")
    rows = [(row.question, row.answer) for row in topic.cases[0].rows or []]
    assert rows == [("one", None), ("two\nlines", "2")]


def test_a_case_adds_to_a_section_of_its_topic() -> None:
    topic = read_topic("--- setup\nmkdir a\n\n=== a\n--- setup\nmkdir a/b\n\n=== b\n")
    assert [case.section("setup") for case in topic.cases] == ["mkdir a\nmkdir a/b\n", "mkdir a\n"]
    assert topic.cases[0].section("host before") == ""
