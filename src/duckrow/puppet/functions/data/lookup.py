"""lookup(key, type, merge, default): look a key up in Hiera.

Parsing the types of this function's forms loads the whole parser. The usual calls are recognized
without them, so a program whose code is cached needs no parser.
"""

from __future__ import annotations

from duckrow.puppet.hiera.ask import ask, missing
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.hiera.lookups import lookups_of
from duckrow.puppet.hiera.request import Request
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type

    Name = str | list[str]


def _ask(
    scope: Scope,
    name: Name,
    value_type: Type | None = None,
    merge: Any = None,
    block: Block | None = None,
    options: dict[str, Any] | None = None,
) -> object:
    options = options or {}
    request = Request(
        lookups_of(scope), scope, options.get("override"), options.get("default_values_hash")
    )
    return ask(
        request,
        name,
        value_type,
        merge,
        options.get("default_value"),
        has_default="default_value" in options,
        block=block,
    )


def _lookup(
    scope: Scope, name: Name, value_type: Type | None = None, merge: object = None
) -> object:
    return _ask(scope, name, value_type, merge)


def _with_default(
    scope: Scope, name: Name, value_type: Type | None, merge: object, default: object
) -> object:
    return _ask(scope, name, value_type, merge, options={"default_value": default})


def _with_block(scope: Scope, name: Name, *rest: Any) -> object:
    *given, block = rest
    value_type, merge = (*given, None, None)[:2]
    return _ask(scope, name, value_type, merge, block)


def _with_options(scope: Scope, options: dict[str, Any], block: Block | None = None) -> object:
    return _with_name_and_options(scope, options["name"], options, block)


def _with_name_and_options(
    scope: Scope, name: Name, options: dict[str, Any], block: Block | None = None
) -> object:
    return _ask(scope, name, options.get("value_type"), options.get("merge"), block, options)


_OPTIONS = (
    "value_type=>Optional[ValueType],default_value=>Optional[DefaultValueType],"
    "override=>Optional[Hash[String,Any]],default_values_hash=>Optional[Hash[String,Any]],"
    "merge=>Optional[MergeType]"
)


class _Lookup(Function):
    """The function; plain calls skip the type checks."""

    __slots__ = ()

    def __call__(self, scope: Scope, *arguments: Any) -> object:
        count = len(arguments)
        if count and type(arguments[0]) is str:
            if count == 1:
                return _plain(scope, arguments[0])
            if count == 2 and type(arguments[1]) is dict and _is_plain(arguments[1]):
                return _with_name_and_options(scope, *arguments)
        return super().__call__(scope, *arguments)


def _plain(scope: Scope, name: str) -> object:
    """Look up a key without options, from memory if possible."""
    looked_up = scope.build.looked_up
    if looked_up is not None:
        looked_up.ask(name)
    value = lookups_of(scope).find(scope, name)
    if looked_up is not None:
        looked_up.note(name, None, scope, value)
    if value is MISSING:
        raise missing([name])
    return value


def _is_plain(options: dict[str, object]) -> bool:
    """Return whether options are valid without a type check."""
    for name, value in options.items():
        if name == "merge":
            if type(value) is not str or not value:
                return False
        elif name in ("override", "default_values_hash"):
            if type(value) is not dict or not all(type(key) is str for key in value):
                return False
        elif name != "default_value":
            return False
    return True


LOOKUP = _Lookup(
    "lookup",
    Form("NameType name", "ValueType value_type?", "MergeType merge?", run=_lookup),
    Form(
        "NameType name",
        "Optional[ValueType] value_type",
        "Optional[MergeType] merge",
        "DefaultValueType default_value",
        run=_with_default,
    ),
    Form(
        "NameType name",
        "ValueType value_type?",
        "MergeType merge?",
        "&BlockType block",
        run=_with_block,
    ),
    Form("OptionsWithName options_hash", "&?BlockType block", run=_with_options),
    Form(
        "Variant[String,Array[String]] name",
        "OptionsWithoutName options_hash",
        "&?BlockType block",
        run=_with_name_and_options,
    ),
    wants_locals=True,
    local_types={
        "NameType": "Variant[String, Array[String]]",
        "ValueType": "Type",
        "DefaultValueType": "Any",
        "MergeType": "Variant[String[1], Hash[String, Scalar]]",
        "BlockType": "Callable[NameType]",
        "OptionsWithName": f"Struct[{{name=>NameType,{_OPTIONS}}}]",
        "OptionsWithoutName": f"Struct[{{{_OPTIONS}}}]",
    },
)
