"""Words of the answers: lists, counts, and names that look alike."""

from __future__ import annotations

from difflib import get_close_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class NoSuchThing(Exception):  # noqa: N818  (the user asks for something that is not there)
    """A question is about something that the policy does not have; `hint` is a similar name."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def nearest(name: str, names: Iterable[str]) -> str:
    """Return a question about the most similar name, or ""."""
    found = get_close_matches(name, list(names), 1, 0.6)
    return f"did you mean {found[0]}?" if found else ""


def listed(words: list[str]) -> str:
    """Join words with commas and `and`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(words: list[str]) -> str:
    """Return each word once, with its number if there are several."""
    counts = {word: words.count(word) for word in dict.fromkeys(words)}
    if len(words) == 1:
        return words[0]
    return listed([f"{count} {word}" for word, count in counts.items()])


def sentence(text: str) -> str:
    """Return a text with a full stop."""
    return text if text.endswith((".", "?")) else f"{text}."
