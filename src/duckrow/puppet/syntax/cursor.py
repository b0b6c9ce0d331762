"""The parser's position in the tokens, and its syntax errors.

The parser accepts a token only if the tokens so far can still become a program. So it rejects the
same token as the reference implementation, whatever either of them is building.
"""

from __future__ import annotations

from duckrow.puppet.syntax.escapes import unescape_single
from duckrow.puppet.syntax.messages import MESSAGES
from duckrow.puppet.syntax.regexes import as_ruby_shows
from duckrow.puppet.syntax.tokens import BLANKS
from duckrow.source.diagnostic import Diagnostic
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar

    from duckrow.puppet.syntax import nodes as n
    from duckrow.puppet.syntax.lexer import Lexer
    from duckrow.puppet.syntax.tokens import Tokens
    from duckrow.source.text import SourceText

_SPACES = BLANKS + "\n"


class Cursor:
    """Tokens, an index into them, and state that every part of the parser shares."""

    __slots__ = (
        "definitions",
        "ends",
        "i",
        "kinds",
        "lexer",
        "namespace",
        "operands",
        "source",
        "starts",
        "text",
        "texts",
        "tokens",
    )

    def __init__(self, lexer: Lexer, tokens: Tokens) -> None:
        self.lexer = lexer
        self.source: SourceText = lexer.source
        self.text = lexer.text
        self.definitions: list[n.Definition] = []
        self.namespace: list[str] = []
        self.operands = self.operands_by_kind  # Python reads a slot faster than a class attribute
        self.enter(tokens)

    if TYPE_CHECKING:
        # Tables of the parser; parser.py fills them.
        operands_by_kind: ClassVar[dict[str, Callable[[Any], n.Expression]]]
        starters: ClassVar[frozenset[str]]

        # The parts of the parser call each other through these.
        def expression(self, floor: int = 0) -> n.Expression: ...
        def continued(self, left: n.Expression, floor: int) -> n.Expression: ...
        def call(self, functor: n.Expression) -> n.Expression: ...
        def collector(self, type_expr: n.Expression) -> n.Expression: ...
        def assignment(self) -> n.Expression: ...
        def statements(self) -> list[n.Expression]: ...
        def block(self, at: int) -> n.Expression | None: ...
        def parameters(self, closing: str) -> tuple[n.Parameter, ...]: ...
        def lambda_(self) -> n.LambdaExpression: ...
        def return_type(self) -> n.Expression | None: ...
        def attribute_operations(
            self,
        ) -> tuple[n.AttributeOperation | n.AttributesOperation, ...]: ...
        def arguments(
            self, closing: str, comma_may_end: bool = True
        ) -> tuple[n.Expression, ...]: ...
        def access_keys(self, comma_may_end: bool = True) -> tuple[n.Expression, ...]: ...
        def hash_from(self, opening: int, key: n.Expression | None) -> n.Expression: ...
        def list_(self) -> n.Expression: ...
        def hash_(self) -> n.Expression: ...
        def string(self) -> n.Expression: ...
        def double_quoted(self) -> n.Expression: ...
        def heredoc(self) -> n.Expression: ...
        def regex(self) -> n.Expression: ...
        def type_name(self) -> n.Expression: ...

    def enter(self, tokens: Tokens) -> None:
        """Go to the start of a list of tokens."""
        self.tokens = tokens
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.i = 0

    def expect(self, kind: str) -> int:
        """Skip a token of this kind and return its index."""
        i = self.i
        if self.kinds[i] != kind:
            raise self.unexpected()
        self.i = i + 1
        return i

    def raise_lexer_error(self) -> None:
        """Raise the lexer's error about this token, before the parser looks at it.

        The reference has read one token ahead when it rejects what came before.
        """
        i = self.i
        if self.kinds[i] == "ERROR":
            raise self.unexpected()
        if self.kinds[i] == "DQ":
            self.lexer.split(self.starts[i], self.kinds[i - 1])

    def is_tight(self) -> bool:
        """Return whether the bracket here touches the token before it, as an access does."""
        start = self.starts[self.i]
        return start == self.ends[self.i - 1] or self.text[start - 1] not in _SPACES

    def is_first_on_line(self) -> bool:
        """Return whether only blanks precede the parenthesis here on its line.

        Such a parenthesis begins an expression; any other one calls what precedes it.
        """
        start, end = self.starts[self.i], self.ends[self.i - 1]
        if start == end:  # as nearly always
            return False
        gap = self.text[end:start]
        newline = gap.rfind("\n")
        return newline >= 0 and not gap[newline + 1 :].strip(BLANKS)

    def reached(self) -> int:
        """Return the start of the file's token at which, or inside which, the parser is."""
        origin = self.tokens.origin
        return self.starts[self.i] if origin is None else origin

    # Refusals

    def error(
        self, code: str, start: int | None, end: int | None = None, **words: str
    ) -> SourceError:
        what = MESSAGES[code].format(**words)
        return SourceError(Diagnostic(code, what, self.source, start, end))

    def unexpected(self) -> SourceError:
        """Return the error that this token is unexpected."""
        i = self.i
        kind = self.kinds[i]
        if kind == "ERROR" and self.tokens.error is not None:
            return SourceError(self.tokens.error)
        if kind == "" and i < len(self.kinds):
            return self.error("syntax-error", None, where="end of input")
        shown = self._shown(i)
        return self.error("syntax-error", self.starts[i], self.ends[i], where=f"'{shown}'")

    def _shown(self, i: int) -> str:
        """Return the value of a token as the reference quotes it."""
        kind, text = self.kinds[i], self.texts[i]
        if kind == "STRING":
            return unescape_single(text[1:-1])
        if kind == "DQ":
            return self.lexer.split(self.starts[i], self.kinds[i - 1] if i else "").texts[0]
        if kind == "VARIABLE":
            return text[1:]
        if kind == "HEREDOC":
            return self.tokens.inner[self.starts[i]].syntax
        if kind == "REGEX":
            return as_ruby_shows(text)
        if kind in ("OTHER", "RENDER_EXPR"):
            return ""
        return text
