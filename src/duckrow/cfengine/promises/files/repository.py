"""Backups: their names beside a file, the repository directory, and the backups of duckrow."""

from __future__ import annotations

from errno import ENOENT

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.promises.files.file_state import FilesRunData
from duckrow.cfengine.promises.files.task import log_copy_error
from duckrow.machine.errors import error_text
from duckrow.machine.local_time import local_time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task

SAVED = ".cfsaved"
NEW = ".cfnew"


def stamp(task: Task) -> str:
    """Return the suffix of a backup: the start of the run, and the present time."""
    now = task.context.machine.now_ns() // 1_000_000_000
    run_data = task.context.run_data.of(FilesRunData)
    start = run_data.start = run_data.start or now
    return f"_{start}_{canonify(local_time_text(now))}"


def store_backup(task: Task, path: str) -> None:
    """Store the content of a file in the backups of `duckrow apply`; cf-agent has none."""
    backups, context = task.context.backups, task.context
    if backups is None or context.options.is_simulating:
        return
    from duckrow.machine.sqlite import DatabaseError
    from duckrow.state.backups import BackupError

    try:
        facts = task.facts(path, follow=True)
        if facts is not None and facts.is_file:
            backups.keep(path, lambda: task.files.pieces(path))
    except (OSError, BackupError, DatabaseError) as error:
        # The backup beside the file remains.
        context.log.error(f"Could not store a backup of '{path}': {error}")


def repository_of(task: Task) -> str | None:
    """Return the repository directory, or None."""
    found = task.promise.text("repository")
    if found is not None:
        return found
    common = task.context.control.get("agent", {}).get("default_repository")
    return common if isinstance(common, str) else None


def is_archived(task: Task, path: str) -> bool:
    """Return whether a file was copied to the repository in this run."""
    return path in task.context.run_data.of(FilesRunData).archived


def archive(task: Task, path: str) -> bool:
    """Copy a backup to the repository; return True if the backup beside the file can be removed."""
    directory = repository_of(task)
    if directory is None:
        return False
    if task.promise.text("copy_backup") == "false" or task.context.options.is_simulating:
        return True
    log = task.context.log
    archived = task.context.run_data.of(FilesRunData).archived
    if path in archived:
        log.info(
            f"The file '{path}' has already been moved to the repository once. Multiple update "
            "will cause loss of backup."
        )
        return True
    archived.add(path)
    target = f"{directory.rstrip('/')}/{canonify(path)}"
    facts = task.facts(path, follow=True)
    if facts is None:
        return True
    try:
        if directory[:1] != "/":
            log.error(f"Will not create directories for a relative filename: {target}")
            raise FileNotFoundError(ENOENT, "No such file or directory", target)
        _make_directories(task, directory)
        task.files.copy(path, target, facts.mode, keeps=False)
    except OSError as error:
        log_copy_error(task, path, target, error)
        log.info(f"Failed to move '{path}' to repository location '{target}'")
        return False
    log.info(f"Moved '{path}' to repository location '{target}'")
    return True


def _make_directories(task: Task, directory: str) -> None:
    missing: list[str] = []
    while directory not in ("", "/") and task.facts(directory, follow=True) is None:
        missing.append(directory)
        directory = directory.rpartition("/")[0]
    for each in reversed(missing):
        try:
            task.files.make_directory(each, 0o700)
        except OSError as error:
            task.context.log.error(f"Failed to make directory: {each} (mkdir: {error_text(error)})")
            return
