"""The parser: its parts put together, and the table of what can begin an operand."""

from __future__ import annotations

import gc
import sys

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.conditionals import Conditionals
from duckrow.puppet.syntax.definitions import Definitions
from duckrow.puppet.syntax.lexer import Lexer
from duckrow.puppet.syntax.literals import Literals
from duckrow.puppet.syntax.make import make
from duckrow.puppet.syntax.operators import PREFIX, Operators
from duckrow.puppet.syntax.resources import Resources
from duckrow.puppet.syntax.statements import STARTERS, Statements, as_block
from duckrow.puppet.syntax.templates import Templates, read_template
from duckrow.source.text import SourceText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.source.diagnostic import Diagnostic

# Frames the parser may use for a deeply nested text; Python gives a thousand, which is some two
# hundred levels.
_FRAMES = 12_000


class Parser(Statements, Resources, Operators, Conditionals, Definitions, Templates, Literals):
    """Parses the tokens of one file."""

    __slots__ = ()

    def program(self) -> n.Program:
        """Parse a manifest to its end."""
        size = len(self.text)
        if self.kinds[0] == "":
            body: n.Expression = make.Nop(size, size)
        else:
            statements = self.statements() if self.kinds[0] in STARTERS else []
            if self.kinds[self.i] != "" or not statements:
                raise self.unexpected()
            body = statements[0]
            if len(statements) > 1:
                body = as_block(statements, body.at)
        return make.Program(0, size, body, tuple(self.definitions), self.source)


_OPERANDS: dict[str, Callable[[Any], n.Expression]] = {
    "VARIABLE": Parser.variable,
    "NAME": Parser.name,
    "CLASSREF": Parser.type_name,
    "STRING": Parser.string,
    "DQ": Parser.double_quoted,
    "WORD": Parser.word,
    "NUMBER": Parser.number,
    "BOOLEAN": Parser.boolean,
    "REGEX": Parser.regex,
    "HEREDOC": Parser.heredoc,
    "default": Parser.default,
    "undef": Parser.undef,
    "private": Parser.reserved,
    "attr": Parser.reserved,
    "[": Parser.list_,
    "{": Parser.hash_,
    "(": Parser.parenthesized,
    "!": Parser.not_,
    "-": Parser.minus,
    "*": Parser.unfold,
    "if": Parser.if_,
    "unless": Parser.unless,
    "case": Parser.case,
    "class": Parser.class_,
    "define": Parser.define,
    "node": Parser.node,
    "function": Parser.function,
    "type": Parser.type_,
    "plan": Parser.plan,
    "apply": Parser.apply,
    "RENDER_STRING": Parser.render_string,
    "RENDER_EXPR": Parser.render_expression,
}
PREFIX.update(_OPERANDS)
STARTERS.update(_OPERANDS, ("@", "@@"))


def parse_source(
    source: SourceText,
    *,
    epp: bool = False,
    tasks: bool = False,
    warnings: list[Diagnostic] | None = None,
) -> n.Program:
    """Parse a source text; see :func:`parse`."""
    # Nodes never form cycles, so looking for cycles while making them is time lost.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _parse_deep(source, epp, tasks, warnings)
    finally:
        if collecting:
            gc.enable()


def _parse_deep(
    source: SourceText, epp: bool, tasks: bool, warnings: list[Diagnostic] | None
) -> n.Program:
    try:
        return _parse(source, epp, tasks, warnings)
    except RecursionError:
        pass
    # Deeper than Python's usual limit: once more with room, then give up with a position.
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, _FRAMES))
    if warnings is not None:
        warnings.clear()
    try:
        return _parse(source, epp, tasks, warnings)
    finally:
        sys.setrecursionlimit(usual)


def _parse(
    source: SourceText, epp: bool, tasks: bool, warnings: list[Diagnostic] | None
) -> n.Program:
    lexer = Lexer(source, tasks, warnings)
    parser = None
    try:
        tokens = read_template(lexer) if epp else lexer.read()
        parser = Parser(lexer, tokens)
        return parser.template() if epp else parser.program()
    except RecursionError:
        if sys.getrecursionlimit() < _FRAMES:
            raise
        at = lexer.pos if parser is None else parser.starts[min(parser.i, len(parser.starts) - 1)]
        raise lexer.error("nested-too-deeply", min(at, len(source.text))) from None


def parse(
    text: str,
    file_name: str | None = None,
    *,
    epp: bool = False,
    tasks: bool = False,
    warnings: list[Diagnostic] | None = None,
) -> n.Program:
    """Parse a manifest, or with `epp` a template, into a tree.

    `tasks` makes `plan` and `apply` keywords. Raises SourceError at the first thing that cannot be
    read; warnings are added to the list given for them.
    """
    return parse_source(SourceText(text, file_name), epp=epp, tasks=tasks, warnings=warnings)
