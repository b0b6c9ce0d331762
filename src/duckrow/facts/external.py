"""External facts: data files and programs in directories named facts.d.

    NAME.txt       lines of name=value
    NAME.yaml      a hash
    NAME.json      a hash
    a program      prints a hash as YAML or JSON, or lines of name=value

Directories are read in the order given, and the files of a directory in reverse order of their
names: if two files set one fact, the first that is read wins. An error in one file is a warning and
stops no other file.
"""

from __future__ import annotations

from time import perf_counter

from duckrow.data.errors import DataError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from duckrow.machine.host import Host

LONGEST_PROGRAM = 30.0
LARGEST_OUTPUT = 16 * 1024 * 1024
_KINDS = {".txt": "text", ".yaml": "YAML", ".json": "JSON"}
_FOREIGN = (".bat", ".cmd", ".com", ".exe", ".ps1")


class ExternalError(DataError):
    """A file of external facts that cannot be used."""


def read_external(
    host: Host,
    directories: Sequence[str],
    warn: Callable[[str], None],
    blocked: frozenset[str] = frozenset(),
    seconds: float = LONGEST_PROGRAM,
    on_error: Callable[[str], None] | None = None,
    on_read: Callable[[str, float], None] | None = None,
) -> dict[str, Any]:
    """Return all external facts.

    `on_error` gets the errors of files, which are warnings without it; `on_read` gets the name of
    each file and the seconds that it took.
    """
    found: dict[str, Any] = {}
    for directory in directories:
        directory = directory.rstrip("/")
        for name in reversed(host.names(directory)):
            if name.startswith(".") or name in blocked:
                continue
            path = f"{directory}/{name}"
            start = perf_counter()
            try:
                facts = read_file(host, path, warn, seconds)
            except DataError as error:
                kind = _KINDS.get(_ending(name), "program")
                (on_error or warn)(f"Failed to handle {path} as {kind} facts: {error}")
                continue
            finally:
                if on_read is not None:
                    on_read(name, perf_counter() - start)
            for key, value in facts.items():
                found.setdefault(str(key).lower(), value)
    return found


def _ending(name: str) -> str:
    return ("." + name.rpartition(".")[2]).lower() if "." in name else ""


def read_file(
    host: Host, path: str, warn: Callable[[str], None], seconds: float = LONGEST_PROGRAM
) -> dict[Any, Any]:
    """Return the facts of one file; empty if it is neither data nor a program."""
    ending = _ending(path.rpartition("/")[2])
    if ending in _KINDS:
        content = host.content(path)
        if content is None:
            raise ExternalError("the file cannot be read")
        if ending == ".txt":
            return pairs_in(content.decode("utf-8", "replace"))
        return _hash_in(content, path, is_json=ending == ".json")
    if ending not in _FOREIGN and host.is_program(path):
        return _read_program(host, path, warn, seconds)
    return {}


def pairs_in(text: str) -> dict[str, str]:
    """Parse lines of name=value; other lines are ignored."""
    found = {}
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and name and value:
            found[name] = value
    return found


def _hash_in(content: bytes, path: str, *, is_json: bool) -> dict[Any, Any]:
    value = _loaded(content, path, is_json=is_json)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ExternalError(f"a hash is expected, not {type(value).__name__}")
    return value


def _loaded(content: bytes, path: str, *, is_json: bool) -> Any:
    if is_json:
        from duckrow.data.json import load

        return load(content, path)
    from duckrow.data.yaml import load as load_yaml

    try:
        return load_yaml(content, path, _key)
    except DataError as error:
        if not str(error).endswith((": Date", ": Time", ": DateTime")):
            raise
        return load_yaml(_with_plain_dates(content), path, _key)


def _key(value: object) -> str:
    """Return a key as a string, as all keys of facts are."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _with_plain_dates(content: bytes) -> bytes:
    """Quote dates and times, which are strings in facts."""
    import re

    date = rb"\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d[\d.]*(?:\s*(?:Z|[-+][\d:]+))?)?"
    return re.sub(rb"(?m)(:|^\s*-)([ \t]+)(" + date + rb")[ \t]*$", rb'\1\2"\3"', content)


def _read_program(
    host: Host, path: str, warn: Callable[[str], None], seconds: float
) -> dict[Any, Any]:
    """Run a program and parse its output."""
    from duckrow.machine.processes.command import SEPARATE, Command
    from duckrow.machine.processes.run import run

    environment = {**host.environment, "LANG": "C", "LC_ALL": "C"}
    command = Command(
        [host.root + path],
        environment=environment,
        timeout=seconds,
        errors=SEPARATE,
        limit=LARGEST_OUTPUT,
    )
    try:
        done = run(command)
    except OSError as error:
        raise ExternalError(error.strerror or str(error)) from None
    if done.has_timed_out:
        raise ExternalError(f"took longer than {seconds:g} seconds")
    if done.output.is_cut:
        raise ExternalError(f"writes more than {LARGEST_OUTPUT} bytes")
    errors = done.errors.content.decode("utf-8", "replace").strip()
    if errors:
        warn(f"Command {path} completed with the following stderr message: {errors}")
    if done.status != 0:
        warn(f"Command {path} ended with exit code {done.status}")
    return _printed(done.output.content, path)


def _printed(output: bytes, path: str) -> dict[Any, Any]:
    start = output.lstrip()[:1]
    if b":" in output:  # otherwise it is not a hash, and needs no parser
        try:
            value = _loaded(output, path, is_json=start == b"{")
        except DataError:
            value = None
        if isinstance(value, dict):
            return value
    return pairs_in(output.decode("utf-8", "replace"))
