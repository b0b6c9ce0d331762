"""`duckrow agent`, and the executable cf-agent: run a CFEngine policy on this host."""

from __future__ import annotations

import sys


def run_words(words: list[str]) -> int:
    """Run the words after `duckrow agent`; they are cf-agent's own."""
    from duckrow.cfengine.agent.command import run_command

    return run_command(words, program="duckrow agent", is_drop_in=False)


def main() -> int:
    """Be cf-agent."""
    from duckrow.cfengine.agent.command import run_command

    try:
        return run_command(sys.argv[1:], program="cf-agent", is_drop_in=True)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 141
