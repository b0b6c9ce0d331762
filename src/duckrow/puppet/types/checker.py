"""A type turned into a function, for checks that are made over and over.

`accepts` answers any question at once. Where the type is known beforehand, as that of a parameter
is, the question is written out as one Python expression and compiled:

checker(type_)              a function of one value: a check costs one call
values_checker(type_)       a function of many values: a check costs no call at all
parameters_checker(types)   a function of values by name: the parameters of a definition together

The answers are those of `accepts`; a property test holds them together.

A type is first taken apart into what it says to each class of values (see `kinds`): Optionals,
Variants and names vanish, and a value's class is looked at once. What has no short form (objects,
callables, references) is left to `accepts` inside the expression. A type that contains itself calls
its own function.
"""

from __future__ import annotations

from duckrow.puppet.types import boolean, integer, numeric, scalar_data, string, undef
from duckrow.puppet.types import float as float_
from duckrow.puppet.types.alias import AliasType
from duckrow.puppet.types.any import AnyType
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.assignable_scalars import Remembering, in_enum
from duckrow.puppet.types.boolean import BooleanType
from duckrow.puppet.types.choices import choices
from duckrow.puppet.types.collection import CollectionType
from duckrow.puppet.types.default import DefaultType
from duckrow.puppet.types.enum import EnumType
from duckrow.puppet.types.float import FloatType
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.integer import IntegerType
from duckrow.puppet.types.numeric import NumericType
from duckrow.puppet.types.pattern import PatternType
from duckrow.puppet.types.scalar_data import ScalarDataType
from duckrow.puppet.types.sensitive import SensitiveType
from duckrow.puppet.types.string import StringType
from duckrow.puppet.types.struct import StructElement, StructType
from duckrow.puppet.types.tuple import TupleType
from duckrow.puppet.types.undef import UndefType
from duckrow.puppet.types.unit import UnitType
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.keys import from_key
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from duckrow.puppet.types.base import Type

    Check = Callable[[Any], bool]
    Rule = Callable[["_Writer", Any, str, int], dict[type, str]]

# Deeper parts are asked about with `accepts`: an expression has to stay readable to the compiler.
_DEEPEST = 12
# Of a struct with more optional keys than this the keys that are there are looked at, not those
# that may be.
_MANY_OPTIONAL = 3
_MISSING = object()
_UNDEF = type(None)


def checker(type_: Type) -> Check:
    """Make a function that tells whether a value is an instance of a type."""
    writer = _Writer()
    text = writer.expression(type_, "v", 0)
    return _compiled(text, writer.names)


def values_checker(type_: Type) -> Callable[[Iterable[Any]], list[bool]]:
    """Make a function that tells for each of many values whether it is an instance of a type."""
    writer = _Writer()
    text = writer.expression(type_, "v", 0)
    made: Callable[[Iterable[Any]], list[bool]]
    made = eval(f"lambda values: [{text} for v in values]", writer.names)  # noqa: S307  (as below)
    return made


def parameters_checker(types: Mapping[str, Type]) -> Callable[[Mapping[str, Any]], bool]:
    """Make a function that tells whether all of several values, by name, fit their types.

    The parameters of a definition are checked together, in one call for all of them.
    """
    writer = _Writer()
    stores, checks = "", []
    for number, (name, type_) in enumerate(types.items()):
        check = writer.expression(type_, f"p{number}", 0)
        if check != "True":
            stores += f" p{number} = v[{name!r}];"
            checks.append(f"({check})")
    # As below: shapes, names bound here, and the names of parameters as literals.
    exec(f"def check(v):{stores} return {_both(*checks)}", writer.names)
    found: Callable[[Mapping[str, Any]], bool] = writer.names["check"]
    return found


def _compiled(text: str, names: dict[str, Any]) -> Check:
    # The text is made of the shapes below and of names bound here, never of anything from outside.
    return eval(f"lambda v: {text}", names)  # type: ignore[no-any-return]  # noqa: S307


class _Said:
    """What a type says: a condition for each class of values, and what to ask about all others."""

    __slots__ = ("asks", "by_kind", "takes_all", "takes_defined")

    def __init__(self) -> None:
        self.by_kind: dict[type, list[str]] = {}
        self.asks: list[str] = []
        self.takes_all = False
        self.takes_defined = False


