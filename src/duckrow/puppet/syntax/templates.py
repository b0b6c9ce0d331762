"""The grammar of EPP templates around the code in them."""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.cursor import Cursor
from duckrow.puppet.syntax.make import make
from duckrow.puppet.syntax.statements import as_block


class Templates(Cursor):
    """The parser of templates."""

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
        if self.kinds[self.i] in self.starters:
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
        start = self.ends[opening] - len("<%=")
        return make.RenderExpression(start, end, expr, self.starts[opening])

    def _rendered(self) -> n.Expression:
        """Parse one expression, or { statements }, which is a hash if an arrow follows."""
        brace = self.i
        if self.kinds[brace] != "{" or self.kinds[brace + 1] == "}":
            return self.expression()
        if self.kinds[brace + 2] == "=>":
            return self.expression()
        self.i = brace + 1
        defined = len(self.definitions)
        first = self.assignment()
        if self.kinds[self.i] == "=>":
            return self.continued(self.hash_from(brace, first), 0)
        # Not a hash: parse the first key again as a statement.
        del self.definitions[defined:]
        self.i = brace + 1
        statements = self.statements()
        end = self.ends[self.expect("}")]
        if len(statements) == 1:
            return statements[0]
        start = self.starts[brace]
        return make.BlockExpression(start, end, start, tuple(statements))
