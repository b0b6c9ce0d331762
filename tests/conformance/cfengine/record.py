"""Record what the reference reports: run its cf-agent on cases and write the .out beside each.

    python tests/conformance/cfengine/record.py [CASE.cf ...]

Without arguments all cases are recorded anew; read the diff. Recorded with cf-agent 3.21.0.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = ("functions",)
# Messages are not part of a case: how often one is said depends on how the agent works.
_MESSAGE = re.compile(r" *(critical|error|warning|notice|info): ")


def reports(output: str) -> str:
    """Leave out messages."""
    return "".join(line for line in output.splitlines(True) if not _MESSAGE.match(line))


def run_reference(case: Path) -> str:
    """Run a case with the installed cf-agent in a work directory of its own."""
    with tempfile.TemporaryDirectory() as work:
        for name in ("inputs", "bin", "outputs", "state"):
            os.mkdir(os.path.join(work, name))
        os.symlink("/usr/bin/cf-promises", os.path.join(work, "bin", "cf-promises"))
        done = subprocess.run(
            ["/usr/bin/cf-agent", "-Kf", str(case)],
            env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": work},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    return reports(done.stdout.decode("utf-8", "surrogateescape"))


def main() -> None:
    """Record the cases that are named, or all."""
    named = [Path(word).resolve() for word in sys.argv[1:]]
    for case in named or [path for folder in FOLDERS for path in (HERE / folder).glob("*.cf")]:
        output = run_reference(case).encode("utf-8", "surrogateescape")
        case.with_suffix(".out").write_bytes(output)


if __name__ == "__main__":
    main()
