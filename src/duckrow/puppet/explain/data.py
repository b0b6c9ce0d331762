"""Values from Hiera: the key, the file and line of its value, and the layers that were tried.

A lookup is made again with an explanation; it has the scope that it had.
"""

from __future__ import annotations

from duckrow.explain.answer import Reason
from duckrow.puppet.catalog.formats_text import REDACTED
from duckrow.puppet.explain.evaluate import shown
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.hiera.explain import Explainer
from duckrow.puppet.hiera.key_lines import key_lines
from duckrow.puppet.hiera.lookups import lookups_of
from duckrow.puppet.hiera.request import Request
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.puppet.hiera.explain import Node
    from duckrow.puppet.runtime.scope import Scope


MISSING_LAYERS = "missing layers"  # the kind of reasons that list files which do not exist


class Found:
    """The outcome of a lookup; `value` is MISSING if no layer has the key."""

    __slots__ = ("lines", "tried", "value")

    def __init__(
        self, value: object, lines: list[tuple[str, str, int | None]], tried: list[Reason]
    ) -> None:
        self.value = value
        self.lines = lines  # key, file and line
        self.tried = tried


def look_up(recorded: Recorded, scope: Scope, key: str, merge: object = None) -> Found:
    """Look up a key again and note where it was searched."""
    explainer = Explainer()
    lookups = lookups_of(scope)
    said = len(scope.build.logs)
    try:
        request = Request(lookups, scope, explainer=explainer)
        value = lookups.lookup(key, request, merge)
    except DuckrowError:
        value = MISSING
    finally:
        del scope.build.logs[said:]
    lines = key_lines(explainer.root, scope.build.world, [key])
    own = [each for each in lines if each[0] == key.partition(".")[0]]
    return Found(value, own, list(_tried(recorded, explainer.root, key)))


def _tried(recorded: Recorded, node: Node, key: str) -> Iterator[Reason]:
    """Return the files of the hierarchy that do not have the key, in their order."""
    missing: list[str] = []
    for branch in _locations(node):
        name = recorded.short(branch.about.path)
        if branch.about.original and "%{" in branch.about.original:
            name += f" (written as {branch.about.original})"
        if branch.event == "location_not_found":
            missing.append(name)
        else:
            yield Reason("layer", f"{name} does not have {key}")
    if missing:
        *others, last = dict.fromkeys(missing)
        names = f"{', '.join(others)} and {last} do" if others else f"{last} does"
        yield Reason(MISSING_LAYERS, f"{names} not exist")


def _locations(node: Node) -> Iterator[Node]:
    """Return the files of the hierarchy that have no value."""
    for branch in node.branches:
        if branch.kind == "meta":  # the search for lookup_options
            continue
        if branch.kind == "location" and branch.event != "found":
            yield branch
        else:
            yield from _locations(branch)


def with_missing_layers_once(reasons: list[Reason], told: set[str] | None = None) -> list[Reason]:
    """Return reasons in which each list of missing files is told only once."""
    told = set() if told is None else told
    found = []
    for each in reasons:
        if each.kind == MISSING_LAYERS:
            if each.text in told:
                continue
            told.add(each.text)
        each.because = with_missing_layers_once(each.because, told)
        found.append(each)
    return found


def data_reason(
    recorded: Recorded, scope: Scope, key: str, *, is_secret: bool, merge: object = None
) -> Reason:
    """Return the reason for a value that Hiera has, or that it has none."""
    found = look_up(recorded, scope, key, merge)
    if found.value is MISSING:
        text = f"Hiera has no value for {key}"
        return Reason("no data", text, None, found.tried)
    value = REDACTED if is_secret else shown(found.value)
    plugins = recorded.build.plugins
    effect = None if plugins is None else plugins.answerer(key)
    if effect is not None:
        at = recorded.place_at(effect.file, effect.line)
        return Reason("plugin", f"{effect.message}: {value}", at, found.tried)
    text = f"Hiera has {key}: {value}"
    first = found.lines[0] if found.lines else None
    place = None if first is None else recorded.place_at(first[1], first[2] or 1)
    others = [
        Reason("hiera", f"merged with {each[0]}", recorded.place_at(each[1], each[2] or 1))
        for each in found.lines[1:]
    ]
    if len(found.lines) == 1:
        others = list(_hidden(recorded, scope, key, found))
    return Reason("hiera", text, place, [*others, *found.tried])


def _hidden(recorded: Recorded, scope: Scope, key: str, found: Found) -> Iterator[Reason]:
    """Return the values of later layers, which the first value hides."""
    every = look_up(recorded, scope, key, {"strategy": "unique"})
    for _, path, line in every.lines:
        if path != found.lines[0][1]:
            text = f"a later layer has {key} too; the first value counts"
            yield Reason("hidden", text, recorded.place_at(path, line or 1))
