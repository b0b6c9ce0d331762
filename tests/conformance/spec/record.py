"""Records the outcomes of the examples with the real rspec-puppet.

python -m tests.conformance.spec.record COMMAND

COMMAND gets the directory of a module, a file for RSpec's JSON, and directories of specs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .examples import (
    ANSWERS,
    FACTS,
    KINDS,
    MUTANTS,
    POND,
    REEDS,
    Outcomes,
    changed,
    copy_module,
    read_outcomes,
)


def ask(
    command: list[str], mutant: dict[str, str] | None = None, original: Path = POND
) -> Outcomes:
    """Ask the reference about a module, or about a mutant of it."""
    with TemporaryDirectory() as directory:
        module = copy_module(Path(directory), mutant, original)
        file = Path(directory) / "answer.json"
        environment = {
            **os.environ,
            "FACTERDB_SKIP_DEFAULTDB": "1",
            "FACTERDB_SEARCH_PATHS": str(FACTS),
        }
        kinds = [f"spec/{each}" for each in KINDS if (module / "spec" / each).is_dir()]
        words = [*command, str(module), str(file), *kinds]
        subprocess.run(words, env=environment, capture_output=True, check=False)
        return read_outcomes(file.read_text())


def main() -> None:
    """Write the answers."""
    command = sys.argv[1:]
    outcomes = ask(command)
    mutants = [changed(outcomes, ask(command, each)) for each in MUTANTS]
    reeds = ask(command, original=REEDS)
    data = {"outcomes": outcomes, "mutants": mutants, "reeds": reeds}
    ANSWERS.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
