"""A policy as it is written: the nodes that the parser returns.

    Bundle              bundle agent main(a, b) { … }
      PromiseSection      files:
        Promise             linux:: "/etc/motd" -> { "ops" } create => "true", perms => m("644");
          Attribute           create => "true"
    Body                body perms m(mode) { … }
      Attribute           mode => "$(mode)";
    CustomPromiseType   promise agent git { … }
      Attribute           path => "/x";

    Value of an attribute or a promisee:
      str                 "text", $(variable), @(variable)
      Word                word
      List                { "a", word, f("x") }        items: str or FunctionCall
      FunctionCall        f("x", word, g())            arguments: str or FunctionCall

Decisions.

1. Nodes are plain classes with slots. Nobody changes a node; who needs another one makes it.
2. The cache of parsed policies holds tuples, because `marshal` loads them fastest. `packed` and
   `unpack` are the only border between nodes and tuples.
3. `unpack` makes the nodes of blocks only. The nodes inside a block are made when somebody asks for
   its sections or attributes: a library of a thousand bodies costs nothing until one is used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    # Strings, integers, booleans, None, and tuples of these: the types that `marshal` loads.
    Packed = tuple[Any, ...]

# The class guard of promises and attributes without one.
ANY = "any"


class Node:
    """A part of a policy; two nodes of a class are equal if all their parts are."""

    __slots__ = ()

    def packed(self) -> Packed:
        """Return the node and all nodes in it as tuples."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Compare all parts, including lines and columns."""
        if not isinstance(other, Node):
            return NotImplemented
        return type(self) is type(other) and self.packed() == other.packed()

    def __hash__(self) -> int:
        """Return the hash of all parts."""
        return hash(self.packed())

    def __repr__(self) -> str:
        """Show all parts."""
        return f"{type(self).__name__}{self.packed()!r}"


# Values.


class Word(Node):
    """A word without quotes: the name of a body, a bundle or a class."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def packed(self) -> Packed:
        """Return the word as a tuple."""
        return ("name", self.text)


class List(Node):
    """A list in braces."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[str | FunctionCall, ...]) -> None:
        self.items = items

    def packed(self) -> Packed:
        """Return the list as a tuple."""
        return ("list", _packed_values(self.items))


class FunctionCall(Node):
    """A function call, or a body or bundle with arguments."""

    __slots__ = ("arguments", "is_literal", "line", "name")

    def __init__(
        self,
        name: str,
        arguments: tuple[str | FunctionCall, ...],
        line: int,
        *,
        is_literal: bool = False,
    ) -> None:
        self.name = name
        self.arguments = arguments
        self.line = line
        # The policy has YAML text here; the call that parses it is not in the policy.
        self.is_literal = is_literal

    def packed(self) -> Packed:
        """Return the call as a tuple."""
        return ("call", self.name, _packed_values(self.arguments), self.line, self.is_literal)


# Parts of blocks.


class Attribute(Node):
    """`name => value` in a promise or a body; in a body it may be under a class guard."""

    __slots__ = ("column", "guard", "line", "name", "value")

    def __init__(self, name: str, value: Value, guard: str, line: int, column: int) -> None:
        self.name = name
        self.value = value
        self.guard = guard
        self.line = line
        self.column = column

    def packed(self) -> Packed:
        """Return the attribute as a tuple."""
        return (self.name, _packed_value(self.value), self.guard, self.line, self.column)

    def with_value(self, value: Value) -> Attribute:
        """Return the same attribute with another value."""
        return Attribute(self.name, value, self.guard, self.line, self.column)


class Promise(Node):
    """A promise; a class guard in quotes may contain variables, and then `guard` is `any`."""

    __slots__ = (
        "attributes",
        "column",
        "guard",
        "line",
        "promisee",
        "promiser",
        "quoted_guard",
    )

    def __init__(
        self,
        guard: str,
        quoted_guard: str | None,
        promiser: str,
        promisee: Value | None,
        attributes: Sequence[Attribute],
        line: int,
        column: int,
    ) -> None:
        self.guard = guard
        self.quoted_guard = quoted_guard
        self.promiser = promiser
        self.promisee = promisee
        self.attributes = attributes
        self.line = line
        self.column = column

    def packed(self) -> Packed:
        """Return the promise as a tuple."""
        return (
            self.guard,
            self.quoted_guard,
            self.promiser,
            None if self.promisee is None else _packed_value(self.promisee),
            _packed_nodes(self.attributes),
            self.line,
            self.column,
        )


class PromiseSection(Node):
    """A promise type with a colon, and the promises below it."""

    __slots__ = ("line", "promises", "type")

    def __init__(self, type_: str, promises: Sequence[Promise], line: int) -> None:
        self.type = type_
        self.promises = promises
        self.line = line

    def packed(self) -> Packed:
        """Return the section as a tuple."""
        return (self.type, _packed_nodes(self.promises), self.line)


# Blocks.


