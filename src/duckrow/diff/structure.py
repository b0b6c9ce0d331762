"""What is different between two values, with the rules of Ruby's hashdiff.

Hashes are compared by key. Elements of arrays are paired by their longest common subsequence, where
elements that share four fifths of their leaves may be a pair too; what is different between the two
of a pair counts, and each element without a partner is added or removed.

The two of a pair may have different numbers: paths have those of the old array.
"""

from __future__ import annotations

from duckrow.diff.changes import ADDED, CHANGED, REMOVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.diff.changes import Step

    Path = tuple[Step, ...]
    Array = tuple[Path, list[Any], list[Any]]  # its path, the old one and the new one
    # The sign, the path, both values, and the innermost array around them.
    Difference = tuple[str, Path, Any, Any, Array | None]

SIMILAR = 0.8
# Pairs of elements to compare. Of larger arrays the equal ends are left out first; if there are
# still too many, no elements belong together, and the arrays are different as wholes.
MOST_PAIRS, MOST_PAIRS_LEFT = 250_000, 4_000_000


def differences(
    old: Any, new: Any, path: Path = (), array: Array | None = None
) -> list[Difference]:
    """List what is different."""
    if old is None and new is None:
        return []
    kind = type(old)
    if old is None or new is None or kind is not type(new):
        return [(CHANGED, path, old, new, array)]
    if kind is dict:
        return _of_hashes(old, new, path, array)
    if kind is list:
        return _of_arrays(old, new, path)
    return [] if old == new else [(CHANGED, path, old, new, array)]


def _of_hashes(
    old: dict[str, Any], new: dict[str, Any], path: Path, array: Array | None
) -> list[Difference]:
    found: list[Difference] = [
        (REMOVED, (*path, key), old[key], None, array)
        for key in sorted(old.keys() - new.keys(), key=str)
    ]
    for key in sorted(old.keys() & new.keys(), key=str):
        found += differences(old[key], new[key], (*path, key), array)
    found += [
        (ADDED, (*path, key), None, new[key], array)
        for key in sorted(new.keys() - old.keys(), key=str)
    ]
    return found


def _of_arrays(old: list[Any], new: list[Any], path: Path) -> list[Difference]:
    pairs = _pairs(old, new)
    array = path, old, new
    found: list[Difference] = []
    for one, other in pairs:
        found += differences(old[one], new[other], (*path, one), array)
    last_old = last_new = -1
    for one, other in [*pairs, (len(old), len(new))]:
        for number in range(one - 1, last_old, -1):
            position = last_new + number - last_old
            found.append((REMOVED, (*path, position), old[number], None, array))
        for number in range(last_new + 1, other):
            found.append((ADDED, (*path, number), None, new[number], array))
        last_old, last_new = one, other
    return found


def _pairs(old: list[Any], new: list[Any]) -> list[tuple[int, int]]:
    """Return the numbers of elements that belong together, in order."""
    if not old or not new:
        return []
    start = 0
    old_end, new_end = len(old), len(new)
    if old_end * new_end > MOST_PAIRS:
        while start < min(old_end, new_end) and _is_similar(old[start], new[start]):
            start += 1
        while min(old_end, new_end) > start and _is_similar(old[old_end - 1], new[new_end - 1]):
            old_end -= 1
            new_end -= 1
    first = [(number, number) for number in range(start)]
    count = len(old) - old_end
    last = [(old_end + number, new_end + number) for number in range(count)]
    count_left = (old_end - start) * (new_end - start)
    is_small = count_left <= MOST_PAIRS_LEFT
    middle = _longest(old[start:old_end], new[start:new_end]) if is_small else []
    return [*first, *((start + one, start + other) for one, other in middle), *last]


def _longest(old: list[Any], new: list[Any]) -> list[tuple[int, int]]:
    """Return the pairs of the longest common subsequence; of several, the one hashdiff takes."""
    rows: list[list[tuple[str, int]]] = []
    for row, wanted in enumerate(new):
        cells: list[tuple[str, int]] = []
        for column, item in enumerate(old):
            if _is_similar(item, wanted):
                corner = rows[row - 1][column - 1][1] if row and column else 0
                cells.append(("both", corner + 1))
                continue
            top = rows[row - 1][column][1] if row else 0
            left = cells[column - 1][1] if column else 0
            is_up = top > left or (top == left and row == 0)
            cells.append(("up" if is_up else "left", max(top, left)))
        rows.append(cells)
    pairs: list[tuple[int, int]] = []
    column, row = len(old) - 1, len(new) - 1
    while column >= 0 and row >= 0 and rows[row][column][1]:
        way = rows[row][column][0]
        if way == "both":
            pairs.append((column, row))
        column -= way != "up"
        row -= way != "left"
    return pairs[::-1]


def _is_similar(one: Any, other: Any) -> bool:
    if type(one) not in (dict, list) and type(other) not in (dict, list):
        if type(one) in (int, float) and type(other) in (int, float):
            return bool(one == other)
        return type(one) is type(other) and bool(one == other)
    count = _leaves(one) + _leaves(other)
    if not count:
        return True
    found = differences(one, other)
    changed = sum(_leaves(old) + _leaves(new) for _, _, old, new, _ in found)
    return 1 - changed / count >= SIMILAR


def _leaves(value: Any) -> int:
    if value is None or value is False:
        return 0
    if type(value) is list:
        return sum(map(_leaves, value))
    if type(value) is dict:
        return sum(map(_leaves, value.values()))
    return 1
