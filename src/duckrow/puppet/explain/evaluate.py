"""Evaluate an expression again, in the scope where it ran.

Variables never change, so an expression without effects has the value that it had. Calls of
functions are evaluated only if the function depends on nothing but its arguments.
"""

from __future__ import annotations

from duckrow.puppet.catalog.formats_text import REDACTED
from duckrow.puppet.catalog.references import inspected
from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.runtime.scope import LocalScope
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.nodes import children
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.keys import from_key
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.explain.trees import Trees
    from duckrow.puppet.runtime.scope import Match, Scope

# A value that cannot be known without running the code again.
UNKNOWN: object = type("Unknown", (), {"__slots__": (), "__repr__": lambda _: "UNKNOWN"})()

_PURE = frozenset(
    "abs all any assert_type capitalize ceiling chomp chop compare convert_to dig downcase empty "
    "flatten floor get getvar has_key hash_keys index intersection is_array is_hash is_string join "
    "keys length lstrip match max member merge min new pick pick_default reduce regsubst round "
    "rstrip size slice sort split sprintf stdlib::ensure strftime str2bool strip type unique "
    "upcase validate_array values versioncmp with filter map each bool2str concat difference "
    "union prefix suffix to_json to_yaml basename dirname range any2array is_integer is_ip_address "
    "then lest".split()
)
_MOST_SHOWN = 72  # characters of a value
CUT = "…"  # ends a value that is longer


def evaluate(
    trees: Trees,
    text: str,
    node: n.Node,
    scope: Scope,
    locals_: dict[str, object],
    match: Match = None,
) -> object:
    """Return the value of an expression, or UNKNOWN. `text` is that of the whole file.

    `match` is the last match of a regular expression, whose parts are $1, $2, …
    """
    if not is_pure(node):
        return UNKNOWN
    # In a scope of its own: a match in the expression is forgotten with it.
    return _evaluated(trees, source_of(text, node), LocalScope(scope, locals_, match))


def match_of(trees: Trees, source: str, scope: Scope, locals_: dict[str, object]) -> Match:
    """Return the last match of a regular expression in a condition that is met, or None."""
    around = LocalScope(scope, locals_)
    around.match = None
    value = _evaluated(trees, source, around)
    return None if value is UNKNOWN or value is None or value is False else around.match


def _evaluated(trees: Trees, source: str, around: LocalScope) -> object:
    evaluation = trees.expression(source)
    if evaluation is None:
        return UNKNOWN
    said = len(around.build.logs)
    try:
        return evaluation(around)
    except (DuckrowError, InvalidManifestError):
        return UNKNOWN
    finally:
        del around.build.logs[said:]


def source_of(text: str, node: n.Node) -> str:
    """Return the source of a node; variables inside of a string may lack their dollar signs."""
    bare = sorted({each.start for each in variables(node) if text[each.start] != "$"})
    found, start = "", node.start
    for each in bare:
        found += f"{text[start:each]}$"
        start = each
    return found + text[start : node.end]


def variables(node: n.Node) -> Iterator[n.VariableExpression]:
    """Return all variables of an expression."""
    if isinstance(node, n.VariableExpression):
        yield node
    for each in children(node):
        yield from variables(each)


def is_pure(node: n.Node) -> bool:
    """Return whether an expression has no effects, and depends on nothing but its variables."""
    if isinstance(node, n.HeredocExpression | n.AssignmentExpression | n.AbstractResource):
        return False
    if isinstance(node, n.CollectExpression | n.RelationshipExpression):
        return False
    if isinstance(node, n.CallExpression) and function_name(node) not in _PURE:
        return False
    return all(map(is_pure, children(node)))


def function_name(node: n.CallExpression) -> str:
    """Return the name of the function that is called; empty if it is not a plain name."""
    functor: n.Node = node.functor
    if isinstance(functor, n.NamedAccessExpression):
        functor = functor.right
    return functor.value if isinstance(functor, n.QualifiedName) else ""


def shown(value: object, most: int = _MOST_SHOWN) -> str:
    """Write a value for a sentence: short, on one line, without secrets."""
    if _has_secret(value):
        return REDACTED
    text = written(value).replace("\n", "\\n")
    return text if len(text) <= most else f"{text[: most - 1]}{CUT}"


def written(value: object) -> str:
    """Write a value in the notation of the language."""
    if isinstance(value, str):
        return f"'{value}'"
    if value is None:
        return "undef"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        pairs = (f"{written(from_key(key))} => {written(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return inspected(value)


def _has_secret(value: object) -> bool:
    if isinstance(value, Sensitive):
        return True
    if isinstance(value, list):
        return any(map(_has_secret, value))
    if isinstance(value, dict):
        return any(map(_has_secret, value.values()))
    return False
