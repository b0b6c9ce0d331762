"""The tree of a manifest.

Every node is frozen and knows its span: `start` and `end` are character offsets into the source,
so `source.text[node.start:node.end]` is exactly what was written. `at` is the offset at which the
reference implementation reports trouble with the node; for an operator that is the operator
itself, not the start of its left side.

`parts` names the fields that hold other nodes, in the order in which validation visits them.
A field in `parts` holds a node, None, or a tuple of nodes.

The names are those of the Puppet language specification, so a message such as "A Literal Integer"
has a class to match.
"""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import abstract, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import ClassVar

    from duckrow.source.text import SourceText


@abstract
class Node:
    """Anything in the tree."""

    __slots__ = ()
    parts: ClassVar[tuple[str, ...]] = ()
    start: int
    end: int

    @property
    def at(self) -> int:
        """Where the reference implementation reports trouble with this node."""
        return self.start


@abstract
class Pointed(Node):
    """A node that the reference implementation reports elsewhere than at its start."""

    __slots__ = ()
    at: int


def children(node: Node) -> Iterator[Node]:
    """Yield the nodes directly below, in the order in which validation visits them."""
    for part in node.parts:
        value = getattr(node, part)
        if value.__class__ is tuple:
            yield from value
        elif value is not None:
            yield value


# Families, from the general to the particular


@abstract
class Expression(Node):
    """A node that can stand as a statement or a value."""

    __slots__ = ()


@abstract
class Literal(Expression):
    """A value written out in the source."""

    __slots__ = ()


@abstract
class UnaryExpression(Expression):
    """One operand."""

    __slots__ = ()
    parts = ("expr",)
    expr: Expression


@abstract
class BinaryExpression(Pointed, Expression):
    """Two operands and the place of the operator between them."""

    __slots__ = ()
    parts = ("left", "right")
    left: Expression
    right: Expression


@abstract
class OperatorExpression(BinaryExpression):
    """Two operands and an operator that has brothers, such as + and -."""

    __slots__ = ()
    operator: str


# Literals


@frozen
class Nop(Expression):
    """Nothing where an expression was expected, such as the body of an empty file."""


@frozen
class LiteralUndef(Literal):
    """undef."""


@frozen
class LiteralDefault(Literal):
    """default."""


@frozen
class LiteralBoolean(Literal):
    """true or false."""

    value: bool


@frozen
class LiteralInteger(Literal):
    """A whole number; radix is 10, 8 or 16."""

    value: int
    radix: int


@frozen
class LiteralFloat(Literal):
    """A number with a fraction or an exponent."""

    value: float


@frozen
class LiteralString(Literal):
    """A string without interpolation, escapes already resolved."""

    value: str


@frozen
class LiteralRegularExpression(Literal):
    r"""/pattern/, with \/ already read as /."""

    pattern: str


@frozen
class QualifiedName(Literal):
    """A bare lower-case name such as apache::vhost."""

    value: str


@frozen
class QualifiedReference(Literal):
    """A bare capitalised name such as Apache::Vhost, case kept."""

    cased_value: str


@frozen
class ReservedWord(Literal):
    """A word the language keeps for itself."""

    word: str


@frozen
class KeyedEntry(Pointed):
    """key => value in a hash."""

    parts = ("key", "value")
    key: Expression
    value: Expression


@frozen
class LiteralHash(Pointed, Expression):
    """{ key => value }, or bare pairs in an argument list, which form one hash."""

    parts = ("entries",)
    entries: tuple[KeyedEntry, ...]


@frozen
class LiteralList(Expression):
    """[ value, ... ]."""

    parts = ("values",)
    values: tuple[Expression, ...]


# Strings with something inside


@frozen
class TextExpression(Pointed, UnaryExpression):
    """An expression inside a string."""


@frozen
class ConcatenatedString(Expression):
    """A string with interpolation: literal strings and text expressions; empty text is left out."""

    parts = ("segments",)
    segments: tuple[LiteralString | TextExpression, ...]


@frozen
class HeredocExpression(Expression):
    """@(TAG:syntax), with the text that follows on later lines."""

    parts = ("text",)
    syntax: str
    text: LiteralString | ConcatenatedString


