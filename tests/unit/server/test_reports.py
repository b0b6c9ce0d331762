"""Reports are checked, kept, and given to processors."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
import yaml

import duckrow.server.reports.processors as processors_module
import duckrow.state.database as database_module
from duckrow.machine.web.request import Answer as WebAnswer
from duckrow.machine.web.request import MemoryWeb, Web
from duckrow.machine.web.request import Request as WebRequest
from duckrow.puppet.settings.settings import Settings
from duckrow.server.http.exchange import Answer, Refusal, Request
from duckrow.server.reports.data import Report
from duckrow.server.reports.endpoint import put_report
from duckrow.server.reports.processors import ReportProcessor, StoreProcessor
from duckrow.server.reports.reporting import Reporting
from duckrow.server.reports.store import ReportStore, due_reports
from duckrow.source.errors import InputError
from duckrow.state.database import Database
from duckrow.state.schema import REPORTS

from .reports import report_data, report_json


class Site:
    """A site that receives reports."""

    def __init__(self, path: Path, reports: str, web: Web | None = None) -> None:
        self.path = path
        self.logged: list[tuple[str, str]] = []
        settings = Settings(
            {
                "reports": reports,
                "reportdir": f"{path}/reports",
                "reporturl": "http://user:secret@collector.lab/upload",
            }
        )
        self.reporting = Reporting(f"{path}/state", settings, self.log, web)
        self.reporting.start()

    def log(self, level: str, message: str) -> None:
        self.logged.append((level, message))

    def put(
        self, body: bytes, node: str = "huey.lab", kind: str = "application/json; charset=utf-8"
    ) -> Answer:
        request = Request(
            "PUT",
            f"/puppet/v3/report/{node}",
            {"environment": ["production"]},
            headers={"content-type": kind},
            body=body,
        )
        try:
            return put_report(self, request)
        except Refusal as refusal:
            return refusal.answer()

    def wait(self) -> None:
        """Wait until no processor has anything to do."""
        wait_until(lambda: not any(self.reporting.waiting().values()))


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until, "it never happens"
        time.sleep(0.01)


@pytest.fixture
def make_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    made: list[Site] = []

    def make(reports: str = "store", web: Web | None = None) -> Site:
        made.append(Site(tmp_path, reports, web))
        return made[-1]

    yield make
    for site in made:
        site.reporting.stop()


def test_the_answer_names_the_processors(make_site: Callable[..., Site]) -> None:
    answer = make_site("store, log,store").put(report_json())
    assert (answer.status, answer.body) == (200, b'["store","log"]')
    assert answer.content_type.startswith("application/json")
    assert make_site("none").put(report_json()).body == b"[]"


@pytest.mark.parametrize("node", ["a/b", ".a", "a b", "x" * 100, "a\nb", "-"])
def test_a_report_is_of_a_node(make_site: Callable[..., Site], node: str) -> None:
    site = make_site("none")
    answer = site.put(report_json(node), node)
    assert answer.status == 400
    assert b"is not the name of a node" in answer.body
    assert site.reporting.last_runs() == []


def test_the_last_run_of_each_node(make_site: Callable[..., Site]) -> None:
    site = make_site("none")
    site.put(report_json())
    site.put(report_json("dewey.lab", status="failed", noop=True), "dewey.lab")
    site.put(report_json(status="unchanged"))
    dewey, huey = site.reporting.last_runs()
    assert (dewey.node, dewey.status, dewey.is_noop) == ("dewey.lab", "failed", True)
    assert (huey.node, huey.status, huey.is_noop) == ("huey.lab", "unchanged", False)
    assert (huey.environment, huey.puppet_version) == ("production", "8.11.0")
    assert huey.configuration_version == "1794837850"
    assert abs(huey.received - time.time()) < 600
    last = site.reporting.last_report("huey.lab")
    assert last is not None
    assert json.loads(last) == report_data(status="unchanged")
    assert site.reporting.last_report("louie.lab") is None


def test_store_writes_yaml_that_is_the_report(make_site: Callable[..., Site]) -> None:
    site = make_site("store")
    site.put(report_json())
    site.wait()
    home = site.path / "reports/huey.lab"
    files = sorted(home.iterdir())
    assert re.fullmatch(r"20\d{10}\.yaml", files[0].name)
    assert files[0].stat().st_mode & 0o777 == 0o640
    assert home.stat().st_mode & 0o777 == 0o750
    head, _, rest = files[0].read_text().partition("\n")
    assert head == "--- !ruby/object:Puppet::Transaction::Report"
    assert yaml.safe_load(rest) == report_data()


def test_store_replaces_no_report(tmp_path: Path) -> None:
    processor = StoreProcessor(str(tmp_path))
    for status in ("changed", "failed", "unchanged", "changed"):
        processor.process(Report("huey.lab", report_json(status=status), received=1_800_000_000))
    names = ["202701150800", "20270115080000", "20270115080000-2", "20270115080000-3"]
    files = {each.name: each.read_text() for each in (tmp_path / "huey.lab").iterdir()}
    assert sorted(files) == sorted(f"{name}.yaml" for name in names)
    assert "\nstatus: failed\n" in files[f"{names[1]}.yaml"]


@pytest.mark.skipif(shutil.which("ruby") is None, reason="Puppet is not installed")
@pytest.mark.reference
def test_puppet_reads_the_stored_report(make_site: Callable[..., Site]) -> None:
    site = make_site("store")
    site.put(report_json())
    site.wait()
    (file,) = (site.path / "reports/huey.lab").iterdir()
    script = (
        "require 'puppet'; r = YAML.unsafe_load_file(ARGV[0]); "
        "puts r.host, r.status, r.logs.first.message, r.resource_statuses.keys, r.report_format"
    )
    done = subprocess.run(
        ["ruby", "-e", script, str(file)], capture_output=True, text=True, check=False
    )
    assert done.stdout.split("\n")[:2] == ["huey.lab", "changed"], done.stderr
    assert "quack: été 🦆" in done.stdout
    assert done.stdout.endswith("Notify[quack]\n12\n")


def test_log_writes_the_messages_of_the_run(make_site: Callable[..., Site]) -> None:
    site = make_site("log")
    site.put(report_json())
    site.wait()
    source = "//huey.lab//Stage[main]/Main/Notify[quack]/message"
    message = "defined 'message' as \"quack: été 🦆\"\n"
    assert site.logged == [("notice", f"{source}: {message}")]


def test_http_sends_the_yaml(make_site: Callable[..., Site]) -> None:
    web = MemoryWeb()
    web.contents["http://user:secret@collector.lab/upload"] = b"thanks"
    site = make_site("http", web)
    site.put(report_json())
    site.wait()
    (request,) = web.asked
    assert (request.method, request.headers) == ("POST", {"content-type": "application/x-yaml"})
    assert request.body is not None
    assert yaml.safe_load(request.body.partition(b"\n")[2]) == report_data()


def test_a_processor_that_fails_tries_again(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processors_module, "_FIRST_DELAY", 0)
    monkeypatch.setattr(processors_module, "_IDLE", 0.01)
    answers = [404, 500]

    class Failing(Web):
        asked = 0

        def ask(self, request: WebRequest) -> WebAnswer:
            Failing.asked += 1
            if not answers:
                return WebAnswer(200, "OK", {})
            if answers[0] == 404:
                return WebAnswer(answers.pop(0), "Not Found", {})
            answers.pop(0)
            raise OSError(111, "Connection refused")

    site = make_site("http,store", Failing())
    site.put(report_json())
    site.wait()
    assert Failing.asked == 3
    errors = [message for level, message in site.logged if level == "err"]
    what = "Unable to submit report to http://collector.lab/upload"
    refused = f"{what}: Connection refused; see the setting reporturl"
    reasons = (f"{what} [404] Not Found", refused)
    text = "the report processor http failed for huey.lab: {}; it tries again in 0 seconds"
    assert errors == [text.format(each) for each in reasons]
    assert len(list((site.path / "reports/huey.lab").iterdir())) == 1


class Plugin(ReportProcessor):
    """A processor of somebody else."""

    seen: list[str] = []  # noqa: RUF012
    go_on = Event()

    def process(self, report: Report) -> None:
        Plugin.go_on.wait()
        Plugin.seen.append(str(report.data["status"]))


class Entry:
    """An entry point."""

    def __init__(self, loaded: object) -> None:
        self.value = "quack:Plugin"
        self.loaded = loaded

    def load(self) -> object:
        return self.loaded


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    found: dict[str, object] = {}
    points = "duckrow.machine.entry_points"
    monkeypatch.setattr(
        f"{points}.entry_points_of",
        lambda _group, name: [Entry(found[name])] if name in found else [],
    )
    monkeypatch.setattr(f"{points}.names_of_entry_points", lambda _group: list(found))
    return found


def test_a_processor_that_hangs_holds_up_only_itself(
    make_site: Callable[..., Site], installed: dict[str, object]
) -> None:
    installed["quack"] = Plugin
    Plugin.go_on.clear()
    Plugin.seen.clear()
    site = make_site("quack,store")
    for _ in range(3):
        assert site.put(report_json()).status == 200
    wait_until(lambda: site.reporting.waiting()["store"] == 0)
    wait_until(lambda: site.reporting.busy()["quack"] > 0)
    assert site.reporting.waiting()["quack"] == 3
    Plugin.go_on.set()
    site.wait()
    assert Plugin.seen == ["changed"] * 3


def test_a_new_process_does_what_the_old_one_left(
    make_site: Callable[..., Site], installed: dict[str, object]
) -> None:
    installed["quack"] = Plugin
    Plugin.go_on.set()
    Plugin.seen.clear()
    site = make_site("quack")
    assert site.reporting._work is not None
    site.reporting._work.stop(10)
    for _ in range(3):
        site.put(report_json())
    site.reporting.stop()
    assert Plugin.seen == []
    make_site("quack").wait()
    assert Plugin.seen == ["changed"] * 3


def test_a_processor_that_does_not_exist_is_an_error(
    make_site: Callable[..., Site], installed: dict[str, object]
) -> None:
    with pytest.raises(InputError, match="names 'stor', which is no processor") as caught:
        make_site("stor")
    assert "store" in caught.value.hint
    installed["other"] = dict
    with pytest.raises(InputError, match="does not derive from"):
        make_site("other")

    def fail() -> None:
        raise RuntimeError("quack")

    installed["broken"] = fail
    with pytest.raises(InputError, match="cannot be loaded"):
        make_site("broken")


def test_many_threads_save_at_once(make_site: Callable[..., Site]) -> None:
    site = make_site("log")
    threads = [
        Thread(target=site.put, args=(report_json(f"n{number}"), f"n{number}"))
        for number in range(50)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(site.reporting.last_runs()) == 50
    site.wait()
    assert len(site.logged) == 50


def test_a_report_that_cannot_be_stored_is_not_acknowledged(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site("none")
    assert site.put(report_json()).status == 200
    real = database_module.Database.run

    def fail(*_: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(database_module.Database, "run", fail)
    answer = site.put(report_json("dewey.lab"), "dewey.lab")
    assert answer.status == 500
    assert b"the report cannot be stored" in answer.body
    assert b"No space left on device" in answer.body
    monkeypatch.setattr(database_module.Database, "run", real)
    assert site.put(report_json("louie.lab"), "louie.lab").status == 200
    assert [run.node for run in site.reporting.last_runs()] == ["huey.lab", "louie.lab"]


_VICTIM = """
import sys
from duckrow.puppet.settings.settings import Settings
from duckrow.server.reports.data import read_report
from duckrow.server.reports.reporting import Reporting
from tests.unit.server.reports import report_json
reporting = Reporting(sys.argv[1], Settings({"reports": "none"}), lambda *_: None)
for number in range(100_000):
    reporting.save(read_report(f"n{number}", report_json(f"n{number}")))
    print(number, flush=True)