class _Writer:
    """Writes the expression, and keeps what it refers to by name."""

    __slots__ = ("_called", "_open", "names")

    def __init__(self) -> None:
        self.names: dict[str, Any] = {
            "accepts": accepts,
            "from_key": from_key,
            "missing": _MISSING,
        }
        self._open: dict[str, str] = {}  # names that are being written out, with their functions
        self._called: set[str] = set()  # functions that are needed

    def bind(self, value: object) -> str:
        """Give a name to something the expression needs."""
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def expression(self, type_: Type, v: str, depth: int) -> str:
        """Write the check of the variable `v`."""
        if depth > _DEEPEST:
            return f"accepts({self.bind(type_)}, {v})"
        if isinstance(type_, AliasType) and type_.is_recursive:
            return self._name_of(type_, v, depth)
        return _joined(self, self.said(type_, v, depth), v)

    def _name_of(self, alias: AliasType, v: str, depth: int) -> str:
        """Write out what a name stands for, or a call of its own function inside itself."""
        if alias.alias in self._open:
            function = self._open[alias.alias]
            self._called.add(function)
            simple, _ = _simple_kinds(alias)
            if not simple:
                return f"{function}({v})"
            return f"(type({v}) in {self.bind(simple)} or {function}({v}))"
        function = self._open[alias.alias] = self.bind(None)
        text = _joined(self, self.said(alias, v, depth), v)
        if function in self._called:
            own = _joined(self, self.said(alias, "v", depth + 1), "v")
            self.names[function] = _compiled(own, self.names)
        del self._open[alias.alias]
        return text

    def said(self, type_: Type, v: str, depth: int) -> _Said:
        """Take a type apart."""
        said = _Said()
        patterns: list[PatternType] = []
        texts: set[str] = set()
        for plain, is_defined in choices(type_):
            kind = type(plain)
            if kind is AnyType or kind is UnitType:
                said.takes_defined = True
                said.takes_all = said.takes_all or not is_defined
            elif isinstance(plain, PatternType) and plain.patterns:
                patterns.append(plain)
            elif isinstance(plain, EnumType) and not plain.ignores_case:
                texts.update(plain.values)
            elif kind not in _SHAPES:
                asked = f"accepts({self.bind(plain)}, {v})"
                said.asks.append(f"{v} is not None and {asked}" if is_defined else asked)
            else:
                for class_, condition in _SHAPES[kind](self, plain, v, depth).items():
                    if class_ is not _UNDEF or not is_defined:
                        said.by_kind.setdefault(class_, []).append(condition)
        if texts:
            said.by_kind.setdefault(str, []).append(f"{v} in {self.bind(frozenset(texts))}")
        if patterns:
            together = PatternType(tuple(one for each in patterns for one in each.patterns))
            memo = self.bind(Remembering(together))
            said.by_kind.setdefault(str, []).append(f"{memo}[{v}]")
        return said


def _joined(w: _Writer, said: _Said, v: str) -> str:
    """Write what a type says to a value as one expression."""
    if said.takes_all:
        return "True"
    if said.takes_defined:
        return "True" if _UNDEF in said.by_kind else f"{v} is not None"
    whole = {kind for kind, conditions in said.by_kind.items() if "True" in conditions}
    # Strings are the most common values, so their class is asked for first, and only once.
    some = [kind for kind in said.by_kind if kind not in whole]
    some.sort(key=lambda kind: kind is not str)
    parts = [f"{v} is None"] if _UNDEF in whole else []
    whole -= {_UNDEF}
    last = []
    if whole == {bool}:
        last.append(f"{v} is True or {v} is False")
    elif whole:
        last.append(_is_one_of(w, f"type({v})", whole))
    last += said.asks
    text = " or ".join(last) or "False"
    for kind in reversed(some):
        conditions = [*said.by_kind[kind], *said.asks]
        condition = " or ".join(f"({each})" for each in conditions)
        is_kind = _is_one_of(w, f"type({v})", {kind})
        if text == "False":
            text = f"{is_kind} and ({condition})"
        else:
            text = f"(({condition}) if {is_kind} else {text})"
    if text != "False":
        parts.append(text)
    return f"({' or '.join(parts)})" if parts else "False"


def _simple_kinds(type_: Type) -> tuple[frozenset[type], bool]:
    """Give the classes of which a type takes all values, and whether there is no more to it."""
    found: set[type] = set()
    is_all = True
    for plain, is_defined in choices(type_):
        kinds = _WHOLE.get(plain)
        if kinds is None:
            is_all = False
        else:
            found.update(kind for kind in kinds if kind is not _UNDEF or not is_defined)
    return frozenset(found), is_all


def _is_one_of(w: _Writer, kind: str, classes: set[type]) -> str:
    names = [w.bind(each) if each not in _BUILT_IN else each.__name__ for each in classes]
    return f"{kind} is {names[0]}" if len(names) == 1 else f"{kind} in {w.bind(frozenset(classes))}"


def _all(w: _Writer, items: str, item: str, type_: Type, depth: int) -> str:
    """Write that a type takes all items; a list is faster to make than a generator to run."""
    kinds, is_all = _simple_kinds(type_)
    if is_all:
        return f"{w.bind(kinds.issuperset)}(map(type, {items}))"
    check = w.expression(type_, item, depth)
    return "True" if check == "True" else f"not [1 for {item} in {items} if not ({check})]"


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


def _always(*kinds: type) -> Rule:
    return lambda _w, _type, _v, _depth: dict.fromkeys(kinds, "True")


def _number(kind: type) -> Rule:
    return lambda _w, type_, v, _depth: {kind: _bounds(type_.low, type_.high, v)}


