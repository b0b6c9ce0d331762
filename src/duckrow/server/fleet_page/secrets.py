"""Hide what may be a secret: values whose name says so.

Reports and catalogs have no Sensitive values: agents and compiles remove them. But passwords are
often plain strings, and facts have them too. Their names are shown, so that people know they exist.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Row

HIDDEN = "[hidden]"
_SECRET = re.compile(
    r"passw(or)?d|passphrase|pwhash|secret|token|private_?key|api_?key|access_?key|credential",
    re.IGNORECASE,
)
# Fields of a row that hold what another field of it names.
_NAMING = ("name", "property", "path")
_NAMED = ("value", "old_value", "new_value", "message")


def is_secret(name: object) -> bool:
    """Return whether a name says that its value is a secret."""
    return isinstance(name, str) and _SECRET.search(name) is not None


def without_secrets(value: object) -> object:
    """Return a value whose secrets are hidden."""
    if isinstance(value, dict):
        return {
            name: HIDDEN if is_secret(name) and of is not None else without_secrets(of)
            for name, of in value.items()
        }
    if isinstance(value, list):
        return [without_secrets(each) for each in value]
    return value


def row_without_secrets(row: Row) -> Row:
    """Return a row of an answer whose secrets are hidden."""
    names = [row.get(each) for each in _NAMING]
    parts = [part for name in names for part in (name if isinstance(name, list) else [name])]
    hides = any(map(is_secret, parts))
    found = {}
    for name, value in row.items():
        is_hidden = value is not None and ((hides and name in _NAMED) or is_secret(name))
        found[name] = HIDDEN if is_hidden else without_secrets(value)
    return found