# Operators


@frozen
class VariableExpression(Expression):
    """$name, without the dollar sign."""

    name: str


@frozen
class ParenthesizedExpression(UnaryExpression):
    """( expr )."""


@frozen
class NotExpression(UnaryExpression):
    """! expr."""


@frozen
class UnaryMinusExpression(UnaryExpression):
    """- expr."""


@frozen
class UnfoldExpression(UnaryExpression):
    """* expr."""


@frozen
class ArithmeticExpression(OperatorExpression):
    """+ - * / % << >>."""


@frozen
class ComparisonExpression(OperatorExpression):
    """== != < <= > >=."""


@frozen
class MatchExpression(OperatorExpression):
    """=~ and !~."""


@frozen
class InExpression(BinaryExpression):
    """left in right."""


@abstract
class BooleanExpression(BinaryExpression):
    """and, or."""

    __slots__ = ()


@frozen
class AndExpression(BooleanExpression):
    """left and right."""


@frozen
class OrExpression(BooleanExpression):
    """left or right."""


@frozen
class AssignmentExpression(OperatorExpression):
    """=, and the retired += and -=."""


@frozen
class RelationshipExpression(OperatorExpression):
    """-> ~> <- <~."""


@frozen
class AccessExpression(Pointed, Expression):
    """left[key, ...]."""

    parts = ("left", "keys")
    left: Expression
    keys: tuple[Expression, ...]


@frozen
class NamedAccessExpression(BinaryExpression):
    """left.name, always the functor of a method call; right is the name."""


@frozen
class SelectorEntry(Pointed):
    """matching => value in a selector."""

    parts = ("matching", "value")
    matching: Expression
    value: Expression


@frozen
class SelectorExpression(Pointed, Expression):
    """left ? { ... }."""

    parts = ("left", "selectors")
    left: Expression
    selectors: tuple[SelectorEntry, ...]


# Calls


@frozen
class Parameter(Pointed):
    """One parameter of a class, define, function, lambda or template."""

    parts = ("value", "type_expr")
    name: str
    value: Expression | None
    type_expr: Expression | None
    captures_rest: bool


@frozen
class LambdaExpression(Expression):
    """|params| >> Type { body }, and the outermost node of a template."""

    parts = ("parameters", "body", "return_type")
    parameters: tuple[Parameter, ...]
    body: Expression | None
    return_type: Expression | None


@abstract
class CallExpression(Pointed, Expression):
    """A call; a statement needs no value, anything else does."""

    __slots__ = ()
    parts = ("functor", "arguments", "block")
    functor: Expression
    arguments: tuple[Expression, ...]
    block: LambdaExpression | None
    needs_value: bool


@frozen
class CallNamedFunctionExpression(CallExpression):
    """name(arguments), or a statement call without parentheses."""


@frozen
class CallMethodExpression(CallExpression):
    """value.name(arguments); the functor is a NamedAccessExpression."""


# Statements and conditionals


@frozen
class BlockExpression(Pointed, Expression):
    """Two or more statements."""

    parts = ("statements",)
    statements: tuple[Expression, ...]


@frozen
class IfExpression(Expression):
    """if, and elsif as the else part of another if."""

    parts = ("test", "then_expr", "else_expr")
    test: Expression
    then_expr: Expression | None
    else_expr: Expression | None


@frozen
class UnlessExpression(Expression):
    """unless."""

    parts = ("test", "then_expr", "else_expr")
    test: Expression
    then_expr: Expression | None
    else_expr: Expression | None


@frozen
class CaseOption(Pointed):
    """values : { ... }."""

    parts = ("values", "then_expr")
    values: tuple[Expression, ...]
    then_expr: Expression | None


@frozen
class CaseExpression(Expression):
    """case test { options }."""

    parts = ("test", "options")
    test: Expression
    options: tuple[CaseOption, ...]


# Resources


@frozen
class AttributeOperation(Node):
    """name => value or name +> value."""

    parts = ("value",)
    name: str
    operator: str
    value: Expression


@frozen
class AttributesOperation(Node):
    """* => expr."""

    parts = ("expr",)
    expr: Expression


