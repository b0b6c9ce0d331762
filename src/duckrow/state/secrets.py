"""The secret strings of a run, and how to redact them: the last net under all output.

Types and providers redact the values they know to be secret. A secret that slips through, because a
tool repeats it in an error message or one resource writes the secret of another, is removed from
messages, reports and stored state before they leave the run.

Short strings and words that mean something to a type occur everywhere: those stay.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Pattern
    from typing import TypeVar

    _Item = TypeVar("_Item")

REDACTED = "[redacted]"
SHORTEST = 5  # characters of a secret that is looked for in texts of other resources
SHORTEST_LINE = 8  # characters of a line of a longer secret


class Secrets:
    """All secrets of one run. With none, texts pass as they are."""

    __slots__ = ("_pattern", "_texts", "_words")

    def __init__(self) -> None:
        self._texts: set[str] = set()
        self._pattern: Pattern[str] | None = None
        self._words: dict[str, str] = {}  # what stands for each form of a secret

    def __bool__(self) -> bool:
        return bool(self._texts)

    def add(self, texts: Iterable[str]) -> None:
        """Add secret strings."""
        for text in texts:
            if len(text) >= SHORTEST:
                self._texts.add(text)
            lines = text.split("\n")
            if len(lines) > 1:
                self._texts.update(line for line in lines if len(line.strip()) >= SHORTEST_LINE)
        self._pattern = None

    def add_all(self, other: Secrets) -> None:
        """Add the secrets of another part of the run."""
        self._texts |= other._texts
        self._pattern = None

    def hide(self, text: str) -> str:
        """Return a text without secrets."""
        if not self._texts:
            return text
        if self._pattern is None:
            import re

            self._words = {
                form: self.word(number)
                for number, each in enumerate(sorted(self._texts), 1)
                for form in _forms(each)
            }
            ordered = sorted(self._words, key=len, reverse=True)
            self._pattern = re.compile("|".join(map(re.escape, ordered)))
        return self._pattern.sub(lambda match: self._words[match[0]], text)

    def word(self, number: int) -> str:  # noqa: ARG002  (one word for all)
        """Return what stands in the place of a secret; secrets are numbered."""
        return REDACTED

    def hide_all(self, data: dict[str, object]) -> dict[str, object]:
        """Return plain data without secrets; names of attributes stay."""
        if not self._texts:
            return data
        return {key: self._hidden(item) for key, item in data.items()}

    def hide_names(self, data: dict[str, _Item]) -> dict[str, _Item]:
        """Return what has names, by names without secrets; names that become equal get a number."""
        if not self._texts:
            return data
        found: dict[str, _Item] = {}
        for name, item in data.items():
            shown = hidden = self.hide(name)
            number = 1
            while shown in found:
                number += 1
                shown = f"{hidden} ({number})"
            found[shown] = item
        return found

    def _hidden(self, value: object) -> object:
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, list | tuple):
            return [self._hidden(item) for item in value]
        if isinstance(value, dict):
            return {key: self._hidden(item) for key, item in value.items()}
        if type(value) is int and str(value) in self._texts:
            return self.hide(str(value))
        return value


def _forms(text: str) -> set[str]:
    """Return a text, and how it looks in quotes of the log and of JSON."""
    from _json import encode_basestring_ascii

    escaped = text.replace("\\", "\\\\")
    return {
        text,
        escaped.replace("'", "\\'"),
        escaped.replace('"', '\\"'),
        encode_basestring_ascii(text)[1:-1],
    }
