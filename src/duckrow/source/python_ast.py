"""Python's syntax tree, built node by node with the positions of the source.

Every function takes `at`, a position as Python stores it: first line, first column, last line, last
column, with lines from 1 and columns from 0. `compile` needs a position on every node.
"""

from __future__ import annotations

# `ast` itself imports five modules, for functions that nobody here calls.
import _ast as ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeVar

    T = TypeVar("T", bound=ast.expr | ast.stmt | ast.arg | ast.ExceptHandler)

# A position as Python stores it: first line, first column, last line, last column; columns from 0.
Range = tuple[int, int, int, int]
_LOAD, _STORE = ast.Load(), ast.Store()


def placed(node: T, at: Range) -> T:
    """Set the position of a Python node."""
    node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = at
    return node


def name(text: str, at: Range) -> ast.expr:
    return placed(ast.Name(text, _LOAD), at)


def target(text: str, at: Range) -> ast.Name:
    """Write a name that is assigned to."""
    return placed(ast.Name(text, _STORE), at)


def constant(value: Any, at: Range) -> ast.expr:
    return placed(ast.Constant(value), at)


def call(function: str, arguments: Iterable[ast.expr], at: Range) -> ast.expr:
    return placed(ast.Call(name(function, at), list(arguments), []), at)


def call_value(function: ast.expr, arguments: Iterable[ast.expr], at: Range) -> ast.expr:
    """Write a call of what an expression yields."""
    return placed(ast.Call(function, list(arguments), []), at)


def call_instead(made: ast.expr, function: str, argument: object, at: Range) -> None:
    """Let a call be one of another function, with one more argument."""
    assert isinstance(made, ast.Call)
    made.func = name(function, at)
    made.args.append(constant(argument, at))


def attribute(value: ast.expr, attribute_name: str, at: Range) -> ast.expr:
    return placed(ast.Attribute(value, attribute_name, _LOAD), at)


def item(value: ast.expr, key: ast.expr, at: Range) -> ast.expr:
    return placed(ast.Subscript(value, key, _LOAD), at)


def walrus(text: str, value: ast.expr, at: Range) -> ast.expr:
    """Write (text := value)."""
    return placed(ast.NamedExpr(target(text, at), value), at)


def tuple_(items: Sequence[ast.expr], at: Range) -> ast.expr:
    return placed(ast.Tuple(list(items), _LOAD), at)


def list_(items: Sequence[ast.expr], at: Range) -> ast.expr:
    return placed(ast.List(list(items), _LOAD), at)


def dict_(keys: Sequence[ast.expr], values: Sequence[ast.expr], at: Range) -> ast.expr:
    return placed(ast.Dict(list(keys), list(values)), at)


def starred(value: ast.expr, at: Range) -> ast.expr:
    return placed(ast.Starred(value, _LOAD), at)


def is_(left: ast.expr, right: ast.expr, at: Range) -> ast.expr:
    return placed(ast.Compare(left, [ast.Is()], [right]), at)


def is_not(left: ast.expr, right: ast.expr, at: Range) -> ast.expr:
    return placed(ast.Compare(left, [ast.IsNot()], [right]), at)


def in_(left: ast.expr, right: ast.expr, at: Range) -> ast.expr:
    return placed(ast.Compare(left, [ast.In()], [right]), at)


def not_(value: ast.expr, at: Range) -> ast.expr:
    return placed(ast.UnaryOp(ast.Not(), value), at)


def and_(values: Sequence[ast.expr], at: Range) -> ast.expr:
    return values[0] if len(values) == 1 else placed(ast.BoolOp(ast.And(), list(values)), at)


def or_(values: Sequence[ast.expr], at: Range) -> ast.expr:
    return values[0] if len(values) == 1 else placed(ast.BoolOp(ast.Or(), list(values)), at)


def either(test: ast.expr, then: ast.expr, otherwise: ast.expr, at: Range) -> ast.expr:
    """Write `then if test else otherwise`."""
    return placed(ast.IfExp(test, then, otherwise), at)


def text(parts: Sequence[ast.expr], at: Range) -> ast.expr:
    """Write an f-string; all its parts are strings."""
    values: list[ast.expr] = [
        part if isinstance(part, ast.Constant) else placed(ast.FormattedValue(part, -1, None), at)
        for part in parts
    ]
    return placed(ast.JoinedStr(values), at)


def in_order(values: Sequence[ast.expr], at: Range) -> ast.expr:
    """Write an expression that evaluates all values and has the value of the last."""
    if len(values) == 1:
        return values[0]
    return item(tuple_(values, at), constant(-1, at), at)


def function_of(parameters: Sequence[str], value: ast.expr, at: Range) -> ast.expr:
    """Write a Python lambda."""
    return placed(ast.Lambda(_arguments(parameters, at), value), at)


