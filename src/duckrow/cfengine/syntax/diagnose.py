"""The exact reader: it reads a policy exactly as the reference does, and reports the same errors.

It is slower than the parser. It reads the source texts that the parser does not: texts with errors,
and correct texts with unusual syntax.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.actions import Actions
from duckrow.cfengine.syntax.attributes import of_body, of_promise
from duckrow.cfengine.syntax.automaton import policy_tables, run
from duckrow.cfengine.syntax.literals import DATA, literal
from duckrow.cfengine.syntax.messages import TooManyErrors
from duckrow.cfengine.syntax.nodes import (
    Attribute,
    Body,
    Bundle,
    CustomPromiseType,
    Promise,
    PromiseSection,
    unpack,
)
from duckrow.cfengine.syntax.parsed import ParsedFile
from duckrow.cfengine.syntax.vocabulary import DEPRECATED, REMOVED, Vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from duckrow.cfengine.syntax.nodes import Block, Packed


def diagnose(
    text: str,
    file: str,
    vocabulary: Vocabulary | None = None,
    warnings: Container[str] = (DEPRECATED, REMOVED),
    warnings_as_errors: Container[str] = (),
) -> ParsedFile:
    """Read a file; the vocabulary knows its words."""
    data = text.encode("utf-8", "surrogateescape").decode("latin-1")
    actions = Actions(data, file, vocabulary or Vocabulary(), warnings, warnings_as_errors)
    scanner = actions.scanner
    fatal = None
    try:
        while True:
            run(policy_tables(), scanner.next, actions)
            # After an error without recovery the reference starts again, unless it is at the end.
            if scanner.is_at_end():
                break
    except TooManyErrors as last:
        fatal = str(last)
    blocks: tuple[Block, ...] = ()
    if not actions.errors:
        blocks = tuple(_finished(unpack(_decoded(block.packed()))) for block in actions.blocks)
    return ParsedFile(file, blocks, actions.messages, fatal)


def _finished(block: Block) -> Block:
    """Return the block with each attribute once, and with data parsed."""
    head = (block.kind, block.name, block.namespace, block.parameters)
    location = (block.line, block.column)
    if isinstance(block, Bundle):
        sections = [
            PromiseSection(each.type, [*map(_finished_promise, each.promises)], each.line)
            for each in block.sections
        ]
        return Bundle(*head, sections, *location)
    if isinstance(block, CustomPromiseType):
        return CustomPromiseType(*head, of_body(block.attributes, ""), *location)
    return Body(*head, of_body(block.attributes, block.name), *location)


def _finished_promise(promise: Promise) -> Promise:
    return Promise(
        promise.guard,
        promise.quoted_guard,
        promise.promiser,
        promise.promisee,
        of_promise([*map(_with_data, promise.attributes)]),
        promise.line,
        promise.column,
    )


def _with_data(attribute: Attribute) -> Attribute:
    if attribute.name not in DATA:
        return attribute
    return attribute.with_value(literal(attribute.value, attribute.line))


def _decoded(packed: Packed) -> Packed:
    """Return packed nodes with strings instead of the bytes, one per character, of the scanner."""
    return tuple(
        each.encode("latin-1").decode("utf-8", "surrogateescape")
        if isinstance(each, str)
        else _decoded(each)
        if isinstance(each, tuple)
        else each
        for each in packed
    )
