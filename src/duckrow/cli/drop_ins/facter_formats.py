"""The formats of facter's output: text, JSON, YAML and HOCON."""

from __future__ import annotations

from duckrow.facts.show import facts_text, in_order, json_text, value_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml.events import Event

# A value that contains one of these is written in quotes.
_QUOTED = ("y", "Y", "n", "N", "True", "TRUE", "False", "FALSE", "off", "Off", "OFF", ":")


def formatted(found: dict[str, object], form: str, *, is_query: bool) -> str:
    """Return the output for some facts, with the newline at its end."""
    found = in_order(found)
    if form == "json":
        return json_text(found) + "\n"
    if form == "yaml":
        return _yaml(found)
    if is_query and len(found) == 1:
        (value,) = found.values()
        return _single_hocon(value) if form == "hocon" else _line(value_text(value))
    if form == "hocon":
        from duckrow.data.hocon_write import hocon_text

        return hocon_text(found)
    return _line(facts_text(found, is_query=is_query))


def _line(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _single_hocon(value: object) -> str:
    """Return one value: a hash as HOCON, and any other value as Ruby's `puts` writes it."""
    if isinstance(value, dict):
        from duckrow.data.hocon_write import hocon_text

        return hocon_text(value)
    if value is None or value is False:
        return "\n"
    if isinstance(value, list):
        return "".join(f"{text}\n" for text in _lines(value)) if value else "\n"
    from duckrow.ruby.values.to_s import to_s

    return _line(to_s(value))


def _lines(value: list[object]) -> Iterator[str]:
    from duckrow.ruby.values.to_s import to_s

    for item in value:
        if isinstance(item, list):
            yield from _lines(item)
        else:
            yield to_s(item)


def _yaml(found: dict[str, object]) -> str:
    """Write YAML as Ruby does, read it, and write it again in facter's choice of quotes."""
    import yaml

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.library.yaml_write import dump, write_events

    events = list(yaml.parse(dump(Interpreter(), found), Loader=yaml.SafeLoader))
    _quote(events)
    return write_events(events).removeprefix("---\n")


def _quote(events: list[Event]) -> None:
    """Change the style of scalars: keys are plain if possible, some values have double quotes."""
    from yaml.events import CollectionEndEvent, CollectionStartEvent, MappingStartEvent, ScalarEvent

    # For each open collection, whether the next node is a key of a hash; None in a list.
    is_key: list[bool | None] = [None]
    for event in events:
        if isinstance(event, CollectionEndEvent):
            is_key.pop()
        if isinstance(event, ScalarEvent):
            if is_key[-1]:
                event.style, event.implicit = None, (True, False)
            elif _needs_quotes(event.value):
                event.style, event.implicit = '"', (False, True)
        if isinstance(event, ScalarEvent | CollectionEndEvent) and is_key[-1] is not None:
            is_key[-1] = not is_key[-1]
        if isinstance(event, CollectionStartEvent):
            is_key.append(True if isinstance(event, MappingStartEvent) else None)


def _needs_quotes(value: str) -> bool:
    """Return whether facter quotes a value: if it contains a short word of YAML, or no letter."""
    if "true" in value or "false" in value:
        return False
    if any(line.isascii() and line.isdecimal() for line in value.split("\n")):
        return False
    if any(word in value for word in _QUOTED):
        return True
    if any(character.isascii() and character.isalpha() for character in value):
        return False
    whole, dot, fraction = value.partition(".")
    return not (dot and whole[-1:].isdecimal() and fraction[:1].isdecimal())
