"""The statements of the language that change the catalog, as compiled manifests call them.

    create              file { '/x': mode => '0644' }        also virtual, exported, class { }
    create_all          several bodies whose titles are surely different strings
    declare             titles that may be anything
    references_to       the value of these
    declare_defaults    File { mode => '0644' }
    attributes          what stands between the braces where it is more than names and values

Overrides, collectors and arrows are in files of their own.

Titles and attributes are evaluated before the statement is called; a resource enters the catalog
here. File and lines are given by the caller.
"""

from __future__ import annotations

import sys

from duckrow.puppet.catalog.catalog import capitalized, known_type
from duckrow.puppet.catalog.defaults import apply_defaults, set_defaults
from duckrow.puppet.catalog.resource import (
    CLASS,
    Append,
    Resource,
)
from duckrow.puppet.catalog.tags import is_plain_tag, own_tags
from duckrow.puppet.runtime.definition import FORWARD
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import here
from duckrow.puppet.runtime.scope import Scope
from duckrow.puppet.types.model.references import ClassType, ResourceType, TypeReferenceType
from duckrow.puppet.values.default import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.resource import Lines

__all__ = [
    "attributes",
    "checked_title",
    "create",
    "create_all",
    "declare",
    "declare_defaults",
    "exported",
    "references_to",
    "splat_attributes",
]

REGULAR, VIRTUAL, EXPORTED = "regular", "virtual", "exported"
_STRING = frozenset((str,))


def declare(
    scope: Scope,
    form: str,
    type_: object,
    titles: tuple[Any, ...],
    attributes: tuple[dict[str, Any], ...],
    file: str,
    line: int,
    lines: tuple[Lines | None, ...] = (),
) -> list[Resource]:
    """Evaluate a resource expression; return the declared resources.

    `line` is that of the statement, `lines` holds those of the attributes of each body if some of
    them differ.
    """
    name = type_ if type(type_) is str else _type_name(type_)
    if len(titles) == 1 and type(titles[0]) is str and titles[0]:
        lines_of = lines[0] if lines else None
        return [create(scope, form, name, titles[0], attributes[0], file, line, lines_of)]
    made = []
    for named, given, lines_of in _bodies(scope, titles, attributes, line, lines):
        for index, title in enumerate(named):
            # Each resource has its own table of parameters.
            own = given if len(named) == 1 else dict(given)
            if len(named) > 1 and index == 0:
                _share_targets(scope, given)
                own = dict(given)
            made.append(create(scope, form, name, title, own, file, line, lines_of))
    if not made:
        known_type(scope.build, name)
    return made


def create_all(
    scope: Scope,
    form: str,
    type_name: str,
    titles: tuple[str, ...],
    attributes: tuple[dict[str, Any], ...],
    file: str,
    line: int,
    lines: tuple[Lines | None, ...] = (),
) -> list[Resource]:
    """Evaluate a resource expression whose titles are strings, all different and none empty."""
    return [
        create(scope, form, type_name, title, given, file, line, lines_of)
        for title, given, lines_of in zip(
            titles, attributes, lines or (None,) * len(titles), strict=True
        )
    ]


def references_to(declared: Resource | list[Resource]) -> list[ResourceType]:
    """Return references to declared resources: the value of a resource expression."""
    if type(declared) is Resource:
        return [ResourceType(declared.type, declared.title)]
    assert type(declared) is list
    return [ResourceType(each.type, each.title) for each in declared]


def _bodies(
    scope: Scope,
    titles: tuple[Any, ...],
    attributes: tuple[dict[str, Any], ...],
    line: int,
    lines: tuple[Lines | None, ...],
) -> list[tuple[list[str], dict[str, Any], Lines | None]]:
    """Check the titles of all bodies, and merge the body titled `default` into the others."""
    seen: set[str] = set()
    bodies = []
    defaults: dict[str, Any] = {}
    default_lines: Lines | None = None
    has_default = False
    for index, value in enumerate(titles):
        named = []
        for position, title in enumerate(_titles(value, index)):
            if title is DEFAULT:
                if has_default:
                    raise _repeated("default")
                has_default = True
                defaults = attributes[index]
                default_lines = lines[index] if lines else None
                continue
            _check_title(title, position, index)
            if title in seen:
                raise _repeated(title)
            seen.add(title)
            named.append(title)
        lines_of = lines[index] if lines else None
        bodies.append((named, attributes[index], lines_of))
    if defaults:
        _share_targets(scope, defaults)
        bodies = [
            (named, {**defaults, **given}, _merged(where, given, default_lines, line))
            for named, given, where in bodies
        ]
    return bodies


