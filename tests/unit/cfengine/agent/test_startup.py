"""The modules that a trivial run of the agent imports."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TOO_HEAVY = {
    "_sqlite3", "argparse", "asyncio", "dataclasses", "inspect", "json", "logging", "pathlib",
    "regex", "socket", "subprocess", "tempfile", "threading", "typing", "yaml",
}  # fmt: skip
NOT_ASKED_FOR = (
    "duckrow.cfengine.agent.augments",
    "duckrow.cfengine.agent.control",
    "duckrow.cfengine.agent.host.",
    "duckrow.cfengine.agent.verbose",
    "duckrow.cfengine.evaluation.messages.verbose",
    "duckrow.cfengine.syntax.parser",
    "duckrow.facts",
    "duckrow.puppet",
    "duckrow.state.database",
    "duckrow.state.lock",
    "duckrow.state.schema",
    "_sqlite3",
)
WATCHED = """
import sys
from duckrow.cli.drop_ins.cf_agent import main
code = main()
print("imported:", *sys.modules)
sys.exit(code)
"""


def imported(tmp_path: Path, policy: str) -> set[str]:
    path = tmp_path / "hello.cf"
    path.write_text(policy)
    path.chmod(0o600)
    (tmp_path / "work").mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "CFENGINE_TEST_OVERRIDE_WORKDIR": str(tmp_path / "work"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    for _ in range(2):  # the second run finds the policy in the cache
        done = subprocess.run(
            [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{WATCHED}",
             "-Kf", str(path)],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
    said, _, modules = done.stdout.partition("imported:")
    assert said == "R: hello\n"
    return set(modules.split())


def test_hello(tmp_path: Path) -> None:
    found = imported(tmp_path, 'bundle agent main\n{\n  reports:\n      "hello";\n}\n')
    assert not found & TOO_HEAVY
    assert not found & {"collections", "enum", "functools", "re"}  # no pattern is matched
    assert not [name for name in found if name.startswith(NOT_ASKED_FOR)]


def test_a_class_loads_only_the_host(tmp_path: Path) -> None:
    policy = 'bundle agent main\n{\n  reports:\n    !absent::\n      "hello";\n}\n'
    found = imported(tmp_path, policy)
    assert not found & TOO_HEAVY
    assert "duckrow.cfengine.agent.host.platform" in found
    assert "duckrow.cfengine.agent.host.interfaces" not in found
    assert "duckrow.cfengine.agent.host.times" not in found
