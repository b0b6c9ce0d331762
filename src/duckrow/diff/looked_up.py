"""The keys of Hiera that have another value for a node in the new version.

Only keys that both compiles looked up count, with the values that they received: a key that a
higher layer hides, that is merged with the same result, or that moved to another file has not
changed. Different code may receive different values of a key, such as a define in a hierarchy with
`%{app}`: values are compared for the same merge and the same resource around the code.

For a value that changed, the lookup is made again in the same scope with an explanation, which
names the file and line. A value is hidden if it is Sensitive, if a part of it was encrypted, or if
no file has it.
"""

from __future__ import annotations

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
    from collections.abc import Iterator
    from typing import Any

    from duckrow.diff.changes import Location
    from duckrow.diff.inputs import Inputs
    from duckrow.diff.versions import Compiled, Version
    from duckrow.puppet.hiera.looked_up import Answer

    KeyLocation = tuple[str, str, int | None]  # a key, and the file and line of its value


class ChangedValue:
    """A key with another value. A value may be MISSING; `old_at` and `new_at` say where it is."""

    __slots__ = ("key", "new", "new_at", "old", "old_at")

    def __init__(self, key: str, old: Any, new: Any, old_at: Location, new_at: Location) -> None:
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

    @property
    def is_hidden(self) -> bool:
        """Whether the whole value is a secret."""
        return type(self.old) is Hidden or type(self.new) is Hidden

    def hide(self) -> None:
        """Hide both values."""
        self.old, self.new = _hidden(self.old), _hidden(self.new)


def changed_values(
    old: Compiled, new: Compiled, versions: tuple[Version, Version], inputs: Inputs
) -> list[ChangedValue]:
    """List the keys that two compiles of a node looked up with other results, by name."""
    sides = _Side(old, versions[0], inputs), _Side(new, versions[1], inputs)
    found = []
    for key in sorted({*old.looked_up} & {*new.looked_up}):
        known: list[tuple[object, object]] = []
        for pair in _changed_answers(old.looked_up.answers(key), new.looked_up.answers(key)):
            values = pair[0].value, pair[1].value
            if any(all(map(same, values, each)) for each in known):
                continue
            known.append(values)
            (was, was_at), (now, now_at) = (
                side.shown(key, answer) for side, answer in zip(sides, pair, strict=True)
            )
            change = ChangedValue(key, was, now, was_at, now_at)
            if change.is_hidden:
                change.hide()
            found.append(change)
    return found


def _changed_answers(
    old: dict[tuple[str, str], list[Answer]], new: dict[tuple[str, str], list[Answer]]
) -> Iterator[tuple[Answer, Answer]]:
    """Yield the answers that are different for the same merge and the same resource.

    If no resource asks in both compiles, as after a rename of a class, all of a merge are compared.
    """
    for merge in sorted({each for each, _ in old} & {each for each, _ in new}):
        before = {asker: found for (each, asker), found in old.items() if each == merge}
        after = {asker: found for (each, asker), found in new.items() if each == merge}
        askers = [asker for asker in before if asker in after]
        if not askers:
            yield from _different(
                [answer for found in before.values() for answer in found],
                [answer for found in after.values() for answer in found],
            )
        for asker in askers:
            yield from _different(before[asker], after[asker])


def _different(old: list[Answer], new: list[Answer]) -> Iterator[tuple[Answer, Answer]]:
    """Yield pairs of the answers that only one list has, in order."""
    before = [each for each in old if not any(same(each.value, other.value) for other in new)]
    after = [each for each in new if not any(same(each.value, other.value) for other in old)]
    return zip(before, after, strict=False)


class _Side:
    """A compile and its version: values that can be shown, and where they are."""

    __slots__ = ("_compiled", "_inputs", "_version")

    def __init__(self, compiled: Compiled, version: Version, inputs: Inputs) -> None:
        self._compiled = compiled
        self._version = version
        self._inputs = inputs

    def shown(self, key: str, answer: Answer) -> tuple[Any, Location]:
        """Return a value that can be shown, and where it is."""
        if answer.value is MISSING:
            return MISSING, (None, None)
        locations = self._locations(key, answer)
        value = plain(answer.value)
        if self._is_secret(value, locations):
            value = _hidden(value)
        return value, self._nearest(key, locations or [])

    def _is_secret(self, value: Any, locations: list[KeyLocation] | None) -> bool:
        """Return whether a value was encrypted, or may come from a store of secrets.

        Without a file a function of a module has the value. If the second lookup failed, that is
        certain only where Hiera itself reads all data.
        """
        if locations is None:
            is_foreign = not self._inputs.keys.is_plain()
        else:
            is_foreign = not locations
        return is_foreign or _has_part(value, state_of(self._compiled.result.build).decrypted)

    def _nearest(self, key: str, locations: list[KeyLocation]) -> Location:
        """Return where the value of a key is; of several files, the first that changed."""
        root = key.partition(".")[0]
        own = [(file, line) for name, file, line in locations if name == root]
        changed = [each for each in own if not self._inputs.is_same(each[0])]
        return next(iter([*changed, *own]), (None, None))

    def _locations(self, key: str, answer: Answer) -> list[KeyLocation] | None:
        """Look a key up again; return where its value is from, or None if that is unknown."""
        build = self._compiled.result.build
        said, build.looked_up = len(build.logs), None
        explainer = Explainer()
        try:
            request = Request(lookups_of(answer.scope), answer.scope, explainer=explainer)
            value = request.lookups.lookup(key, request, answer.merge)
        except DuckrowError:
            return None
        finally:
            del build.logs[said:]
        if not same(plain(value), plain(answer.value)):
            return None
        lines = key_lines(explainer.root, self._version.world, [key], self._version.line)
        return [(name, self._version.short(file) or file, line) for name, file, line in lines]


def _has_part(value: Any, texts: set[str]) -> bool:
    if isinstance(value, dict):
        return any(_has_part(each, texts) for each in value.values())
    if isinstance(value, list):
        return any(_has_part(each, texts) for each in value)
    return any(text in str(value) for text in texts if text)


def _hidden(value: Any) -> Any:
    return value if value is MISSING or type(value) is Hidden else Hidden(value)


def plain(value: Any) -> Any:
    """Return a value as plain data in which secrets are hidden."""
    if isinstance(value, Sensitive):
        return Hidden(plain(value.unwrap()))
    if isinstance(value, dict):
        return {str(from_key(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, (str, int, float)) else str(value)
