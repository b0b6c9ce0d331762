"""The demonstration, the page and the metrics."""

from __future__ import annotations

import re
import signal
import ssl
import subprocess
import urllib.request
from pathlib import Path

from tests.unit.server.running import COMMAND, PATIENCE, RunningServer


def test_the_demonstration_shows_itself_and_cleans_up(tmp_path: Path) -> None:
    words = [COMMAND, "serve", "--demo", "--workers", "1", "--no-cache"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            lines = b""
            while b"What the server knows" not in lines:
                line = process.stdout.readline()
                assert line
                lines += line
            text = lines.decode()
            command = re.search(r"puppet agent --test .*--confdir (\S+)/agent/conf", text)
            assert command is not None
            directory = Path(command[1])
            address = re.findall(r"https://localhost:\d+/", text)[0]
            context = ssl.create_default_context(cafile=str(directory / "ca/ca_crt.pem"))
            page = urllib.request.urlopen(address, context=context, timeout=PATIENCE).read()
            assert b"<h2>Certificates</h2>" in page
            found = urllib.request.urlopen(address + "metrics", context=context, timeout=PATIENCE)
            metrics = found.read()
            assert b"\nduckrow_compiles_total 0\n" in metrics
            assert b'\nduckrow_reports_waiting{processor="store"} 0\n' in metrics
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)
    assert not directory.exists()
    assert list(tmp_path.iterdir()) == []


def test_the_page_is_for_those_whom_a_rule_allows(server: RunningServer) -> None:
    assert server.ask("GET", "/", node="huey.lab").status == 403
    assert server.ask("GET", "/metrics", node="huey.lab").status == 403


def test_root_does_not_serve_where_there_is_a_user(tmp_path: Path) -> None:
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf/puppet.conf").write_text("[server]\nuser = duck\ncertname = localhost\n")
    words = [COMMAND, "serve", "--confdir", str(tmp_path / "conf"), "--port", "0"]
    words += ["--ssldir", str(tmp_path / "ssl"), "--cadir", str(tmp_path / "ca")]
    done = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert re.search(b"the setting user is duck|has no certificate", done.stderr)
