"""`duckrow promises`, and the executable cf-promises: check a CFEngine policy."""

from __future__ import annotations

from duckrow.cli.drop_ins.base import guard, make_log, run_as_executable, shared_words
from duckrow.cli.options import Arguments


def run_words(words: list[str], common: Arguments) -> int:
    """Run the words after `duckrow promises`, which are cf-promises' own."""
    return guard(_run_subcommand, words, common)


def main() -> int:
    """Run as the executable cf-promises."""
    return run_as_executable(_run_executable)


def _run_subcommand(words: list[str], common: Arguments) -> int:
    from duckrow.cfengine.agent.environment import clean_environment
    from duckrow.cfengine.agent.promises import run_command

    clean_environment()
    words = [*shared_words(common), *words]
    return run_command(words, make_log(common), program="duckrow promises")


def _run_executable(words: list[str], common: Arguments) -> int:
    from duckrow.cfengine.agent.environment import clean_environment
    from duckrow.cfengine.agent.promises import run_command

    clean_environment()
    return run_command(words, make_log(common), program="cf-promises")
