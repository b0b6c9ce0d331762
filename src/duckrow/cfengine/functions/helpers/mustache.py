"""Render Mustache templates as cf-agent does.

    {{name}}  a value, for HTML        {{{name}}} {{&name}}  a value without escaping
    {{%name}} {{$name}}  data as JSON, on several lines or on one
    {{#name}}...{{/name}}  once if it is true, for each item of a list, or inside an object
    {{^name}}...{{/name}}  if it is missing, false or an empty list
    {{.}}  the item     {{@}}  its key     {{! comment }}     {{=<% %>=}}  other delimiters

A section iterates over the members of an object if {{@}} is in it before any other section: in
the order of the text, and sorted by key once the object was printed as JSON.
"""

from __future__ import annotations

import re

from duckrow.cfengine.values.json_text import compact, items_by_key, pretty, raw_text
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.values.rvals import Json

VARIABLE, PLAIN, PRETTY, COMPACT = "variable", "plain", "pretty", "compact"
SECTION, INVERTED, END, COMMENT, MARKS = "section", "inverted", "end", "comment", "marks"
_KINDS = {
    "#": SECTION, "^": INVERTED, "/": END, "!": COMMENT, "=": MARKS,
    "{": PLAIN, "&": PLAIN, "%": PRETTY, "$": COMPACT,
}  # fmt: skip
_VALUES = (VARIABLE, PLAIN, PRETTY, COMPACT)
_CLOSING = {"=": "=", "{": "}"}
_LARGEST_MARK = 10
_DEPTH = 200
_HTML = {"&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;"}
_FOR_HTML = LazyPattern(r'[&"<>]')
_LINE_REST = LazyPattern(r"[ \t\r]*?(?:\r?\n|\Z)")


class TemplateError(Exception):
    """A template cannot be rendered; `level` is the log level of the message."""

    def __init__(self, message: str, level: str = "warning") -> None:
        super().__init__(message)
        self.message = message
        self.level = level


class _Absent:
    """The value of an unknown name."""


_ABSENT = _Absent()


class _Tag:
    """A tag; text ends at `before` and continues at `after`, around the line of a lone tag."""

    __slots__ = ("after", "before", "content", "end", "kind", "parts", "start")

    def __init__(self, kind: str, content: str, start: int, end: int) -> None:
        self.kind = kind
        self.content = content
        self.parts = [part for part in content.split(".") if part] or [""]
        self.start = self.before = start
        self.end = self.after = end


def render(template: str, data: Json) -> str:
    """Render a template. Raise TemplateError."""
    template = template.partition("\0")[0]
    found = _Rendering(template, data)
    found.render(0, None, is_shown=True, is_section=False)
    return "".join(found.out)


class _Rendering:
    """One rendering; changed delimiters stay changed."""

    __slots__ = ("_depth", "_found", "_marks", "_sorted", "_stack", "_text", "out")

    def __init__(self, text: str, data: Json) -> None:
        self._text = text
        self._marks = ("{{", "}}")
        self._stack: list[Json | _Absent] = [data]
        self._depth = 0
        # Tags by the offset of the search: a section is rendered once for each item.
        self._found: dict[tuple[int, tuple[str, str]], _Tag | None] = {}
        # Objects that were printed as JSON, by id; cf-agent sorts them in place.
        self._sorted: set[int] = set()
        self.out: list[str] = []

    def render(self, offset: int, key: str | None, *, is_shown: bool, is_section: bool) -> int:
        """Render from an offset to the end of the section, and return that end."""
        self._depth += 1
        if self._depth > _DEPTH:
            raise TemplateError("Mustache sections are nested too deeply")
        text = self._text
        while True:
            tag_key = (offset, self._marks)
            if tag_key not in self._found:
                self._found[tag_key] = self._next(offset)
            tag = self._found[tag_key]
            if tag is None:
                if is_shown:
                    self.out.append(text[offset:])
                self._depth -= 1
                return -1
            if is_shown:
                self.out.append(text[offset : tag.before])
            offset = tag.after
            if tag.kind in _VALUES:
                if is_shown:
                    self._put(tag, key)
            elif tag.kind == MARKS:
                self._marks = _read_marks(tag.content)
            elif tag.kind == END:
                if not is_section:
                    raise TemplateError(
                        f"Unknown section close in mustache template '{tag.content}'"
                    )
                self._stack.pop()
                self._depth -= 1
                return offset
            elif tag.kind != COMMENT:
                offset = self._section(tag, offset, is_shown=is_shown)
                if offset < 0:
                    raise TemplateError("Unexpected end to Mustache template", "error")

    def _next(self, offset: int) -> _Tag | None:
        tag = _next_tag(self._text, offset, self._marks)
        if tag is not None and tag.kind not in _VALUES:
            line = _standalone(self._text, tag)
            if line is not None:
                tag.before, tag.after = line
        return tag

    def _section(self, tag: _Tag, offset: int, *, is_shown: bool) -> int:
        value = self._find(tag.parts)
        is_inverted = tag.kind == INVERTED
        self._stack.append(value)
        if value is _ABSENT:
            return self._once(offset, is_shown=is_shown and is_inverted)
        if value is True or value is False:
            return self._once(offset, is_shown=is_shown and value is not is_inverted)
        if isinstance(value, dict):
            if not _has_key_tag(self._text, offset, self._marks):
                return self._once(offset, is_shown=is_shown and not is_inverted)
            items = items_by_key(value) if id(value) in self._sorted else list(value.items())
        elif isinstance(value, list):
            items = [(str(i), item) for i, item in enumerate(value)]
        else:
            raise TemplateError(
                "Mustache sections can only take a boolean or a container (array or map) value, "
                f"but section '{tag.content}' isn't getting one of those."
            )
        if not items:
            return self._once(offset, is_shown=is_inverted)
        end = offset
        for key, item in items:
            self._stack.append(item)
            end = self.render(offset, key, is_shown=is_shown and not is_inverted, is_section=True)
        return end

    def _once(self, offset: int, *, is_shown: bool) -> int:
        return self.render(offset, None, is_shown=is_shown, is_section=True)

    def _put(self, tag: _Tag, key: str | None) -> None:
        name = tag.content
        if not name:
            self.out += self._marks
            return
        if name == "@" and key is None:
            raise TemplateError(
                "RenderVariable: {{@}} Mustache tag must be used in a context where there's a "
                "valid key or iteration position"
            )
        value = self._stack[-1] if name in (".", "@") else self._find(tag.parts)
        if isinstance(value, _Absent):
            return
        is_container = isinstance(value, dict | list)
        if is_container and tag.kind in (PRETTY, COMPACT):
            self.out.append((pretty if tag.kind == PRETTY else compact)(value))
            self._mark_sorted(value)
        elif name == "@":
            assert key is not None
            self.out.append(_escape(key) if tag.kind == VARIABLE else key)
        elif is_container:
            # A container has no text; cf-agent stops silently.
            raise TemplateError(
                "{{.}} mustache tag cannot expand a container without specifying conversion"
                " - consider {{$.}} or {{%.}}",
                "warning" if name == "." else "nothing",
            )
        elif isinstance(value, str):
            self.out.append(_escape(value) if tag.kind == VARIABLE else value)
        elif isinstance(value, float):
            self.out.append(f"{value:.2f}")
        elif value is not None:
            self.out.append(raw_text(value))

    def _mark_sorted(self, value: Json) -> None:
        if isinstance(value, dict):
            self._sorted.add(id(value))
            for item in value.values():
                self._mark_sorted(item)
        elif isinstance(value, list):
            for item in value:
                self._mark_sorted(item)

    def _find(self, parts: list[str]) -> Json | _Absent:
        """Find a dotted name, starting in the innermost object that has its first part."""
        first = parts[0]
        value: Json | _Absent = self._stack[0] if first == "-top-" else _ABSENT
        for held in reversed(self._stack):
            if isinstance(held, dict) and first in held:
                value = held[first]
                break
        for part in parts[1:]:
            if not isinstance(value, dict) or part not in value:
                return _ABSENT
            value = value[part]
        return value


