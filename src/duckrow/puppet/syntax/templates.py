"""EPP templates: text with <% code %> and <%= values %> in it.

<%   code        <%-   code, blanks before it on the line dropped
<%=  value       <%#   comment
%>   end         -%>   end, blanks and the line break after it dropped
<%%  and %%>     stand for <% and %> in text
"""

from __future__ import annotations

import re

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.cursor import Cursor
from duckrow.puppet.syntax.make import make
from duckrow.puppet.syntax.statements import STARTERS, as_block
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.lexer import Lexer
    from duckrow.puppet.syntax.tokens import Tokens

_TO_TAG = re.compile(r".*?(<%|\Z)", re.DOTALL)
_COMMENT_END = re.compile(r".*?[^%]%>", re.DOTALL)
_BLANK_LINE_END = re.compile(r"^[ \t]*\r?(?:\n|\Z)?", re.MULTILINE)
_BLANKS_AT_END = re.compile(r"[ \t]*\Z")


def read_template(lexer: Lexer) -> Tokens:
    """Lex a template: text in one go, code step by step."""
    tokens = lexer.tokens
    try:
        _read_text(lexer, trim=False)
        while lexer.pos < len(lexer.text):
            _read_code(lexer)
        if lexer.epp_mode != "text":
            raise lexer.error("epp-unbalanced-tag", lexer.pos)
    except SourceError as error:
        lexer.end_in(error)
    lexer.close()
    return tokens


def _read_code(lexer: Lexer) -> None:
    """Take one step in code; its closing tag leads on to the text after it."""
    text, pos = lexer.text, lexer.pos
    trim = text.startswith("-%>", pos)
    if not trim and not text.startswith("%>", pos):
        lexer.step(lexer.tokens)
        return
    closing = "-%>" if trim else "%>"
    lexer.pos = pos + len(closing)
    if lexer.epp_mode == "expr":
        _add(lexer, "EPP_END", closing, pos)
    _read_text(lexer, trim)


def _add(lexer: Lexer, kind: str, text: str, start: int) -> None:
    lexer.tokens.add(kind, text, start, lexer.pos)
    lexer.after = kind


def _read_text(lexer: Lexer, trim: bool) -> None:
    """Read text up to the next tag of code, and say what kind of code it opens."""
    before = lexer.pos
    text, mode = _scan_text(lexer, trim)
    if text:
        _add(lexer, "RENDER_STRING", text, before)
    elif mode == "text" and text is not None:
        _add(lexer, "RENDER_STRING", "", before)
    if mode == "expr":
        # The reference places the expression where the text before it begins.
        _add(lexer, "RENDER_EXPR", "", before)
    lexer.epp_mode = mode


def _scan_text(lexer: Lexer, trim: bool) -> tuple[str | None, str]:
    source = lexer.text
    if lexer.pos >= len(source):
        return None, "text"
    out = ""
    while lexer.pos < len(source):
        match = _TO_TAG.match(source, lexer.pos)
        assert match is not None
        part: str = match[0]
        lexer.pos = match.end()
        if trim:
            part = _BLANK_LINE_END.sub("", part, count=1)
            trim = False
        out += part.replace("%%>", "%>")
        following = source[lexer.pos : lexer.pos + 1]
        if following == "":
            if out.endswith("<%"):
                raise lexer.error("epp-unbalanced-expression")
            return out, "text"
        if following == "%":
            lexer.pos += 1
            continue
        out = out[:-2]
        if following == "-":
            lexer.pos += 1
            return _BLANKS_AT_END.sub("", out, count=1), "epp"
        if following == "=":
            lexer.pos += 1
            return out, "expr"
        if following != "#":
            return out, "epp"
        comment = _COMMENT_END.match(source, lexer.pos)
        if comment is None:
            raise lexer.error("epp-unbalanced-comment")
        lexer.pos = comment.end()
        if comment[0][1:2] == "-":
            out = _BLANKS_AT_END.sub("", out, count=1)
        trim = comment[0].endswith("-%>")
    return out, "text"


class Templates(Cursor):
    """The grammar of a template around the language inside it."""

    __slots__ = ()

    def template(self) -> n.Program:
        """Parse a template to its end: a lambda whose body renders."""
        size = len(self.text)
        has_parameters = self.kinds[0] == "|"
        parameters: tuple[n.Parameter, ...] = ()
        if has_parameters:
            self.i = 1
            if self.kinds[1] != "|":
                parameters = self.parameters("|")
            self.expect("|")
        body = None
        if self.kinds[self.i] in STARTERS:
            body = as_block(self.statements(), 0)
        if self.kinds[self.i] != "":
            raise self.unexpected()
        epp = make.EppExpression(0, size, has_parameters, body)
        whole = make.LambdaExpression(0, size, parameters, epp, None)
        return make.Program(0, size, whole, tuple(self.definitions), self.source)

    def render_string(self) -> n.Expression:
        i = self.i
        self.i = i + 1
        return make.RenderStringExpression(self.starts[i], self.ends[i], self.texts[i])

    def render_expression(self) -> n.Expression:
        opening = self.i
        self.i = opening + 1
        expr = self._rendered()
        end = self.ends[self.expect("EPP_END")]
        # The text before the tag has a node of its own.
        start = self.ends[opening]
        return make.RenderExpression(start, end, expr, self.starts[opening])

    def _rendered(self) -> n.Expression:
        """Parse one expression, or { statements }, which is a hash if an arrow follows."""
        brace = self.i
        if self.kinds[brace] != "{" or self.kinds[brace + 1] == "}":
            return self.expression()
        if self.kinds[brace + 2] == "=>":
            return self.expression()
        self.i = brace + 1
        first = self.assignment()
        if self.kinds[self.i] == "=>":
            return self.continued(self.hash_from(brace, first), 0)
        self.i = brace + 1
        statements = self.statements()
        end = self.ends[self.expect("}")]
        if len(statements) == 1:
            return statements[0]
        start = self.starts[brace]
        return make.BlockExpression(start, end, start, tuple(statements))
