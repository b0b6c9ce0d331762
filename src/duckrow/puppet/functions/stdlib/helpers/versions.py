"""Which releases of stdlib the functions here are true to.

They do what those of 8.5.0 do. Most have only changed in style since 4.25, and are that old; the
others are here with the first release that had them as they are now. In 9 the newer functions
moved to names such as stdlib::merge, and what is left of the old names warns and calls those.

Releases count as tuples of numbers; an empty one is a release that nobody knows, taken for 8.5.0.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Version = tuple[int, ...]

_OLDEST = (4, 25)
_OLDER_SINCE: dict[str, Version] = {
    "any2array": (5, 0),
    "delete_undef_values": (5, 2),
    "dirname": (5, 0),
    "ensure_packages": (8, 3),
    "intersection": (6, 3),
    "loadyaml": (5, 0),
    "parsejson": (8, 5),
    "range": (7, 0),
    "seeded_rand": (6, 6),
}
# What has always been much the same, and asks for more than a small Ruby offers.
_ALWAYS = "base64 defined_with_params ensure_resource has_interface_with pw_hash to_bytes"
_OLDER_SINCE |= dict.fromkeys(_ALWAYS.split(), (0,))
_NEWER_SINCE: dict[str, Version] = {
    "ensure_packages": (8, 3),
    "merge": (8, 0),
    "os_version_gte": (8, 1),
    "sprintf_hash": (5, 0),
    "to_json_pretty": (6, 3),
    "to_python": (8, 2),
    "to_ruby": (8, 2),
    "to_yaml": (8, 2),
}
# The first release that had them otherwise again.
_NEWER_UNTIL: dict[str, Version] = {"ensure_packages": (8, 6)}
_MOVED = (9,)
_NOT_MOVED = frozenset(("fact", "is_a"))
# Where deprecation() warns from: its line in its own file, and the first release with it.
_WARNS_AT = (((9,), 35), ((7,), 36), ((6, 3), 34), ((), 28))


def is_as_here(name: str, version: Version, *, is_older: bool) -> bool:
    """Tell whether a function of a family does in a release what it does here."""
    if not version:
        return True
    if is_older:
        return version >= _OLDER_SINCE.get(name, _OLDEST)
    if version >= _MOVED and not name.startswith("stdlib::") and name not in _NOT_MOVED:
        return False
    if version >= _NEWER_UNTIL.get(name, (version[0] + 1,)):
        return False
    return version >= _NEWER_SINCE.get(name, _OLDEST)


def warns_at(version: Version) -> int:
    """Give the line of its file from which deprecation() warns."""
    known = version or (8, 5)
    return next(line for first, line in _WARNS_AT if known >= first)
