"""The promise type classes: define a class if an expression is true."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.promises.outcomes import finish_promise
from duckrow.cfengine.evaluation.variables.fill_in import evaluate
from duckrow.cfengine.evaluation.variables.strings import is_expandable
from duckrow.cfengine.values.numbers import read_integer
from duckrow.cfengine.values.outcomes import FAILED, NOOP
from duckrow.cfengine.values.rvals import Call
from duckrow.machine.this_process import user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

_EXPRESSIONS = ("expression", "not", "and", "or", "xor", "dist", "select_class")


def keep_class(context: Context, promise: ExpandedPromise) -> str:
    """Define a class if its expression is true."""
    name = canonify(promise.promiser)
    if name != promise.promiser:
        context.log.verbose(
            f"Class identifier '{promise.promiser}' contains illegal characters - canonifying"
        )
        promise.promiser = name
    given = [each for each in promise.attributes if each in _EXPRESSIONS]
    if len(given) > 1:
        return finish_promise(
            context, FAILED, promise, "error", f"Irreconcilable constraints in classes for '{name}'"
        )
    if given and not _holds(context, promise, name, given[0]):
        if context.recorder is not None:
            about = _as_expression(given[0], promise.attributes[given[0]])
            context.explain(f"its {given[0]} is false", "expression", about)
        return NOOP
    if not name:
        return finish_promise(
            context,
            FAILED,
            promise,
            "error",
            f"Attempted to name a class '{name}', which is an illegal class identifier",
        )
    _define(context, promise, name)
    return NOOP


def _define(context: Context, promise: ExpandedPromise, name: str) -> None:
    minutes = promise.integer("persistence", 0)
    scope = promise.text("scope")
    is_global = (
        minutes > 0 or scope == "namespace" or (scope is None and promise.bundle.kind == "common")
    )
    word = "Global" if is_global else "Private"
    context.log.verbose(f"C:     +  {word} class: {name}")
    tags = ("source=promise", *promise.items("meta"))
    context.set_class(name, "namespace" if is_global else "bundle", tags, promise.comment)
    if minutes > 0:
        context.log.verbose(f"C:     +  Persistent class: '{name}' ({minutes} minutes)")
        if context.state is not None:
            policy = promise.text("timer_policy") or "reset"
            context.state.save_class(context, name, minutes, policy, tags)


# For xor there is no operator; the letter only separates what it is about.
_JOINED = {"and": ").(", "or": ")|(", "xor": ")^("}


def _as_expression(word: str, value: Any) -> str:
    """Return the class expression that an attribute means, or "" if it means none."""
    if word in _JOINED and isinstance(value, list):
        names = [each for each in value if isinstance(each, str)]
        return f"({_JOINED[word].join(names)})" if len(names) == len(value) else ""
    if isinstance(value, str) and word in ("expression", "not"):
        return value if word == "expression" else f"!({value})"
    return ""


def _holds(context: Context, promise: ExpandedPromise, name: str, word: str) -> bool:
    if context.is_class(name):
        return False
    value: Any = promise.attributes[word]
    if isinstance(value, Call):
        value = context.call(value)
    elif isinstance(value, list):
        value = [evaluate(context, each) for each in value]
    else:
        value = context.expand(value)
    if word == "expression":
        return isinstance(value, str) and context.is_defined(value)
    if word == "not":
        return isinstance(value, str) and not context.is_defined(value)
    if not isinstance(value, list):
        context.log.error(f"RHS of promise body attribute '{word}' is not a list")
        return True
    if word == "select_class":
        return _select(context, value)
    if word == "dist":
        return _distribute(context, promise, value)
    held = [isinstance(each, str) and context.is_defined(each) for each in value]
    if word == "and":
        return all(held)
    return any(held) if word == "or" else sum(held) % 2 == 1


def _select(context: Context, names: list[object]) -> bool:
    """Define one of several classes, always the same one on a host."""
    if not names:
        context.log.error("No classes to select on RHS")
        return False
    if len(names) == 1 and isinstance(names[0], str) and names[0][:1] == "@":
        return False
    host = context.text_of("sys.fqhost") or ""
    address = context.text_of("sys.ipv4") or ""
    chosen = names[_hash(f"{host}+{address}+{user_id()}") % len(names)]
    if not isinstance(chosen, str) or is_expandable(chosen):
        return False
    context.set_class(chosen, "namespace", ("source=promise",))
    return True


def _hash(text: str) -> int:
    """Hash a string as the reference does (one-at-a-time), so that hosts keep their selection."""
    found = 0
    for byte in text.encode("utf-8", "surrogateescape"):
        found = (found + byte) & 0xFFFFFFFF
        found = (found + (found << 10)) & 0xFFFFFFFF
        found ^= found >> 6
    found = (found + (found << 3)) & 0xFFFFFFFF
    found ^= found >> 11
    return (found + (found << 15)) & 0xFFFFFFFF


def _distribute(context: Context, promise: ExpandedPromise, shares: list[object]) -> bool:
    """Define one of several classes at random, weighted by share."""
    numbers = [read_integer(each) or 0 for each in shares if isinstance(each, str)]
    if any(each < 0 for each in numbers):
        context.log.error("Negative integer in class distribution")
        return False
    if not sum(numbers):
        context.log.error("An empty distribution was specified on RHS")
        return False
    from random import uniform

    chance = uniform(0, sum(numbers))  # noqa: S311  (no secret hangs on it)
    chosen = shares[-1]
    for share, number in zip(shares, numbers, strict=True):
        chance -= number
        if chance < 0:
            chosen = share
            break
    scope = "namespace" if promise.bundle.kind == "common" else "bundle"
    context.set_class(f"{promise.promiser}_{chosen}", scope, ("source=promise",))
    return True
