"""readdata, readjson, readyaml, readcsv and readenvfile."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.byte_strings import to_bytes
from duckrow.cfengine.functions.helpers.common import decoded, integer, located, read_limited
from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.json_text import JsonError, copied
from duckrow.cfengine.values.numbers import INFINITE
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


JSON, YAML, CSV, ENV = "JSON", "YAML", "CSV", "ENV"

# An unknown format is read as JSON.
UNKNOWN = "unknown"
KINDS = {kind: kind for kind in (JSON, YAML, CSV, ENV)}
_ENDINGS = {".csv": CSV, ".yaml": YAML, ".yml": YAML, ".env": ENV}
_BLANKS = " \t\n\v\f\r"


def kind_of(path: str) -> str:
    """Return the format that a file name implies; JSON by default."""
    name = path.lower()
    return next((kind for ending, kind in _ENDINGS.items() if name.endswith(ending)), JSON)


def read_data(
    context: Context, function: str, path: str, kind: str, limit: int = INFINITE
) -> dict[str, Json] | list[Json]:
    """Read a file, or fail with a message; a file above the limit is not read."""
    if limit < 0:
        limit = 1 << 62
    if kind == CSV:
        return _read_csv(context, path, limit)
    if kind == ENV:
        return _read_env(context, path, limit)
    try:
        content, is_cut = read_limited(context, path, limit)
    except OSError:
        raise FunctionFailed(
            f"{function}: data error parsing {kind} file '{path}': No such file or directory"
        ) from None
    if is_cut:
        raise _parse_error(function, kind, path, "Unable to parse JSON without truncating")
    text = decoded(content)
    try:
        if kind == YAML:
            from duckrow.cfengine.values.yaml_text import parse_yaml

            value = parse_yaml(text)
        else:
            value = copied(parse(text))
    except JsonError as error:
        raise _parse_error(function, kind, path, error.message) from None
    if not isinstance(value, dict | list):
        raise FunctionFailed(f"{function}: non-container from parsing {kind} file '{path}'")
    return value


def _parse_error(function: str, kind: str, path: str, message: str) -> FunctionFailed:
    data = "data " if message == "No data" else ""
    return FunctionFailed(f"{function}: {data}error parsing {kind} file '{path}': {message}")


def _content(context: Context, path: str, reader: str, kind: str) -> bytes:
    try:
        return context.machine.files_now.read(located(context, path))
    except IsADirectoryError as error:
        what = "unable to read line from CSV file" if kind == "csv" else "failed to read ENV file"
        raise FunctionFailed(f"{reader}: {what} '{path}'. (fread: {error_text(error)})") from None
    except OSError as error:
        raise FunctionFailed(
            f"{reader} cannot open the {kind} file '{path}' (fopen: {error_text(error)})",
            "verbose",
        ) from None


def _read_csv(context: Context, path: str, limit: int) -> list[Json]:
    from duckrow.cfengine.functions.helpers.csv_lines import fields, records

    text = _content(context, path, "JsonParseCsvFile", "csv").decode("utf-8", "surrogateescape")
    rows: list[Json] = []
    size = 0
    for number, record in enumerate(records(text), 1):
        size += len(to_bytes(record))
        if size > limit:
            _log_too_large(context, "JsonParseCsvFile: CSV", path, limit, number)
            break
        found = fields(record)
        if found is not None:
            rows.append([*found])
    if not rows:
        context.log.warning(
            f"JsonParseCsvFile: CSV file '{path}' is not empty, but nothing was parsed"
        )
        context.log.warning("Make sure the file contains DOS (CRLF) line endings")
    return rows


def _log_too_large(context: Context, what: str, path: str, limit: int, line: int) -> None:
    context.log.verbose(f"{what} file '{path}' exceeded byte limit {limit} at line {line}")
    kind = what.rpartition(" ")[2]
    context.log.verbose(f"Done with {kind} file, the rest will not be parsed")


def _read_env(context: Context, path: str, limit: int) -> dict[str, Json]:
    content = _content(context, path, "JsonParseEnvFile", "ENV")
    out: dict[str, Json] = {}
    size = 0
    for number, line in enumerate(content.split(b"\n"), 1):
        line = line.partition(b"\0")[0]
        size += len(line)
        if size > limit:
            _log_too_large(context, "JsonParseEnvFile: ENV", path, limit, number)
            break
        name, equals, value = line.decode("utf-8", "surrogateescape").strip(_BLANKS).partition("=")
        if not equals or not name or name.startswith("#"):
            continue
        found = _unquoted(value.strip(_BLANKS))
        if found is not None:
            name = name.strip(_BLANKS)
            out.pop(name, None)
            out[name] = found
    return out


def _unquoted(text: str) -> str | None:
    """Remove quotes and backslashes; return None for an unescaped quote inside."""
    quote = text[:1] if text[:1] in ("'", '"') else ""
    out: list[str] = []
    offset = len(quote)
    while offset < len(text):
        char = text[offset]
        if char == quote:
            break
        if not quote and char in "\"'":
            return None
        if char == "\\":
            offset += 1
            if offset == len(text):
                return None
            char = text[offset]
            if char == "n":
                char = "\n"
        out.append(char)
        offset += 1
    return "".join(out)


def readdata(context: Context, arguments: list[str]) -> Data:
    """Read a data file; `auto` takes the format from the name."""
    path, given = arguments
    kind = KINDS.get(given.upper(), UNKNOWN)
    if given == "auto":
        kind = kind_of(path)
        context.log.verbose(
            f"readdata: automatically selected data type {kind} from filename {path}"
        )
    return Data(read_data(context, "readdata", path, kind))


def readjson(context: Context, arguments: list[str]) -> Data:
    """Read a JSON file of at most so many bytes."""
    if not arguments:
        raise FunctionFailed("Function 'readjson' requires at least one argument")
    limit = integer(context, arguments[1]) if len(arguments) > 1 else INFINITE
    return Data(read_data(context, "readjson", arguments[0], JSON, limit))


def readyaml(context: Context, arguments: list[str]) -> Data:
    """Read a YAML file of at most so many bytes."""
    if not arguments:
        raise FunctionFailed("Function 'readyaml' requires at least one argument")
    limit = integer(context, arguments[1]) if len(arguments) > 1 else INFINITE
    return Data(read_data(context, "readyaml", arguments[0], YAML, limit))


def readcsv(context: Context, arguments: list[str]) -> Data:
    """Read a CSV file of at most so many bytes as a list of lists."""
    if not arguments:
        raise FunctionFailed("Function 'readcsv' requires at least one argument")
    limit = integer(context, arguments[1]) if len(arguments) > 1 else INFINITE
    return Data(read_data(context, "readcsv", arguments[0], CSV, limit))


def readenvfile(context: Context, arguments: list[str]) -> Data:
    """Read a file of NAME=value lines of at most so many bytes."""
    if not arguments:
        raise FunctionFailed("Function 'readenvfile' requires at least one argument")
    limit = integer(context, arguments[1]) if len(arguments) > 1 else INFINITE
    return Data(read_data(context, "readenvfile", arguments[0], ENV, limit))
