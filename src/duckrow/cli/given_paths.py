"""Check the paths that a command line names, before the command does anything."""

from __future__ import annotations

from duckrow.machine.paths import file_in_the_way, is_directory, is_readable, status, writing_error
from duckrow.source.errors import InputError


def expect_readable(path: str) -> None:
    """Reject a file or directory that is missing or unreadable."""
    try:
        status(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    # Not opened here: a pipe can be read only once.
    if not is_readable(path):
        raise InputError(f"cannot read {path}: Permission denied")


def expect_readable_file(path: str) -> None:
    """Reject a file that is missing, unreadable or a directory."""
    expect_readable(path)
    if is_directory(path):
        raise InputError(f"cannot read {path}: Is a directory")


def expect_directory(path: str) -> None:
    """Reject the path of a directory if a file is in its place; a missing one can be created."""
    found = file_in_the_way(path)
    if found is not None:
        raise InputError(f"cannot use the directory {path}: {found} is not a directory")


def expect_writable(path: str) -> None:
    """Reject an output file that could not be written."""
    error = writing_error(path)
    if error is not None:
        raise InputError(f"cannot write {path}: {error.strerror}")
