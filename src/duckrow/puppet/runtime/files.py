"""Read files for a manifest: a file that cannot be read is an error of the manifest."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The Ruby calls that the reference's messages name when the system call fails.
_STEPS: dict[type[OSError], str] = {IsADirectoryError: "io_fread"}


def read_file(world: Any, path: str) -> bytes:
    """Return the content of a file."""
    try:
        data: bytes = world.read(path)
    except OSError as problem:
        step = _STEPS.get(type(problem), "rb_sysopen")
        raise EvaluationError(f"{problem.strerror} @ {step} - {path}") from problem
    return data
