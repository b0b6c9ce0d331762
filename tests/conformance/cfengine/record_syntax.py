"""Record what the reference says of policies, and how it writes them out.

    python tests/conformance/cfengine/record_syntax.py [CASE.cf ...]

Beside each case in `errors` the .out is what cf-promises -c writes to its standard error; beside
each in `syntax` the .json is what cf-promises -p json prints. Recorded with version 3.21.0.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def run_reference(case: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    """Run the installed cf-promises on a case, in a work directory of its own."""
    with tempfile.TemporaryDirectory() as work:
        return subprocess.run(
            ["/usr/bin/cf-promises", *options, "-f", f"./{case.name}"],
            cwd=case.parent,
            env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": work},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )


def main() -> None:
    """Record the cases that are named, or all."""
    named = [Path(word).resolve() for word in sys.argv[1:]]
    for case in named or sorted((*HERE.glob("errors/*.cf"), *HERE.glob("syntax/*.cf"))):
        if case.parent.name == "errors":
            case.with_suffix(".out").write_bytes(run_reference(case, "-c").stderr)
        else:
            done = run_reference(case, "-p", "json")
            assert done.returncode == 0, (case, done.stdout, done.stderr)
            # What the log says about evaluation comes first, a line each.
            case.with_suffix(".json").write_bytes(done.stdout[done.stdout.index(b"{\n") :])


if __name__ == "__main__":
    main()
