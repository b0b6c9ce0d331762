"""Asking for the umask leaves it as it is."""

from __future__ import annotations

import os

from duckrow.machine.files.umask import current_umask


def test_the_umask_is_returned_and_does_not_change() -> None:
    before = os.umask(0o027)
    try:
        assert current_umask() == 0o027
        assert current_umask() == 0o027
    finally:
        os.umask(before)
