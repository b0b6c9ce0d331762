"""Runs of duckrow in children of this process: each is one of its own, but starts with all modules.

What differs from a process that is started anew is how long it takes to begin; that it does begin
is what tests of the command line show.
"""

from __future__ import annotations

import ctypes
import os
import pkgutil
import signal
import sys
import tempfile
import warnings
from functools import cache
from importlib import import_module

from duckrow.cli.main import main

ROOMS = ("cli", "data", "facts", "graph", "machine", "puppet", "regexp", "source", "state")
LONGEST = 60  # seconds


@cache
def _import_all() -> None:
    for room in ROOMS:
        package = import_module(f"duckrow.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def run(words: list[str], beside: int | None = None) -> tuple[int, str]:
    """Run a command line; give its exit code and what it wrote, stdout first.

    `beside` is a process whose mount namespace it is to see.
    """
    _import_all()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with warnings.catch_warnings():
            # The thread that the child lacks is one of pytest's own.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            _be(words, beside, out.fileno(), err.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    return code, "".join(texts)


def _be(words: list[str], beside: int | None, out: int, err: int) -> None:
    """Be the process of a command line, to its end."""
    code = 70
    try:
        signal.alarm(LONGEST)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        if beside is not None:
            _enter(beside)
        sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
        code = main(words)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _enter(pid: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if library.setns(os.open(f"/proc/{pid}/ns/mnt", os.O_RDONLY), 0) != 0:
        raise OSError(ctypes.get_errno(), f"cannot enter the namespace of {pid}")