class Bundle(Node):
    """A bundle."""

    __slots__ = (
        "_packed_sections",
        "_sections",
        "column",
        "file",
        "kind",
        "line",
        "name",
        "namespace",
        "parameters",
    )

    def __init__(
        self,
        kind: str,
        name: str,
        namespace: str,
        parameters: tuple[str, ...],
        sections: Sequence[PromiseSection] | None,
        line: int,
        column: int,
        file: str | None = None,
        packed_sections: Packed = (),
    ) -> None:
        self.kind = kind
        self.name = name
        self.namespace = namespace
        self.parameters = parameters
        # None until the packed sections are unpacked; those are there once somebody wanted them.
        self._sections = sections
        self._packed_sections = packed_sections
        self.line = line
        self.column = column
        # Only a policy in JSON names the file of each block.
        self.file = file

    @property
    def sections(self) -> Sequence[PromiseSection]:
        """Return the sections in written order."""
        if self._sections is None:
            self._sections = _unpack_sections(self._packed_sections)
        return self._sections

    def packed(self) -> Packed:
        """Return the bundle as a tuple."""
        if not self._packed_sections:
            self._packed_sections = _packed_nodes(self.sections)
        head = ("bundle", self.kind, self.name, self.namespace, self.parameters)
        return (*head, self._packed_sections, self.line, self.column, self.file)


class Body(Node):
    """A body."""

    __slots__ = (
        "_attributes",
        "_packed_attributes",
        "column",
        "file",
        "kind",
        "line",
        "name",
        "namespace",
        "parameters",
    )

    def __init__(
        self,
        kind: str,
        name: str,
        namespace: str,
        parameters: tuple[str, ...],
        attributes: Sequence[Attribute] | None,
        line: int,
        column: int,
        file: str | None = None,
        packed_attributes: Packed = (),
    ) -> None:
        self.kind = kind
        self.name = name
        self.namespace = namespace
        self.parameters = parameters
        # None until the packed attributes are unpacked.
        self._attributes = attributes
        self._packed_attributes = packed_attributes
        self.line = line
        self.column = column
        # Only a policy in JSON names the file of each block.
        self.file = file

    @property
    def attributes(self) -> Sequence[Attribute]:
        """Return the attributes in written order."""
        if self._attributes is None:
            self._attributes = _unpack_attributes(self._packed_attributes)
        return self._attributes

    def packed(self) -> Packed:
        """Return the body as a tuple."""
        attributes = _packed_nodes(self.attributes)
        head = (self._keyword(), self.kind, self.name, self.namespace, self.parameters)
        return (*head, attributes, self.line, self.column, self.file)

    def _keyword(self) -> str:
        return "body"


class CustomPromiseType(Body):
    """The declaration of a custom promise type; it looks like a body without parameters."""

    __slots__ = ()

    def _keyword(self) -> str:
        return "promise"


if TYPE_CHECKING:
    Value = str | Word | List | FunctionCall
    Block = Bundle | Body


def name_of(value: Value) -> str:
    """Return the text of a string or a word, or the name of a call; None for a list."""
    if isinstance(value, str):
        return value
    if isinstance(value, Word):
        return value.text
    return value.name if isinstance(value, FunctionCall) else ""


def text_of(value: Value | None) -> str | None:
    """Return the text of a string or a word; None for all other values."""
    if value is None or isinstance(value, str):
        return value
    return value.text if isinstance(value, Word) else None


# The border between nodes and tuples.


def _packed_value(value: Value) -> object:
    return value if isinstance(value, str) else value.packed()


def _packed_values(values: Sequence[str | FunctionCall]) -> Packed:
    return tuple([value if isinstance(value, str) else value.packed() for value in values])


def _packed_nodes(nodes: Sequence[Node]) -> Packed:
    return tuple([node.packed() for node in nodes])


def unpack(packed: Packed) -> Block:
    """Return the block that was packed."""
    keyword, kind, name, namespace, parameters, inside, line, column, file = packed
    if keyword == "bundle":
        return Bundle(kind, name, namespace, parameters, None, line, column, file, inside)
    block = Body if keyword == "body" else CustomPromiseType
    return block(kind, name, namespace, parameters, None, line, column, file, inside)


def as_packed(data: object) -> Packed:
    """Return packed nodes from lists in their place, as JSON has them."""
    if not isinstance(data, list | tuple):
        raise TypeError("this is no node")
    return tuple([as_packed(each) if isinstance(each, list | tuple) else each for each in data])


def _unpack_sections(packed: Packed) -> tuple[PromiseSection, ...]:
    return tuple(
        [
            PromiseSection(type_, _unpack_promises(promises), line)
            for type_, promises, line in packed
        ]
    )


def _unpack_promises(packed: Packed) -> tuple[Promise, ...]:
    # Every start with a library unpacks thousands of promises, so this makes few calls.
    return tuple(
        [
            Promise(
                guard,
                quoted_guard,
                promiser,
                _unpack_value(promisee) if isinstance(promisee, tuple) else promisee,
                _unpack_attributes(attributes) if attributes else (),
                line,
                column,
            )
            for guard, quoted_guard, promiser, promisee, attributes, line, column in packed
        ]
    )


def _unpack_attributes(packed: Packed) -> tuple[Attribute, ...]:
    return tuple(
        [
            Attribute(
                name,
                value if isinstance(value, str) else _unpack_value(value),
                guard,
                line,
                column,
            )
            for name, value, guard, line, column in packed
        ]
    )


def _unpack_value(packed: Packed) -> Word | List | FunctionCall:
    kind = packed[0]
    if kind == "name":
        return Word(packed[1])
    return List(_unpack_items(packed[1])) if kind == "list" else _unpack_call(packed)


def _unpack_call(packed: Packed) -> FunctionCall:
    _, name, arguments, line, is_literal = packed
    return FunctionCall(name, _unpack_items(arguments), line, is_literal=is_literal)


def _unpack_items(packed: Packed) -> tuple[str | FunctionCall, ...]:
    return tuple([item if isinstance(item, str) else _unpack_call(item) for item in packed])
