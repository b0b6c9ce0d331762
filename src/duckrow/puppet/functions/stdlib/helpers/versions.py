"""The releases of stdlib that our functions match.

Our functions behave like those of 8.5.0. Most of them have not changed their behaviour since 4.25;
the others are listed with the first release that has the present behaviour. Release 9 moved the
newer functions to names such as stdlib::merge; the old names warn and call the new ones.

A release is a tuple of numbers; an empty tuple is an unknown release, treated as 8.5.0.
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
# Functions of every release that need more than our small Ruby offers.
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
# The first release in which they behave differently again.
_NEWER_UNTIL: dict[str, Version] = {"ensure_packages": (8, 6)}
_MOVED = (9,)
_NOT_MOVED = frozenset(("fact", "is_a"))
# The line of deprecation() in its file that warns, with the first release that has it.
_WARNS_AT = (((9,), 35), ((7,), 36), ((6, 3), 34), ((), 28))


def is_as_here(name: str, version: Version, *, is_older: bool) -> bool:
    """Return whether a function behaves in a release as it does here."""
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
    """Return the line of deprecation() in its file that warns."""
    known = version or (8, 5)
    return next(line for first, line in _WARNS_AT if known >= first)