def statement(value: ast.expr, at: Range) -> ast.stmt:
    return placed(ast.Expr(value), at)


def assign(text_: str, value: ast.expr, at: Range) -> ast.stmt:
    return placed(ast.Assign([target(text_, at)], value), at)


def unpack(names: Sequence[str], value: ast.expr, at: Range) -> ast.stmt:
    """Write `a, b = value`."""
    targets = placed(ast.Tuple([target(each, at) for each in names], _STORE), at)
    return placed(ast.Assign([targets], value), at)


def if_(test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt], at: Range) -> ast.stmt:
    return placed(ast.If(test, then or [pass_(at)], otherwise), at)


def return_(value: ast.expr, at: Range) -> ast.stmt:
    return placed(ast.Return(value), at)


def pass_(at: Range) -> ast.stmt:
    return placed(ast.Pass(), at)


def nonlocal_(names: Sequence[str], at: Range) -> ast.stmt:
    return placed(ast.Nonlocal(list(names)), at)


def catch(body: list[ast.stmt], exception: str, handler: list[ast.stmt], at: Range) -> ast.stmt:
    """Write try: body / except exception as jump: handler."""
    except_ = placed(ast.ExceptHandler(name(exception, at), "jump", handler), at)
    return placed(ast.Try(body, [except_], [], []), at)


def finally_(body: list[ast.stmt], end: list[ast.stmt], at: Range) -> ast.stmt:
    """Write try: body / finally: end."""
    return placed(ast.Try(body, [], [], end), at)


def define(
    name_: str,
    parameters: Sequence[str],
    body: list[ast.stmt],
    at: Range,
    optional: int = 0,
) -> ast.stmt:
    """Write a function; its last `optional` parameters may be left out."""
    arguments = _arguments(parameters, at, optional)
    return placed(ast.FunctionDef(name_, arguments, body or [pass_(at)], []), at)


def _arguments(parameters: Sequence[str], at: Range, optional: int = 0) -> ast.arguments:
    return ast.arguments(
        posonlyargs=[],
        args=[placed(ast.arg(each), at) for each in parameters],
        vararg=None,
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=[name("MISSING", at) for _ in range(optional)],
    )


# ---- nodes that only Ruby's compiler uses


def call_with(
    function: str, arguments: Iterable[ast.expr], keyword: str, value: ast.expr, at: Range
) -> ast.expr:
    """Write a call with one keyword argument."""
    given = ast.keyword(keyword, value)
    given.lineno, given.col_offset, given.end_lineno, given.end_col_offset = at
    return placed(ast.Call(name(function, at), list(arguments), [given]), at)


def while_(test: ast.expr, body: list[ast.stmt], at: Range) -> ast.stmt:
    return placed(ast.While(test, body, []), at)


def for_(item_: str, values: ast.expr, body: list[ast.stmt], at: Range) -> ast.stmt:
    return placed(ast.For(target(item_, at), values, body or [pass_(at)], []), at)


def break_(at: Range) -> ast.stmt:
    return placed(ast.Break(), at)


def continue_(at: Range) -> ast.stmt:
    return placed(ast.Continue(), at)


def raise_(value: ast.expr, at: Range) -> ast.stmt:
    return placed(ast.Raise(value, None), at)


def raise_again(at: Range) -> ast.stmt:
    return placed(ast.Raise(None, None), at)


def rescue(
    body: list[ast.stmt], handler: list[ast.stmt], otherwise: list[ast.stmt], at: Range
) -> ast.stmt:
    """Write try: body / except RESCUED as caught: handler / else: otherwise."""
    except_ = placed(ast.ExceptHandler(name("RESCUED", at), "caught", handler), at)
    return placed(ast.Try(body or [pass_(at)], [except_], otherwise, []), at)


def catching(jump: str, body: list[ast.stmt], at: Range, tag: str = "") -> ast.stmt:
    """Write a body that a jump ends with its value; with a tag, only a jump with that tag does."""
    leave = return_(attribute(name("jump", at), "value", at), at)
    handler = [leave]
    if tag:
        is_ours = is_(attribute(name("jump", at), "tag", at), name(tag, at), at)
        handler = [if_(is_ours, [leave], [raise_again(at)], at)]
    return catch(body, jump, handler, at)


def define_with(
    name_: str, shape: Any, body: list[ast.stmt], at: Range, named: dict[str, ast.expr]
) -> ast.stmt:
    """Write a function with the parameters of a Ruby method or block.

    `named` holds the arguments that only duckrow gives, with their defaults.
    """
    arguments = _arguments([*shape.first, *shape.names], at, shape.optional)
    if shape.rest is not None:
        arguments.vararg = placed(ast.arg(shape.rest), at)
    arguments.kwonlyargs = [placed(ast.arg(each), at) for each in named]
    arguments.kw_defaults = list(named.values())
    return placed(ast.FunctionDef(name_, arguments, body, []), at)
