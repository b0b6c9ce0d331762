"""Conformance cases as text: programs with the reference's answers under them.

A topic file holds many cases:

    What the cases are about.
    --- strict: error

    === a lambda sees the variables around it
    --- node: web7.example.com
    $x = 1
    notice([1].map |$y| { $x + $y })
    --- file modules/pond/manifests/init.pp
    class pond { }
    --- answer
    notice: [2]

- `=== TITLE` begins a case. Titles are unique in a file.
- `--- NAME: VALUE` is a setting: of all cases before the first title, of one case after its title.
- The program follows. `--- file NAME` adds a file beside it.
- `--- host before` lists the files of the host before a run, in the notation of tree.py, and
  `--- setup` is a shell script that prepares the host further. Before the first title they are for
  all cases; a case adds its own.
- `--- answer` begins the answer of the reference. `pytest tests/conformance --accept` writes it.
- Blank lines at the end of a section do not count.

A case may hold a table instead of a program: after a line `--- table` each row is a question, with
its answer on the lines after it, indented by two blanks. A blank line ends a row without an answer.

    === abs
    --- table
    abs(-7)
      7
    abs('x')
      error: 'abs' expects a Numeric value, got String

`⟨` and `⟩` enclose what an editor would spoil: `⟨0d⟩` is a byte, `⟨2028⟩` a character, and
`⟨no newline⟩` ends a section whose last line has no end. `⟨⟩` is nothing: it protects blanks at
the end of a line, an empty line at the end of a section, and a line that looks like a mark.
"""

from __future__ import annotations

import re
from pathlib import Path

NO_NEWLINE = "⟨no newline⟩"
_ESCAPE = re.compile("⟨([^⟨⟩\n]*)⟩?")
_HEX = re.compile("[0-9a-f]{2}|[0-9a-f]{4,6}")
_SETTING = re.compile(r"--- ([a-z][a-z0-9_ ]*): (.*)")
# Sections of a case, or of all cases of a topic, beside the program.
SECTIONS = ("host before", "setup")
_SECTION = re.compile(rf"--- (file (?P<file>\S.*)|answer|table|{'|'.join(SECTIONS)})")


class CaseFileError(Exception):
    """A topic file that does not follow the format; the message begins with file and line."""


class Row:
    """One question of a table, with the reference's answer."""

    __slots__ = ("answer", "question")

    def __init__(self, question: str, answer: str | None = None) -> None:
        self.question = question
        self.answer = answer


class Case:
    """One case: a program or a table, with settings, files and the reference's answer."""

    def __init__(self, title: str, topic: str = "") -> None:
        self.title = title
        self.topic = topic
        self.own_settings: dict[str, str] = {}
        self.shared_settings: dict[str, str] = {}
        self.program = ""
        self.files: dict[str, str] = {}
        self.own_sections: dict[str, str] = {}
        self.shared_sections: dict[str, str] = {}
        self.rows: list[Row] | None = None
        self.answer: str | None = None

    @property
    def settings(self) -> dict[str, str]:
        """Settings of the topic and of the case; those of the case win."""
        return {**self.shared_settings, **self.own_settings}

    def setting(self, name: str, default: str = "") -> str:
        return self.settings.get(name, default)

    def section(self, name: str) -> str:
        """Return a section of the topic, followed by that of the case."""
        return self.shared_sections.get(name, "") + self.own_sections.get(name, "")

    def __repr__(self) -> str:
        return f"{self.topic}-{self.title}"


class Topic:
    """The content of one topic file."""

    def __init__(self, name: str, introduction: str = "") -> None:
        self.name = name
        self.introduction = introduction
        self.settings: dict[str, str] = {}
        self.sections: dict[str, str] = {}
        self.cases: list[Case] = []

    def add(self, title: str) -> Case:
        """Add a case with the settings and sections of the topic."""
        case = Case(title, self.name)
        case.shared_settings = self.settings
        case.shared_sections = self.sections
        self.cases.append(case)
        return case


# ---- escapes


