"""The executables below `bin` in a work directory: daemons and policies start each other there.

Packages of CFEngine install them. Where they are missing, a bootstrap writes scripts that start
ours with the same work directory. Nothing that somebody else installed is replaced.
"""

from __future__ import annotations

import sys
from shlex import quote

from duckrow.machine.files.private import make_private_directory, read_start, replace_file
from duckrow.machine.paths import absolute, exists, is_program, real_path

_TOOLS = (
    "cf-agent cf-promises cf-key cf-serverd cf-execd cf-monitord cf-net cf-runagent cf-secret"
).split()
_HEAD = b"#!/bin/sh\n# Written by `cf-agent --bootstrap` of duckrow.\n"


def install_tools(work_directory: str) -> list[str]:
    """Write the scripts that are missing; return the names of those that were written."""
    work = absolute(work_directory)
    directory = f"{work}/bin"
    if exists(directory) and real_path(directory) != f"{real_path(work)}/bin":
        return []  # a link to the programs of a package
    make_private_directory(directory)
    ours = sys.executable.rpartition("/")[0]
    written = []
    for name in _TOOLS:
        path, program = f"{directory}/{name}", f"{ours}/{name}"
        if not is_program(program):
            continue
        text = _HEAD + (
            f'export CFENGINE_TEST_OVERRIDE_WORKDIR={quote(work)}\nexec {quote(program)} "$@"\n'
        ).encode("utf-8", "surrogateescape")
        found = read_start(path, len(text) + 1)
        if found == text or (exists(path) and not found.startswith(_HEAD)):
            continue
        replace_file(path, text, 0o755)
        written.append(name)
    return written
