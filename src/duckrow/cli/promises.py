"""`duckrow promises`, and the executable cf-promises: check a CFEngine policy."""

from __future__ import annotations

import sys


def run_words(words: list[str]) -> int:
    """Run the words after `duckrow promises`; they are cf-promises' own."""
    from duckrow.cfengine.agent.promises import run_command

    return run_command(words, program="duckrow promises")


def main() -> int:
    """Be cf-promises."""
    from duckrow.cfengine.agent.promises import run_command

    try:
        return run_command(sys.argv[1:], program="cf-promises")
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 141
