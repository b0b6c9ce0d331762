"""Several descriptions made one, where every alternative failed for the same reason.

Each option of a Variant, or each signature of a function, has its own list of mismatches. If all of
them have the same kind of problem in the same location, one message about all of them says it
better.
"""

from __future__ import annotations

from duckrow.puppet.types.describe.problems import (
    Mismatch,
    MissingBlock,
    UnexpectedBlock,
    WrongCount,
    WrongPattern,
    WrongSize,
    WrongType,
)
from duckrow.puppet.types.model.choices import variant_type
from duckrow.puppet.types.model.numbers import IntegerType
from duckrow.puppet.types.normalize import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.describe.problems import Problem

SIZES: tuple[type[Problem], ...] = (WrongSize, WrongCount)
COUNTS: tuple[type[Problem], ...] = (WrongCount,)


def merge(
    alternatives: list[list[Mismatch]], position: int, sizes: tuple[type[Problem], ...]
) -> list[Mismatch]:
    """Merge the mismatches of several alternatives as far as they agree.

    `position` is where their paths name the alternative; a single mismatch leaves that out.
    `sizes` are the kinds of problems with numbers that may be merged.
    """
    found = _generic(alternatives, sizes) or _distinct(alternatives)
    return [found[0].chopped(position)] if len(found) == 1 else found


def _generic(
    alternatives: list[list[Mismatch]], sizes: tuple[type[Problem], ...]
) -> list[Mismatch]:
    for kinds in (sizes, (MissingBlock,), (UnexpectedBlock,), (WrongType, WrongPattern)):
        alike = [
            mismatch
            for mismatches in alternatives
            for mismatch in mismatches
            if isinstance(mismatch.problem, kinds)
        ]
        if alike and len(alike) == len(alternatives) and _have_one_path(alike):
            merged = alike[0].problem
            for mismatch in alike[1:]:
                merged = _merged(merged, mismatch.problem)
            return [Mismatch(alike[0].path, merged)]
    return []


def _have_one_path(mismatches: list[Mismatch]) -> bool:
    path = mismatches[0].canonical_path()
    return all(mismatch.canonical_path() == path for mismatch in mismatches)


def _distinct(alternatives: list[list[Mismatch]]) -> list[Mismatch]:
    """List all mismatches; a block is mentioned once for each location."""
    distinct: dict[object, Mismatch] = {}
    for mismatches in alternatives:
        for mismatch in mismatches:
            if isinstance(mismatch.problem, MissingBlock | UnexpectedBlock):
                identity: object = (type(mismatch.problem), mismatch.canonical_path())
            else:
                identity = id(mismatch)
            distinct.setdefault(identity, mismatch)
    return list(distinct.values())


def _merged(one: Problem, other: Problem) -> Problem:
    match one, other:
        case ((WrongType() | WrongPattern()), (WrongType() | WrongPattern())):
            # The kind of the first mismatch wins.
            return type(one)(normalize(variant_type((one.expected, other.expected))), one.actual)
        case ((WrongSize() | WrongCount()), (WrongSize() | WrongCount())):
            return type(one)(_wider(one.expected, other.expected), one.actual)
    return one


def _wider(one: IntegerType, other: IntegerType) -> IntegerType:
    high = None if one.high is None or other.high is None else max(one.high, other.high)
    return IntegerType(min(one.low or 0, other.low or 0), high)
