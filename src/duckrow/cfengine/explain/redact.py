"""A policy without the secrets of a run, in the form in which recordings have it."""

from __future__ import annotations

from duckrow.cfengine.explain.outline import KINDS
from duckrow.cfengine.policy.model import Bundle
from duckrow.state.secrets import REDACTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckrow.cfengine.policy.model import Body, Promise
    from duckrow.cfengine.syntax.nodes import Packed
    from duckrow.state.secrets import Secrets

# What stands in the place of a secret value: a word, which is written without quotes.
_WORD = ("name", REDACTED)


def redacted_block(block: Bundle | Body, secret: set[int], secrets: Secrets) -> Packed:
    """Return a packed block; `secret` are the ids of promises whose values are secret."""
    *head, inside, line, column, file = block.node.packed()
    if not isinstance(block, Bundle):
        return (*head, _attributes(inside, secrets), line, column, file)
    made = {section.type: iter(section.promises) for section in block.sections}
    sections = [
        (type_, list(_promises(promises, made[type_], secret, secrets)), at)
        for type_, promises, at in inside
    ]
    return (*head, sections, line, column, file)


def _promises(
    packed: Packed, made: Iterator[Promise], secret: set[int], secrets: Secrets
) -> Iterator[Packed]:
    for guard, quoted_guard, promiser, promisee, attributes, *place in packed:
        shown = _attributes(attributes, secrets)
        if id(next(made)) in secret:
            shown = [_redacted(each) for each in shown]
        quoted = quoted_guard and secrets.hide(quoted_guard)
        yield (guard, quoted, secrets.hide(promiser), _hidden(promisee, secrets), shown, *place)


def _attributes(packed: Iterable[Packed], secrets: Secrets) -> list[Packed]:
    return [(name, _hidden(value, secrets), *rest) for name, value, *rest in packed]


def _redacted(attribute: Packed) -> Packed:
    """Redact the value of a secret variable if the policy has it as a string, however short."""
    name, value, *rest = attribute
    return (name, _WORD, *rest) if name in KINDS and isinstance(value, str) else attribute


def _hidden(value: object, secrets: Secrets) -> object:
    """Return a packed value without secrets; the names of functions and bodies stay."""
    if isinstance(value, str):
        return secrets.hide(value)
    if not isinstance(value, tuple):
        return value
    kind = value[0]
    if kind == "list":
        return (kind, [_hidden(each, secrets) for each in value[1]])
    if kind == "call":
        return (kind, value[1], [_hidden(each, secrets) for each in value[2]], *value[3:])
    return value
