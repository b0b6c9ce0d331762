"""ERB templates become Ruby code that has the same lines, but for those of comments.

<% code %>      runs                    <%= code %>    puts its value into the text
<%# comment %>  is left out             <%% and %%>    are <% and, inside of code, %>
<%- code        takes off the blanks before it that begin a line or follow the end of a tag
code -%>        takes off the line end after it

Trim modes, as those of ERB.new: ">" takes off the line end after every tag, "<>" that of lines that
begin with a tag, too, and with "%" a line that begins with % is code, and with %% text.

What a tag holds is put into the Ruby code as it is, so code that is cut off by a comment at its end
takes the rest of its line with it, as in Ruby's own ERB.
"""

from __future__ import annotations

import re

# The variable that collects the output, as Ruby's own ERB names it; templates may use it.
OUTPUT = b"_erbout"
_FIRST, _APPEND, _LAST = OUTPUT + b" = __output__", OUTPUT + b" << ", OUTPUT + b".to_s"

_OPENING = re.compile(rb"^[ \t]*<%-|<%-|<%%|<%=|<%#|<%", re.MULTILINE)
_OPENING_OR_LINE = re.compile(rb"^%.*\n?|" + _OPENING.pattern, re.MULTILINE)
_OPENING_AT_START = re.compile(rb"[ \t]*<%-")
_CLOSING = re.compile(rb"-%>|%%>|%>")
_LINE_END = re.compile(rb"\r?\n|\Z")
_SPECIAL = re.compile(rb'[\\"#\n\r\t]')
_ESCAPED = {b"\n": b"\\n", b"\r": b"\\r", b"\t": b"\\t"}


def to_ruby(template: bytes, mode: str = "") -> bytes:
    """Translate a template; a trim mode adds to what tags themselves say."""
    writer = _Writer()
    position, end = 0, len(template)
    opening = _OPENING_OR_LINE if "%" in mode else _OPENING
    while position < end:
        found = _OPENING_AT_START.match(template, position) or opening.search(template, position)
        if found is None:
            writer.text(template[position:])
            break
        mark = found.group().lstrip(b" \t")
        writer.text(template[position : found.start()])
        position = found.end()
        if mark == b"<%%":
            writer.text(b"<%")
        elif mark.startswith(b"%%"):
            writer.text(found.group()[1:])
        elif mark.startswith(b"%"):
            writer.code(b"<%", mark[1:])
        else:
            position = _code(template, position, mark, writer, mode)
    return writer.finished()


def only_appends(code: bytes) -> bool:
    """Return whether Ruby code is that of a template that only appends to its output."""
    uses = code.count(OUTPUT) - code.count(_APPEND)
    return uses == len((_FIRST, _LAST)) and code.startswith(_FIRST) and code.endswith(_LAST)


def _code(template: bytes, position: int, opening: bytes, writer: _Writer, mode: str) -> int:
    """Translate the inside of a tag; return the offset of its end."""
    code: list[bytes] = []
    for found in _CLOSING.finditer(template, position):
        code.append(template[position : found.start()])
        position = found.end()
        if found.group() == b"%%>":
            code.append(b"%>")
            continue
        writer.code(opening, b"".join(code))
        if found.group() == b"-%>" or _trims(template, found.start(), mode):
            line_end = _LINE_END.match(template, position)
            if line_end is not None:
                writer.line()
                position = line_end.end()
        return position
    # A tag that is never closed is text.
    writer.text(b"".join(code) + template[position:])
    return len(template)


def _trims(template: bytes, closing: int, mode: str) -> bool:
    """Return whether a trim mode takes off the line end after a tag."""
    if "<>" in mode:
        line = template.rfind(b"\n", 0, closing) + 1
        return template.startswith(b"<%", line) and not template.startswith(b"<%%", line)
    return ">" in mode


def _escaped(special: re.Match[bytes]) -> bytes:
    sign = special.group()
    return _ESCAPED.get(sign) or b"\\" + sign


class _Writer:
    """Writes Ruby code line by line as the template has it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = [_FIRST]
        self._is_line_new = False

    def _add(self, statement: bytes) -> None:
        if not self._is_line_new:
            self._parts.append(b"; ")
        self._parts.append(statement)
        self._is_line_new = False

    def text(self, text: bytes) -> None:
        if text:
            lines = b"\n" * text.count(b"\n")
            self._add(b'%s"%s"%s' % (_APPEND, _SPECIAL.sub(_escaped, text), lines))

    def code(self, opening: bytes, code: bytes) -> None:
        if opening == b"<%#":
            return  # its lines do not count: Ruby's own ERB counts so as well
        if opening == b"<%=":
            self._add(b"%s((%s).to_s)" % (_APPEND, code))
        elif code.endswith(b"\n"):
            self._add(code[:-1])
            self.line()
        else:
            self._add(code)

    def line(self) -> None:
        self._parts.append(b"\n")
        self._is_line_new = True

    def finished(self) -> bytes:
        self._add(_LAST)
        return b"".join(self._parts)
