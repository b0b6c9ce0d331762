"""The daemons stay small: what only a policy, a mail or a request needs is not in their memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {
    "duckrow.cfengine.agent.run",
    "duckrow.cfengine.policy.check",
    "duckrow.cfengine.promises.table",
    "duckrow.cfengine.syntax.parser",
    "duckrow.cfengine.functions.table",
    "asyncio", "cryptography", "dataclasses", "email", "inspect", "json", "logging", "smtplib",
    "ssl", "typing",
}  # fmt: skip


@pytest.mark.parametrize("room", ["executor", "monitor"])
def test_a_daemon_imports_no_interpreter_of_policies(room: str) -> None:
    code = f"import sys, duckrow.cfengine.{room}.command; print(*sys.modules)"
    words = [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert HEAVY.isdisjoint(done.stdout.split())
