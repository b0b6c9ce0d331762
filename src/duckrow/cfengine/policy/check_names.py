"""Check that names are unique, and that bundles are called with the right arguments.

These checks run for each file, and once more for all files together: no other result can change
when files are combined.
"""

from __future__ import annotations

from duckrow.cfengine.policy.errors import PolicyErrors
from duckrow.cfengine.policy.policy import split_name
from duckrow.cfengine.policy.references import has_variables
from duckrow.cfengine.policy.tables import lookup
from duckrow.cfengine.syntax.nodes import FunctionCall, Promise, PromiseSection, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from duckrow.cfengine.policy.model import Body, Bundle
    from duckrow.cfengine.syntax.nodes import Attribute

    # Bundles by namespace and name.
    Callees = dict[tuple[str, str], Bundle]

_MOST_REPEATS = 100


def check_all_blocks(
    bundles: Sequence[Bundle], bodies: Sequence[Body], last_file: str
) -> list[str]:
    """Check the blocks of all files; each file has passed its own checks."""
    errors = PolicyErrors(last_file)
    check_bundle_names(bundles, errors)
    callees = find_callees(bundles)
    for bundle in bundles:
        if bundle.has("methods"):
            for promise in _promises(bundle, "methods"):
                check_calls(bundle, callees, promise, errors)
    check_body_names(bodies, errors)
    check_handles(bundles, errors)
    return errors.lines()


def check_bundle_names(bundles: Sequence[Bundle], errors: PolicyErrors) -> None:
    """Check that no two bundles of a type have the same name."""
    _check_twice("bundle", bundles, errors)


def check_body_names(bodies: Sequence[Body], errors: PolicyErrors) -> None:
    """Check that no two bodies of a type have the same name; each file may have its control."""
    _check_twice("body", [body for body in bodies if body.kind != "file"], errors)


def _check_twice(
    word: str, blocks: Sequence[Bundle] | Sequence[Body], errors: PolicyErrors
) -> None:
    seen: dict[tuple[str, str, str], int] = {}
    for block in blocks:
        name = block.kind, block.namespace, block.name
        seen[name] = seen.get(name, 0) + 1
    if len(seen) == len(blocks):
        return
    for block in blocks:
        # The reference prints it once for every other block; we stop at a limit.
        for _ in range(min(seen[block.kind, block.namespace, block.name] - 1, _MOST_REPEATS)):
            errors.add(
                block.file,
                block.line,
                f"Duplicate definition of {word} {block.name} with type {block.kind}",
            )


def check_handles(bundles: Iterable[Bundle], errors: PolicyErrors) -> None:
    """Check that no two promises under the same class guards have the same handle."""
    guards: dict[str, str] = {}
    for bundle in bundles:
        for promise in built_in(bundle):
            handle = _handle(promise.attributes)
            if handle is None or has_variables(handle, errors.add_early):
                continue
            if handle not in guards:
                guards[handle] = promise.guard
            elif guards[handle] == promise.guard:
                errors.add(bundle.file, promise.line, f"Duplicate promise handle {handle} found")


def _handle(attributes: Iterable[Attribute]) -> str | None:
    for attribute in attributes:
        if attribute.name == "handle":
            handle = text_of(attribute.value)
            if handle is not None:
                return handle
    return None


def sections(bundle: Bundle) -> list[PromiseSection]:
    """Return one section per type: built-in types first, then custom types."""
    found = bundle.node.sections
    if len(found) == 1:
        return [*found]
    promises: dict[str, list[Promise]] = {}
    lines: dict[str, int] = {}
    for section in found:
        promises.setdefault(section.type, []).extend(section.promises)
        lines[section.type] = section.line
    # False sorts first, so `reverse`; sorting keeps the order of equal keys.
    types = sorted(promises, key=lookup.is_built_in, reverse=True)
    return [PromiseSection(type_, promises[type_], lines[type_]) for type_ in types]


def _promises(bundle: Bundle, wanted: str) -> Iterable[Promise]:
    for section in bundle.node.sections:
        if section.type == wanted:
            yield from section.promises


def built_in(bundle: Bundle) -> Iterable[Promise]:
    """Return the promises of built-in types, in the order of sections."""
    found = bundle.node.sections
    if len({section.type for section in found}) != len(found):
        found = sections(bundle)
    for section in found:
        if section.promises and lookup.is_built_in(section.type):
            yield from section.promises


def find_callees(bundles: Iterable[Bundle]) -> Callees:
    """Return the bundles that methods call; an agent bundle hides another bundle of its name."""
    found: Callees = {}
    for kind in ("agent", "common"):
        for bundle in bundles:
            if bundle.kind == kind:
                found.setdefault((bundle.namespace, bundle.name), bundle)
    return found


def check_calls(bundle: Bundle, callees: Callees, promise: Promise, errors: PolicyErrors) -> None:
    """Check the number of arguments of bundle calls."""
    for attribute in promise.attributes:
        call = attribute.value
        if attribute.name != "usebundle" or not isinstance(call, FunctionCall):
            continue
        namespace, bare = split_name(call.name, bundle.namespace)
        callee = callees.get((namespace, bare))
        if callee is not None and len(callee.params) != len(call.arguments):
            errors.add(
                bundle.file,
                attribute.line,
                f"Conflicting arity in calling bundle {call.name},"
                f" expected {len(callee.params)} arguments, {len(call.arguments)} given",
            )
