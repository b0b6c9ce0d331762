"""The work directory, with the directories that policies expect."""

from __future__ import annotations

from duckrow.machine.paths import is_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log

_LAYOUT = ("inputs", "bin", "outputs", "modules", "lastseen", "reports", "ppkeys", "state")


def make_work_directory(directory: str) -> OSError | None:
    """Make a work directory with the directories that policies expect; return the error if any."""
    if is_directory(f"{directory}/state"):
        return None
    from duckrow.machine.files.private import make_private_tree

    try:
        make_private_tree(directory, _LAYOUT)
    except OSError as error:
        return error
    return None


def has_work_directory(directory: str, log: Log, option: str = "--workdir (-w)") -> bool:
    """Make the work directory; log an error that names the option and return False if it fails."""
    error = make_work_directory(directory)
    if error is None or is_directory(f"{directory}/inputs"):
        return True
    log.error(f"Failed to make directory: {error.filename} (mkdir: {error.strerror})")
    log.error("Fatal CFEngine error: No access to WORKSPACE/inputs dir")
    log.error(f"try: choose another directory with {option}")
    return False
