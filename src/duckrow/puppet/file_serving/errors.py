"""Why a file is not served."""

from __future__ import annotations

from duckrow.source.errors import DuckrowError


class FileServingError(DuckrowError):
    """A question that has no answer; the message is the reference's."""


class InvalidQuestionError(FileServingError):
    """A question that no agent asks: a path that leaves its mount, an unknown option."""


class NoSuchFileError(FileServingError):
    """There is no such file."""


class NotAFileError(FileServingError):
    """The content of a directory or of a device was asked for."""


class NoSuchMountError(FileServingError):
    """No mount has the name; the reference says that the caller is not authorized."""
