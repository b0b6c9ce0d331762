"""Recordings of runs: what `duckrow explain --run` needs beside the report.

A recording is a compressed file of its own in the state directory, named by the id of the run. It
holds a list of parts: {"language", "name", "record"}. Only the latest recordings stay.
"""

from __future__ import annotations

import zlib
from json import dumps, loads

from duckrow.machine.files.private import make_private_directory, remove, replace_file
from duckrow.machine.paths import modified, names_in, read_bytes
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    Data = dict[str, object]

MOST = 20
_DIRECTORY = "recordings"
_SUFFIX = ".json.z"
_MANY = 2_000  # steps, values and so on from which a recording is large
_FEW = 12  # columns


def store_recording(directory: str, uuid: str, parts: list[Data]) -> None:
    """Store the recording of a run, and remove the oldest ones; raise OSError."""
    below = f"{directory}/{_DIRECTORY}"
    make_private_directory(below)
    # A run waits for it: the fastest level makes files that are a few percent larger.
    content = zlib.compress(_written(parts), 1)
    replace_file(f"{below}/{uuid}{_SUFFIX}", content, 0o600)
    names = [name for name in names_in(below) if name.endswith(_SUFFIX)]
    names.sort(key=lambda name: modified(f"{below}/{name}") or 0, reverse=True)
    for name in names[MOST:]:
        remove(f"{below}/{name}")


def _written(parts: list[Data]) -> bytes:
    if _is_large(parts):
        try:
            import orjson

            return orjson.dumps(parts)
        except (ImportError, TypeError):  # texts and numbers that only the slower one can write
            pass
    return dumps(parts, separators=(",", ":")).encode()


def _is_large(parts: list[Data]) -> bool:
    """Return whether the import of orjson takes less time than it saves."""
    for part in parts:
        record = part.get("record")
        for field in record.values() if isinstance(record, dict) else ():
            columns = field if isinstance(field, list) else (field,)
            for each in columns[:_FEW]:
                if isinstance(each, list | dict | tuple) and len(each) > _MANY:
                    return True
    return False


def load_recording(directory: str, uuid: str) -> list[Data]:
    """Return the parts of a recorded run; raise InputError if there are none."""
    path = f"{directory}/{_DIRECTORY}/{uuid}{_SUFFIX}"
    try:
        parts = loads(zlib.decompress(read_bytes(path)))
    except FileNotFoundError:
        raise InputError(
            f"run {uuid} was not recorded",
            why=f"only `duckrow apply --record` stores a recording, and the latest {MOST} stay",
        ) from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except (zlib.error, ValueError):
        raise InputError(f"the recording of run {uuid} is damaged") from None
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
