"""Record a node's life with puppetserver: what `test_agents.py` expects of duckrow.

    python -m tests.fleet.record PORT CODEDIR REPORTDIR 'CA COMMAND' [PROGRAM…]

The CA command runs with an action and `--certname NAME`.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.fleet.play import Lab, expected, play


def main() -> None:
    port, codedir, reportdir, command, *program = sys.argv[1:]

    def ca(action: str, name: str) -> int:
        words = [*shlex.split(command), action, "--certname", name]
        return subprocess.run(words, timeout=600, check=False).returncode

    lab = Lab(int(port), Path(codedir), Path(reportdir), ca)
    folder = Path(tempfile.mkdtemp())
    program = program or ["puppet"]
    steps = play(program, lab, folder, f"huey{int(time.time())}.lab")
    path = expected(program)
    path.write_text(json.dumps(steps, indent=1, ensure_ascii=False) + "\n")
    print(f"recorded in {path}; output of the agent in {folder}")


if __name__ == "__main__":
    main()
