"""Record in which order the reference's cf-serverd and cf-monitord take promises.

    python tests/conformance/cfengine/daemons/record.py [CASE.cf ...]

Each daemon is started with --verbose, left alone until it says that it is ready, and ended. Kept
are type, promiser and bundle of each promise that it takes, one per line. Recorded with 3.21.0.
A server listens on 127.0.0.1 at the port that its case says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
_COMPONENT = re.compile(r"# component: (\w+)$", re.MULTILINE)
_BEGIN = re.compile(r'P: BEGIN promise \'.*\' of type "(access|roles|measurements)"')
_FACT = re.compile(r"P:    (?:Promiser/affected object: '(.*)'|Part of bundle: (.*))")
_READY = {"server": "Server is starting", "monitor": "CFEngine Core 3.21.0 - ready"}


def component_of(case: Path) -> str:
    """Tell which daemon a case is for."""
    found = _COMPONENT.search(case.read_text())
    assert found is not None
    return found[1]


def run_reference(case: Path) -> str:
    """Start the daemon and give what it takes."""
    component = component_of(case)
    with tempfile.TemporaryDirectory() as work:
        for name in ("inputs", "bin", "outputs", "state", "ppkeys"):
            os.mkdir(os.path.join(work, name), 0o700)
        os.symlink("/usr/bin/cf-promises", os.path.join(work, "bin", "cf-promises"))
        environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": work}
        subprocess.run(["/usr/bin/cf-key"], env=environment, capture_output=True, check=True)
        with open(os.path.join(work, "log"), "w+") as log:
            daemon = subprocess.Popen(
                [f"/usr/bin/cf-{component}d", "-F", "-K", "-v", "-f", f"./{case.name}"],
                cwd=case.parent,
                env=environment,
                stdout=log,
            )
            lines: list[str] = []
            # A monitor says so twice at its start, and again after its first round.
            wanted = 1 if component == "server" else 3
            while sum(_READY[component] in line for line in lines) < wanted:
                time.sleep(0.2)
                log.seek(0)
                lines = log.readlines()
                if daemon.poll() is not None:
                    raise SystemExit(f"{case}: the daemon ended with {daemon.returncode}")
            daemon.terminate()
            daemon.wait()
    return judged(lines)


def judged(lines: list[str]) -> str:
    """Give type, promiser and bundle of the promises in a verbose log."""
    found: list[list[str]] = []
    is_in = False
    for line in lines:
        begin = _BEGIN.search(line)
        fact = _FACT.search(line)
        if begin is not None:
            found.append([begin[1]])
            is_in = True
        elif fact is not None and is_in:
            found[-1].append(fact[1] or fact[2])
            is_in = len(found[-1]) < 3
        elif "P: BEGIN" in line:
            is_in = False
    return "".join(" ".join(each) + "\n" for each in found)


def main() -> None:
    """Record the cases that are named, or all."""
    named = [Path(word).resolve() for word in sys.argv[1:]]
    for path in named or sorted(HERE.glob("*.cf")):
        path.with_suffix(".out").write_text(run_reference(path))


if __name__ == "__main__":
    main()
