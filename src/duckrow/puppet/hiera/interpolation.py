"""%{...} in data: variables, and the methods lookup, hiera, alias, scope and literal.

A cache holds parsed strings; most strings have nothing to interpolate and are scanned only once.
"""

from __future__ import annotations

import re

from duckrow.puppet.hiera.errors import MISSING, HieraError
from duckrow.puppet.hiera.key import dig, split
from duckrow.puppet.hiera.variables import variable
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.to_s import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.lookups import Lookups
    from duckrow.puppet.hiera.request import Request

_NOTHING = frozenset(("", "::", '""', "''", '"::"', "'::'"))
# How many texts are kept taken apart.
MOST_TEXTS = 50_000
_METHODS = frozenset(("lookup", "hiera", "alias", "scope", "literal"))


class Expression:
    """One %{...}: the method, its argument, and the source text."""

    __slots__ = ("key", "method", "path", "written")

    def __init__(self, written: str) -> None:
        self.written = written
        inside = written[2:-1].strip()
        self.method = "" if inside in _NOTHING else "variable"
        self.key = inside
        match = re.fullmatch(r"""(\w+)\((?:"([^"]+)"|'([^']+)')\)""", inside)
        if match:
            self.method = match[1]
            self.key = match[2] or match[3]
        # The parsed key of a variable: its name, and where its value is inside.
        self.path: tuple[str | int, tuple[str | int, ...]] | None = None


def parts_of(text: str) -> list[str | Expression]:
    """Take a text apart."""
    pieces = re.split(r"(%\{[^}]*\})", text)
    return [
        Expression(piece) if index % 2 else piece
        for index, piece in enumerate(pieces)
        if piece or index % 2
    ]


def interpolate(value: Any, request: Request, allows_methods: bool) -> Any:
    """Return a value with everything in it interpolated, keys of hashes included."""
    kind = type(value)
    if kind is str:
        return value if "%{" not in value else _text(value, request, allows_methods)
    if kind is list:
        return [
            item
            if item.__class__ is str and "%{" not in item
            else interpolate(item, request, allows_methods)
            for item in value
        ]
    if kind is dict:
        return {
            key
            if key.__class__ is str and "%{" not in key
            else to_key(interpolate(from_key(key), request, allows_methods)): (
                item
                if item.__class__ is str and "%{" not in item
                else interpolate(item, request, allows_methods)
            )
            for key, item in value.items()
        }
    return value


def _text(text: str, request: Request, allows_methods: bool) -> Any:
    if request.explainer is None:  # as nearly always: no function has to be made
        return _joined(text, request, allows_methods)
    return request.within("interpolate", text, lambda: _joined(text, request, allows_methods))


def joined_with_facts(text: str, lookups: Lookups) -> str | None:
    """Return a text whose variables are all parts of $facts that are texts, else None.

    Most texts of data are so; they need no scope, which a request would have to find.
    """
    done: list[str] = []
    for part in _known_parts(text, lookups):
        if isinstance(part, str):
            done.append(part)
            continue
        if part.method != "variable" or part.path is None or part.path[0] != "facts":
            return None  # the path is None the first time
        value: object = lookups.build.facts
        for segment in part.path[1]:
            if not isinstance(value, dict):
                return None
            value = value.get(segment)
        if type(value) is not str or "%{" in value:
            return None
        done.append(value)
    return "".join(done)


def _known_parts(text: str, lookups: Lookups) -> list[str | Expression]:
    memo = lookups.texts
    parts: list[str | Expression] | None = memo.get(text)
    if parts is None:
        if len(memo) > MOST_TEXTS:
            memo.clear()
        parts = memo[text] = parts_of(text)
    return parts


def _joined(text: str, request: Request, allows_methods: bool) -> object:
    done: list[str] = []
    for part in _known_parts(text, request.lookups):
        if isinstance(part, str):
            done.append(part)
            continue
        if not part.method:
            continue
        if part.method != "variable":
            _check_method(part, text, allows_methods)
        value = value_of(part, request, text)
        if part.method == "alias":
            return value
        is_variable = part.method in ("variable", "scope")
        if is_variable and type(value) is str and "%{" not in value:
            done.append(value)  # nearly always; nothing in it can lead back to this text
            continue
        request.enter(f"scope:{part.key}" if is_variable else part.key)
        try:
            value = interpolate(value, request, allows_methods)
        finally:
            request.leave()
        done.append(value if type(value) is str else to_s(value))
    return "".join(done)


def _check_method(part: Expression, text: str, allows_methods: bool) -> None:
    if not allows_methods:
        raise HieraError(
            "Interpolation using method syntax is not allowed in this context",
            "hiera-interpolation-method-syntax-not-allowed",
        )
    if part.method == "alias" and text != part.written:
        raise HieraError(
            "'alias' interpolation is only permitted if the expression is equal to the entire "
            "string",
            "hiera-interpolation-alias-not-entire-string",
        )
    if part.method not in _METHODS:
        raise HieraError(
            f"Unknown interpolation method '{part.method}'",
            "hiera-interpolation-unknown-interpolation-method",
        )


def value_of(part: Expression, request: Request, text: str) -> object:
    """Return the value of an expression, not yet interpolated itself."""
    if part.method == "literal":
        return part.key
    if part.method in ("variable", "scope"):
        if part.path is None:
            root, *segments = split(part.key, f"in string: {text}")
            part.path = root, tuple(segments)
        return _scope_value(part.key, *part.path, request)
    from duckrow.puppet.hiera.ask import ask

    asked = request.with_scope(request.scope)
    if request.scope.build.loaders.has_views:
        asked.lookups = request.lookups.of_asking_code()  # of the module that the data is from
    return ask(asked, part.key, None, None, "", has_default=True)


def scope_value(key: str, request: Request, text: str) -> object:
    """Return the value of a dotted key; its first part is a variable."""
    root, *segments = split(key, f"in string: {text}")
    return _scope_value(key, root, tuple(segments), request)


def _scope_value(
    key: str, root: str | int, segments: tuple[str | int, ...], request: Request
) -> object:
    value: object
    if segments and root == "facts" and not request.overrides and request.explainer is None:
        value = request.scope.build.facts  # only a part is wanted, and found out
    else:
        value = request.within("scope", "Global Scope", lambda: _root_value(str(root), request))
    if segments and value is not None:
        value = dig(key, request, segments, value)
        if value is MISSING:
            value = None
    if request.remembered is not None and (value is None or not key.startswith("::")):
        request.remembered.append((key, str(root), segments, value))
    return value


def _root_value(root: str, request: Request) -> object:
    """Return a variable: of the overrides, of the scope, or of the defaults."""
    event = "found"
    if request.overrides and root in request.overrides:
        value, event = request.overrides[root], "found_in_overrides"
    else:
        value, is_known = variable(request, root)
        if value is None and not is_known:
            if not request.defaults or root not in request.defaults:
                return None
            value, event = request.defaults[root], "found_in_defaults"
    if request.explainer is not None:
        request.explainer.found(root, value, event)
    return value
