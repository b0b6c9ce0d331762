"""Names that may be given once, and how bundles call each other.

This is checked for each file, and once more for all files together: it is all that can change when
files are put together.
"""

from __future__ import annotations

from collections import Counter

from duckrow.cfengine.policy.faults import Faults
from duckrow.cfengine.policy.policy import split_name
from duckrow.cfengine.policy.references import has_variables
from duckrow.cfengine.policy.tables import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from duckrow.cfengine.policy.model import Body, Bundle

    # Bundles by namespace and name.
    Callees = dict[tuple[str, str], Bundle]

_MOST_REPEATS = 100


def check_all_blocks(
    bundles: Sequence[Bundle], bodies: Sequence[Body], last_file: str
) -> list[str]:
    """Check the blocks of all files, each of which was found to be right by itself."""
    faults = Faults(last_file)
    check_bundle_names(bundles, faults)
    callees = find_callees(bundles)
    for bundle in bundles:
        if bundle.has("methods"):
            for promise in _promises(bundle, "methods"):
                check_calls(bundle, callees, promise, faults)
    check_body_names(bodies, faults)
    check_handles(bundles, faults)
    return faults.lines()


def check_bundle_names(bundles: Sequence[Bundle], faults: Faults) -> None:
    """Check that no two bundles of a type have the same name."""
    _check_twice("bundle", bundles, faults)


def check_body_names(bodies: Sequence[Body], faults: Faults) -> None:
    """Check that no two bodies of a type have the same name; each file may have its control."""
    _check_twice("body", [body for body in bodies if body.kind != "file"], faults)


def _check_twice(word: str, blocks: Sequence[Bundle] | Sequence[Body], faults: Faults) -> None:
    seen = Counter((block.kind, block.namespace, block.name) for block in blocks)
    if len(seen) == len(blocks):
        return
    for block in blocks:
        # It is said once for every other one, but nobody reads on for ever.
        for _ in range(min(seen[block.kind, block.namespace, block.name] - 1, _MOST_REPEATS)):
            faults.add(
                block.file,
                block.line,
                f"Duplicate definition of {word} {block.name} with type {block.kind}",
            )


def check_handles(bundles: Iterable[Bundle], faults: Faults) -> None:
    """Check that no two promises under the same classes have the same handle."""
    guards: dict[str, Any] = {}
    for bundle in bundles:
        for promise in built_in(bundle):
            handle = _handle(promise[3])
            if handle is None or has_variables(handle, faults.say_at_once):
                continue
            guard = promise[0] if isinstance(promise[0], str) else "any"
            if handle not in guards:
                guards[handle] = guard
            elif guards[handle] == guard:
                faults.add(bundle.file, promise[4], f"Duplicate promise handle {handle} found")


def _handle(attributes: Iterable[tuple[Any, ...]]) -> str | None:
    for attribute in attributes:
        if attribute[0] == "handle":
            value = attribute[1]
            if isinstance(value, str):
                return value
            if value[0] == "name":
                return str(value[1])
    return None


def sections(bundle: Bundle) -> list[tuple[str, list[Any], int]]:
    """Give the sections with those of one type put together: built-in types, then the others."""
    promises: dict[str, list[Any]] = {}
    lines: dict[str, int] = {}
    for type_, more, line in bundle.raw_sections:
        promises.setdefault(type_, []).extend(more)
        lines[type_] = line
    # What is not built in is False, and sorting keeps the order of what is equal.
    types = sorted(promises, key=lookup.is_built_in, reverse=True)
    return [(type_, promises[type_], lines[type_]) for type_ in types]


def _promises(bundle: Bundle, wanted: str) -> Iterable[tuple[Any, ...]]:
    for type_, promises, _ in bundle.raw_sections:
        if type_ == wanted:
            yield from promises


def built_in(bundle: Bundle) -> Iterable[tuple[Any, ...]]:
    """Give the promises of built-in types, in the order of sections."""
    found = bundle.raw_sections
    if len({section[0] for section in found}) != len(found):
        found = tuple(sections(bundle))
    for type_, promises, _ in found:
        if promises and lookup.is_built_in(type_):
            yield from promises


def find_callees(bundles: Iterable[Bundle]) -> Callees:
    """Give the bundles that methods call: of one name, those for agents come first."""
    found: Callees = {}
    for kind in ("agent", "common"):
        for bundle in bundles:
            if bundle.kind == kind:
                found.setdefault((bundle.namespace, bundle.name), bundle)
    return found


def check_calls(bundle: Bundle, callees: Callees, promise: tuple[Any, ...], faults: Faults) -> None:
    """Check that bundles are called with as many arguments as they take."""
    for name, value, _, line, _ in promise[3]:
        if name != "usebundle" or isinstance(value, str) or value[0] != "call":
            continue
        namespace, bare = split_name(value[1], bundle.namespace)
        callee = callees.get((namespace, bare))
        if callee is not None and len(callee.params) != len(value[2]):
            faults.add(
                bundle.file,
                line,
                f"Conflicting arity in calling bundle {value[1]},"
                f" expected {len(callee.params)} arguments, {len(value[2])} given",
            )
