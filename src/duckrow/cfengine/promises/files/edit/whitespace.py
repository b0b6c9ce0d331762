"""Lines that are alike though their white space differs."""

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
    complain: Callable[[], None],
) -> bool:
    """Tell whether a line that is to be inserted is one that is there, as policies go."""
    found = False
    is_escaped = False
    for part in _split(line):
        found = False
        pattern = part
        for number, policy in enumerate(policies):
            if policy == "exact_match":
                if number > 0 or len(policies) > 1:
                    complain()
                found = found or line == other
                break
            if not is_escaped:
                pattern = part.replace(".", "\\.").replace("*", "\\*")
                is_escaped = True
            if policy == "ignore_embedded":
                pattern = _loosen(pattern)
            elif policy == "ignore_leading":
                if not pattern.startswith("\\s*"):
                    pattern = "\\s*" + pattern.lstrip(_SPACES)
            elif policy == "ignore_trailing" and not pattern.endswith("\\s*"):
                pattern = pattern.rstrip(_SPACES) + "\\s*"
            found = found or matches(pattern, other)
        if not found:
            break
    return found


def _loosen(pattern: str) -> str:
    """Let any white space stand for white space within a pattern."""
    first = len(pattern) - len(pattern.lstrip(_SPACES))
    last = max(len(pattern.rstrip(_SPACES)) - 1, first)
    out: list[str] = []
    position = 0
    while position < len(pattern):
        letter = pattern[position]
        if first < position < last and letter in _SPACES:
            while pattern[position + 1 : position + 2] in tuple(_SPACES):
                position += 1
            letter = "\\s+"
        out.append(letter)
        position += 1
    return "".join(out)


def _split(text: str) -> list[str]:
    """Split into lines; a backslash takes the meaning from a line end or another backslash."""
    if "\\" not in text:
        return text.split("\n")
    parts: list[str] = []
    part = ""
    position = 0
    while position < len(text):
        letter = text[position]
        if letter == "\\":
            if text[position + 1 : position + 2] in ("\\", "\n"):
                position += 1
            part += text[position]
        elif letter == "\n":
            parts.append(part)
            part = ""
        else:
            part += letter
        position += 1
    parts.append(part)
    return parts
