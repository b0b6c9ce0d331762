"""mapdata(interpretation, text, container): data made of a text for each value."""

from __future__ import annotations

from duckrow.cfengine.evaluation.collections import of_variable
from duckrow.cfengine.functions.common import collected
from duckrow.cfengine.functions.mapping import Mapping, evaluate_one, fill_in
from duckrow.cfengine.values.json_text import JsonError, copied, parse
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def call(context: Context, arguments: list[Any]) -> Data:
    """Texts as they are, made names of classes, or read as JSON; or what a program makes of all."""
    conversion = fill_in(context, arguments[0])
    container = collected(context, "mapdata", evaluate_one(context, "mapdata", arguments[2]))
    if conversion == "json_pipe":
        from duckrow.cfengine.functions.json_pipes import pipe_through

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
