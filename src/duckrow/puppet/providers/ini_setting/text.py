"""The text of a file of sections and settings; only changed lines are rewritten.

    text = IniText(content, IniStyle())                # [pond], then ducks = 3
    text.value("pond", "ducks")                        # "3"
    text.set("pond", "geese", "1")
    str(text)                                          # and geese = 1, indented alike

1. The lines before the first header are the section of the empty name, which always exists.
2. A setting that is new goes behind a comment that has it, else to the end of its section, before
   the empty lines there; it is indented as others are.
3. A section that loses its last line is removed.
4. If a section occurs twice, the last one counts.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class IniStyle:
    """The style of a file: text between keys and values, around names, before settings."""

    __slots__ = ("comment", "header", "indent", "prefix", "separator", "setting", "suffix", "width")

    def __init__(
        self,
        separator: str = " = ",
        prefix: str = "[",
        suffix: str = "]",
        indent: str = " ",
        width: int | None = None,
    ) -> None:
        self.separator = separator
        self.prefix = prefix
        self.suffix = suffix
        self.indent = indent
        self.width = width
        # A separator of spaces only is any space; else spaces around it do not matter.
        bare = separator.strip()
        between = re.escape(bare) if bare else r"[ \t]"
        last = "".join(map(re.escape, bare))
        assigned = rf"(\s*{between}[ \t]*)(.*)\s*$"
        flags = re.MULTILINE | re.ASCII
        self.header = re.compile(rf"^\s*{re.escape(prefix)}(.*){re.escape(suffix)}\s*$", flags)
        self.setting = re.compile(rf"^(\s*)([^#;\s]|[^#;\s].*?[^\s{last}]){assigned}", flags)
        self.comment = re.compile(rf"^(\s*)[#;]+(\s*)(.*?[^\s{last}]){assigned}", flags)


class Section:
    """A section and its lines; the header is the first of them, except without a name."""

    __slots__ = ("lines", "name")

    def __init__(self, name: str, lines: list[str]) -> None:
        self.name = name
        self.lines = lines

    @property
    def is_bare(self) -> bool:
        """Return whether there is nothing but the header."""
        return len(self.lines) == (1 if self.name else 0)

    def settings(self, style: IniStyle) -> Iterator[tuple[int, re.Match[str]]]:
        """Return the numbers of lines that are settings, and how they are read."""
        for number, line in enumerate(self.lines):
            if number == 0 and self.name:
                continue
            match = style.setting.match(line)
            if match is not None:
                yield number, match

    def indentation(self, style: IniStyle) -> int:
        """Return by how much the least indented setting is indented."""
        return min((len(match[1]) for _, match in self.settings(style)), default=0)


class IniText:
    """The sections of a text, in order."""

    __slots__ = ("_sections", "_style")

    def __init__(self, text: str, style: IniStyle) -> None:
        self._style = style
        self._sections = [Section("", [])]
        for line in _lines(text):
            match = style.header.match(line)
            if match is not None:
                self._sections.append(Section(match[1], [line]))
            else:
                self._sections[-1].lines.append(line)

    def __str__(self) -> str:
        return "".join(line for section in self._sections for line in section.lines)

    def has_section(self, name: str) -> bool:
        """Return whether there is a section of a name."""
        return self._find(name) is not None

    def is_bare(self, name: str) -> bool:
        """Return whether a section has nothing in it."""
        section = self._find(name)
        return section is None or section.is_bare

    def value(self, section: str, setting: str) -> str | None:
        """Return the value of a setting, or None if it is not there; the last one counts."""
        found = self._find(section)
        if found is None:
            return None
        values = [m[4] for _, m in found.settings(self._style) if m[2] == setting]
        return values[-1] if values else None

    def add_section(self, name: str) -> Section:
        """Return a section, which is made at the end if it is not there."""
        found = self._find(name)
        if found is None:
            if len(self._sections) > 1 or self._sections[0].lines:
                self._end_last_line()
                self._sections[-1].lines.append("\n")
            found = Section(name, [f"{self._style.prefix}{name}{self._style.suffix}\n"])
            self._sections.append(found)
        return found

    def set(self, section: str, setting: str, value: str) -> None:
        """Set the value of a setting."""
        self._end_last_line()
        found = self.add_section(section)
        is_there = False
        for number, match in list(found.settings(self._style)):
            if match[2] == setting:
                found.lines[number] = f"{match[1]}{match[2]}{match[3]}{value}\n"
                is_there = True
        if not is_there:
            self._insert(found, setting, value)

    def remove(self, section: str, setting: str) -> None:
        """Remove a setting, and the section that it leaves with nothing in it."""
        found = self._find(section)
        if found is None:
            return
        numbers = {n for n, match in found.settings(self._style) if match[2] == setting}
        if numbers:
            found.lines = [line for n, line in enumerate(found.lines) if n not in numbers]
            self.remove_bare(section)

    def remove_bare(self, section: str) -> None:
        """Remove a section that has nothing in it."""
        found = self._find(section)
        if found is not None and found.name and found.is_bare:
            self._sections.remove(found)

    def _insert(self, section: Section, setting: str, value: str) -> None:
        style = self._style
        width = section.indentation(style) if style.width is None else style.width
        line = f"{style.indent * width}{setting}{style.separator}{value}\n"
        for number, other in enumerate(section.lines):
            match = style.comment.match(other)
            if match is not None and match[3] == setting:
                section.lines.insert(number + 1, line)
                return
        was_empty = not section.lines
        end = len(section.lines)
        while end > 0 and not section.lines[end - 1].strip():
            end -= 1
        section.lines.insert(end, line)
        if was_empty and len(self._sections) > 1:
            section.lines.append("\n")

    def _end_last_line(self) -> None:
        for section in reversed(self._sections):
            if section.lines:
                if not section.lines[-1].endswith("\n"):
                    section.lines[-1] += "\n"
                return

    def _find(self, name: str) -> Section | None:
        return next((each for each in reversed(self._sections) if each.name == name), None)


def _lines(text: str) -> list[str]:
    parts = text.split("\n")
    lines = [f"{part}\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines
