"""A type turned into a function of one value, for checks that are made over and over.

`accepts` answers any question at once. Where the type is known beforehand, as that of a parameter
is, `checker` writes the question out as one Python expression and compiles it: a check then costs
one call. `parameters_checker` does so for all parameters of a definition, in one call together. The
answers are the same; a property test holds them together.

What has no short form (objects, callables, references) is left to `accepts` inside the expression.
A type that contains itself calls its own function.
"""

from __future__ import annotations

from duckrow.puppet.types.alias import AliasType
from duckrow.puppet.types.any import AnyType
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.assignable_scalars import in_enum, remembering
from duckrow.puppet.types.boolean import BooleanType
from duckrow.puppet.types.collection import CollectionType
from duckrow.puppet.types.enum import EnumType
from duckrow.puppet.types.float import FloatType
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.integer import IntegerType
from duckrow.puppet.types.not_undef import NotUndefType
from duckrow.puppet.types.numeric import NumericType
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.pattern import PatternType
from duckrow.puppet.types.scalar_data import ScalarDataType
from duckrow.puppet.types.string import StringType
from duckrow.puppet.types.struct import StructType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.undef import UndefType
from duckrow.puppet.types.unit import UnitType
from duckrow.puppet.types.variant import VariantType
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.puppet.types.base import Type

    Check = Callable[[Any], bool]

# Deeper parts are asked about with `accepts`: an expression has to stay readable to the compiler.
_DEEPEST = 12
_MISSING = object()


def checker(type_: Type) -> Check:
    """Make a function that tells whether a value is an instance of a type."""
    writer = _Writer()
    text = writer.expression(type_, "v", 0)
    return _compiled(text, writer.names)


def parameters_checker(types: Mapping[str, Type]) -> Callable[[Mapping[str, Any]], bool]:
    """Make a function that tells whether all of several values, by name, fit their types.

    The parameters of a definition are checked together, in one call for all of them.
    """
    writer = _Writer()
    names = [f"p{number}" for number in range(len(types))]
    fetch = [f"{writer.bind(name)}" for name in types]
    checks = [writer.expression(t, name, 0) for t, name in zip(types.values(), names, strict=True)]
    stores = "".join(f" {name} = v[{key}];" for name, key in zip(names, fetch, strict=True))
    return _defined(stores, _both(*(f"({check})" for check in checks if check != "True")), writer)


def _defined(stores: str, text: str, writer: _Writer) -> Callable[[Mapping[str, Any]], bool]:
    exec(f"def check(v):{stores} return {text}", writer.names)  # as below: shapes and own names
    check: Callable[[Mapping[str, Any]], bool] = writer.names["check"]
    return check


def _compiled(text: str, names: dict[str, Any]) -> Check:
    # The text is made of the shapes below and of names bound here, never of anything from outside.
    return eval(f"lambda v: {text}", names)  # type: ignore[no-any-return]  # noqa: S307


class _Writer:
    """Writes the expression, and keeps what it refers to by name."""

    __slots__ = ("_open", "names")

    def __init__(self) -> None:
        self.names: dict[str, Any] = {
            "accepts": accepts,
            "from_key": from_key,
            "missing": _MISSING,
        }
        self._open: dict[str, str] = {}

    def bind(self, value: object) -> str:
        """Give a name to something the expression needs."""
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def expression(self, type_: Type, v: str, depth: int) -> str:
        """Write the check of the variable `v`."""
        rule = _SHAPES.get(type(type_))
        if rule is None or depth > _DEEPEST:
            return f"accepts({self.bind(type_)}, {v})"
        return rule(self, type_, v, depth)

    def name_of(self, alias: AliasType, v: str, depth: int) -> str:
        """Write out what a name stands for, or a call of its own function inside itself."""
        if alias.alias in self._open:
            return f"{self._open[alias.alias]}({v})"
        function = self._open[alias.alias] = self.bind(None)
        text = self.expression(alias.resolved, v, depth)
        if function in text:
            own = self.expression(alias.resolved, "v", depth + 1)
            self.names[function] = _compiled(own, self.names)
        del self._open[alias.alias]
        return text


def _all(items: str, item: str, check: str) -> str:
    """Write that a check holds for all items; a list is faster to make than a generator to run."""
    if check == "True":
        return "True"
    return f"not [1 for {item} in {items} if not ({check})]"


def _none_or_all(v: str, *checks: str) -> str:
    """Write checks of what is in a collection; the empty one, the most common, needs none."""
    check = _both(*checks)
    return check if check == "True" else f"(not {v} or {check})"


def _both(*parts: str) -> str:
    return " and ".join(part for part in parts if part != "True") or "True"


def _bounds(low: object, high: object, what: str) -> str:
    if low is None and high is None:
        return "True"
    if low is not None and low == high:
        return f"{what} == {low!r}"
    left = "" if low is None else f"{low!r} <= "
    right = "" if high is None else f" <= {high!r}"
    return f"{left}{what}{right}"


def _size(size: IntegerType | None, v: str) -> str:
    if size is None or (size.low in (None, 0) and size.high is None):
        return "True"
    return _bounds(size.low or None, size.high, f"len({v})")


def _number(kind: str) -> Callable[[_Writer, Any, str, int], str]:
    return lambda _w, type_, v, _depth: _both(
        f"{v}.__class__ is {kind}", _bounds(type_.low, type_.high, v)
    )


def _string(w: _Writer, type_: StringType, v: str, _depth: int) -> str:
    wanted = "True" if type_.value is None else f"{v} == {w.bind(type_.value)}"
    return _both(f"{v}.__class__ is str", _size(type_.size, v), wanted)


def _enum(w: _Writer, type_: EnumType, v: str, _depth: int) -> str:
    if type_.ignores_case:
        return f"{v}.__class__ is str and {w.bind(in_enum)}({w.bind(type_)}, {v})"
    return f"{v}.__class__ is str and {v} in {w.bind(frozenset(type_.values))}"


def _pattern(w: _Writer, type_: PatternType, v: str, _depth: int) -> str:
    return f"{v}.__class__ is str and {w.bind(remembering(type_))}({v})"


def _boolean(_w: _Writer, type_: BooleanType, v: str, _depth: int) -> str:
    return f"({v} is True or {v} is False)" if type_.value is None else f"{v} is {type_.value}"


def _array(w: _Writer, type_: ArrayType, v: str, depth: int) -> str:
    item = f"i{depth}"
    check = w.expression(type_.element, item, depth + 1)
    items = _none_or_all(v, _all(v, item, check))
    return _both(f"{v}.__class__ is list", _size(type_.size, v), items)


def _hash(w: _Writer, type_: HashType, v: str, depth: int) -> str:
    key, item = f"k{depth}", f"i{depth}"
    check = w.expression(type_.key_type, key, depth + 1)
    # Only keys that Python would confuse are wrapped, and a string never is.
    keys = v if _is_text(type_.key_type) else f"map(from_key, {v})"
    values = w.expression(type_.value_type, item, depth + 1)
    return _both(
        f"{v}.__class__ is dict",
        _size(type_.size, v),
        _none_or_all(v, _all(keys, key, check), _all(f"{v}.values()", item, values)),
    )


def _is_text(type_: Type) -> bool:
    return isinstance(type_, StringType | EnumType | PatternType)


def _tuple(w: _Writer, type_: TupleType, v: str, depth: int) -> str:
    size = _size(type_.bounds(), v)
    if not type_.types:
        return _both(f"{v}.__class__ is list", size)
    options = [w.expression(option, "v", depth + 1) for option in type_.types]
    checks = w.bind([_compiled(option, w.names) for option in options])
    place, item, last = f"n{depth}", f"i{depth}", len(options) - 1
    check = f"{checks}[{place} if {place} < {last} else {last}]({item})"
    fits = f"not [1 for {place}, {item} in enumerate({v}) if not {check}]"
    return _both(f"{v}.__class__ is list", size, fits)


def _struct(w: _Writer, type_: StructType, v: str, depth: int) -> str:
    parts = [f"{v}.__class__ is dict"]
    names = frozenset(element.name for element in type_.elements)
    if all(not element.is_optional for element in type_.elements):
        parts.append(f"len({v}) == {len(names)}")
    else:
        parts.append(f"{v}.keys() <= {w.bind(names)}")
    for number, element in enumerate(type_.elements):
        item = f"i{depth}_{number}"
        check = w.expression(element.value_type, item, depth + 1)
        found = f"({item} := {v}.get({element.name!r}, missing))"
        if element.is_optional:
            parts.append(f"({found} is missing or {check})")
        else:
            parts.append(_both(f"{found} is not missing", f"({check})"))
    return _both(*parts)


def _variant(w: _Writer, type_: VariantType, v: str, depth: int) -> str:
    options = [f"({w.expression(option, v, depth + 1)})" for option in type_.types]
    return "(" + " or ".join(options) + ")" if options else "False"


def _optional(w: _Writer, type_: OptionalType, v: str, depth: int) -> str:
    if type_.type is None:
        return f"{v} is None"
    return f"({v} is None or ({w.expression(type_.type, v, depth + 1)}))"


def _not_undef(w: _Writer, type_: NotUndefType, v: str, depth: int) -> str:
    inner = "True" if type_.type is None else f"({w.expression(type_.type, v, depth + 1)})"
    return _both(f"{v} is not None", inner)


def _collection(_w: _Writer, type_: CollectionType, v: str, _depth: int) -> str:
    return _both(f"{v}.__class__ in (list, dict)", _size(type_.size, v))


_SHAPES: dict[type[Type], Callable[[_Writer, Any, str, int], str]] = {
    AnyType: lambda _w, _type, _v, _depth: "True",
    UnitType: lambda _w, _type, _v, _depth: "True",
    UndefType: lambda _w, _type, v, _depth: f"{v} is None",
    BooleanType: _boolean,
    IntegerType: _number("int"),
    FloatType: _number("float"),
    NumericType: lambda _w, _type, v, _depth: f"{v}.__class__ in (int, float)",
    ScalarDataType: lambda _w, _type, v, _depth: f"{v}.__class__ in (str, int, float, bool)",
    StringType: _string,
    EnumType: _enum,
    PatternType: _pattern,
    CollectionType: _collection,
    ArrayType: _array,
    HashType: _hash,
    TupleType: _tuple,
    StructType: _struct,
    VariantType: _variant,
    OptionalType: _optional,
    NotUndefType: _not_undef,
    AliasType: lambda w, type_, v, depth: w.name_of(type_, v, depth),
}
