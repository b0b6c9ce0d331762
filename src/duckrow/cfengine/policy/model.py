"""Bundles, bodies and promises as the evaluator sees them.

The parser gives plain tuples, which are cheap to keep and to load. Here they become objects, and
only when somebody asks: a library of a thousand bodies costs nothing until one is used.
"""

from __future__ import annotations

from duckrow.cfengine.values.rvals import Call, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    # str (quoted text), Name (bare word), Call, tuple of values (list)
    Value = Any

ANY = "any"


class Attribute:
    """`name => value` of a promise or a body, with the class guard it stands under."""

    __slots__ = ("guard", "line", "name", "value")

    def __init__(self, name: str, value: Value, guard: str, line: int) -> None:
        self.name = name
        self.value = value
        self.guard = guard
        self.line = line


class Promise:
    """A promise as it is written; one object for all its iterations and passes."""

    __slots__ = (
        "attributes",
        "bundle",
        "column",
        "guard",
        "line",
        "memory",
        "promisee",
        "promiser",
        "type",
    )

    def __init__(self, bundle: Bundle, type_: str, raw: tuple[Any, ...]) -> None:
        guard, self.promiser, promisee, attributes, self.line, self.column = raw[:6]
        self.bundle = bundle
        self.type = type_
        self.guard: str = guard if isinstance(guard, str) else ANY
        self.promisee: Value = None if promisee is None else to_value(promisee)
        self.attributes = [to_attribute(each) for each in attributes]
        if not isinstance(guard, str):
            # A quoted guard may have variables in it: it is the condition `if` in other words.
            self._restrict(guard[1])
        # What the evaluator found out about it once and for all.
        self.memory: Any = None

    def _restrict(self, guard: str) -> None:
        """Make a guard one more condition."""
        condition = self.attribute("ifvarclass")
        if condition is None:
            self.attributes.append(Attribute("ifvarclass", guard, ANY, self.line))
        else:
            condition.value = Call("and", (guard, condition.value), self.line)

    @property
    def file(self) -> str:
        """Give the file it is written in."""
        return self.bundle.file

    def attribute(self, name: str) -> Attribute | None:
        """Give the last attribute of a name, or None."""
        found = None
        for each in self.attributes:
            if each.name == name:
                found = each
        return found

    def __repr__(self) -> str:
        return f"<{self.type} promise {self.promiser!r} of {self.bundle.name}>"


class Section:
    """The promises of one type in a bundle."""

    __slots__ = ("promises", "type")

    def __init__(self, type_: str) -> None:
        self.type = type_
        self.promises: list[Promise] = []


class Bundle:
    """A bundle; its promises are made when they are first looked at."""

    __slots__ = (
        "_by_type",
        "_raw",
        "_sections",
        "column",
        "file",
        "kind",
        "line",
        "name",
        "namespace",
        "params",
    )

    def __init__(self, raw: tuple[Any, ...], file: str) -> None:
        _, self.kind, self.name, self.namespace, self.params, sections, self.line, self.column = raw
        self._raw: tuple[Any, ...] = sections
        self.file = file
        self._sections: list[Section] | None = None
        self._by_type: dict[str, Section] = {}

    @property
    def sections(self) -> list[Section]:
        """Give the sections in the order in which their types first appear."""
        if self._sections is None:
            self._make()
        found = self._sections
        assert found is not None
        return found

    def section(self, type_: str) -> Section | None:
        """Give the promises of a type, or None if there are none."""
        if self._sections is None:
            self._make()
        return self._by_type.get(type_)

    @property
    def raw_sections(self) -> tuple[Any, ...]:
        """Give the sections as the parser gave them."""
        return self._raw

    def has(self, type_: str) -> bool:
        """Tell whether there is a section of a type, without making promises."""
        return any(each[0] == type_ for each in self._raw)

    @property
    def qualified_name(self) -> str:
        """Give the name with its namespace, unless that is the default one."""
        return self.name if self.namespace == "default" else f"{self.namespace}:{self.name}"

    def _make(self) -> None:
        self._sections = []
        for type_, promises, *_ in self._raw:
            section = self._by_type.get(type_)
            if section is None:
                section = self._by_type[type_] = Section(type_)
                self._sections.append(section)
            section.promises += [Promise(self, type_, each) for each in promises]

    def __repr__(self) -> str:
        return f"<bundle {self.kind} {self.qualified_name}>"


class Body:
    """A body, or the declaration of a custom promise type."""

    __slots__ = (
        "_attributes",
        "_raw",
        "column",
        "file",
        "kind",
        "line",
        "name",
        "namespace",
        "params",
    )

    def __init__(self, raw: tuple[Any, ...], file: str) -> None:
        if raw[0] == "promise":
            _, self.kind, self.name, self.namespace, self._raw, self.line, self.column = raw
            self.params: tuple[str, ...] = ()
        else:
            (
                _,
                self.kind,
                self.name,
                self.namespace,
                self.params,
                self._raw,
                self.line,
                self.column,
            ) = raw
        self.file = file
        self._attributes: list[Attribute] | None = None

    @property
    def raw_attributes(self) -> tuple[Any, ...]:
        """Give the attributes as the parser gave them."""
        found: tuple[Any, ...] = self._raw
        return found

    @property
    def attributes(self) -> list[Attribute]:
        """Give the attributes in written order."""
        if self._attributes is None:
            self._attributes = [to_attribute(each) for each in self._raw]
        return self._attributes

    def attribute(self, name: str) -> Attribute | None:
        """Give the first attribute of a name, or None."""
        return next((each for each in self.attributes if each.name == name), None)

    def __repr__(self) -> str:
        return f"<body {self.kind} {self.name}>"


def to_attribute(raw: tuple[Any, ...]) -> Attribute:
    """Make an attribute of what the parser gave."""
    name, value, guard, line = raw[:4]
    made = to_value(value)
    if name == "template_data" and isinstance(made, str):
        made = _as_data(made, line)
    return Attribute(name, made, guard if isinstance(guard, str) else guard[1], line)


def _as_data(text: str, line: int) -> Call:
    """Give the call that text stands for where a data container is wanted."""
    if len(text) > 3 and text.startswith(("@(", "@{")):
        return Call("mergedata", (text[2:-1],), line)
    return Call("parseyaml" if text.startswith("---") else "parsejson", (text,), line)


def to_value(raw: Any) -> Value:
    """Make a value of what the parser gave."""
    if isinstance(raw, str):
        return raw
    kind = raw[0]
    if kind == "name":
        return Name(raw[1])
    if kind == "list":
        return tuple(to_value(item) for item in raw[1])
    return Call(raw[1], tuple(to_value(item) for item in raw[2]), raw[3])
