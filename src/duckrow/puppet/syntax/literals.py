"""Literals: names, numbers, strings with and without expressions, lists and hashes."""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.cursor import Cursor
from duckrow.puppet.syntax.make import make
from duckrow.puppet.syntax.one_token import one_token
from duckrow.puppet.syntax.regexes import pattern_of
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.tokens import Tokens


# Expressions in a string that are only a variable: $name, ${name}, ${$name}. Two words need a
# closer look, since they may be keywords.
_PLAIN_VARIABLE = LazyPattern(
    r"(?a)(\$(?:\{(?!plan\}|apply\})\$?((?:::)?[a-z_]\w*(?:::[a-z_]\w*)*)\}"
    r"|((?:::)?(?:\w+::)*\w+)))"
)
_MANY_DIGITS = 4_000
_DECIMAL = 10
_INFINITY = float("inf")
_PIECES = 4  # pieces of re.split per variable: the text before it and the three groups
# The kinds of operands of one token.
LEAVES = frozenset(("VARIABLE", "STRING", "DQ", "NAME", "NUMBER", "BOOLEAN", "undef", "default"))
# In a list or a hash these keywords are plain words.
_WORDS_IN_COLLECTIONS = frozenset(("type", "function"))


class Literals(Cursor):
    """Constructs that are a value by themselves."""

    __slots__ = ()

    variable = one_token(n.VariableExpression, name="text[1:]")
    name = one_token(n.QualifiedName, value="text")
    type_name = one_token(n.QualifiedReference, cased_value="text")
    word = one_token(n.LiteralString, value="text")
    string = one_token(
        n.LiteralString, value=r"unescape_single(text[1:-1]) if '\\' in text else text[1:-1]"
    )
    boolean = one_token(n.LiteralBoolean, value="text == 'true'")
    default = one_token(n.LiteralDefault)
    undef = one_token(n.LiteralUndef)
    reserved = one_token(n.ReservedWord, word="text")

    def number(self) -> n.Expression:
        i = self.i
        self.i = i + 1
        text = self.texts[i]
        start, end = self.starts[i], self.ends[i]
        if text.isdigit():
            radix = 8 if text[0] == "0" and len(text) > 1 else 10
            # Far more digits than an Integer can have: the first ones suffice for the error.
            value = int(text[:_MANY_DIGITS], radix)
            return make.LiteralInteger(start, end, value, radix)
        if text[1] in "xX":
            return make.LiteralInteger(start, end, int(text, 16), 16)
        number = float(text)
        if number == _INFINITY:
            raise self.error("number-too-large", start, end, value=text)
        return make.LiteralFloat(start, end, number)

    def regex(self) -> n.Expression:
        i = self.i
        self.i = i + 1
        return make.LiteralRegularExpression(
            self.starts[i], self.ends[i], pattern_of(self.texts[i])
        )

    # Strings with expressions

    def double_quoted(self) -> n.Expression:
        i = self.i
        text = self.texts[i]
        start, end = self.starts[i], self.ends[i]
        if "\\" not in text:
            if "$" not in text:
                self.i = i + 1
                return make.LiteralString(start, end, text[1:-1])
            pieces = _PLAIN_VARIABLE.split(text)
            if not any("${" in piece for piece in pieces[::_PIECES]):
                self.i = i + 1
                return self._plain(start, end, pieces)
        inner = self.lexer.split(start, self.kinds[i - 1] if i else "")
        self.i = i + 1
        return self._inside(inner, start, end)

    def _plain(self, start: int, end: int, pieces: list[str]) -> n.Expression:
        """Build a string whose expressions are all plain variables."""
        last = len(pieces) - 1
        if last == 0:
            return make.LiteralString(start, end, pieces[0][1:-1])
        segments: list[n.LiteralString | n.TextExpression] = []
        at = start
        for index in range(0, last, _PIECES):
            text = pieces[index]
            after = at + len(text)
            if index == 0:
                text = text[1:]
                at += 1
            if text:
                segments.append(make.LiteralString(at, after, text))
            written, braced, bare = pieces[index + 1 : index + _PIECES]
            at = after + len(written)
            if bare:
                variable = make.VariableExpression(after, at, bare)
            else:
                variable = make.VariableExpression(after + 2, at - 1, braced)
            segments.append(make.TextExpression(after, at, variable, start))
        text = pieces[last][:-1]
        if text:
            segments.append(make.LiteralString(at, end - 1, text))
        return make.ConcatenatedString(start, end, tuple(segments))

    def _inside(
        self, inner: Tokens, start: int, end: int
    ) -> n.LiteralString | n.ConcatenatedString:
        """Parse the tokens of a string's inside."""
        if inner.kinds[0] == "STRING":
            return make.LiteralString(start, end, inner.texts[0])
        outside, outside_i = self.tokens, self.i
        self.enter(inner)
        segments: list[n.LiteralString | n.TextExpression] = []
        while True:
            i = self.i
            self.i = i + 1
            if self.texts[i]:
                segments.append(make.LiteralString(self.starts[i], self.ends[i], self.texts[i]))
            if self.kinds[i] == "DQPOST":
                break
            opened = self.ends[i]
            if self.kinds[i + 1] == "VARIABLE" and self.kinds[i + 2] in ("DQMID", "DQPOST"):
                expr = self.variable()
            else:
                expr = self.assignment()
            if self.kinds[self.i] not in ("DQMID", "DQPOST"):
                raise self.unexpected()
            if expr.__class__ in _MAY_BEGIN_WITH_NAME:
                expr = _with_variable(expr)
            segments.append(make.TextExpression(opened, self.starts[self.i], expr, start))
        self.enter(outside)
        self.i = outside_i
        return make.ConcatenatedString(start, end, tuple(segments))

    def heredoc(self) -> n.Expression:
        i = self.i
        self.i = i + 1
        start, end = self.starts[i], self.ends[i]
        inner = self.tokens.inner[start]
        text = self._inside(inner, inner.starts[0], inner.ends[-1])
        return make.HeredocExpression(start, end, inner.syntax, text)

    # Lists and hashes

    def list_(self) -> n.Expression:
        opening = self.i
        self.i = opening + 1
        values = () if self.kinds[self.i] == "]" else self._items("]", in_list=True)
        closing = self.expect("]")
        return make.LiteralList(self.starts[opening], self.ends[closing], values)

    def hash_(self) -> n.Expression:
        opening = self.i
        self.i = opening + 1
        return self.hash_from(opening, None)

    def hash_from(self, opening: int, key: n.Expression | None) -> n.Expression:
        """Parse a hash from its opening brace, or from its first key if that is already parsed."""
        entries: list[n.KeyedEntry] = []
        kinds = self.kinds
        while key is not None or kinds[self.i] != "}":
            entries.append(self._pair(self._hash_entry() if key is None else key))
            key = None
            if kinds[self.i] != ",":
                break
            self.i += 1
        closing = self.expect("}")
        start = self.starts[opening]
        return make.LiteralHash(start, self.ends[closing], start, tuple(entries))

    def _hash_entry(self) -> n.Expression:
        if self.kinds[self.i] in _WORDS_IN_COLLECTIONS and self._stands_alone():
            return self.word()
        return self.assignment()

    def _stands_alone(self) -> bool:
        return self.kinds[self.i + 1] in (",", "]", "}", "=>")

    def _pair(self, key: n.Expression) -> n.KeyedEntry:
        arrow = self.expect("=>")
        value = self._hash_entry()
        return make.KeyedEntry(key.start, value.end, self.starts[arrow], key, value)

    def arguments(self, closing: str, comma_may_end: bool = True) -> tuple[n.Expression, ...]:
        """Parse the arguments of a call up to its closing token, which is not consumed."""
        return self._items(closing, comma_may_end=comma_may_end)

    def access_keys(self, comma_may_end: bool = True) -> tuple[n.Expression, ...]:
        """Parse the keys of an access up to the closing bracket."""
        return self._items("]", are_keys=True, comma_may_end=comma_may_end)

    def _items(
        self,
        closing: str,
        in_list: bool = False,
        are_keys: bool = False,
        comma_may_end: bool = True,
    ) -> tuple[n.Expression, ...]:
        """Parse one or more values; adjacent pairs form one hash."""
        kinds = self.kinds
        kind = kinds[self.i]
        if kinds[self.i + 1] == closing and kind in LEAVES:
            return (self.operands[kind](self),)  # as most calls and accesses have it
        values: list[n.Expression] = []
        pairs: list[n.KeyedEntry] = []
        while True:
            if kinds[self.i] in _WORDS_IN_COLLECTIONS and self._stands_alone():
                value = self.word()
                if not in_list and kinds[self.i] != "=>":
                    raise self.unexpected()
            else:
                value = self.assignment()
            if kinds[self.i] == "=>":
                pairs.append(self._pair(value))
            else:
                if are_keys and _is_more_than_key(value):
                    raise self.unexpected()
                if pairs:
                    values.append(_bare_hash(pairs))
                    pairs = []
                values.append(value)
            if kinds[self.i] != ",":
                break
            self.i += 1
            if comma_may_end and kinds[self.i] == closing:
                break
        if pairs:
            values.append(_bare_hash(pairs))
        return tuple(values)


