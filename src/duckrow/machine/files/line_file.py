"""A file of lines that grows while a command runs: each line is there once it is written."""

from __future__ import annotations

import os


class LineFile:
    """A file that is written line by line."""

    __slots__ = ("_file", "_path")

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)

    def __enter__(self) -> LineFile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def write(self, line: bytes) -> None:
        """Append a line."""
        left = memoryview(line + b"\n")
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            error.filename = self._path
            raise
