"""Write the Python text of a check: the conditions of a type on a variable.

`choices` first splits a type into its conditions for each class of values: Optionals, Variants and
aliases vanish, and the check looks at a value's class once. A type that contains itself calls its
own function.

    expression   one expression that is true or false, for a part inside another expression
    statements   lines that do something if the value fits, and else fall through: a check of the
                 elements of a collection is a loop among them, which is much faster than the
                 comprehension that an expression needs
"""

from __future__ import annotations

from duckrow.puppet.types.check_rules import RULES, WHOLE, All
from duckrow.puppet.types.choices import choices
from duckrow.puppet.types.conditions import NONE, all_of, no_item_fails
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.basic import AnyType, UnitType
from duckrow.puppet.types.model.scalars import EnumType, PatternType
from duckrow.puppet.types.string_patterns import PatternMemo
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CodeType
    from typing import Any

    from duckrow.puppet.types.check_rules import Condition
    from duckrow.puppet.types.model.base import Type

    Ask = Callable[[Type, object], bool]
    FindCheck = Callable[[Type], Callable[[object], bool]]

# Deeper parts are asked about with `accepts`: the text has to stay readable to the compiler.
_DEEPEST = 12
_MISSING = object()
_MOST_CODES = 500
_CODES: dict[str, CodeType] = {}
_Function: Any = type(lambda: None)
_Code = type((lambda: None).__code__)
_BUILT_IN = frozenset((str, int, float, bool, list, dict))


class _Said:
    """The conditions of a type for each class of values, and the question for all other classes."""

    __slots__ = ("asks", "by_kind", "takes_all", "takes_defined")

    def __init__(self) -> None:
        self.by_kind: dict[type, list[Condition]] = {}
        self.asks: list[str] = []
        self.takes_all = False
        self.takes_defined = False

    def is_plain(self) -> bool:
        """Return whether nothing is asked of elements."""
        return not any(
            isinstance(step, All)
            for conditions in self.by_kind.values()
            for condition in conditions
            for step in condition
        )


