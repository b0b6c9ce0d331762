"""Answers to all pairs of a left and a right side, as text.

Equal answers are written once, with the pairs that they belong to:

    = true
      1 | 1.0  ==  1 | 1.0
      'a'  ==  'A' | 'a'

Several sides in one line stand for all pairs of them. The empty text is written as `(nothing)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Pair = tuple[str, str]
BAR = " | "
NOTHING = "(nothing)"


def write_grid(answers: Mapping[Pair, str], sign: str) -> str:
    """Write answers by pair; an answer may have several lines."""
    grouped: dict[str, dict[str, list[str]]] = {}
    for (left, right), answer in answers.items():
        grouped.setdefault(answer, {}).setdefault(left, []).append(right)
    lines = []
    for answer, rights_of in grouped.items():
        lines.append(answer)
        lefts_of: dict[tuple[str, ...], list[str]] = {}
        for left, rights in rights_of.items():
            lefts_of.setdefault(tuple(rights), []).append(left)
        for same_rights, lefts in lefts_of.items():
            lines.append(f"  {_sides(lefts)}  {sign}  {_sides(same_rights)}")
    return "\n".join(lines) + "\n"


def read_grid(text: str, sign: str) -> dict[Pair, str]:
    """Read what `write_grid` wrote."""
    answers: dict[Pair, str] = {}
    heading: list[str] = []
    is_new = True  # whether the next line that is not indented begins a heading
    for line in text.splitlines():
        if not line.startswith("  "):
            heading = [line] if is_new else [*heading, line]
            is_new = False
            continue
        is_new = True
        lefts, _, rights = line[2:].partition(f"  {sign}  ")
        for left in lefts.split(BAR):
            for right in rights.split(BAR):
                pair = (_side(left), _side(right))
                assert pair not in answers, pair
                answers[pair] = "\n".join(heading)
    return answers


def _sides(sides: Sequence[str]) -> str:
    assert not any(BAR in side or "  " in side or "\n" in side for side in sides), sides
    return BAR.join(side or NOTHING for side in sides)


def _side(text: str) -> str:
    return "" if text == NOTHING else text
