"""Suggest a known name for an unknown one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_SIMILARITY = 0.7  # similarity from 0 to 1 that a suggestion needs


def most_similar(name: str, known: Iterable[str], least: float = MIN_SIMILARITY) -> str:
    """Return the known name most similar to an unknown one, or an empty string."""
    from difflib import get_close_matches

    found = get_close_matches(name, list(known), 1, cutoff=least)
    return found[0] if found else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return "did you mean …?" with the most similar known name, or an empty string."""
    found = most_similar(name, known)
    return f"did you mean {found}?" if found else ""
