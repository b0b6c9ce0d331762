"""Facts with dots in their names as parts of hashes: `force-dot-resolution` of facter.conf."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def resolve_dots(facts: Mapping[str, object], on_error: Callable[[str], None]) -> dict[str, object]:
    """Return facts in which the fact `a.b` is the part `b` of the hash `a`."""
    found: dict[str, object] = {}
    for name, value in facts.items():
        *outer, last = name.split(".")
        inner = found
        for part in outer:
            below = inner.setdefault(part, {})
            if not isinstance(below, dict):
                on_error(
                    f"External fact `{name}` cannot be added to collection. The format of this"
                    " fact is incompatible with other facts that belong to"
                    f" `{outer[0]}` group"
                )
                break
            inner = below
        else:
            inner[last] = value
    return found
