"""The executable cf-monitord: measure the host."""

from __future__ import annotations

from duckrow.cli.drop_ins.base import run_as_executable
from duckrow.cli.drop_ins.cf_tool import run_tool


def main() -> int:
    """Run the command line of this process."""
    return run_as_executable(run_words)


def run_words(words: list[str]) -> int:
    """Run a command line, without the program's name, and return its exit code."""
    return run_tool("monitor.command", words)
