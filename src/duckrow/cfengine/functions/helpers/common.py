"""Arguments, numbers, patterns, containers and files, for many functions."""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.variables.names import index_text, read_name
from duckrow.cfengine.evaluation.variables.strings import has_variable, whole_reference
from duckrow.cfengine.functions.helpers.byte_strings import lines_of, to_text
from duckrow.cfengine.values.numbers import read_integer, saturated
from duckrow.cfengine.values.outcomes import Aborted, FunctionFailed
from duckrow.machine.errors import error_text
from duckrow.machine.this_process import environment, working_directory
from duckrow.regexp.errors import PatternError
from duckrow.regexp.pcre.pattern import narrow as narrow_text
from duckrow.regexp.pcre.pattern import widen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json
    from duckrow.machine.files.facts import FileFacts
    from duckrow.regexp.pcre.pattern import Pattern
    from duckrow.regexp.pcre.patterns import Patterns

# cf-agent's value for a text that is not a number.
NO_NUMBER = -678
# The sizes of cf-agent's buffers; longer texts are cut.
BUFFER = 4096
NAME = 1024
_FALSE = frozenset(("false", "no", "off"))


def integer(context: Context, text: str) -> int:
    """Parse an integer such as 12, 4k or inf; log an error and return NO_NUMBER for others."""
    text = scalar(text)
    if text == "now":
        return started_at(context)
    number = read_integer(text, context.log.write)
    return NO_NUMBER if number is None else number


