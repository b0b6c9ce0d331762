"""Calls of the vocabulary in `runtime`, which compiled Ruby is written in."""

from __future__ import annotations

import ast

from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.source.python_ast import Range

# Words that need no interpreter; all others get it as their first argument.
ALONE = frozenset(
    """
    check_keywords defined_block defined_expression defined_value hash_of keywords_or
    left_by_break new_tag other_keywords regexp_of set_constant spread symbol take_keyword
    take_keywords take_last truthy unsupported
    """.split()
)


def word(name: str, arguments: Iterable[ast.expr], at: Range) -> ast.expr:
    """Write a call of a word."""
    return py.call(name, _given(name, arguments, at), at)


def word_with(
    name: str, arguments: Iterable[ast.expr], keyword: str, value: ast.expr, at: Range
) -> ast.expr:
    """Write a call of a word with one argument given by name."""
    return py.call_with(name, _given(name, arguments, at), keyword, value, at)


def tick(at: Range) -> ast.stmt:
    """Write the statement that counts one step."""
    called = py.attribute(py.name("ruby", at), "tick", at)
    return py.statement(py.placed(ast.Call(called, [], []), at), at)


def _given(name: str, arguments: Iterable[ast.expr], at: Range) -> list[ast.expr]:
    return list(arguments) if name in ALONE else [py.name("ruby", at), *arguments]
