"""Compares lines without regard to white space.

A pattern is made from the line to insert. The reference builds it in a buffer and takes the end of
the buffer for the end of the line, which has an effect: white space at the end of the line counts,
unless embedded white space is ignored. `size` is the size of that buffer.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_SPACES = " \t\n\v\f\r"


def is_alike(
    line: str,
    other: str,
    policies: list[str],
    matches: Callable[[str, str], bool],
    report_conflict: Callable[[], None],
) -> bool:
    """Return whether a line to insert equals an existing one, by the policies."""
    found = False
    is_escaped = False
    for part in _split(line):
        found = False
        pattern = _Pattern(part)
        for number, policy in enumerate(policies):
            if policy == "exact_match":
                if number > 0 or len(policies) > 1:
                    report_conflict()
                found = found or line == other
                break
            if not is_escaped:
                pattern.escape()
                is_escaped = True
            if policy == "ignore_embedded":
                pattern.ignore_embedded()
            elif policy == "ignore_leading":
                pattern.ignore_leading()
            elif policy == "ignore_trailing":
                pattern.ignore_trailing()
            found = found or matches(pattern.text, other)
        if not found:
            break
    return found


class _Pattern:
    """The text of a pattern, and the size of the reference's buffer for it."""

    __slots__ = ("size", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.size = len(text) + 1

    def escape(self) -> None:
        """Escape dots and stars."""
        self.text = self.text.replace(".", "\\.").replace("*", "\\*")
        self.size = len(self.text) + 3

    def _set(self, text: str) -> None:
        self.text = text
        if len(text) >= self.size - 1:
            self.size += 3

    def ignore_leading(self) -> None:
        if not self.text.startswith("\\s*"):
            self._set("\\s*" + self.text.lstrip(_SPACES))

    def ignore_trailing(self) -> None:
        end = self.size - 5
        if end < 0 or self.text[end : end + 3] != "\\s*":
            self._set(self.text + "\\s*")

    def ignore_embedded(self) -> None:
        """Let white space within the line match any white space."""
        text = self.text
        first = len(text) - len(text.lstrip(_SPACES))
        last = self.size - 2
        if last < len(text):
            last = max(len(text.rstrip(_SPACES)) - 1, first)
        out: list[str] = []
        offset = 0
        while offset < len(text):
            letter = text[offset]
            if first < offset < last and letter in _SPACES:
                while text[offset + 1 : offset + 2] in tuple(_SPACES):
                    offset += 1
                letter = "\\s+"
            out.append(letter)
            offset += 1
        self.text = "".join(out)
        room = max(self.size + 6, 0)
        needed = 1
        for each in out:
            needed += len(each)
            if needed > room:
                room = needed + 12
        if len(self.text) >= self.size:
            self.size = room


def _split(text: str) -> list[str]:
    """Split into lines; a backslash escapes a newline or another backslash."""
    if "\\" not in text:
        return text.split("\n")
    parts: list[str] = []
    part = ""
    offset = 0
    while offset < len(text):
        letter = text[offset]
        if letter == "\\":
            if text[offset + 1 : offset + 2] in ("\\", "\n"):
                offset += 1
            part += text[offset]
        elif letter == "\n":
            parts.append(part)
            part = ""
        else:
            part += letter
        offset += 1
    parts.append(part)
    return parts