def narrow(number: int) -> int:
    """Return the lower 32 bits of a number as a signed integer."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def scanned(digits: str) -> int:
    """Parse digits as C does: saturate at 64 bits, then keep the lower 32."""
    return narrow(saturated(digits))


def started_at(context: Context) -> int:
    """Return the time at which the run began."""
    if context.began is None:
        context.began = context.machine.now_ns() // 1_000_000_000
    return context.began


def leading_integer(text: str) -> int:
    """Parse the integer at the start of a string; 0 if there is none."""
    match = re.match(r"\s*([+-]?\d+)", text, re.ASCII)
    return 0 if match is None else saturated(match[1])


def is_true(text: str) -> bool:
    """Parse a boolean; everything but false, no and off is true."""
    return scalar(text) not in _FALSE


def scalar(argument: object) -> str:
    """Return an argument that must be a string; fail for a container."""
    if not isinstance(argument, str):
        raise FunctionFailed
    return argument


def pattern(context: Context, text: str) -> Pattern:
    """Compile a regular expression; an invalid one is logged and the function fails."""
    found = context.patterns.compile(scalar(text))
    if found is None:
        raise FunctionFailed
    return found


def container_of(context: Context, function: str, argument: object) -> Json:
    """Return the container that an argument names, or log why there is none and return None."""
    value: Json = context.collection(argument)
    if value is None and isinstance(argument, str) and context.log.wants("verbose"):
        name = read_name(whole_reference(argument) or argument)
        namespace = name.namespace or context.namespace
        scope = name.scope or ("" if context.bundle is None else context.bundle.name)
        context.log.verbose(
            f"{function}: argument '{namespace}:{scope}.{index_text(name.key)}' does not resolve "
            "to a container or a list or a CFEngine array"
        )
    return value


def collected(context: Context, name: str, argument: object) -> dict[str, Json] | list[Json]:
    """Return the container that an argument names, or fail."""
    value = container_of(context, name, argument)
    if value is None:
        raise FunctionFailed
    if not isinstance(value, dict | list):
        shown = argument if isinstance(argument, str) else ""
        message = f"Function '{name}', argument '{shown}' was not a data container or list"
        raise FunctionFailed(message, "verbose")
    return value


def scalars(container: dict[str, Json] | list[Json]) -> Iterator[Json]:
    """Yield the scalar values of a container: no containers, no null."""
    for value in container.values() if isinstance(container, dict) else container:
        if value is not None and not isinstance(value, dict | list):
            yield value


def in_buffer(text: str, size: int = BUFFER) -> str:
    """Cut a string to the size of a buffer in bytes."""
    if len(text) * 4 < size:
        return text
    content = text.encode("utf-8", "surrogateescape")
    return text if len(content) < size else content[: size - 1].decode("utf-8", "surrogateescape")


def split_by(
    context: Context, text: str, separator: str, limit: int, *, allows_blanks: bool = True
) -> list[str]:
    """Split a string where a pattern matches into at most `limit` parts; drop the rest."""
    out: list[str] = []
    rest = whole = widen(text)
    found = context.patterns.compile(separator)
    if found is not None:
        while len(out) < limit:
            match = found.search_wide(rest)
            if match is None or match.end() == 0:
                break
            part = rest[: match.start()]
            if allows_blanks or part:
                out.append(part)
            rest = rest[match.end() :]
    if len(out) < limit and (rest or (allows_blanks and len(rest) != len(whole))):
        out.append(rest)
    return out if whole.isascii() else [narrow_text(part) for part in out]


def split_at(text: str, separator: str) -> list[str]:
    """Split a string at each unescaped separator; a trailing separator is ignored."""
    parts = re.split(rf"(?<!\\){re.escape(separator)}", text)
    if parts[-1] == "":
        parts.pop()
    return [part.replace("\\" + separator, separator) for part in parts]


def decoded(content: bytes) -> str:
    """Decode bytes up to the first zero byte."""
    return content.partition(b"\0")[0].decode("utf-8", "surrogateescape")


def read_limited(context: Context, path: str, limit: int) -> tuple[bytes, bool]:
    """Read up to `limit` bytes of a file; return also whether there were more."""
    data = bytearray()
    for piece in context.machine.files_now.pieces(located(context, path)):
        data += piece
        if len(data) > limit:
            return bytes(data[:limit]), True
    return bytes(data), False


def read_file(context: Context, path: str, limit: int) -> str | None:
    """Read a file, or log why not; 0 is no limit. A single line loses its newline."""
    try:
        absolute_path = located(context, path)
        if context.machine.files_now.facts(absolute_path, follow=True) is None:
            next(iter(context.machine.files_now.pieces(absolute_path)))  # raises the error
    except OSError as error:
        _log_missing(context, path, error)
        return None
    try:
        content, is_cut = read_limited(context, path, limit if limit > 0 else 1 << 62)
    except OSError as error:
        context.log.error(f"CfReadFile: Error while reading file '{path}' ({error_text(error)})")
        return None
    if is_cut:
        context.log.verbose(
            f"CfReadFile: Truncating file '{path}' to {limit} bytes as "
            "requested by maxsize parameter"
        )
    text = decoded(content)
    first = re.search(r"[\n\r]", text)
    if first is not None and first.end() == len(text) and text.endswith("\n"):
        return text[:-1]
    return text


def _log_missing(context: Context, path: str, error: OSError) -> None:
    if context.is_checking:
        context.log.error(f"Could not examine file '{path}'")
    elif has_variable(path):
        context.log.verbose(
            f"Cannot converge/reduce variable '{path}' yet .. assuming it will resolve later"
        )
    else:
        context.log.error(
            f"CfReadFile: Could not examine file '{path}' (stat: {error_text(error)})"
        )


def without_matches(context: Context, text: str, comment: str, path: str) -> str:
    """Remove all matches of the comment pattern from a string."""
    if not comment:
        return text
    found = context.patterns.compile(comment)
    if found is None:
        return text
    rest = widen(text)
    while (match := found.search_wide(rest)) is not None:
        start, end = match.span()
        rest = rest[:start] + rest[end:]
        if start == end:
            context.log.warning(f"Comment regex '{comment}' matched empty string in '{path}'")
            break
    return narrow_text(rest)


SECOND = 1_000_000_000


def fatal(message: str) -> Aborted:
    """Return the exception that ends the run, as an invalid call does in cf-agent."""
    return Aborted(message)


def facts_of(context: Context, path: str, *, follow: bool = False) -> FileFacts | None:
    """Return the status of a path, or None if it cannot be read."""
    try:
        return context.machine.files_now.facts(located(context, path), follow=follow)
    except OSError:
        return None


def located(context: Context, path: str) -> str:
    """Return an absolute path; relative paths start in the directory of the last files promise."""
    if path.startswith("/"):
        return path
    if not path:
        raise FileNotFoundError(2, "No such file or directory")
    return f"{context.directory or working_directory()}/{path}"


def facts_or_fail(context: Context, path: str) -> FileFacts:
    """Return the status of a path, following links, or fail."""
    facts = facts_of(context, path, follow=True)
    if facts is None:
        raise FunctionFailed
    return facts


def read_lines(context: Context, path: str) -> list[str]:
    """Return the lines of a file without their newlines. Raise OSError."""
    content = context.machine.files_now.read(located(context, path))
    return [line.partition("\0")[0] for line in lines_of(to_text(content))]


def captures(patterns: Patterns, text: str, subject: str) -> list[tuple[str, str]] | None:
    """Return the match and its groups by name or number; None if nothing matches."""
    try:
        found = patterns.read(text)
    except PatternError:
        return None
    match = found.search(subject)
    if match is None:
        return None
    names = {number: name for name, number in found.names.items()}
    groups = (match.group(0), *match.groups())
    return [(names.get(i, str(i)), group or "") for i, group in enumerate(groups)]


def settings_root() -> str:
    """Return the directory of the kernel's settings; tests may replace it."""
    return environment().get("CFENGINE_TEST_OVERRIDE_PROCDIR", "") + "/proc/sys"