"""


def test_a_killed_server_loses_no_acknowledged_report(tmp_path: Path) -> None:
    for _ in range(3):
        directory = str(tmp_path / str(_))
        with subprocess.Popen(
            [sys.executable, "-c", _VICTIM, directory], stdout=subprocess.PIPE, text=True
        ) as victim:
            assert victim.stdout is not None
            acknowledged = [victim.stdout.readline() for _ in range(30)]
            os.kill(victim.pid, signal.SIGKILL)
            acknowledged += victim.stdout.readlines()
        count = len([line for line in acknowledged if line.endswith("\n")])
        reporting = Reporting(directory, Settings({"reports": "none"}), lambda *_: None)
        names = {run.node for run in reporting.last_runs()}
        reporting.stop()
        assert {f"n{number}" for number in range(count)} <= names
        assert len(names) <= count + 1


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "the report is not JSON"),
        (b"{", "the report is not JSON"),
        (b'{"host": "huey.lab", "status": NaN}', "the report is not JSON"),
        (b"\xff", "the report is not JSON"),
        (b"[]", "the report is not an object"),
        (b"{}", "the report is about None, but 'huey.lab' sends it"),
        (report_json("dewey.lab"), "the report is about 'dewey.lab', but 'huey.lab' sends it"),
        (report_json(report_format="12"), "report_format is '12'; known are 4 to 12"),
        (report_json(report_format=True), "report_format is True"),
        (report_json(report_format=13), "report_format is 13"),
        (report_json(time=7), "'time' is not a string"),
        (report_json(status="quack"), "'status' is 'quack', not one of changed, unchanged"),
        (report_json(status=["failed"]), "'status' is a list, not one of"),
        (report_json(environment=[]), "'environment' is not a string"),
        (report_json(logs={}), "'logs' is not a list of messages"),
        (report_json(logs=[7]), "'logs' is not a list of messages"),
        (report_json(logs=[{"level": "x"}]), "'logs' is not a list of messages"),
        (report_json(metrics=[]), "'metrics' is not an object of objects"),
        (report_json(resource_statuses={"a": 7}), "'resource_statuses' is not an object of obj"),
        (b'{"a":' * 2000 + b"1" + b"}" * 2000, "the report is not JSON"),
        (
            report_json(deep=json.loads("[" * 100 + "]" * 100)),
            "the report is nested more than 40 levels deep",
        ),
    ],
)
def test_an_invalid_report_is_rejected(
    make_site: Callable[..., Site], body: bytes, message: str
) -> None:
    site = make_site("store")
    answer = site.put(body)
    assert answer.status == 400
    text = json.loads(answer.body)["message"]
    assert text.startswith(f"Bad Request: The request body is invalid: {message}")
    assert site.reporting.last_runs() == []
    assert not (site.path / "reports").exists()


@pytest.mark.parametrize("kind", ["", "text/yaml", "application/x-msgpack", "text/html"])
def test_another_format_is_refused(make_site: Callable[..., Site], kind: str) -> None:
    answer = make_site("none").put(report_json(), kind=kind)
    assert answer.status == 415
    assert json.loads(answer.body)["issue_kind"] == "UNSUPPORTED_MEDIA_TYPE"


def test_pson_may_have_bytes_that_are_no_text(make_site: Callable[..., Site]) -> None:
    body = report_json(configuration_version="QUACK").replace(b"QUACK", b"\xff")
    site = make_site("none")
    assert site.put(body, kind="text/pson").status == 200
    assert site.reporting.last_runs()[0].configuration_version == "\ufffd"


@pytest.mark.parametrize("node", ["..", ".", "a/b", "../x"])
def test_the_name_of_a_node_is_no_path(make_site: Callable[..., Site], node: str) -> None:
    site = make_site("store")
    if site.put(report_json(node), node).status == 200:
        wait_until(lambda: bool(site.logged))
    assert not (site.path / "reports").exists()


def test_a_start_drops_the_work_of_processors_that_are_no_longer_named(tmp_path: Path) -> None:
    store = ReportStore(str(tmp_path / "state"), ["http", "log"], pytest.fail)
    store.save(Report("huey.lab", report_json()))
    store.close()
    site = Site(tmp_path, "log")  # which starts its processors
    site.wait()
    site.reporting.stop()
    store = ReportStore(str(tmp_path / "state"), [], pytest.fail)
    assert store.count_pending() == {}
    store.close()


def test_reports_that_are_due_later_cost_nothing(tmp_path: Path) -> None:
    database = Database(f"{tmp_path}/reports.db", REPORTS, pytest.fail)
    connection = database.connection
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    report = "INSERT INTO reports (id, node, received, report, digest) VALUES (?, 'a', 0, '', '')"
    connection.executemany(report, [(number,) for number in range(20_000)])
    later = [("http", number, 1, 5000 + number % 100) for number in range(20_000)]
    connection.executemany("INSERT INTO pending VALUES (?, ?, ?, ?)", later)
    connection.execute("UPDATE pending SET due = 100 WHERE report = 7")
    connection.execute("UPDATE pending SET due = 0 WHERE report = 19000")
    connection.execute("UPDATE pending SET due = 900000 WHERE report = 9")
    connection.set_progress_handler(count, 100)
    found = [row[0] for row in due_reports(connection, "http", 4000, 20)]
    assert found == [19000, 7, 9]
    assert steps < 10  # each of a hundred instructions of SQLite's machine
    database.close()
