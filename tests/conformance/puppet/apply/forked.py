"""Command lines of duckrow, each in a forked process that has imported all modules already.

The imports are most of a short run. Tests of the command line start new processes.
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
TIMEOUT = 60  # seconds


@cache
def _import_all() -> None:
    for room in ROOMS:
        package = import_module(f"duckrow.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def run(words: list[str], namespace: int | None, environment: dict[str, str]) -> tuple[int, str]:
    """Run a command line; return its exit code and its output, stdout first.

    `namespace` is a process whose mount namespace the child enters; `environment` adds variables.
    """
    _import_all()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with warnings.catch_warnings():
            # The thread that the child lacks belongs to pytest.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            os.environ.update(environment)
            _become(words, namespace, out.fileno(), err.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    return code, "".join(texts)


def _become(words: list[str], namespace: int | None, out: int, err: int) -> None:
    """Run a command line in place of this process, and exit."""
    code = 70
    try:
        signal.alarm(TIMEOUT)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        if namespace is not None:
            _enter(namespace)
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