def escape(line: str) -> str:
    """Write one line so that no editor spoils it."""
    if "⟨" in line or not line.replace("\t", "").isprintable():
        line = "".join(map(_escape_character, line))
    return f"{line}⟨⟩" if line.endswith((" ", "\t")) else line


def _escape_character(character: str) -> str:
    if character != "⟨" and (character == "\t" or character.isprintable()):
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
        return f"⟨{code - 0xDC00:02x}⟩"
    return f"⟨{code:02x}⟩" if code < 0x80 else f"⟨{code:04x}⟩"


def unescape(line: str) -> str:
    """Read one line that `escape` wrote; raise ValueError for an unknown escape."""
    return _ESCAPE.sub(_unescape_one, line) if "⟨" in line else line


def _unescape_one(match: re.Match[str]) -> str:
    inside = match[1]
    if not match[0].endswith("⟩") or not (inside == "" or _HEX.fullmatch(inside)):
        raise ValueError(f"unknown escape {match[0]}")
    if not inside:
        return ""
    code = int(inside, 16)
    if len(inside) == 2 and code >= 0x80:
        code += 0xDC00
    if code > 0x10FFFF:
        raise ValueError(f"unknown escape {match[0]}")
    return chr(code)


# ---- writing


def write_topic(topic: Topic) -> str:
    """Write a topic as text."""
    head = [topic.introduction.strip("\n")] if topic.introduction.strip("\n") else []
    head += [_setting_line(*setting) for setting in topic.settings.items()]
    head += _sections_lines(topic.sections)
    blocks = ["\n".join(head)] if head else []
    blocks += [write_case(case) for case in topic.cases]
    return "\n\n".join(blocks).rstrip("\n") + "\n"


def write_case(case: Case) -> str:
    """Write a case as text, without a newline at its end."""
    lines = [f"=== {escape(case.title)}"]
    lines += [_setting_line(*setting) for setting in case.own_settings.items()]
    lines += section_lines(case.program)
    lines += _sections_lines(case.own_sections)
    for name, text in case.files.items():
        lines += [f"--- file {escape(name)}", *section_lines(text)]
    if case.rows is not None:
        lines.append("--- table")
        for row in case.rows:
            lines += _row_lines(row)
    elif case.answer is not None:
        lines += ["--- answer", *section_lines(case.answer)]
    return "\n".join(lines)


def section_lines(text: str) -> list[str]:
    """Write the lines of a section."""
    if not text:
        return []
    lines = [_protected(escape(line)) for line in text.split("\n")]
    if lines[-1]:
        lines[-1] += NO_NEWLINE
    else:
        lines.pop()
        lines[-1] = lines[-1] or "⟨⟩"
    return lines


def _protected(line: str) -> str:
    return f"⟨⟩{line}" if line.startswith(("===", "---")) else line


def _sections_lines(sections: dict[str, str]) -> list[str]:
    return [
        line for name, text in sections.items() for line in (f"--- {name}", *section_lines(text))
    ]


def _setting_line(name: str, value: str) -> str:
    return f"--- {name}: {escape(value) or '⟨⟩'}"


def _row_lines(row: Row) -> list[str]:
    lines = [_protected(escape(line)) for line in row.question.split("\n")]
    lines = [line if line and line[0] not in " \t" else f"⟨⟩{line}" for line in lines]
    if row.answer is None:
        return [*lines, ""]
    return lines + [f"  {escape(line) or '⟨⟩'}" for line in row.answer.split("\n")]


# ---- reading


