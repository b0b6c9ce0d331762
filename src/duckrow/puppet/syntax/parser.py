"""The parser: its parts combined, and the table of tokens that can begin an operand."""

from __future__ import annotations

import gc

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.conditionals import Conditionals
from duckrow.puppet.syntax.definitions import Definitions
from duckrow.puppet.syntax.depth import TooDeepError, with_room
from duckrow.puppet.syntax.encoding import reject_byte_order_mark
from duckrow.puppet.syntax.lexer import Lexer
from duckrow.puppet.syntax.literals import Literals
from duckrow.puppet.syntax.make import make
from duckrow.puppet.syntax.operators import Operators
from duckrow.puppet.syntax.resources import Resources
from duckrow.puppet.syntax.statements import Statements, as_block
from duckrow.puppet.syntax.template_lexer import TemplateLexer
from duckrow.puppet.syntax.templates import Templates
from duckrow.source.errors import SourceError
from duckrow.source.text import SourceText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar

    from duckrow.source.diagnostic import Diagnostic


class Parser(Statements, Resources, Operators, Conditionals, Definitions, Templates, Literals):
    """Parses the tokens of one file."""

    __slots__ = ()
    # Token kinds that can begin an operand, and the methods that parse it.
    operands_by_kind: ClassVar[dict[str, Callable[[Any], n.Expression]]] = {
        "VARIABLE": Literals.variable,
        "NAME": Literals.name,
        "CLASSREF": Literals.type_name,
        "STRING": Literals.string,
        "DQ": Literals.double_quoted,
        "WORD": Literals.word,
        "NUMBER": Literals.number,
        "BOOLEAN": Literals.boolean,
        "REGEX": Literals.regex,
        "HEREDOC": Literals.heredoc,
        "default": Literals.default,
        "undef": Literals.undef,
        "private": Literals.reserved,
        "attr": Literals.reserved,
        "[": Literals.list_,
        "{": Literals.hash_,
        "(": Operators.parenthesized,
        "!": Operators.not_,
        "-": Operators.minus,
        "*": Operators.unfold,
        "if": Conditionals.if_,
        "unless": Conditionals.unless,
        "case": Conditionals.case,
        "class": Definitions.class_,
        "define": Definitions.define,
        "node": Definitions.node,
        "function": Definitions.function,
        "type": Definitions.type_,
        "plan": Definitions.plan,
        "apply": Definitions.apply,
        "RENDER_STRING": Templates.render_string,
        "RENDER_EXPR": Templates.render_expression,
    }
    # Token kinds that can begin a statement.
    starters: ClassVar[frozenset[str]] = frozenset((*operands_by_kind, "@", "@@"))

    def program(self) -> n.Program:
        """Parse a manifest to its end."""
        size = len(self.text)
        if self.kinds[0] == "":
            body: n.Expression = make.Nop(size, size)
        else:
            statements = self.statements() if self.kinds[0] in self.starters else []
            if self.kinds[self.i] != "" or not statements:
                raise self.unexpected()
            body = statements[0]
            if len(statements) > 1:
                body = as_block(statements, body.at)
        return make.Program(0, size, body, tuple(self.definitions), self.source)


def parse_source(
    source: SourceText,
    *,
    epp: bool = False,
    tasks: bool = False,
    warnings: list[Diagnostic] | None = None,
) -> n.Program:
    """Parse a source text; see :func:`parse`."""
    reject_byte_order_mark(source)
    reading = _Reading(source, epp, tasks)
    # Nodes never form cycles, so garbage collection would only cost time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return with_room(reading.parse)
    except TooDeepError:
        raise reading.too_deep() from None
    finally:
        if collecting:
            gc.enable()
        if warnings is not None:
            warnings += reading.warnings()


class _Reading:
    """One text on its way to a tree; it is parsed again if it nests deeply."""

    __slots__ = ("_epp", "_lexer", "_parser", "_source", "_tasks")

    def __init__(self, source: SourceText, epp: bool, tasks: bool) -> None:
        self._source = source
        self._epp = epp
        self._tasks = tasks

    def parse(self) -> n.Program:
        self._parser: Parser | None = None
        self._lexer = (TemplateLexer if self._epp else Lexer)(self._source, self._tasks)
        parser = self._parser = Parser(self._lexer, self._lexer.read())
        try:
            return parser.template() if self._epp else parser.program()
        except SourceError as error:
            from duckrow.puppet.syntax.hints import explain

            explain(error.diagnostic, parser)
            raise

    def too_deep(self) -> SourceError:
        parser = self._parser
        at = self._lexer.pos if parser is None else parser.starts[parser.i]
        error = self._lexer.error("nested-too-deeply", min(at, len(self._source.text)))
        error.diagnostic.why = "there is room for some two thousand levels inside each other"
        return error

    def warnings(self) -> list[Diagnostic]:
        """Return the warnings in source order, up to the rejected token.

        The lexer runs ahead of the parser; the reference has not yet read further.
        """
        parser = self._parser
        limit = len(self._source.text) if parser is None else parser.reached()
        found = [found for found in self._lexer.warnings if found[0] <= limit]
        return [warning for _, warning in sorted(found, key=lambda found: found[0])]


def parse(
    text: str,
    file_name: str | None = None,
    *,
    epp: bool = False,
    tasks: bool = False,
    warnings: list[Diagnostic] | None = None,
) -> n.Program:
    """Parse a manifest, or with `epp` a template, into a tree.

    `tasks` makes `plan` and `apply` keywords. Raises SourceError at the first syntax error;
    warnings are added to the given list.
    """
    return parse_source(SourceText(text, file_name), epp=epp, tasks=tasks, warnings=warnings)
