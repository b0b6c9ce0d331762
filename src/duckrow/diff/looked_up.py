"""The keys of Hiera that have another value for a node in the new version.

Only keys that both compiles looked up count, with the values that they received: a key that a
higher layer hides, that is merged with the same result, or that moved to another file has not
changed. For a value that changed, the lookup is made again with an explanation, which names the
file and line. A value is hidden if it is Sensitive, if a part of it was encrypted, or if no file
has it.
"""

from __future__ import annotations

from functools import lru_cache

from duckrow.data.lines import line_of
from duckrow.diff.changes import ADDED, CHANGED, REMOVED, Hidden, same
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.hiera.explain import Explainer
from duckrow.puppet.hiera.key_lines import key_lines
from duckrow.puppet.hiera.lookups import lookups_of
from duckrow.puppet.hiera.request import Request
from duckrow.puppet.hiera.state import state_of
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.keys import from_key
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.diff.changes import Where
    from duckrow.diff.versions import Compiled, Version

    Place = tuple[str, str, int | None]  # the key, the file and the line of a value


class ChangedValue:
    """A key with another value. A value may be MISSING; `old_at` and `new_at` say where it is."""

    __slots__ = ("key", "new", "new_at", "old", "old_at")

    def __init__(self, key: str, old: Any, new: Any, old_at: Where, new_at: Where) -> None:
        self.key = key
        self.old = old
        self.new = new
        self.old_at = old_at
        self.new_at = new_at

    @property
    def kind(self) -> str:
        """The sign of the change: a value that is new, gone or another one."""
        if self.old is MISSING:
            return ADDED
        return REMOVED if self.new is MISSING else CHANGED

    @property
    def text(self) -> str:
        """The key, and where its value is."""
        file, line = self.new_at if self.new_at[0] else self.old_at
        return f"data key {self.key} ({file}:{line})" if file else f"data key {self.key}"


def changed_values(
    old: Compiled, new: Compiled, versions: tuple[Version, Version], is_same: Callable[[str], bool]
) -> list[ChangedValue]:
    """List the keys that two compiles of a node looked up with other results, by name.

    `is_same` tells whether a file is the same in both versions.
    """
    before, after = old.looked_up, new.looked_up
    sides = (old, versions[0]), (new, versions[1])
    found = []
    for key in sorted(before.keys() & after.keys()):
        one, other = before[key], after[key]
        for merge in sorted(one.keys() & other.keys()):
            values = one[merge], other[merge]
            if same(*values):
                continue
            places = [
                _places(key, merge, *each) if value is not MISSING else []
                for value, each in zip(values, sides, strict=True)
            ]
            was, now = (_shown(*each) for each in zip(values, places, (old, new), strict=True))
            if type(was) is Hidden or type(now) is Hidden:
                was, now = _hidden(was), _hidden(now)
            was_at, now_at = (_nearest(key, each, is_same) for each in places)
            found.append(ChangedValue(key, was, now, was_at, now_at))
            break
    return found


def _shown(value: Any, places: list[Place], compiled: Compiled) -> Any:
    """Return a value that can be shown."""
    if value is MISSING:
        return value
    shown = _plain(value)
    # Without a file a function of a module has it, perhaps from a store of secrets.
    encrypted = state_of(compiled.result.build).decrypted
    return _hidden(shown) if not places or _has_part(shown, encrypted) else shown


def _has_part(value: Any, texts: set[str]) -> bool:
    if isinstance(value, dict):
        return any(_has_part(each, texts) for each in value.values())
    if isinstance(value, list):
        return any(_has_part(each, texts) for each in value)
    return any(text in str(value) for text in texts if text)


def _nearest(key: str, places: list[Place], is_same: Callable[[str], bool]) -> Where:
    """Return where the value of a key is; of several files, the first that changed."""
    root = key.partition(".")[0]
    own = [(file, line) for name, file, line in places if name == root]
    changed = [each for each in own if not is_same(each[0])]
    return next(iter([*changed, *own]), (None, None))


def _places(key: str, merge: str, compiled: Compiled, version: Version) -> list[Place]:
    """Look a key up again; return the keys, files and lines that its value is from."""
    build = compiled.result.build
    scope = build.class_scopes.get(key.rpartition("::")[0]) or build.top
    said, build.looked_up = len(build.logs), None
    explainer = Explainer()
    try:
        request = Request(lookups_of(scope), scope, explainer=explainer)
        request.lookups.lookup(key, request, merge or None)
    except DuckrowError:
        return []
    finally:
        del build.logs[said:]
    lines = key_lines(explainer.root, version.world, [key], _line)
    return [(name, version.short(file) or file, line) for name, file, line in lines]


# Nodes of a fleet have the same files.
_line = lru_cache(maxsize=500)(line_of)


def _hidden(value: Any) -> Any:
    return value if value is MISSING or type(value) is Hidden else Hidden(value)


def _plain(value: Any) -> Any:
    """Return a value as plain data in which secrets are hidden."""
    if isinstance(value, Sensitive):
        return Hidden(_plain(value.unwrap()))
    if isinstance(value, dict):
        return {str(from_key(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (str, int, float)) else str(value)