def read_topic(text: str, name: str = "case file") -> Topic:
    """Read a topic file; raise CaseFileError with the line of a mistake."""
    return _Reader(name).read(text)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.number = 0
        self.topic = Topic(Path(name).stem)
        self.body: list[str] = []
        # What the body belongs to: "" (introduction or program), "file NAME", or a section's name.
        self.section = ""
        self.titles: set[str] = set()

    def read(self, text: str) -> Topic:
        if text and not text.endswith("\n"):
            raise self._error("the last line has no newline")
        for self.number, line in enumerate(text.split("\n")[:-1], 1):
            if line.startswith("==="):
                self._end_section()
                self._begin_case(line)
            elif line.startswith("---"):
                self._mark(line)
            else:
                self.body.append(line)
        self._end_section()
        if not self.topic.cases:
            raise self._error("there is no case")
        return self.topic

    @property
    def case(self) -> Case:
        return self.topic.cases[-1]

    def _error(self, message: str) -> CaseFileError:
        return CaseFileError(f"{self.name}:{self.number}: {message}")

    def _unescape(self, line: str) -> str:
        if line.endswith((" ", "\t", "\r")):
            raise self._error("blanks at the end of a line are written with ⟨⟩ after them")
        try:
            return unescape(line)
        except ValueError as error:
            raise self._error(str(error)) from error

    def _begin_case(self, line: str) -> None:
        title = self._unescape(line[4:])
        if line[3:4] != " " or not title.strip():
            raise self._error("expected === TITLE")
        if title in self.titles:
            raise self._error(f"there is a second case {title!r}")
        self.titles.add(title)
        self.topic.add(title)
        self.section = ""

    def _mark(self, line: str) -> None:
        if setting := _SETTING.fullmatch(line):
            self._add_setting(setting[1], self._unescape(setting[2]))
        elif section := _SECTION.fullmatch(line):
            if not self.topic.cases and line[4:] not in SECTIONS:
                raise self._error("a section needs a case: expected === TITLE first")
            if self.section in ("answer", "table"):
                raise self._error("nothing follows an answer or a table but the next case")
            self._end_section()
            self.section = (
                f"file {self._unescape(section['file'])}" if section["file"] else line[4:]
            )
        else:
            names = ", ".join(f"--- {name}" for name in (*SECTIONS, "table"))
            raise self._error(f"expected --- NAME: VALUE, --- file NAME, {names} or --- answer")

    def _add_setting(self, name: str, value: str) -> None:
        if self.section or (self.topic.cases and self.body):
            raise self._error("settings come directly after the title")
        if not self.topic.cases:
            settings = self.topic.settings
        else:
            settings = self.case.own_settings
        if name in settings:
            raise self._error(f"there is a second setting {name!r}")
        settings[name] = value

    def _end_section(self) -> None:
        body, self.body = self.body, []
        if self.section in SECTIONS:
            sections = self.case.own_sections if self.topic.cases else self.topic.sections
            if self.section in sections:
                raise self._error(f"there is a second section {self.section!r}")
            sections[self.section] = self._text(body)
        elif not self.topic.cases:
            self.topic.introduction = "\n".join(body).strip("\n")
        elif self.section == "table":
            self.case.rows = list(self._rows(body))
        elif self.section == "answer":
            self.case.answer = self._text(body)
        elif self.section:
            name = self.section.removeprefix("file ")
            if name in self.case.files:
                raise self._error(f"there is a second file {name!r}")
            self.case.files[name] = self._text(body)
        else:
            self.case.program = self._text(body)

    def _text(self, body: list[str]) -> str:
        while body and not body[-1]:
            body.pop()
        if not body:
            return ""
        end = "\n"
        if body[-1].endswith(NO_NEWLINE):
            body[-1] = body[-1].removesuffix(NO_NEWLINE)
            end = ""
        return "\n".join(map(self._unescape, body)) + end

    def _rows(self, body: list[str]) -> list[Row]:
        rows: list[Row] = []
        is_open = False  # whether the last row still lacks an answer
        for line in body:
            if line.startswith("  "):
                if not rows or (rows[-1].answer is None and not is_open):
                    raise self._error(f"an answer without a question: {line.strip()}")
                text = self._unescape(line[2:])
                before = rows[-1].answer
                rows[-1].answer = text if before is None else f"{before}\n{text}"
                is_open = False
            elif not line:
                is_open = False
            elif is_open:
                rows[-1].question += "\n" + self._unescape(line)
            else:
                rows.append(Row(self._unescape(line)))
                is_open = True
        return rows
