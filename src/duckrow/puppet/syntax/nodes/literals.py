"""Values written out, lists and hashes."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import Expression, Literal, Pointed
from duckrow.source.frozen import frozen


@frozen
class Nop(Expression):
    """A missing expression, such as the body of an empty file."""


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
    """A reserved word."""

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
