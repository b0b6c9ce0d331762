"""Find the lines of keys in a YAML or JSON text.

The readers store no positions, because few callers need them; this reads the text once more. JSON
is close enough to YAML for the same parser to find its keys.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def line_of(content: bytes, path: Sequence[str | int]) -> int | None:
    """Return the line of the key at the end of a path of keys and indexes, or None."""
    from yaml.error import YAMLError

    try:
        return _search(content, list(path))
    except YAMLError:
        return None


def lines_of_keys(content: bytes) -> dict[str, int]:
    """Return the lines of all keys of the outermost hash, as far as the text can be parsed."""
    from yaml.error import YAMLError

    found: dict[str, int] = {}
    try:
        for key, line in _outer_keys(content):
            found.setdefault(key, line)
    except YAMLError:
        pass
    return found


def _outer_keys(content: bytes) -> Iterator[tuple[str, int]]:
    from yaml.events import (
        AliasEvent,
        CollectionEndEvent,
        CollectionStartEvent,
        MappingStartEvent,
        ScalarEvent,
    )

    from duckrow.data.yaml_events import events

    depth = 0  # open collections
    key_is_next = True
    for event in events(content):
        if isinstance(event, CollectionStartEvent):
            if not depth and not isinstance(event, MappingStartEvent):
                return
            depth += 1
        elif isinstance(event, CollectionEndEvent):
            depth -= 1
            if not depth:
                return
            if depth == 1:
                key_is_next = not key_is_next
        elif depth == 1 and isinstance(event, ScalarEvent | AliasEvent):
            if key_is_next and isinstance(event, ScalarEvent):
                yield event.value, event.start_mark.line + 1  # type: ignore[union-attr]
            key_is_next = not key_is_next


def _search(content: bytes, path: list[str | int]) -> int | None:
    """Walk through the events; enter only collections on the path and skip the rest."""
    from yaml.events import (
        AliasEvent,
        CollectionEndEvent,
        MappingStartEvent,
        ScalarEvent,
        SequenceStartEvent,
    )

    from duckrow.data.yaml_events import events

    level = 0  # number of path steps that lead to the open collection
    depth = 0  # nested collections that are skipped
    index = -1  # of the item in a list, or None in a hash
    is_list = False
    key_is_next = True
    wanted_is_next = True  # the next value is on the path
    found: int | None = None
    best: int | None = None
    for event in events(content):
        is_start = isinstance(event, MappingStartEvent | SequenceStartEvent)
        if depth:
            depth += is_start - isinstance(event, CollectionEndEvent)
            if depth:
                continue
            # A skipped collection ended: it was a key, a value or an item.
            key_is_next = not key_is_next
            continue
        if isinstance(event, CollectionEndEvent):
            return best if level else None
        if not (is_start or isinstance(event, ScalarEvent | AliasEvent)):
            continue
        line = event.start_mark.line + 1
        if is_list and level:
            index += 1
            wanted_is_next = index == path[level - 1]
            found = line
            key_is_next = False
        if wanted_is_next and not (key_is_next and level):
            if level:
                best = found
            if level == len(path) or not is_start:
                return best
            level += 1
            is_list = isinstance(event, SequenceStartEvent)
            index, key_is_next, wanted_is_next = -1, True, False
            continue
        if key_is_next and not is_list and level:
            wanted_is_next = isinstance(event, ScalarEvent) and event.value == str(path[level - 1])
            found = line
        if is_start:
            depth = 1
        else:
            key_is_next = not key_is_next
    return best
