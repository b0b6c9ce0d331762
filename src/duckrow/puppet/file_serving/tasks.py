"""The tasks of modules: programs below `tasks`, with metadata in JSON beside them.

task_names("/…/modules/pond")                   ["drain", "init"]
read_task("pond", "drain", modules)             its metadata and its files
"""

from __future__ import annotations

import re

from duckrow.machine.module_path import directories_of
from duckrow.machine.paths import (
    files_in,
    is_directory,
    is_file,
    names_in,
    read_bytes,
)
from duckrow.source.errors import DuckrowError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MOUNTS = ("files", "lib", "scripts", "tasks")
_LARGEST = 1 << 20  # bytes of metadata
_name = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_METADATA = "puppet.tasks/invalid-metadata"


class TaskError(DuckrowError):
    """A task that cannot be used; `kind` is the reference's name of the reason."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class TaskFile:
    """A file of a task: `module`, `mount` and `rest` say where it is, `name` is for its users."""

    __slots__ = ("module", "mount", "name", "path", "rest")

    def __init__(self, name: str, path: str, module: str, mount: str, rest: str) -> None:
        self.name = name
        self.path = path
        self.module = module
        self.mount = mount
        self.rest = rest


class Task:
    """A task, its metadata and the files that it needs."""

    __slots__ = ("files", "metadata", "name")

    def __init__(self, name: str, metadata: dict[str, object], files: list[TaskFile]) -> None:
        self.name = name
        self.metadata = metadata
        self.files = files


def task_names(directory: str) -> list[str]:
    """Return the tasks of the module in a directory."""
    return sorted({_stem(file) for file in _task_files(directory)})


def read_task(module: str, name: str, modules: Mapping[str, str]) -> Task:
    """Read a task of a module; `modules` are all directories by name. Raises TaskError."""
    directory = modules[module]
    full = module if name == "init" else f"{module}::{name}"
    metadata = _metadata(f"{directory}/tasks/{name}.json")
    programs = [file for file in _task_files(directory) if not file.endswith(".json")]
    found = [
        TaskFile(file, f"{directory}/tasks/{file}", module, "tasks", file)
        for file in _implementations(full, name, f"{directory}/tasks", metadata, programs)
    ]
    found += [each for file in _more_files(metadata) for each in _expanded(file, modules)]
    return Task(full, metadata, found)


def _task_files(directory: str) -> list[str]:
    return [
        file
        for file in files_in(f"{directory}/tasks")
        if _name.fullmatch(_stem(file)) and not file.endswith((".conf", ".md"))
    ]


def _stem(file: str) -> str:
    return file.rpartition(".")[0] or file


def _metadata(path: str) -> dict[str, object]:
    from orjson import JSONDecodeError, loads

    try:
        content = read_bytes(path, _LARGEST)
        data = loads(content) if content.strip() else {}
    except FileNotFoundError:
        return {}
    except OSError as error:
        what = f"Error reading metadata: {reason(error)}"
        raise TaskError(what, "puppet.tasks/unreadable-metadata") from None
    except JSONDecodeError as error:
        raise TaskError(str(error), "puppet.tasks/unparseable-metadata") from None
    if not isinstance(data, dict):
        raise TaskError(f"{path} has no object", "puppet.tasks/unparseable-metadata")
    return data


def _implementations(
    full: str, name: str, directory: str, metadata: dict[str, object], programs: list[str]
) -> list[str]:
    """Return the programs of a task: those that its metadata names, else the one of its name."""
    if "implementations" in metadata:
        found = []
        for each in _objects(metadata, full):
            file = str(each.get("name"))
            if file not in programs:
                what = f"Task metadata for task {full} specifies missing implementation {file}"
                raise TaskError(what, "puppet.tasks/missing-implementation")
            found.append(file)
        return found
    found = [file for file in programs if _stem(file) == name]
    if not found:
        what = "No source besides task metadata was found in directory"
        kind = "puppet.tasks/no-implementation"
        raise TaskError(f"{what} {directory} for task {full}", kind)
    if len(found) > 1:
        what = f"Multiple executables were found in directory {directory}/{found[0]} for task"
        hint = "define 'implementations' in metadata to differentiate between them"
        raise TaskError(f"{what} {full}; {hint}", "puppet.tasks/multiple-implementations")
    return found


def _objects(metadata: dict[str, object], full: str) -> list[dict[str, object]]:
    given = metadata["implementations"]
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        what = f"Task metadata for task {full} does not specify implementations as an array"
        raise TaskError(what, _METADATA)
    return given


def _more_files(metadata: dict[str, object]) -> dict[str, None]:
    """Return the files that metadata names, each once."""
    implementations = metadata.get("implementations", ())
    holders = [metadata, *(implementations if isinstance(implementations, list) else ())]
    found: dict[str, None] = {}
    for holder in holders:
        files = holder.get("files", [])
        if not isinstance(files, list):
            what = f"The 'files' task metadata expects an array, got {files}."
            raise TaskError(what, _METADATA)
        found |= dict.fromkeys(map(str, files))
    return found


def _expanded(file: str, modules: Mapping[str, str]) -> Iterator[TaskFile]:
    """Return the files that an entry of metadata means: MODULE/MOUNT/PATH, or PATH/ for all."""
    module, _, rest = file.partition("/")
    mount, _, rest = rest.partition("/")
    if module not in modules:
        what = f"Could not find module {module} containing task file {rest}"
        raise TaskError(what, _METADATA)
    if mount not in _MOUNTS:
        what = "Files must be saved in module directories that Puppet makes available via mount"
        raise TaskError(f"{what} points: {', '.join(_MOUNTS)}", _METADATA)
    if {".", ".."}.intersection(rest.split("/")) or "//" in rest or "\0" in rest:
        raise TaskError("File pathnames cannot include relative paths", _METADATA)
    path = f"{modules[module]}/{mount}/{rest}".rstrip("/")
    if is_directory(path):
        if not file.endswith("/"):
            what = "Directories specified in task metadata must include a trailing slash"
            raise TaskError(f"{what}: {file}", _METADATA)
        yield from _below(path, module, mount, rest.rstrip("/"))
    elif not is_file(path):
        raise TaskError(f"Could not find {path} on disk", "puppet.tasks/invalid-file")
    elif file.endswith("/"):
        what = "Files specified in task metadata cannot include a trailing slash"
        raise TaskError(f"{what}: {file}", _METADATA)
    else:
        yield TaskFile(file, path, module, mount, rest)


def _below(path: str, module: str, mount: str, rest: str) -> Iterator[TaskFile]:
    for name in files_in(path):
        inner = f"{rest}/{name}" if rest else name
        yield TaskFile(f"{module}/{mount}/{inner}", f"{path}/{name}", module, mount, inner)
    for _, name in directories_of([path], names_in(path)):
        yield from _below(f"{path}/{name}", module, mount, f"{rest}/{name}" if rest else name)
