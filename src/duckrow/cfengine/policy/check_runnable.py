"""Checks that matter only if a policy is run."""

from __future__ import annotations

from duckrow.cfengine.policy.check_names import built_in, check_handles, sections
from duckrow.cfengine.policy.errors import PolicyErrors
from duckrow.cfengine.policy.tables import body_kinds, lookup
from duckrow.cfengine.syntax.nodes import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from duckrow.cfengine.policy.model import Body, Bundle


def check_runnable(
    bundles: Sequence[Bundle], bodies: Sequence[Body], last_file: str, *, needs_comments: bool
) -> list[str]:
    """Return the errors, as they are printed."""
    errors = PolicyErrors(last_file)
    if needs_comments:
        _check_comments(bundles, errors)
    _check_bodies_exist(bundles, bodies, errors)
    check_handles(bundles, errors)
    return errors.lines()


def _check_comments(bundles: Sequence[Bundle], errors: PolicyErrors) -> None:
    message = "Promise is missing a comment attribute, and comments are required by policy"
    for bundle in bundles:
        for promise in built_in(bundle):
            if all(attribute.name != "comment" for attribute in promise.attributes):
                errors.add(bundle.file, promise.line, message)


def _check_bodies_exist(
    bundles: Sequence[Bundle], bodies: Sequence[Body], errors: PolicyErrors
) -> None:
    names: set[tuple[str, str]] = set()
    qualified: set[tuple[str, str, str]] = set()
    for body in bodies:
        name = body.name.partition(":")[2] if ":" in body.name else body.name
        names.add((body.kind, name))
        qualified.add((body.kind, body.namespace, name))
    for bundle in bundles:
        for kind, reference, line in _references(bundle):
            namespace, colon, name = reference.rpartition(":")
            # A name without a namespace may be that of a body in any namespace.
            is_known = (kind, namespace, name) in qualified if colon else (kind, name) in names
            if not is_known:
                errors.add(bundle.file, line, f"Undefined body {name} with type {kind}")


def _references(bundle: Bundle) -> Iterator[tuple[str, str, int]]:
    """Yield the kind, the name and the line of each body that a promise names."""
    kinds = body_kinds()
    for section in sections(bundle):
        for promise in section.promises if lookup.is_built_in(section.type) else ():
            for attribute in promise.attributes:
                kind = attribute.name
                if kind in kinds and _wants_body(bundle.kind, section.type, kind):
                    yield kind, name_of(attribute.value), attribute.line


def _wants_body(bundle_kind: str, type_: str, name: str) -> bool:
    attribute = lookup.valid_attribute(bundle_kind, type_, name)
    return attribute is not None and attribute[0] == "body"
