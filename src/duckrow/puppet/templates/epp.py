"""EPP templates, from a file or from text, filled in.

Scopes: a template in a file sees what the node and the top scope know, one in a text sees all that
the code around it sees. What is given by name is set inside.

Parameters: a template that declares parameters takes those and no others. One that declares none
takes whatever is given, unchecked.

A template is compiled once in a compile, however often it is filled in; what the compiler warns
about is said each time.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError, ReturnJump
from duckrow.puppet.runtime.files import read_file
from duckrow.puppet.runtime.location import OWNER
from duckrow.puppet.runtime.scope import LocalScope
from duckrow.puppet.templates.parameters import arguments, reject_reserved
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.runtime.scope import Scope

    Given = dict[str, Any] | None

_INLINE = "inlined-epp-text"


class KnownTemplates:
    """The EPP templates of one compile: files by path, and texts."""

    __slots__ = ("files", "texts")

    def __init__(self) -> None:
        self.files: dict[str, Unit] = {}
        self.texts: dict[tuple[str, object], Unit] = {}  # by text, and the view of its owner


def _known(build: Build) -> KnownTemplates:
    known = build.templates
    if not isinstance(known, KnownTemplates):
        known = build.templates = KnownTemplates()
    return known


def fill_file(scope: Scope, path: str, given: Given) -> object:
    """Fill in the template in a file."""
    units = _known(scope.build).files
    unit = units.get(path)
    if unit is None:
        unit = units[path] = _load(scope, read_file(scope.build.world, path), path, "epp")
    scope = LocalScope(global_scope(scope), {})
    scope.match = None
    return _fill(scope, unit, given, "epp")


def fill_text(scope: Scope, text: str, given: Given) -> object:
    """Fill in a template that is given as text."""
    units = _known(scope.build).texts
    loaders = scope.build.loaders
    # Names in a text mean what they mean to the code that gives it.
    owner = loaders.view() if loaders.has_views else None
    unit = units.get((text, owner))
    if unit is None:
        data = text.encode("utf-8", "surrogateescape")
        unit = units[text, owner] = _load(scope, data, _INLINE, "inline_epp", owner)
    return _fill(scope, unit, given, "inline_epp")


def global_scope(scope: Scope) -> Scope:
    """Return the scope of the node, or the top scope, without local variables of blocks."""
    found = scope.body()
    while not found.is_node and found.outer is not None:
        found = found.outer
    return found


def _fill(scope: Scope, unit: Unit, given: Given, function: str) -> object:
    _warn(scope, unit)
    template = unit.main
    assert template is not None
    try:
        if not template.text and given is not None:
            reject_reserved(given)
            return template.run(LocalScope(scope, given))
        result = template.run(scope, *arguments(scope, template, given or {}))
    except ReturnJump as jump:
        return jump.value
    return result if type(result) is str else _checked(result, function)


def _checked(result: object, function: str) -> object:
    """Check that the result of a template is a String or a Sensitive."""
    from duckrow.puppet.runtime.block_calls import returned
    from duckrow.puppet.types.model.choices import VariantType
    from duckrow.puppet.types.model.scalars import STRING
    from duckrow.puppet.types.model.wrappers import SensitiveType

    expected = VariantType((STRING, SensitiveType(STRING)))
    return returned(f"function '{function}'", expected, result)


def _load(scope: Scope, data: bytes, name: str, function: str, owner: object = None) -> Unit:
    """Compile a template; an error in it is an error of the call.

    Compiles of an environment share the compiled templates.
    """
    cache = scope.build.loaders.templates
    key = name, data, owner
    unit: Unit | None = cache.get(key)
    if unit is None:
        unit = _compile(scope, data, name, function)
        unit.names[OWNER] = owner
        cache.keep(key, unit, len(data))
    return unit


def _compile(scope: Scope, data: bytes, name: str, function: str) -> Unit:
    from duckrow.puppet.compiler.unit import InvalidManifestError, load_unit

    settings = scope.build.settings
    # The text of an inline template may hold values, and secrets: it stays in memory.
    cache = None if name == _INLINE else scope.build.loaders.cache
    try:
        return load_unit(
            data,
            name,
            dialect=settings.dialect,
            cache=cache,
            epp=True,
            strict=settings.strict,
        )
    except SourceError as error:
        from duckrow.puppet.templates.findings import sentence

        raise EvaluationError(f"{function}(): Invalid EPP: {sentence(error.diagnostic)}") from error
    except InvalidManifestError as error:
        from duckrow.puppet.templates.findings import summary

        said = summary(scope, error.findings, name)
        raise EvaluationError(f"{function}(): Invalid EPP: {said}") from error


def _warn(scope: Scope, unit: Unit) -> None:
    if unit.warnings:
        from duckrow.puppet.templates.findings import log_warnings

        log_warnings(scope, unit)