class CheckWriter:
    """Writes the text, and holds the objects that it refers to by name."""

    __slots__ = ("_called", "_find_check", "_open", "names")

    def __init__(self, accepts: Ask, find_check: FindCheck) -> None:
        """`accepts` checks parts that are too deep; `find_check` returns checks without a rule."""
        self._find_check = find_check
        self.names: dict[str, object] = {
            "accepts": accepts,
            "from_key": from_key,
            "missing": _MISSING,
        }
        self._open: dict[str, str] = {}  # names that are being written out, with their functions
        self._called: set[str] = set()  # functions that are needed

    def bind(self, value: object) -> str:
        """Return a name to something the text needs."""
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def compiled(self, parameter: str, body: list[str]) -> Any:
        """Make a function of one parameter."""
        text = "\n".join([f"def check({parameter}):", *indented(body)])
        # Each function gets its own copy of the code: the interpreter caches global look-ups in it.
        return _Function(_code(text).replace(), self.names)

    def function(self, type_: Type, depth: int = 0) -> Any:
        """Make a function that checks one value."""
        lines = self.statements(type_, "v", depth, "return True")
        return self.compiled("v", [*lines, "return False"])

    def expression(self, type_: Type, v: str, depth: int) -> str:
        """Write a check of the variable `v` that is an expression."""
        if depth > _DEEPEST:
            return f"accepts({self.bind(type_)}, {v})"
        if not (isinstance(type_, AliasType) and type_.is_recursive):
            return self._joined(self._said(type_, v, depth), v)
        if type_.alias in self._open:
            return self._call(type_, v)
        function = self._open[type_.alias] = self.bind(None)
        text = self._joined(self._said(type_, v, depth), v)
        self._close(type_, function, depth)
        return text

    def statements(self, type_: Type, v: str, depth: int, accept: str) -> list[str]:
        """Write a check of the variable `v` that does `accept` if the value fits."""
        if depth > _DEEPEST:
            return [f"if {self.expression(type_, v, depth)}: {accept}"]
        if not (isinstance(type_, AliasType) and type_.is_recursive):
            return self._lines(self._said(type_, v, depth), v, depth, accept)
        if type_.alias in self._open:
            return [f"if {self._call(type_, v)}: {accept}"]
        function = self._open[type_.alias] = self.bind(None)
        lines = self._lines(self._said(type_, v, depth), v, depth, accept)
        self._close(type_, function, depth)
        return lines

    def _call(self, alias: AliasType, v: str) -> str:
        """Write a call of an alias's function, inside the aliased type."""
        function = self._open[alias.alias]
        self._called.add(function)
        simple, _ = simple_kinds(alias)
        if not simple:
            return f"{function}({v})"
        return f"(type({v}) in {self.bind(simple)} or {function}({v}))"

    def _close(self, alias: AliasType, function: str, depth: int) -> None:
        """Make the function of an alias, if the aliased type needs it."""
        if function in self._called:
            said = self._said(alias, "v", depth + 1)
            lines = self._lines(said, "v", depth + 1, "return True")
            self.names[function] = self.compiled("v", [*lines, "return False"])
        del self._open[alias.alias]

    def _said(self, type_: Type, v: str, depth: int) -> _Said:
        """Take a type apart."""
        said = _Said()
        patterns: list[str] = []
        texts: set[str] = set()
        for plain, is_defined in choices(type_):
            kind = type(plain)
            if kind is AnyType or kind is UnitType:
                said.takes_defined = True
                said.takes_all = said.takes_all or not is_defined
            elif isinstance(plain, PatternType) and plain.patterns:
                patterns += plain.patterns
            elif isinstance(plain, EnumType) and not plain.ignores_case:
                texts.update(plain.values)
            elif kind not in RULES:
                asked = f"{self.bind(self._find_check(plain))}({v})"
                said.asks.append(f"{v} is not None and {asked}" if is_defined else asked)
            else:
                for class_, condition in RULES[kind](self, plain, v, depth).items():
                    if class_ is not NONE or not is_defined:
                        said.by_kind.setdefault(class_, []).append(condition)
        strings = self._strings(texts, patterns, v)
        if strings:
            said.by_kind.setdefault(str, []).append((strings,))
        return said

    def _strings(self, texts: set[str], patterns: list[str], v: str) -> str:
        """Write that a string is one of some, or matches one of some patterns."""
        if patterns:
            memo = PatternMemo(tuple(patterns), texts)
            taken, rejected = self.bind(memo.taken), self.bind(memo.rejected)
            return f"{v} in {taken} or {v} not in {rejected} and {self.bind(memo)}[{v}]"
        return f"{v} in {self.bind(frozenset(texts))}" if texts else ""

    def _joined(self, said: _Said, v: str) -> str:
        """Write the conditions of a type on a value as one expression."""
        if said.takes_all:
            return "True"
        if said.takes_defined:
            return "True" if NONE in said.by_kind else f"{v} is not None"
        parts, some, whole = _sorted(said, v)
        last = self._whole(whole, v, f"type({v})")
        text = " or ".join(last + said.asks) or "False"
        for kind in reversed(some):
            conditions = [*map(self._all_of, said.by_kind[kind]), *said.asks]
            condition = " or ".join(f"({each})" for each in conditions)
            is_kind = self._is_one_of(f"type({v})", {kind})
            if text == "False":
                text = f"{is_kind} and ({condition})"
            else:
                text = f"(({condition}) if {is_kind} else {text})"
        if text != "False":
            parts.append(text)
        return f"({' or '.join(parts)})" if parts else "False"

    def _lines(self, said: _Said, v: str, depth: int, accept: str) -> list[str]:
        """Write the conditions of a type on a value as statements."""
        if said.is_plain():
            text = self._joined(said, v)
            return [accept] if text == "True" else [f"if {text}: {accept}"]
        if said.takes_all or said.takes_defined:
            return [f"if {self._joined(said, v)}: {accept}"]
        first, some, whole = _sorted(said, v)
        lines = [f"if {each}: {accept}" for each in first]
        kind_of = f"type({v})"
        if len(some) + bool(whole) > 1:
            lines.append(f"t{depth} = {kind_of}")
            kind_of = f"t{depth}"
        word = "if"
        for kind in some:
            lines.append(f"{word} {self._is_one_of(kind_of, {kind})}:")
            for condition in said.by_kind[kind]:
                lines += indented(self._steps(condition, accept))
            word = "elif"
        lines += [f"{word} {each}: {accept}" for each in self._whole(whole, v, kind_of)]
        return lines + [f"if {each}: {accept}" for each in said.asks]

    def _whole(self, classes: set[type], v: str, kind_of: str) -> list[str]:
        """Write that a value is of one of the classes that are accepted without conditions."""
        if classes == {bool}:
            return [f"{v} is True or {v} is False"]
        return [self._is_one_of(kind_of, classes)] if classes else []

    def _steps(self, condition: Iterable[str | All], accept: str) -> list[str]:
        """Write the steps of a condition as statements, each inside the one before."""
        steps = list(condition)
        if not steps:
            return [accept]
        step = steps.pop(0)
        if isinstance(step, str):
            if any(isinstance(each, All) for each in steps):
                return [f"if {step}:", *indented(self._steps(steps, accept))]
            return [f"if {all_of(step, *map(str, steps))}: {accept}"]
        then = self._steps(steps, accept)
        asked = self.statements(step.type_, step.item, step.depth, "continue")
        if asked == ["continue"]:
            return then
        loop = [f"for {step.item} in {step.items}:", *indented([*asked, "break"])]
        return [*loop, "else:", *indented(then)]

    def _all_of(self, condition: Condition) -> str:
        """Write a condition as an expression."""
        texts = [step for step in condition if isinstance(step, str)]
        loops = [step for step in condition if isinstance(step, All)]
        inside = all_of(*map(self._elements, loops))
        if inside != "True":
            # The empty collection, the most common, has nothing to ask about.
            texts.append(f"(not {loops[0].whole} or {inside})")
        return all_of(*texts)

    def _elements(self, step: All) -> str:
        """Write that a type takes all items; a list is faster to make than a generator to run."""
        kinds, is_all = simple_kinds(step.type_)
        if is_all:
            return f"{self.bind(kinds.issuperset)}(map(type, {step.items}))"
        check = self.expression(step.type_, step.item, step.depth)
        return no_item_fails(step.item, step.items, check)

    def _is_one_of(self, kind_of: str, classes: set[type]) -> str:
        names = [self.bind(each) if each not in _BUILT_IN else each.__name__ for each in classes]
        if len(names) == 1:
            return f"{kind_of} is {names[0]}"
        return f"{kind_of} in {self.bind(frozenset(classes))}"


