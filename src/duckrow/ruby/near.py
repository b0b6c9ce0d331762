"""Names similar to an unknown one: "Did you mean?", as Ruby does it.

The similarity of two names grows with the letters that they have in common at about the same index,
more so when they begin alike. Of the similar names, those within a few keystrokes are suggested; if
there are none, the most similar one is.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_GAP = "\n               "
_SHORT, _LIKE, _SHORT_LIKE = 3, 0.834, 0.77


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the "Did you mean?" lines for the end of a message; empty without a similar name."""
    found = near(name, known)
    return f"\nDid you mean?  {_GAP.join(found)}" if found else ""


def near(name: str, known: Iterable[str]) -> list[str]:
    """List the names that are like one."""
    given = _plain(name)
    least = _LIKE if len(given) > _SHORT else _SHORT_LIKE
    like = [each for each in known if each != name and likeness(_plain(each), given) >= least]
    like.sort(key=lambda each: likeness(each, given))
    like.reverse()
    most = -(-len(given) // 4)
    typed = [each for each in like if keystrokes(_plain(each), given) <= most]
    if typed:
        return typed
    spelt = (e for e in like if keystrokes(_plain(e), given) < min(len(given), len(_plain(e))))
    return list(spelt)[:1]


def _plain(name: str) -> str:
    return name.lower().replace("@", "")


def likeness(one: str, other: str) -> float:
    """Return how alike two names are (Jaro and Winkler), from 0 to 1."""
    common = _common(one, other)
    if common <= 0.7:
        return common
    start = 0
    for left, right in zip(one[:4], other[:4], strict=False):
        if left != right:
            break
        start += 1
    return common + start * 0.1 * (1 - common)


def _common(one: str, other: str) -> float:
    """Return how many letters two names have in common at about the same position (Jaro)."""
    if len(one) > len(other):
        one, other = other, one
    reach = len(other) // 2 - 1 if len(other) > 3 else 0
    taken = [False] * len(other)
    matched: list[str] = []
    for at, letter in enumerate(one):
        for position in range(max(at - reach, 0), min(at + reach, len(other) - 1) + 1):
            if not taken[position] and other[position] == letter:
                taken[position] = True
                matched.append(letter)
                break
    if not matched:
        return 0.0
    there = [letter for letter, is_taken in zip(other, taken, strict=True) if is_taken]
    swapped = sum(left != right for left, right in zip(matched, there, strict=True)) // 2
    count = len(matched)
    return (count / len(one) + count / len(other) + (count - swapped) / count) / 3


def keystrokes(one: str, other: str) -> int:
    """Count the letters to add, drop or replace to make one name another (Levenshtein)."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        last, row[0] = row[0], at
        for position, against in enumerate(other, 1):
            last, row[position] = (
                row[position],
                min(row[position] + 1, row[position - 1] + 1, last + (letter != against)),
            )
    return row[-1]
