"""Commands that use the store of a server: `duckrow query` and `duckrow report send`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from tests.unit.server.running import RunningServer
from tests.unit.store.payloads import facts

from duckrow.store.commands.table import read_command
from duckrow.store.database.database import open_database

NODES = 3000
POLICY = 'bundle agent main { reports: "quack"; }\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("s"))
    database = open_database(f"{running.directory}/var/duckrow/store.db", print)
    names = [f"duck{number:04}.lab" for number in range(NODES)]
    commands = [read_command("replace facts", 5, name, facts(name), 1) for name in names]

    def write(session: object) -> None:
        for each in commands:
            each.write(session)  # type: ignore[arg-type]

    database.write(write)
    database.close()
    with running:
        running.add_node("huey.lab")
        yield running


def duckrow(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "duckrow", *words], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def settings_of(server: RunningServer, node: str) -> list[str]:
    ssl = server.directory / "ssl"
    (ssl / "certs/ca.pem").write_bytes((server.directory / "ca/ca_crt.pem").read_bytes())
    (ssl / "crl.pem").write_bytes((server.directory / "ca/ca_crl.pem").read_bytes())
    address = ["--server", f"https://localhost:{server.port}"]
    return [*address, "--ssldir", str(ssl), "--certname", node]


def test_a_query_prints_all_rows_of_a_server(server: RunningServer) -> None:
    options = settings_of(server, "localhost")
    query = "inventory[certname, facts.kernel] { order by certname }"
    code, out, err = duckrow("query", *options, "--format", "json", query)
    assert (code, err) == (0, "")
    rows = json.loads(out)
    assert [row["certname"] for row in rows] == [f"duck{number:04}.lab" for number in range(NODES)]
    assert out == json.dumps(rows, indent=2) + "\n"
    code, out, _ = duckrow("query", *options, "--format", "csv", query)
    assert (code, len(out.splitlines())) == (0, NODES + 1)
    code, out, _ = duckrow("query", *options, query)
    assert (code, out.splitlines()[-1]) == (0, f"duck{NODES - 1}.lab  Linux")


def test_a_server_that_is_not_reached_or_not_trusted_is_an_error_with_its_cause(
    server: RunningServer,
) -> None:
    options = settings_of(server, "localhost")[2:]
    ssl = ["--ssldir", str(server.directory / "ssl"), "--certname", "louie.lab"]
    port = server.port
    for url, others, expected in (
        (f"https://localhost:{port}", ssl, "private key is missing from '"),
        (f"https://127.0.0.1:{port}", options, "did not match server certificate; expected one of"),
        (f"http://localhost:{port}", options, "if this port speaks TLS, the URL begins with https"),
        ("https://localhost:1", options, "Connection refused"),
    ):
        code, out, err = duckrow("query", "--server", url, *others, "nodes {}")
        assert (code, out) == (2, ""), url
        assert expected in err, url


def test_a_file_that_cannot_be_opened_is_an_error_with_its_reason(tmp_path: Path) -> None:
    code, out, err = duckrow("query", "--database", str(tmp_path), "nodes {}")
    assert (code, out, err) == (2, "", f"duckrow: cannot open {tmp_path}: Is a directory\n")
    if os.geteuid():
        path = tmp_path / "store.db"
        path.touch(0)
        _, _, err = duckrow("query", "--database", str(path), "nodes {}")
        assert err.startswith(f"duckrow: cannot open {path}: Permission denied\n try: ")


def test_an_answer_of_a_server_that_ends_too_early_is_an_error() -> None:
    class Short(BaseHTTPRequestHandler):
        """Answers with the first half of a list."""

        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            text = b'[{"certname": "huey.lab"},'
            self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Short) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{listening.server_port}"
        code, out, err = duckrow("query", "--server", url, "--format", "json", "nodes {}")
        listening.shutdown()
    assert code == 2
    assert "]" not in out
    assert f"cannot ask {url}: The answer ended too early" in err


def test_a_host_sends_its_runs_of_policies_to_a_server(
    server: RunningServer, tmp_path: Path
) -> None:
    (tmp_path / "main.cf").write_text(POLICY)
    (tmp_path / "site.pp").write_text("notice(1)\n")  # a manifest gives the run the node's name
    state = ["--state-dir", str(tmp_path / "state")]
    name = ["--certname", "huey.lab", "--confdir", str(tmp_path)]
    files = [str(tmp_path / name) for name in ("site.pp", "main.cf")]
    assert duckrow("apply", "-q", *state, *name, *files)[0] == 0
    send = ["report", "send", *state, *settings_of(server, "huey.lab")]
    for _ in range(2):  # the second time the store has it
        assert duckrow(*send) == (0, "sent 1 run of policies\n", "")
    query = "policy_runs[certname, status] {}"
    _, out, _ = duckrow("query", *settings_of(server, "localhost"), "--format", "csv", query)
    assert out == "certname,status\nhuey.lab,unchanged\n"
    # A node sends its own runs, and nobody may ask without a place in the list.
    server.add_node("dewey.lab")
    code, _, err = duckrow("report", "send", *state, *settings_of(server, "dewey.lab"))
    assert (code, "answers 403" in err) == (2, True)
    assert "this one is of huey.lab, and the certificate is of dewey.lab" in err
    code, _, err = duckrow("query", *settings_of(server, "huey.lab"), query)
    assert (code, "403" in err) == (2, True)