def _escape(text: str) -> str:
    return _FOR_HTML.sub(lambda match: _HTML[match[0]], text)


def _next_tag(text: str, offset: int, marks: tuple[str, str]) -> _Tag | None:
    opening, closing = marks
    start = text.find(opening, offset)
    if start < 0:
        return None
    name_start = start + len(opening)
    sign = text[name_start : name_start + 1]
    kind = _KINDS.get(sign, VARIABLE) if sign else VARIABLE
    if kind != VARIABLE:
        name_start += 1
    mark = _CLOSING.get(sign, "") + closing
    end = text.find(_CLOSING.get(sign, closing), name_start)
    if end < 0 or not text.startswith(mark, end):
        if sign in _CLOSING:
            raise TemplateError(
                "Broken mustache template, couldn't find end tag for quoted begin tag at "
                f"'{text[offset:]:>20}'...",
                "error",
            )
        raise TemplateError(
            "Broken Mustache template, could not find end delimiter after reading start delimiter "
            f"at '{text[offset:]:>20}'...",
            "error",
        )
    return _Tag(kind, text[name_start:end].strip(" \t"), start, end + len(mark))


def _standalone(text: str, tag: _Tag) -> tuple[int, int] | None:
    """Return the start and end of a line that contains only a tag, or None."""
    start = tag.start
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    if start > 0 and text[start - 1] != "\n":
        return None
    rest = _LINE_REST.match(text, tag.end)
    return None if rest is None else (start, rest.end())


def _read_marks(content: str) -> tuple[str, str]:
    words = [word for word in re.split("[ \t]+", content) if word]
    if len(words) != 2:
        raise TemplateError(
            f"Could not parse delimiter mustache, number of tokens is {len(words)}, "
            f"expected 2 in '{content}'"
        )
    if max(map(len, words)) > _LARGEST_MARK:
        raise TemplateError(
            f"New mustache start delimiter exceeds the allowed size of {_LARGEST_MARK} in "
            f"'{content}'"
        )
    return words[0], words[1]


def _has_key_tag(text: str, offset: int, marks: tuple[str, str]) -> bool:
    """Return whether {{@}} is in a section, before another section begins or ends."""
    while True:
        try:
            tag = _next_tag(text, offset, marks)
            if tag is None or tag.kind in (SECTION, END):
                return False
            if tag.kind == MARKS:
                marks = _read_marks(tag.content)
        except TemplateError:
            return False
        if tag.kind in (VARIABLE, PLAIN):
            written = text[tag.start : tag.end]
            opening, closing = marks
            keys = [f"{opening}@{closing}", f"{opening}&@{closing}"]
            if marks == ("{{", "}}"):
                keys.append("{{{@}}}")
            if written in keys:
                return True
        offset = tag.end
