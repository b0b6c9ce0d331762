"""Compile class expressions such as a.b|!(c&d) to functions.

The function takes a predicate that tells whether a class is defined. An expression with an
unresolved $(reference) compiles to `unknown`.

Policies have many expressions of few shapes. A shape is the expression with every name replaced by
the same letter; it is parsed and compiled once, and its function takes the names.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.class_expressions import (
    AllOf,
    AnyOf,
    ExpressionError,
    Name,
    Not,
    is_name,
    parse,
)
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.cfengine.syntax.class_expressions import Node

    IsClass = Callable[[str], bool]
    Judge = Callable[[IsClass], bool]
    Shape = Callable[[IsClass, list[str]], bool]

# Splits an expression into what is around names, and the names.
_NAMES = LazyPattern(r"([a-zA-Z0-9_:\[\]]+)")
# Every name in a shape is this letter.
_ANY_NAME = "a"
# The reference allows characters beyond ASCII, and a colon, next to a space.
_SPACED = LazyPattern(r"[_A-Za-z0-9][ \t]+[_A-Za-z0-9]")
_SPACE = LazyPattern(r"[ \t\n\r]+")
_MOST = 50_000
# Caches: any thread may fill or clear them at any time.
_expressions: dict[str, Judge | None] = {}
_shapes: dict[str, Shape | None] = {}


def unknown(_is_class: IsClass) -> bool:
    """Evaluate an expression with an unresolved reference."""
    return False


def read_expression(text: str) -> Judge | None:
    """Compile an expression; return None if it is invalid."""
    try:
        return _expressions[text]
    except KeyError:
        pass
    if len(_expressions) >= _MOST:
        _expressions.clear()
    found = _expressions[text] = _compile(text)
    return found


def has_spaced_names(text: str) -> bool:
    """Return whether only blanks separate two names."""
    return _SPACED.search(text) is not None


def _compile(text: str) -> Judge | None:
    if is_name(text):
        return lambda is_class: is_class(text)
    parts = _NAMES.split(text)
    shape = _shapes.get(_ANY_NAME.join(parts[::2]))
    if shape is not None:
        return _with_names(shape, parts[1::2])
    if _SPACE.search(text):
        if has_spaced_names(text):
            return None
        text = _SPACE.sub("", text)
    if "$" in text or "@" in text:
        try:
            text = text[: parse(text)[1]]
        except ExpressionError:
            return None
        if "$" in text or "@" in text:
            return unknown
    parts = _NAMES.split(text)
    shape = _shape_of(_ANY_NAME.join(parts[::2]))
    return None if shape is None else _with_names(shape, parts[1::2])


def _with_names(shape: Shape, names: list[str]) -> Judge:
    return lambda is_class: shape(is_class, names)


def _shape_of(text: str) -> Shape | None:
    try:
        return _shapes[text]
    except KeyError:
        pass
    if len(_shapes) >= _MOST:
        _shapes.clear()
    try:
        tree = parse(text)[0]
    except ExpressionError:
        found = _shapes[text] = None
    else:
        found = _shapes[text] = _compile_flat(tree) or _compile_node(tree, iter(range(len(text))))
    return found


def _compile_flat(tree: Node) -> Shape | None:
    """Compile a shape without brackets to loops over its alternatives; return None for others."""
    alternatives: list[list[tuple[int, bool]]] = []
    number = 0
    for each in tree.parts if isinstance(tree, AnyOf) else [tree]:
        words = each.parts if isinstance(each, AllOf) else [each]
        wanted: list[tuple[int, bool]] = []
        for word in words:
            if not isinstance(word, Name) and not (
                isinstance(word, Not) and isinstance(word.inner, Name)
            ):
                return None
            wanted.append((number, isinstance(word, Name)))
            number += 1
        alternatives.append(wanted)
    if len(alternatives) > 1:
        return _one_of_alternatives(alternatives)
    whole = alternatives[0]
    if whole == [(0, True)]:
        return lambda is_class, names: is_class(names[0])

    def evaluate_all(is_class: IsClass, names: list[str]) -> bool:
        for index, wanted in whole:  # noqa: SIM110  (a generator costs more than the words)
            if is_class(names[index]) is not wanted:
                return False
        return True

    return evaluate_all


def _one_of_alternatives(alternatives: list[list[tuple[int, bool]]]) -> Shape:
    def evaluate(is_class: IsClass, names: list[str]) -> bool:
        for words in alternatives:
            for index, wanted in words:
                if is_class(names[index]) is not wanted:
                    break
            else:
                return True
        return False

    return evaluate


def _compile_node(node: Node, numbers: Iterator[int]) -> Shape:
    """Compile any shape; `numbers` counts its names from left to right."""
    if isinstance(node, Name):
        return _named(next(numbers))
    if isinstance(node, Not):
        return _negated(_compile_node(node.inner, numbers))
    parts = [_compile_node(each, numbers) for each in node.parts]
    return _all_of(parts) if isinstance(node, AllOf) else _one_of(parts)


def _named(index: int) -> Shape:
    return lambda is_class, names: is_class(names[index])


def _negated(inner: Shape) -> Shape:
    return lambda is_class, names: not inner(is_class, names)


def _all_of(parts: list[Shape]) -> Shape:
    if len(parts) == 2:
        left, right = parts
        return lambda is_class, names: left(is_class, names) and right(is_class, names)

    def evaluate_parts(is_class: IsClass, names: list[str]) -> bool:
        for each in parts:  # noqa: SIM110  (a generator costs more than the words)
            if not each(is_class, names):
                return False
        return True

    return evaluate_parts


def _one_of(parts: list[Shape]) -> Shape:
    if len(parts) == 2:
        left, right = parts
        return lambda is_class, names: left(is_class, names) or right(is_class, names)
    return lambda is_class, names: any(each(is_class, names) for each in parts)
