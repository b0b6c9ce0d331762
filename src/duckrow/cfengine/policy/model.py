"""Bundles, bodies and promises as the evaluator uses them.

The nodes of the syntax are the policy as written. Here sections of one type are one section, and a
class guard in quotes is a condition. Promises and attributes are made on first use: a library of a
thousand bodies costs nothing until one is used.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.nodes import ANY, List, Word
from duckrow.cfengine.values.rvals import Call, Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from duckrow.cfengine.syntax import nodes

    # str (quoted text), Name (bare word), Call, tuple of values (list)
    Value = Any


class Attribute:
    """`name => value` of a promise or a body, with its class guard; nobody changes it."""

    __slots__ = ("guard", "line", "name", "value")

    def __init__(self, name: str, value: Value, guard: str, line: int) -> None:
        self.name = name
        self.value = value
        self.guard = guard
        self.line = line


class Promise:
    """A promise before expansion; one object for all its iterations and passes."""

    __slots__ = (
        "attributes",
        "bundle",
        "column",
        "guard",
        "line",
        "plan",
        "promisee",
        "promiser",
        "type",
    )

    def __init__(self, bundle: Bundle, type_: str, node: nodes.Promise) -> None:
        self.promiser = node.promiser
        self.line = node.line
        self.column = node.column
        self.bundle = bundle
        self.type = type_
        self.guard = node.guard
        self.promisee: Value = None if node.promisee is None else to_value(node.promisee)
        self.attributes = attributes_of(node.attributes)
        if node.quoted_guard is not None:
            # A quoted guard may contain variables, so it is a condition like `if`.
            self._restrict(node.quoted_guard)
        # The evaluator's plan for the promise (promise_bodies.py), for the whole run.
        self.plan: Any = None

    def _restrict(self, guard: str) -> None:
        """Add a guard as another condition."""
        condition = self.attribute("ifvarclass")
        if condition is None:
            self.attributes.append(Attribute("ifvarclass", guard, ANY, self.line))
        else:
            # Not the attribute itself, which the nodes of the syntax may share.
            value = Call("and", (guard, condition.value), self.line)
            both = Attribute(condition.name, value, condition.guard, condition.line)
            self.attributes = [both if each is condition else each for each in self.attributes]

    @property
    def file(self) -> str:
        """Return the file of the promise."""
        return self.bundle.file

    def attribute(self, name: str) -> Attribute | None:
        """Return the last attribute of a name, or None."""
        found = None
        for each in self.attributes:
            if each.name == name:
                found = each
        return found

    def __repr__(self) -> str:
        return f"<{self.type} promise {self.promiser!r} of {self.bundle.name}>"


class Section:
    """The promises of one type in a bundle."""

    __slots__ = ("promises", "settled", "type")

    def __init__(self, type_: str) -> None:
        self.type = type_
        self.promises: list[Promise] = []
        # The state of classes and variables in which no promise had to be evaluated, or None.
        self.settled: Any = None


class Bundle:
    """A bundle; its promises are made on first use."""

    __slots__ = (
        "_by_type",
        "_sections",
        "column",
        "file",
        "kind",
        "line",
        "name",
        "namespace",
        "node",
        "params",
    )

    def __init__(self, node: nodes.Bundle, file: str) -> None:
        self.node = node
        self.kind = node.kind
        self.name = node.name
        self.namespace = node.namespace
        self.params = node.parameters
        self.line = node.line
        self.column = node.column
        self.file = file
        self._sections: list[Section] | None = None
        self._by_type: dict[str, Section] = {}

    @property
    def sections(self) -> list[Section]:
        """Return the sections in the order in which their types first appear."""
        if self._sections is None:
            self._make()
        found = self._sections
        assert found is not None
        return found

    def section(self, type_: str) -> Section | None:
        """Return the promises of a type, or None."""
        if self._sections is None:
            self._make()
        return self._by_type.get(type_)

    @property
    def is_used(self) -> bool:
        """Return whether somebody asked for its promises."""
        return self._sections is not None

    def has(self, type_: str) -> bool:
        """Return whether the bundle has a section of a type, without making promises."""
        return any(each.type == type_ for each in self.node.sections)

    @property
    def qualified_name(self) -> str:
        """Return the name, with its namespace unless that is the default one."""
        return self.name if self.namespace == "default" else f"{self.namespace}:{self.name}"

    def _make(self) -> None:
        self._sections = []
        for node in self.node.sections:
            section = self._by_type.get(node.type)
            if section is None:
                section = self._by_type[node.type] = Section(node.type)
                self._sections.append(section)
            section.promises += [Promise(self, node.type, each) for each in node.promises]

    def __repr__(self) -> str:
        return f"<bundle {self.kind} {self.qualified_name}>"


class Body:
    """A body, or the declaration of a custom promise type."""

    __slots__ = (
        "_attributes",
        "column",
        "file",
        "kind",
        "line",
        "name",
        "namespace",
        "node",
        "params",
    )

    def __init__(self, node: nodes.Body, file: str) -> None:
        self.node = node
        self.kind = node.kind
        self.name = node.name
        self.namespace = node.namespace
        self.params = node.parameters
        self.line = node.line
        self.column = node.column
        self.file = file
        self._attributes: list[Attribute] | None = None

    @property
    def attributes(self) -> list[Attribute]:
        """Return the attributes in written order."""
        if self._attributes is None:
            self._attributes = attributes_of(self.node.attributes)
        return self._attributes

    def attribute(self, name: str) -> Attribute | None:
        """Return the first attribute of a name, or None."""
        return next((each for each in self.attributes if each.name == name), None)

    def __repr__(self) -> str:
        return f"<body {self.kind} {self.name}>"


def attributes_of(found: Sequence[nodes.Attribute]) -> list[Attribute]:
    """Return the attributes of nodes."""
    # A node with a string already has all that an Attribute has; a policy has thousands of them.
    attributes: list[Any] = []
    for each in found:
        is_text = type(each.value) is str and each.name != "template_data"
        attributes.append(each if is_text else to_attribute(each))
    return attributes


def to_attribute(node: nodes.Attribute) -> Attribute:
    """Return the attribute of a node."""
    value = to_value(node.value)
    if node.name == "template_data" and isinstance(value, str):
        value = _as_data(value, node.line)
    return Attribute(node.name, value, node.guard, node.line)


def _as_data(text: str, line: int) -> Call:
    """Return the call for a string in an attribute for data."""
    if len(text) > 3 and text.startswith(("@(", "@{")):
        return Call("mergedata", (text[2:-1],), line)
    return Call("parseyaml" if text.startswith("---") else "parsejson", (text,), line)


def to_value(node: nodes.Value) -> Value:
    """Return the value of a node."""
    if isinstance(node, str):
        return node
    if isinstance(node, Word):
        return Name(node.text)
    if isinstance(node, List):
        return tuple([to_value(item) for item in node.items])
    return Call(node.name, tuple([to_value(item) for item in node.arguments]), node.line)