_NOT_KEYS = (
    n.AssignmentExpression,
    n.RelationshipExpression,
    n.AbstractResource,
    n.BlockExpression,
)


def _is_more_than_key(value: n.Expression) -> bool:
    """Return whether a value is more than an expression, which an access does not allow."""
    if isinstance(value, n.CallNamedFunctionExpression):
        return not value.needs_value  # it was made from a name and a hash
    return isinstance(value, _NOT_KEYS)


# In a string, a leading name of one of these is a variable. The lexer does this at the closing
# brace, but in a heredoc an expression may also end with the text.
_MAY_BEGIN_WITH_NAME = frozenset(
    (n.QualifiedName, n.LiteralInteger, n.AccessExpression, n.CallMethodExpression)
)


def _with_variable(expr: n.Expression) -> n.Expression:
    """Turn the leading name or decimal number of an expression into a variable."""
    chain: list[n.AccessExpression | n.CallMethodExpression] = []
    first = expr
    while True:
        if isinstance(first, n.AccessExpression):
            chain.append(first)
            first = first.left
        elif isinstance(first, n.CallMethodExpression):
            assert isinstance(first.functor, n.NamedAccessExpression)
            chain.append(first)
            first = first.functor.left
        else:
            break
    if isinstance(first, n.QualifiedName):
        name = first.value
    elif isinstance(first, n.LiteralInteger) and (first.radix == _DECIMAL or not chain):
        name = str(first.value)
    else:
        return expr
    done: n.Expression = make.VariableExpression(first.start, first.end, name)
    for link in reversed(chain):
        if isinstance(link, n.AccessExpression):
            done = make.AccessExpression(link.start, link.end, link.at, done, link.keys)
        else:
            functor = link.functor
            assert isinstance(functor, n.NamedAccessExpression)
            functor = make.NamedAccessExpression(
                functor.start, functor.end, functor.at, done, functor.right
            )
            done = make.CallMethodExpression(
                link.start, link.end, link.at, functor, link.arguments, link.block, link.needs_value
            )
    return done


def _bare_hash(pairs: list[n.KeyedEntry]) -> n.LiteralHash:
    """Build the hash of pairs without braces."""
    first = pairs[0]
    return make.LiteralHash(first.start, pairs[-1].end, first.at, tuple(pairs))
