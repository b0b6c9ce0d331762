"""What a name that nobody knows was meant to be."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ALIKE = 0.7  # from 0 to 1: two names that few keystrokes tell apart, and no two others


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Ask about the known name that is most like one; empty if none is."""
    from difflib import get_close_matches

    found = get_close_matches(name, list(known), 1, cutoff=ALIKE)
    return f"did you mean {found[0]}?" if found else ""
