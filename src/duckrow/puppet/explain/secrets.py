"""The secrets of a compile: the strings in Sensitive values of its parameters and variables."""

from __future__ import annotations

from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.catalog.build import Build


def secrets_of(build: Build) -> Iterator[str]:
    """Return the secrets of a compile; variables of blocks are not kept, so theirs are missing."""
    resources = build.catalog.resources
    for resource in resources:
        for name, value in resource.parameters.items():
            yield from _strings(value, is_secret=name in (resource.sensitive or ()))
    scopes = {id(each): each for each in (build.top, *build.class_scopes.values())}
    scopes |= {id(each.scope): each.scope for each in resources}  # those of defines and nodes
    for scope in scopes.values():
        # Facts are variables that are computed when somebody asks; nobody asks here.
        for value in dict.values(scope.variables):
            yield from _strings(value)


def _strings(value: object, *, is_secret: bool = False) -> Iterator[str]:
    if type(value) is str:
        if is_secret:
            yield value
    elif type(value) is dict:
        for item in value.values():
            yield from _strings(item, is_secret=is_secret)
    elif type(value) is list:
        for item in value:
            yield from _strings(item, is_secret=is_secret)
    elif type(value) is Sensitive:
        yield from _strings(value.unwrap(), is_secret=True)
