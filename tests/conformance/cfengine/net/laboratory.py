"""Servers and clients on this host, of the reference and of ours, each with its own directory."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

REAL = Path("/usr/bin")
OURS = Path(sys.executable).parent


def has_reference() -> bool:
    """Return whether the daemons of the reference are installed."""
    return all((REAL / f"cf-{tool}").exists() for tool in ("agent", "serverd", "key", "promises"))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Host:
    """A work directory with a key, and the tools that use it."""

    def __init__(self, work: Path, tools: Path) -> None:
        self.work = work
        self.tools = tools
        for name in ("inputs", "bin", "ppkeys", "state"):
            (work / name).mkdir(parents=True, exist_ok=True)
        (work / "ppkeys").chmod(0o700)
        for tool in ("agent", "promises", "serverd", "key"):
            if (tools / f"cf-{tool}").exists():
                (work / "bin" / f"cf-{tool}").symlink_to(tools / f"cf-{tool}")
        made = self.run("cf-key")
        assert made.returncode == 0, made.stdout + made.stderr

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(self.work)}

    def run(self, tool: str, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.tools / tool), *words],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def policy(self, name: str, text: str) -> Path:
        path = self.work / "inputs" / name
        path.write_text(text)
        path.chmod(0o600)
        return path

    def agent(self, text: str, *words: str) -> str:
        """Run a policy and return its output."""
        done = self.run("cf-agent", "-KI", "-f", str(self.policy("client.cf", text)), *words)
        return done.stdout + done.stderr


class Server:
    """A running cf-serverd."""

    def __init__(self, host: Host, text: str, port: int, *options: str) -> None:
        path = host.policy("server.cf", text)
        self.log = host.work / "server.log"
        with self.log.open("w") as output:
            self.process = subprocess.Popen(
                [str(host.tools / "cf-serverd"), *(options or ("-F", "-v")), "-f", str(path)],
                env=host.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if self.process.poll() is not None:
                raise AssertionError(self.log.read_text())
            time.sleep(0.05)
        else:
            self.stop()
            raise AssertionError(self.log.read_text())

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def trust(one: Host, other: Host) -> None:
    """Let two hosts trust each other's keys."""
    for host, peer in ((one, other), (other, one)):
        done = host.run("cf-key", "-t", f"127.0.0.1:{peer.work}/ppkeys/localhost.pub")
        assert done.returncode == 0, done.stdout


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif path.exists() or path.is_symlink():
        path.unlink()