@frozen
class ResourceBody(Pointed):
    """title: attributes."""

    parts = ("title", "operations")
    title: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


@abstract
class AbstractResource(Pointed, Expression):
    """A resource in one of its shapes; form is regular, virtual or exported."""

    __slots__ = ()
    form: str


@frozen
class ResourceExpression(AbstractResource):
    """type { bodies }."""

    parts = ("type_name", "bodies")
    type_name: Expression
    bodies: tuple[ResourceBody, ...]


@frozen
class ResourceDefaultsExpression(AbstractResource):
    """Type { attributes }."""

    parts = ("type_ref", "operations")
    type_ref: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


@frozen
class ResourceOverrideExpression(AbstractResource):
    """Type[title] { attributes }."""

    parts = ("resources", "operations")
    resources: Expression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


@abstract
class QueryExpression(Expression):
    """The part of a collector between its bars."""

    __slots__ = ()
    parts = ("expr",)
    expr: Expression | None


@frozen
class VirtualQuery(QueryExpression):
    """<| query |>."""


@frozen
class ExportedQuery(QueryExpression):
    """<<| query |>>."""


@frozen
class CollectExpression(Pointed, Expression):
    """Type <| query |> { attributes }."""

    parts = ("type_expr", "query", "operations")
    type_expr: Expression
    query: QueryExpression
    operations: tuple[AttributeOperation | AttributesOperation, ...]


# Definitions


@abstract
class Definition(Expression):
    """Something that gets a name."""

    __slots__ = ()


@abstract
class NamedDefinition(Definition):
    """A definition with parameters and a body."""

    __slots__ = ()
    parts: ClassVar[tuple[str, ...]] = ("parameters", "body")
    name: str
    parameters: tuple[Parameter, ...]
    body: Expression | None


@frozen
class HostClassDefinition(NamedDefinition):
    """class name(params) inherits parent { body }."""

    parent_class: str | None


@frozen
class ResourceTypeDefinition(NamedDefinition):
    """define name(params) { body }."""


@frozen
class FunctionDefinition(NamedDefinition):
    """function name(params) >> Type { body }."""

    parts = ("parameters", "body", "return_type")
    return_type: Expression | None


@frozen
class PlanDefinition(NamedDefinition):
    """plan name(params) { body }."""

    parts = ("parameters", "body", "return_type")
    return_type: Expression | None


@frozen
class NodeDefinition(Definition):
    """node matches { body }."""

    parts = ("parent", "host_matches", "body")
    host_matches: tuple[Expression, ...]
    parent: Expression | None
    body: Expression | None


@frozen
class TypeAlias(Pointed, Definition):
    """type Name = type_expr."""

    parts = ("type_expr",)
    name: str
    type_expr: Expression


@frozen
class TypeMapping(Pointed, Definition):
    """type Runtime[...] = mapping."""

    parts = ("type_expr", "mapping_expr")
    type_expr: Expression
    mapping_expr: Expression | KeyedEntry


@frozen
class TypeDefinition(Definition):
    """type Name inherits Parent { body }, which the language reserves."""

    parts = ("body",)
    name: str
    parent: str | None
    body: Expression | None


@frozen
class ApplyBlockExpression(Expression):
    """The statements of apply(...) { }."""

    parts = ("statements",)
    statements: tuple[Expression, ...]


@frozen
class ApplyExpression(Expression):
    """apply(targets) { statements }, in plans."""

    parts = ("arguments", "body")
    arguments: tuple[Expression, ...]
    body: ApplyBlockExpression


# Templates


@frozen
class EppExpression(Expression):
    """The body of an EPP template."""

    parts = ("body",)
    parameters_specified: bool
    body: Expression | None


@frozen
class RenderStringExpression(Literal):
    """Text of a template."""

    value: str


@frozen
class RenderExpression(Pointed, UnaryExpression):
    """<%= expr %>."""


# The whole


@frozen
class Program(Node):
    """A file: its body, and every definition found in it."""

    parts = ("body",)
    body: Expression
    definitions: tuple[Definition, ...]
    source: SourceText

    def text(self, node: Node) -> str:
        """Give back the source of a node, exactly as it was written."""
        return self.source.text[node.start : node.end]
