"""The executable cf-agent: run a CFEngine policy on this host."""

from __future__ import annotations

from duckrow.cli.drop_ins.base import run_as_executable


def main() -> int:
    """Run the command line of this process."""
    return run_as_executable(run_words)


def run_words(words: list[str]) -> int:
    """Run a command line, without the program's name, and return its exit code."""
    from duckrow.cfengine.agent.command import run_command
    from duckrow.cfengine.agent.environment import clean_environment
    from duckrow.cfengine.evaluation.messages.log import Log

    clean_environment()
    return run_command(words, Log())
