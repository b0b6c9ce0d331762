"""Keys of hashes."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import LiteralString, QualifiedName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import LiteralHash
    from duckrow.puppet.validation.inspection import Inspection


def keys_differ(node: LiteralHash, inspection: Inspection) -> None:
    """No key is given twice; keys that are not literals are known only at run time."""
    entries = node.entries
    if len(entries) < 2:
        return
    tokens = inspection.tokens
    seen: set[object] = set()
    for entry in entries:
        key = entry.key
        kind = key.__class__
        if kind is LiteralString or kind is QualifiedName:
            token: object = key.value  # type: ignore[attr-defined]
        else:
            token = tokens.token(key)
            if token is None:
                continue
        if token in seen:
            inspection.report("duplicate-key", entry, key=tokens.text(key))
        seen.add(token)
