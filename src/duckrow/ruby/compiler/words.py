"""Calls of the vocabulary in `runtime`, which compiled Ruby is written in."""

from __future__ import annotations

import _ast as ast

from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.source.python_ast import Range

# Words that need no interpreter; all others get it as their first argument.
ALONE = frozenset(
    """
    always changed check_keywords defined_block defined_expression defined_value give_back
    hash_of keywords_or left_by_break new_tag other_keywords same_tag spread symbol
    take_keyword take_keywords take_last truthy unsupported
    """.split()
)
# Calls of methods have words of their own for few arguments: up to this number.
FEW = {"send": 2, "send_self": 1}


def element(value: ast.expr, keys: list[ast.expr], at: Range) -> ast.expr:
    """Write value[keys]."""
    if len(keys) != 1 or isinstance(keys[0], ast.Starred):
        return word("element_at", [value, *keys], at)
    key = keys[0]
    written = key.value if isinstance(key, ast.Constant) else None
    if type(written) is str and isinstance(value, ast.Name):
        # Of a hash, which most variables with such keys hold, without a call of the word.
        is_hash = py.is_(py.call("type", [value], at), py.name("dict", at), at)
        own = py.call_value(py.attribute(value, "get", at), [key], at)
        return py.either(is_hash, own, word("element", [value, key], at), at)
    is_number = type(written) is int and written >= 0
    return word("element_number" if is_number else "element", [value, key], at)


def instance_variable(self: ast.expr, name: ast.expr, at: Range) -> ast.expr:
    """Write the value of an instance variable; of a plain object, without a call of the word."""
    is_object = py.is_(py.call("type", [self], at), py.name("RubyObject", at), at)
    get = py.attribute(py.attribute(self, "variables", at), "get", at)
    own = py.placed(ast.Call(get, [name], []), at)
    return py.either(is_object, own, word("instance_variable", [self, name], at), at)


def text_of(value: ast.expr, held: str, at: Range) -> ast.expr:
    """Write the text of a value: of a string, which most values are, without a call of `to_s`."""
    if isinstance(value, ast.JoinedStr) or (
        isinstance(value, ast.Constant) and type(value.value) is str
    ):
        return value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "to_s":
        value = value.args[1]  # `x.to_s`, behind the interpreter
    kind = py.call("type", [py.walrus(held, value, at)], at)
    is_string = py.is_(kind, py.name("str", at), at)
    return py.either(is_string, py.name(held, at), word("to_s", [py.name(held, at)], at), at)


def word(name: str, arguments: Iterable[ast.expr], at: Range) -> ast.expr:
    """Write a call of a word."""
    given = list(arguments)
    if name in FEW and not any(isinstance(each, ast.Starred) for each in given):
        count = len(given) - 2  # without the receiver and the name
        name = f"{name}_{count}" if count <= FEW[name] else name
    return py.call(name, _given(name, given, at), at)


def symbol(name: ast.expr, at: Range) -> ast.expr:
    """Write a symbol: one of the file's own if its name is known, else a new one."""
    return py.call("own_symbol" if isinstance(name, ast.Constant) else "symbol", [name], at)


def word_with(
    name: str, arguments: Iterable[ast.expr], keyword: str, value: ast.expr, at: Range
) -> ast.expr:
    """Write a call of a word with one argument given by name."""
    return py.call_with(name, _given(name, arguments, at), keyword, value, at)


def tick(at: Range) -> list[ast.stmt]:
    """Write the statements that count one step: those of Interpreter.tick, without its call."""
    ruby = py.name("ruby", at)
    steps = py.placed(ast.Attribute(ruby, "steps", ast.Store()), at)
    zero, one = py.constant(0, at), py.constant(1, at)
    left = py.placed(ast.Compare(py.attribute(ruby, "steps", at), [ast.Lt()], [zero]), at)
    stop = py.placed(ast.Call(py.attribute(ruby, "stop", at), [], []), at)
    return [
        py.placed(ast.AugAssign(steps, ast.Sub(), one), at),
        py.if_(left, [py.statement(stop, at)], [], at),
    ]


def with_own_match(statements: list[ast.stmt], at: Range) -> list[ast.stmt]:
    """Write the body of a method whose last match is its own: the caller keeps another one."""
    match = py.attribute(py.name("ruby", at), "match", at)

    def set_match(value: ast.expr) -> ast.stmt:
        target = ast.Attribute(py.name("ruby", at), "match", ast.Store())
        return py.placed(ast.Assign([py.placed(target, at)], value), at)

    return [
        py.assign("_match", match, at),
        set_match(py.constant(None, at)),
        py.finally_(statements, [set_match(py.name("_match", at))], at),
    ]


def _given(name: str, arguments: Iterable[ast.expr], at: Range) -> list[ast.expr]:
    return list(arguments) if name in ALONE else [py.name("ruby", at), *arguments]