def _string(w: _Writer, type_: StringType, v: str, _depth: int) -> dict[type, str]:
    wanted = "True" if type_.value is None else f"{v} == {w.bind(type_.value)}"
    return {str: _both(_size(type_.size, v), wanted)}


def _enum(w: _Writer, type_: EnumType, v: str, _depth: int) -> dict[type, str]:
    return {str: f"{w.bind(in_enum)}({w.bind(type_)}, {v})"}


def _boolean(_w: _Writer, type_: BooleanType, v: str, _depth: int) -> dict[type, str]:
    return {bool: "True" if type_.value is None else f"{v} is {type_.value}"}


def _array(w: _Writer, type_: ArrayType, v: str, depth: int) -> dict[type, str]:
    items = _all(w, v, f"i{depth}", type_.element, depth + 1)
    return {list: _both(_size(type_.size, v), _none_or_all(v, items))}


def _hash(w: _Writer, type_: HashType, v: str, depth: int) -> dict[type, str]:
    # Only keys that Python would confuse are wrapped, and a string never is.
    names = v if _is_text(type_.key_type) else f"map(from_key, {v})"
    keys = _all(w, names, f"k{depth}", type_.key_type, depth + 1)
    values = _all(w, f"{v}.values()", f"i{depth}", type_.value_type, depth + 1)
    return {dict: _both(_size(type_.size, v), _none_or_all(v, keys, values))}


def _is_text(type_: Type) -> bool:
    return isinstance(type_, StringType | EnumType | PatternType)


def _tuple(w: _Writer, type_: TupleType, v: str, depth: int) -> dict[type, str]:
    size = _size(type_.bounds(), v)
    if not type_.types:
        return {list: size}
    options = [w.expression(option, "v", depth + 1) for option in type_.types]
    checks = w.bind([_compiled(option, w.names) for option in options])
    place, item, last = f"n{depth}", f"i{depth}", len(options) - 1
    check = f"{checks}[{place} if {place} < {last} else {last}]({item})"
    return {list: _both(size, f"not [1 for {place}, {item} in enumerate({v}) if not {check}]")}


def _struct(w: _Writer, type_: StructType, v: str, depth: int) -> dict[type, str]:
    names = frozenset(element.name for element in type_.elements)
    optional = [element for element in type_.elements if element.is_optional]
    required = [element for element in type_.elements if not element.is_optional]
    if not optional:
        parts = [f"len({v}) == {len(names)}"]
    elif len(optional) > _MANY_OPTIONAL:
        item, key = f"i{depth}", f"k{depth}"
        texts = {e.name: w.expression(e.value_type, "v", depth + 1) for e in optional}
        checks = w.bind({name: _compiled(text, w.names) for name, text in texts.items()})
        needed = w.bind(frozenset(element.name for element in required))
        known = f"({key} in {checks} and {checks}[{key}]({item}) or {key} in {needed})"
        parts = [f"not [1 for {key}, {item} in {v}.items() if not {known}]"]
        optional = []
    else:
        parts = [f"{v}.keys() <= {w.bind(names)}"]
    for number, element in enumerate((*required, *optional)):
        parts.append(_element(w, element, v, f"i{depth}_{number}", depth))
    return {dict: _both(*parts)}


def _element(w: _Writer, element: StructElement, v: str, item: str, depth: int) -> str:
    check = w.expression(element.value_type, item, depth + 1)
    found = f"({item} := {v}.get({element.name!r}, missing))"
    if element.is_optional:
        return f"({found} is missing or {check})"
    return _both(f"{found} is not missing", f"({check})")


def _collection(_w: _Writer, type_: CollectionType, v: str, _depth: int) -> dict[type, str]:
    return dict.fromkeys((list, dict), _size(type_.size, v))


def _sensitive(w: _Writer, type_: SensitiveType, v: str, _depth: int) -> dict[type, str]:
    return {Sensitive: f"accepts({w.bind(type_)}, {v})"}


# Types that, without parameters, take all values of some classes.
_WHOLE: dict[Type, tuple[type, ...]] = {
    undef.DEFAULT: (_UNDEF,),
    boolean.DEFAULT: (bool,),
    integer.DEFAULT: (int,),
    float_.DEFAULT: (float,),
    numeric.DEFAULT: (int, float),
    scalar_data.DEFAULT: (str, int, float, bool),
    string.DEFAULT: (str,),
}
_BUILT_IN = frozenset((str, int, float, bool, list, dict))
_SHAPES: dict[type[Type], Rule] = {
    UndefType: _always(_UNDEF),
    DefaultType: _always(Default),
    BooleanType: _boolean,
    IntegerType: _number(int),
    FloatType: _number(float),
    NumericType: _always(int, float),
    ScalarDataType: _always(str, int, float, bool),
    StringType: _string,
    EnumType: _enum,  # one that ignores case
    PatternType: _always(str),  # the bare one
    CollectionType: _collection,
    ArrayType: _array,
    HashType: _hash,
    TupleType: _tuple,
    StructType: _struct,
    SensitiveType: _sensitive,
}
