"""Run a tool of CFEngine that needs the libraries for keys and TLS."""

from __future__ import annotations

from importlib import import_module


def run_tool(module: str, words: list[str]) -> int:
    """Run the command line of a tool, given the module that has its `run_command`."""
    from duckrow.cfengine.agent.environment import clean_environment
    from duckrow.cfengine.evaluation.messages.log import Log

    clean_environment()
    log = Log()
    try:
        found = import_module(f"duckrow.cfengine.{module}")
        code: int = found.run_command(words, log)
    except ModuleNotFoundError as error:
        if error.name not in ("cryptography", "OpenSSL"):
            raise
        log.error(f"The Python package {error.name} is not installed")
        log.error("try: pip install 'duckrow[cfengine]'")
        return 1
    return code