def _sorted(said: _Said, v: str) -> tuple[list[str], list[type], set[type]]:
    """Return the condition on undef, the classes with conditions, and those without."""
    whole = {kind for kind, conditions in said.by_kind.items() if () in conditions}
    # Strings are the most common values, so their class is asked for first, and only once.
    some = [kind for kind in said.by_kind if kind not in whole]
    some.sort(key=lambda kind: kind is not str)
    return [f"{v} is None"] if NONE in whole else [], some, whole - {NONE}


def simple_kinds(type_: Type) -> tuple[frozenset[type], bool]:
    """Return the classes that a type accepts without conditions, and whether that is all."""
    found: set[type] = set()
    is_all = True
    for plain, is_defined in choices(type_):
        kinds = WHOLE.get(plain)
        if kinds is None:
            is_all = False
        else:
            found.update(kind for kind in kinds if kind is not NONE or not is_defined)
    return frozenset(found), is_all


def _code(text: str) -> CodeType:
    """Compile the text of one function.

    Most types of parameters ask the same (String, Boolean, Optional[String]), so the last texts are
    remembered: this is a function of its text and of nothing else.
    """
    code = _CODES.get(text)
    if code is None:
        if len(_CODES) >= _MOST_CODES:
            _CODES.clear()
        # The text consists of `conditions`, of names bound by the writer and of quoted names of
        # parameters; nothing else from outside gets into it.
        code = _CODES[text] = next(
            each for each in compile(text, "<check>", "exec").co_consts if type(each) is _Code
        )
    return code


def indented(lines: Iterable[str]) -> list[str]:
    return [f" {line}" for line in lines]