def _merged(
    lines: Lines | None, given: dict[str, Any], defaults: Lines | None, line: int
) -> Lines | None:
    """Return the lines of a body's own attributes and of those it has from the default body."""
    if defaults is None:
        return lines
    own = lines if lines is not None else tuple((name, line) for name in given)
    return (*own, *(each for each in defaults if each[0] not in given))


def checked_title(value: object, index: int, *before: object) -> object:
    """Check the title of a body before its attributes are evaluated; `before` titles others."""
    if type(value) is str and value and _STRING.issuperset(map(type, before)):
        if value in before:
            raise _repeated(value)
    else:
        seen = {title for each in before for title in _titles(each, index)}
        for position, title in enumerate(_titles(value, index)):
            if title is not DEFAULT:
                _check_title(title, position, index)
            if title in seen:
                raise _repeated("default" if title is DEFAULT else title)
            seen.add(title)
    return value


def _titles(value: object, index: int) -> list[Any]:
    if value is None:
        raise EvaluationError(
            "Missing title. The title expression resulted in undef",
            "missing-title",
            part=f"title{index}",
        )
    if type(value) is not list:
        return [value]
    return [part for item in value for part in ([None] if item is None else _titles(item, index))]


def _check_title(title: object, position: int, index: int) -> None:
    part = f"title{index}"
    if type(title) is str:
        if not title:
            raise EvaluationError(
                f"Empty string title at {position}. Title strings must have a length greater "
                "than zero.",
                "empty-string-title-at",
                part=part,
            )
    elif title is None:
        raise EvaluationError(
            f"Missing title at index {position}. The title expression resulted in an undef title",
            "missing-title-at",
            part=part,
        )
    else:
        raise EvaluationError(
            f"Illegal title type at index {position}. Expected String, got {_generic(title)}",
            "illegal-title-type-at",
            part=part,
        )


def _repeated(title: str) -> EvaluationError:
    return EvaluationError(
        f"The title '{title}' has already been used in this resource expression", "duplicate-title"
    )


def _generic(value: object) -> str:
    from duckrow.puppet.types.infer import infer_generic
    from duckrow.puppet.types.type_text import type_to_text

    return type_to_text(infer_generic(value))


def _type_name(type_: Any) -> str:
    """Return the name of a type that was worked out; it must be a resource type without a title."""
    if type(type_) is ResourceType and type_.type_name is not None and type_.title is None:
        return type_.type_name.lower()
    if type(type_) is ClassType and type_.class_name is None:
        return "class"
    from duckrow.puppet.types.type_text import type_to_text

    if type(type_) is TypeReferenceType:
        raise EvaluationError(
            f"Resource type not found: {type_to_text(type_)}", "unknown-resource-type", part="type"
        )
    is_entry = type(type_) is ResourceType or type(type_) is ClassType
    raise _illegal_type(type_to_text(type_) if is_entry else _generic(type_))


def _illegal_type(actual: str) -> EvaluationError:
    return EvaluationError(
        "Illegal Resource Type expression, expected result to be a type name, or untitled "
        f"Resource, got {actual}",
        "illegal-resource-type",
        part="type",
    )


def exported(scope: Scope, type_: object) -> object:
    """Begin an exported declaration, which has no effect without a store. Return the type."""
    if not scope.build.settings.storeconfigs:
        scope.build.log(
            "warning",
            "You cannot collect exported resources without storeconfigs being set; "
            "the export is ignored",
            location=here(),
            code="rt-no-storeconfigs-export",
        )
    return type_


