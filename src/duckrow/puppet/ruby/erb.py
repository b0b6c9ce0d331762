"""ERB templates become Ruby code that has the same lines.

<% code %>      runs                    <%= code %>    puts its value into the text
<%# comment %>  is left out             <%% and %%>    are <% and %>
<%-             takes the blanks before it off, if nothing else is before it on its line
-%>             takes the line end after it off
"""

from __future__ import annotations

import re

# What the text is collected in; a name that no template uses by chance.
OUTPUT = "_erbout"

_TOKEN = re.compile(rb"<%%|%%>|<%-?=?#?|-?%>\n?", re.DOTALL)
_ESCAPED = {0x5C: b"\\\\", 0x22: b'\\"', 0x23: b"\\#", 0x0A: b"\\n", 0x0D: b"\\r", 0x09: b"\\t"}


def to_ruby(template: bytes) -> bytes:
    """Translate a template."""
    writer = _Writer()
    position = 0
    inside: bytes | None = None  # the opening of the tag that is open
    code_start = 0
    for token in _TOKEN.finditer(template):
        mark = token.group()
        if inside is None:
            if mark == b"<%%":
                writer.text(template[position : token.start()] + b"<%")
                position = token.end()
            elif mark.startswith(b"<%"):
                before = template[position : token.start()]
                if mark.startswith(b"<%-"):
                    before = _without_blanks(before, at_start=position == 0)
                writer.text(before)
                inside, code_start = mark, token.end()
        elif mark == b"%%>":
            continue  # inside code it stands for %>
        elif mark.lstrip(b"-").startswith(b"%>"):
            code = template[code_start : token.start()].replace(b"%%>", b"%>")
            writer.code(inside, code)
            position = token.end()
            if mark == b"-%>\n":
                writer.line()
            elif mark.endswith(b"\n"):
                position -= 1
            elif mark.startswith(b"-") and not mark.endswith(b"\n"):
                pass
            inside = None
    writer.text(template[position:])
    return writer.finished()


def _without_blanks(before: bytes, at_start: bool) -> bytes:
    """Take off the blanks after the last line end, if there is nothing but blanks."""
    start = before.rfind(b"\n") + 1
    if (start or at_start) and not before[start:].strip(b" \t"):
        return before[:start]
    return before


class _Writer:
    """Writes Ruby code line by line as the template has it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = [OUTPUT.encode() + b" = __output__;"]

    def text(self, text: bytes) -> None:
        if not text:
            return
        text = text.replace(b"%%>", b"%>")
        quoted = b"".join(_ESCAPED.get(byte, bytes((byte,))) for byte in text)
        self._parts.append(b' %s << "%s";' % (OUTPUT.encode(), quoted))
        self._parts.append(b"\n" * text.count(b"\n"))

    def code(self, opening: bytes, code: bytes) -> None:
        if opening.endswith(b"#"):
            self._parts.append(b"\n" * code.count(b"\n"))
        elif opening.endswith(b"="):
            self._parts.append(b" %s << ((%s).to_s);" % (OUTPUT.encode(), code))
        else:
            self._parts.append(code if code.endswith(b"\n") else b" %s;" % code)

    def line(self) -> None:
        self._parts.append(b"\n")

    def finished(self) -> bytes:
        return b"".join(self._parts) + b" %s.to_s" % OUTPUT.encode()
