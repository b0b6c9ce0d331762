"""Names that begin with a capital, and regular expressions between slashes."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.dialect import Dialect
    from duckrow.puppet.types.model.base import Type
    from duckrow.regexp import RubyRegexp


# The language's own names as they were written, with the dialect in which they mean this.
_MET: dict[str, tuple[Type, Dialect]] = {}


def type_named(scope: Scope, name: str, is_bare: bool = True) -> Type:
    """Return the type of a name; `is_bare` means that no brackets follow.

    The language's own names come first, then types of modules, then resource types.
    """
    known = _MET.get(name)
    if known is not None and known[1] is scope.build.settings.dialect:
        return known[0]
    of_build: Type | None = scope.build.named_types.get(name)
    if of_build is not None:
        return of_build
    found = find_type(scope, name, is_bare)
    if found is None or found.name == "TypeReference":
        unknown = getattr(found, "type_string", name)
        raise EvaluationError(f"Resource type not found: {unknown}", "unknown-resource-type")
    return found


def type_or_reference(scope: Scope, name: str) -> Type:
    """Return the type of a name; an unknown name becomes a TypeReference."""
    found = find_type(scope, name)
    if found is None:
        from duckrow.puppet.types.model.references import TypeReferenceType

        return TypeReferenceType(name)
    return found


def find_type(scope: Scope, name: str, is_bare: bool = True) -> Type | None:
    """Return the type of a name, or None."""
    from duckrow.puppet.types.dialect import PUPPET
    from duckrow.puppet.types.names import NAMED

    key = name.removeprefix("::").lower()
    build = scope.build
    dialect = build.settings.dialect
    if dialect is not PUPPET:
        from duckrow.puppet.types.draft import named

        known = named(key, dialect, is_bare=is_bare)
        if known is not None:
            return known
    known = NAMED.get(key)
    if known is not None:
        if dialect is PUPPET:
            _MET[name] = known, dialect
        return known
    loaders = build.loaders
    known = loaders.find_type(key)
    if known is not None:
        return known
    is_resource = loaders.find_resource_type(key) or loaders.find_define(key)
    if is_resource or dialect.unknown_is_resource:
        from duckrow.puppet.types.model.references import ResourceType

        made = ResourceType(name.removeprefix("::"), None)
        if is_resource and dialect is PUPPET and not loaders.has_views:
            build.named_types[name] = made
        return made
    return None


def regexp_of(source: str) -> RubyRegexp:
    """Return the regular expression of a source."""
    from duckrow.regexp.ruby import regexp

    return regexp(source)