def create(
    scope: Scope,
    form: str,
    type_name: str,
    title: str,
    parameters: dict[str, Any],
    file: str | None,
    line: int | None,
    lines: Lines | None = None,
) -> Resource:
    """Make one resource and put it into the catalog; the body of a class runs at once.

    The table of parameters becomes the resource's own.
    """
    build: Any = scope.build
    if type(scope) is not Scope:
        scope = scope.body()
    known = build.types.get(type_name)
    if known is None:
        known = known_type(build, type_name)
    type_ = known.name
    if type_ == "Class":
        return _declare_class(build, scope, form, title, parameters, file, line, lines)
    definition = known.definition
    resource = Resource(
        type_, title, scope, parameters, known.kind, file, line, known.description, definition
    )
    resource.attribute_lines = lines
    if form != REGULAR:
        resource.is_virtual = True
        resource.is_exported = form == EXPORTED
    if "tag" in parameters and not is_plain_tag(parameters["tag"]):
        own_tags(resource)  # one of them may be invalid
    if build.default_types:
        if build.rules is None:
            if type_ in build.default_types:
                apply_defaults(resource)
        else:
            if "tag" in parameters:
                own_tags(resource)
            from duckrow.puppet.catalog.declared_again import declare as declare_again

            if declare_again(build, build.rules, resource):
                return resource
            if build.rules.deterministic is None:
                apply_defaults(resource)
    odd_names = known.odd_names
    if odd_names is None or build.listener is not None or not odd_names.isdisjoint(parameters):
        build.add(resource, None if type_ == "Stage" else scope.resource)
        return resource
    # What `Build.add` does with such a resource, in one go: a tenth of a plain declaration.
    catalog = build.catalog
    table = catalog.tables.get(type_)
    if table is None or title in table or len(build.resources) >= build.most_resources:
        build.add(resource, scope.resource)
        return resource
    table[title] = resource
    catalog.resources.append(resource)
    build.resources.append(resource)
    if definition is not None:
        build.waiting.append(resource)
    resource.container = scope.resource
    return resource


def _declare_class(
    build: Any,
    scope: Scope,
    form: str,
    title: str,
    parameters: dict[str, object],
    file: str | None,
    line: int | None,
    lines: Lines | None,
) -> Resource:
    from duckrow.puppet.catalog.bodies import evaluate
    from duckrow.puppet.catalog.classes import instantiate

    definition = build.loaders.find_class(title.removeprefix("::").lower())
    if definition is None:
        raise EvaluationError(f"Could not find declared class {title}", missing=("class", title))
    resource = Resource(
        "Class",
        capitalized(definition.name),
        scope,
        parameters,
        CLASS,
        file,
        line,
        definition=definition,
    )
    resource.attribute_lines = lines
    if form != REGULAR:
        resource.is_virtual = True
        resource.is_exported = form == EXPORTED
    if build.rules is not None:
        from duckrow.puppet.catalog.declared_again import declare_class

        if build.rules.deterministic is not None:
            resource.scope = build.rules.deterministic.include(scope, [definition.name])
        if declare_class(build, build.rules, resource):
            return resource
    instantiate(build, resource.scope, resource)
    build.add(resource, None)
    evaluate(build, resource)
    return resource


def _share_targets(scope: Scope, given: dict[str, Any]) -> None:
    """Several resources of one body hold one list of targets; see `relationships.share`."""
    for name in FORWARD:
        if type(given.get(name)) is list:
            from duckrow.puppet.catalog.relationships import share

            given[name] = share(scope.build, given[name])


def declare_defaults(
    scope: Scope,
    type_: object,
    attributes: dict[str, object],
    line: int,
    lines: Lines | None = None,
) -> object:
    """Evaluate a statement of resource defaults; return the type."""
    if type(type_) is not ResourceType or type_.type_name is None or type_.title is not None:
        raise _illegal_type(_generic(type_))
    file = sys._getframe(1).f_code.co_filename
    set_defaults(scope.body(), type_.type_name, attributes, file, line, lines)
    return type_


def attributes(*operations: tuple[str, str, Any]) -> dict[str, object]:
    """Put attributes together that are more than names and values; each may be set once."""
    made: dict[str, Any] = {}
    for name, operator, value in operations:
        given = value if name == "*" else {name: Append(value) if operator == "+>" else value}
        for each in given:
            if each in made:
                raise EvaluationError(
                    f"The attribute '{each}' has already been set", "duplicate-attribue"
                )
        made.update(given)
    return made


def splat_attributes(value: object) -> dict[str, object]:
    """Check that the value of `* =>` is a hash."""
    if type(value) is not dict:
        raise EvaluationError(
            f"Expected value of type Hash, got {_generic(value)}", "type-mismatch"
        )
    return value
