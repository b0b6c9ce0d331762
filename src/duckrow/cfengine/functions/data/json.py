"""parsejson, parseyaml, storejson, validjson and validdata."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.collections import of_variable
from duckrow.cfengine.functions.helpers.common import collected
from duckrow.cfengine.functions.io.data_files import JSON, KINDS, UNKNOWN
from duckrow.cfengine.values.json_parse import check, parse
from duckrow.cfengine.values.json_reader import Reader
from duckrow.cfengine.values.json_text import JsonError, copied, pretty
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


def parsejson(context: Context, arguments: list[str]) -> Data:
    """Parse JSON; names of variables are allowed instead of values."""
    text = arguments[0]

    def lookup(name: str) -> Json:
        found: Json = of_variable(context, name, takes_text=True)
        return found

    try:
        value = parse(text, lookup)
    except JsonError as error:
        raise FunctionFailed(
            f"Error parsing JSON expression '{error.rest}': {error.message}"
        ) from None
    if not isinstance(value, dict | list):
        reader = Reader(text, lookup)
        reader.read()
        rest = text[reader.offset - 1 :]
        raise FunctionFailed(f"Non-container from parsing JSON expression '{rest}'")
    return Data(copied(value))


def parseyaml(_context: Context, arguments: list[str]) -> Data:
    """Parse the first YAML document."""
    from duckrow.cfengine.values.yaml_text import parse_yaml

    text = arguments[0]
    try:
        value = parse_yaml(text)
    except JsonError as error:
        raise FunctionFailed(f"Error parsing YAML expression '{text}': {error.message}") from None
    if not isinstance(value, dict | list):
        raise FunctionFailed(f"Non-container from parsing YAML expression '{text}'")
    return Data(value)


def storejson(context: Context, arguments: list[object]) -> str:
    """Return data as indented JSON."""
    return pretty(collected(context, "storejson", arguments[0]))


def validjson(context: Context, arguments: list[str]) -> bool:
    """Return whether a string is valid JSON."""
    if len(arguments) < 1:
        raise FunctionFailed("Function 'validjson' requires one argument")
    try:
        check(arguments[0])
    except JsonError as error:
        context.log.verbose(f"validjson: {error.message}")
        return False
    return True


def validdata(context: Context, arguments: list[str]) -> bool:
    """Return whether a string is valid JSON, the only format."""
    if len(arguments) < 2:
        raise FunctionFailed("Function 'validdata' requires two arguments")
    kind = KINDS.get(arguments[1].upper(), UNKNOWN)
    if kind != JSON:
        raise FunctionFailed(f"validdata: Data type {kind} is not supported by this function")
    try:
        check(arguments[0])
    except JsonError as error:
        context.log.verbose(f"validdata: {error.message}")
        return False
    return True
