"""Parse names of variables: namespace:bundle.name[index][index].

Parsed names are cached, since policies use the same few names again and again.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Scopes of the agent; all others are bundles.
SPECIAL_SCOPES = frozenset(("this", "sys", "const", "mon", "match", "edit", "body", "connection"))

# Only these variables of `this` are the agent's; $(this.x) of any other is the bundle's own x.
SPECIAL_THIS = frozenset((
    "v", "k", "this", "service_policy", "promiser", "promiser_uid", "promiser_gid",
    "promiser_pid", "promiser_ppid", "bundle", "handle", "namespace", "promise_filename",
    "promise_dirname", "promise_linenumber",
))  # fmt: skip

_REMEMBERED = 50_000
_read: dict[str, VariableName] = {}


class VariableName:
    """A parsed name. `namespace` and `scope` are "" if the name has none."""

    __slots__ = ("indices", "key", "name", "namespace", "scope")

    def __init__(self, namespace: str, scope: str, name: str, indices: tuple[str, ...]) -> None:
        self.namespace = namespace
        self.scope = scope
        self.name = name
        self.indices = indices
        # The key in the table of a scope.
        self.key: Any = (name, *indices) if indices else name

    def __str__(self) -> str:
        before = f"{self.namespace}:" if self.namespace else ""
        scope = f"{self.scope}." if self.scope else ""
        return f"{before}{scope}{self.name}" + "".join(f"[{each}]" for each in self.indices)


def read_name(text: str) -> VariableName:
    """Parse the name of a variable."""
    found = _read.get(text)
    if found is None:
        if len(_read) >= _REMEMBERED:
            _read.clear()
        found = _read[text] = _parse(text)
    return found


def _parse(text: str) -> VariableName:
    bracket = text.find("[")
    head = text if bracket < 0 else text[:bracket]
    namespace, colon, rest = head.partition(":")
    if not colon:
        namespace, rest = "", head
    scope, dot, name = rest.partition(".")
    if not dot:
        scope, name = "", rest
    if scope == "this" and name not in SPECIAL_THIS:
        scope = ""
    indices = () if bracket < 0 else read_indices(text[bracket:])
    return VariableName(namespace, scope, name, indices)


def read_indices(text: str) -> tuple[str, ...]:
    """Split `[a][b[c]]` at its outer brackets; return nothing if they do not balance."""
    found: list[str] = []
    depth = 0
    start = 0
    for offset, letter in enumerate(text):
        if letter == "[":
            if depth == 0:
                start = offset + 1
            depth += 1
        elif letter == "]":
            depth -= 1
            if depth == 0:
                found.append(text[start:offset])
    return tuple(found) if depth == 0 else ()


def index_text(key: Any) -> str:
    """Return the key of a table as a name: a, or a[i][j]."""
    if isinstance(key, str):
        return key
    return str(key[0]) + "".join(f"[{each}]" for each in key[1:])
