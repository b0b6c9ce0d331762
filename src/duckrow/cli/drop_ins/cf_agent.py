"""`duckrow agent`, and the executable cf-agent: run a CFEngine policy on this host."""

from __future__ import annotations

from duckrow.cli.drop_ins.base import (
    guard,
    make_log,
    run_as_executable,
    shared_words,
    stop_on_sigterm,
)
from duckrow.cli.options import Arguments


def run_words(words: list[str], common: Arguments) -> int:
    """Run the words after `duckrow agent`, which are cf-agent's own."""
    stop_on_sigterm()
    return guard(_run_subcommand, words, common)


def main() -> int:
    """Run as the executable cf-agent."""
    return run_as_executable(_run_executable)


def _run_subcommand(words: list[str], common: Arguments) -> int:
    from duckrow.cfengine.agent.command import run_command
    from duckrow.cfengine.agent.environment import clean_environment

    clean_environment()
    words = [*shared_words(common), *words]
    return run_command(words, make_log(common), program="duckrow agent", is_drop_in=False)


def _run_executable(words: list[str], common: Arguments) -> int:
    from duckrow.cfengine.agent.command import run_command
    from duckrow.cfengine.agent.environment import clean_environment

    clean_environment()
    return run_command(words, make_log(common), program="cf-agent", is_drop_in=True)
