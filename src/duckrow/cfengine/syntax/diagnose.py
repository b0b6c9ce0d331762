"""Policy text read exactly as the reference reads it, with all it says about mistakes.

Slower than the parser, and used for what the parser does not take: text with mistakes, and text
that is right in a way few people write.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.actions import Actions
from duckrow.cfengine.syntax.attributes import of_body, of_promise
from duckrow.cfengine.syntax.automaton import policy_tables, run
from duckrow.cfengine.syntax.judge import DEPRECATED, REMOVED, Judge
from duckrow.cfengine.syntax.literals import DATA, literal
from duckrow.cfengine.syntax.parsed import ParsedFile
from duckrow.cfengine.syntax.speaker import TooMuch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any


def diagnose(
    text: str,
    file: str,
    judge: Judge | None = None,
    warnings: Container[str] = (DEPRECATED, REMOVED),
    warnings_as_errors: Container[str] = (),
) -> ParsedFile:
    """Read a file; the judge knows what its words mean."""
    data = text.encode("utf-8", "surrogateescape").decode("latin-1")
    actions = Actions(data, file, judge or Judge(), warnings, warnings_as_errors)
    scanner = actions.scanner
    fatal = None
    try:
        while True:
            run(policy_tables(), scanner.next, actions)
            # Where nothing can follow, the reference begins anew, unless it has read all.
            if scanner.is_at_end():
                break
    except TooMuch as last:
        fatal = str(last)
    blocks: tuple[Any, ...] = ()
    if not actions.errors:
        blocks = tuple(_finished(_frozen(block)) for block in actions.blocks)
    return ParsedFile(file, blocks, actions.complaints, fatal)


def _finished(block: tuple[Any, ...]) -> tuple[Any, ...]:
    """Settle attributes that are written twice."""
    if block[0] == "bundle":
        sections = tuple(
            (type_, tuple((*p[:3], of_promise(_with_data(p[3])), *p[4:]) for p in promises), line)
            for type_, promises, line in block[5]
        )
        return (*block[:5], sections, *block[6:])
    if block[0] == "body":
        return (*block[:5], of_body(block[5], block[2]), *block[6:])
    return (*block[:4], of_body(block[4], ""), *block[5:])


def _with_data(attributes: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [
        (each[0], literal(each[1], each[3]), *each[2:]) if each[0] in DATA else each
        for each in attributes
    ]


def _frozen(part: Any) -> Any:
    """Give tuples of text for the lists and bytes the actions work with."""
    if isinstance(part, str):
        return part.encode("latin-1").decode("utf-8", "surrogateescape")
    if isinstance(part, (tuple, list)):
        return tuple(_frozen(each) for each in part)
    return part
