"""maparray, mapdata and maplist: one text for each value of a container.

In the text $(this.k) is the key and $(this.v) the value.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.calls import evaluate_arguments
from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.variables.collections import of_variable
from duckrow.cfengine.functions.helpers.common import collected, decoded, scalars
from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.json_text import JsonError, copied, pretty, raw_text
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


# What cf-agent shows for a value without a string.
NO_TEXT = "[not printable]"
_KEY, _INNER, _VALUE = "k", ("k", "1"), "v"
_KEYS = ("$(this.k)", "${this.k}", "$(this.v)", "${this.v}")
_INNER_KEYS = ("$(this.k[1])", "${this.k[1]}")


def evaluate_one(context: Context, function: str, argument: object) -> object:
    """Expand an argument, or fail because a variable is not defined yet."""
    found = evaluate_arguments(context, Call(function, (argument,)), is_collecting=True)
    if not found:
        raise FunctionFailed
    return found[0]


def fill_in(context: Context, mapped: object) -> str:
    """Expand the mapped string, or call the function in its place."""
    if isinstance(mapped, Call):
        mapped = context.call(mapped)
    text = context.expand(mapped) if isinstance(mapped, str) else NO_TEXT
    return context.expand(text)


class Mapping:
    """One call of a map function; `escapes` escapes quotes in keys and values for JSON."""

    __slots__ = ("_canonifies", "_context", "_escapes", "_mapped")

    def __init__(
        self, context: Context, mapped: object, *, escapes: bool = False, canonifies: bool = False
    ) -> None:
        self._context = context
        self._mapped = mapped
        self._escapes = escapes
        self._canonifies = canonifies

    def texts(self, container: dict[str, Json] | list[Json]) -> list[str]:
        """Return a string for each value, and for each scalar value of an inner container."""
        context = self._context
        outer = context.this
        context.this = {} if outer is None else dict(outer)
        out: dict[int, str] = {}
        seen: set[str] = set()
        try:
            for text, is_inner in self._each(container):
                # Texts of inner containers are returned once.
                if not is_inner or text not in seen:
                    out[len(out)] = text
                    seen.add(text)
        finally:
            context.this = outer
        return list(out.values())

    def _each(self, container: dict[str, Json] | list[Json]) -> Iterator[tuple[str, bool]]:
        items = container if isinstance(container, dict) else dict(_numbered(container))
        for key, value in items.items():
            self._put(_KEY, key)
            if not isinstance(value, dict | list):
                self._put(_VALUE, raw_text(value))
                yield self._text(_KEYS), False
            elif isinstance(value, list):
                for item in scalars(value):
                    self._put(_VALUE, raw_text(item))
                    yield self._text(_KEYS), True
            else:
                yield from self._inner(value)

    def _inner(self, value: dict[str, Json]) -> Iterator[tuple[str, bool]]:
        for name, item in value.items():
            if item is None or isinstance(item, dict | list):
                continue
            self._put(_INNER, name)
            self._put(_VALUE, raw_text(item))
            yield self._text(_KEYS + _INNER_KEYS), True
        this = self._context.this
        assert this is not None
        this.pop(_INNER, None)

    def _put(self, name: str | tuple[str, str], text: str) -> None:
        if self._escapes:
            text = text.replace('"', '\\"')
        self._context.put_special("this", name, text)

    def _text(self, forbidden: tuple[str, ...]) -> str:
        text = fill_in(self._context, self._mapped)
        if "this" in text and any(each in text for each in forbidden):
            raise FunctionFailed
        return canonify(text) if self._canonifies else text


def _numbered(items: list[Json]) -> Iterator[tuple[str, Json]]:
    for number, item in enumerate(items):
        yield str(number), item


_SECONDS = 5.0


def pipe_through(context: Context, command: str, container: Json) -> list[Json]:
    """Send a container to a program and return the JSON values that it writes."""
    from duckrow.cfengine.functions.helpers.command_lines import split_command
    from duckrow.machine.processes.command import IGNORED, Command

    given = pretty(container).encode("utf-8", "surrogateescape")
    text = ""
    argv = split_command(command)
    if argv:
        try:
            result = context.machine.commands.run(
                Command(argv, stdin=given, errors=IGNORED, timeout=_SECONDS)
            )
        except OSError:
            pass
        else:
            text = decoded(result.output.content)
            if result.status != 0:
                context.log.verbose(
                    f"{command} returned with non zero return code: {result.status}"
                )
    if not text:
        raise FunctionFailed("Function mapdata failed to get output from 'json_pipe' execution")
    return _values(text)


def _values(text: str) -> list[Json]:
    """Join lines until they parse as JSON."""
    out: list[Json] = []
    joined = ""
    for line in text.split("\n"):
        joined = f"{joined}\n{line}" if joined else line
        try:
            out.append(parse(joined))
        except JsonError:
            continue
        joined = ""
    return out


def maparray(context: Context, arguments: list[object]) -> list[str]:
    """Fill $(this.k) and $(this.v) into a string for each value."""
    known = evaluate_arguments(context, Call("maparray", tuple(arguments)), is_collecting=True)
    if known is None:
        raise FunctionFailed
    return Mapping(context, arguments[0]).texts(collected(context, "maparray", known[1]))


def mapdata(context: Context, arguments: list[object]) -> Data:
    """Return data made of one text for each value."""
    conversion = fill_in(context, arguments[0])
    container = collected(context, "mapdata", evaluate_one(context, "mapdata", arguments[2]))
    if conversion == "json_pipe":
        return Data(pipe_through(context, fill_in(context, arguments[1]), container))
    is_json = conversion == "json"
    mapping = Mapping(context, arguments[1], escapes=is_json, canonifies=conversion == "canonify")
    texts = mapping.texts(container)
    return Data(copied([*_parsed(context, texts)]) if is_json else [*texts])


def _parsed(context: Context, texts: list[str]) -> Iterator[Json]:
    for text in texts:
        try:
            yield parse(text, lambda name: of_variable(context, name, takes_text=True))
        except JsonError:
            context.log.verbose(
                f"Function 'mapdata' could not parse dynamic JSON '{text}', skipping it"
            )


def maplist(context: Context, arguments: list[object]) -> list[str]:
    """Fill $(this) into a string, or call a function, for each scalar value."""
    values = scalars(collected(context, "maplist", evaluate_one(context, "maplist", arguments[1])))
    out: list[str] = []
    outer = context.this
    context.this = {} if outer is None else dict(outer)
    try:
        for value in values:
            context.put_special("this", "this", raw_text(value))
            text = fill_in(context, arguments[0])
            if "$(this)" in text or "${this}" in text:
                raise FunctionFailed
            out.append(text)
    finally:
        context.this = outer
    return out
