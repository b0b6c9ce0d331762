"""Find the inputs that a command line names, in the given order.

A directory means the manifests, templates and policy files below it, in sorted order. An input that
cannot be read is in the list with its error.
"""

from __future__ import annotations

import os
import stat

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIXES = (".pp", ".epp", ".cf")
ENTRY = "promises.cf"  # the file of a directory of policies that names the others
CODE = "<code>"
STDIN = "<stdin>"


class Input:
    """One input: from the file at `path`, from `data`, or unreadable (`read_error`).

    `is_part` is whether a policy file is read alone, without the files that it names: it was found
    below a directory, so another file may define what it uses.
    """

    __slots__ = ("data", "is_part", "is_policy", "label", "path", "read_error", "size")

    def __init__(
        self,
        label: str,
        path: str | None = None,
        data: bytes = b"",
        size: int = 0,
        read_error: str = "",
        *,
        is_policy: bool = False,
        is_part: bool = False,
    ) -> None:
        self.is_policy = is_policy or label.endswith(".cf")
        self.is_part = is_part
        self.label = label
        self.path = path
        self.data = data
        self.size = size
        self.read_error = read_error

    @property
    def is_template(self) -> bool:
        return self.label.endswith(".epp")


def find_inputs(words: list[str], codes: list[str], language: str = "puppet") -> list[Input]:
    """List the inputs: code given with -e first, then files, directories and stdin.

    The language is that of code and stdin; files have theirs by name and content.
    """
    if not words and not codes:
        raise InputError("there is no input: name files, directories or -, or give code with -e")
    if words.count("-") > 1:
        raise InputError("- can be given only once")
    is_policy = language == "cfengine"
    inputs = [_code(code, is_policy=is_policy) for code in codes]
    for word in words:
        inputs.extend([_stdin(is_policy=is_policy)] if word == "-" else _at(word))
    return inputs


def _code(code: str, *, is_policy: bool) -> Input:
    data = os.fsencode(code)
    return Input(CODE, data=data, size=len(data), is_policy=is_policy)


def _stdin(*, is_policy: bool) -> Input:
    try:
        with open(0, "rb", closefd=False) as stream:
            data = stream.read()
    except OSError as error:
        return Input(STDIN, read_error=_reason(error))
    return Input(STDIN, data=data, size=len(data), is_policy=is_policy)


def _at(path: str) -> Iterator[Input]:
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        yield Input(path, read_error=_reason(error))
        return
    if stat.S_ISDIR(status.st_mode):
        yield from _below(path)
    else:
        yield _named_file(path, status)


def _named_file(path: str, status: os.stat_result) -> Input:
    """Return a file; a device or a pipe may be named explicitly, such as a shell's <(...)."""
    is_json = path.endswith(".json")
    is_pipe = not stat.S_ISREG(status.st_mode)
    if not is_json and not (is_pipe and path.endswith(".cf")):
        return Input(path, path, size=status.st_size)
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        return Input(path, read_error=_reason(error))
    is_policy = is_json and _is_policy_text(content, path)
    if is_pipe:  # which can be read only once
        return Input(path, data=content, size=len(content), is_policy=is_policy)
    return Input(path, path, size=status.st_size, is_policy=is_policy)


def _is_policy_text(content: bytes, path: str) -> bool:
    """Return whether a JSON text is a policy; otherwise it is read as a catalog."""
    from duckrow.data.errors import DataError
    from duckrow.data.json import load

    try:
        return is_policy(load(content, path))
    except DataError:
        return False


def is_policy(data: object) -> bool:
    """Return whether data of a JSON file is a policy."""
    return isinstance(data, dict) and ("bundles" in data or "bodies" in data)


def _below(directory: str) -> Iterator[Input]:
    """Walk a directory; follow links to directories but enter each one once."""
    seen: set[tuple[int, int]] = set()
    waiting = [directory]
    while waiting:
        path = waiting.pop()
        try:
            status = os.stat(path)
            if stat.S_ISREG(status.st_mode):
                is_entry = path == os.path.join(directory, ENTRY)
                is_part = path.endswith(".cf") and not is_entry
                yield Input(path, path, size=status.st_size, is_part=is_part)
            elif stat.S_ISDIR(status.st_mode) and (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                with os.scandir(path) as entries:
                    names = sorted(entry.name for entry in entries if _is_relevant(entry))
                waiting.extend(os.path.join(path, name) for name in reversed(names))
        except OSError as error:
            yield Input(path, read_error=_reason(error))


def _is_relevant(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.name.endswith(SUFFIXES) or entry.is_dir()
    except OSError:
        return True  # the walk raises the same error and reports it


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    # The wording of this error differs between Python versions.
    return "embedded null byte"
