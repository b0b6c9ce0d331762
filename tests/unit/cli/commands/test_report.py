"""`duckrow report`: list and show what runs left behind."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.conftest import stored_runs

from duckrow.cli.main import main
from duckrow.cli.moments import moment
from duckrow.cli.options import UsageError
from duckrow.state.journal import Journal
from duckrow.state.reports import StoredReports
from duckrow.state.store import Store

POLICY = """
bundle agent main
{
  files:
    "PLACE/pond" create => "true";
  commands:
    "/bin/false";
  reports:
    asleep::
      "quack";
}
"""
MANIFEST = """$p = 'PLACE'
file { "${p}/none/x": ensure => present }
-> notify { after: }
-> notify { 'after that': }
file { 'PLACE/quack': ensure => file }
"""


@pytest.fixture(autouse=True)
def _house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("conf").mkdir()
    for name, text in (("ducks.cf", POLICY), ("site.pp", MANIFEST)):
        file = Path(name)
        file.write_text(text.replace("PLACE", str(tmp_path)))
        file.chmod(0o600)
        os.utime(file, (1_700_000_000, 1_700_000_000))


def apply(*words: str) -> int:
    return main(["apply", "-q", "--state-dir", "state", *words])


def puppet(*words: str) -> int:
    return apply("--confdir", "conf", "--cache-dir", "cache", *words)


def report(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["report", "--state-dir", "state", *words])
    found = capsys.readouterr()
    return code, found.out, found.err


def test_send_gives_a_store_the_policies_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert puppet("site.pp", "ducks.cf") == 1
    assert puppet("-e", "notice(1)") == 0
    place = Path.cwd()
    failed = ("send", "--database", "store.db", "--status", "failed")
    code, out, err = report(capsys, *failed)
    assert (code, out) == (2, "")
    assert f"there is no store in {place}/store.db" in err
    Path("store.db").touch()
    code, out, _ = report(capsys, "send", "--database", "store.db")
    assert (code, out) == (0, "sent 0 runs of policies; 1 run had no policy\n")
    for _ in range(2):  # the second time changes nothing
        code, out, _ = report(capsys, *failed)
        assert (code, out) == (0, "sent 1 run of policies\n")
    query = "promises[type, promiser, outcome, line, bundle] { order by line }"
    assert main(["query", "--database", "store.db", "--format", "json", query]) == 0
    found = [list(row.values()) for row in json.loads(capsys.readouterr().out)]
    assert found == [
        ["files", f"{place}/pond", "repaired", 5, "main"],
        ["commands", "/bin/false", "failed", 7, "main"],
        ["reports", "quack", "skipped", 10, "main"],
    ]
    query = "policy_runs[status, policies, repaired, failed, skipped] { policies = 'ducks.cf' }"
    assert main(["query", "--database", "store.db", "--format", "json", query]) == 0
    (run,) = json.loads(capsys.readouterr().out)
    assert list(run.values()) == ["failed", ["ducks.cf"], 1, 1, 1]
    query = "policy_classes[class] { class = 'cfengine' or class = 'asleep' }"
    assert main(["query", "--database", "store.db", "--format", "json", query]) == 0
    assert json.loads(capsys.readouterr().out) == [{"class": "cfengine"}]


def test_only_send_takes_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert puppet("-e", "notice(1)") == 0
    code, _, err = report(capsys, "list", "--server", "https://puppet:8140")
    assert code == 2
    assert "list takes no option --server; it is for send" in err


def test_a_run_with_our_own_store_stores_its_policies(capsys: pytest.CaptureFixture[str]) -> None:
    Path("conf/puppet.conf").write_text(
        f"storeconfigs = true\nstoreconfigs_backend = duckrow\nvardir = {Path.cwd()}/var\n"
    )
    assert puppet("site.pp", "ducks.cf") == 1
    capsys.readouterr()
    query = "promises[promiser] { outcome = 'failed' and latest_run? = true }"
    assert main(["query", "--database", "var/duckrow/store.db", "--format", "csv", query]) == 0
    assert capsys.readouterr().out == "promiser\n/bin/false\n"


def test_show_explains_failures_of_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert puppet("site.pp", "ducks.cf") == 1
    code, out, _ = report(capsys, "show")
    assert code == 0
    assert out.splitlines()[0].endswith(": failed")
    assert "applied: site.pp, ducks.cf\n2 changed, 2 failed, 3 skipped\n" in out
    place = Path.cwd()
    # The line of the manifest and of the policy.
    assert '2 | file { "${p}/none/x": ensure => present }' in out
    assert '7 |     "/bin/false";' in out
    assert "skipped because of it: Notify[after], Notify[after that]" in out
    assert f"Notify[after] (site.pp:3): File[{place}/none/x] failed" in out.replace(
        f"{place}/s", "s"
    )
    assert "Created file" in out
    assert "1 skipped promise: -v lists them" in out
    assert "its class guard asleep is false" in report(capsys, "show", "-v")[1]


def test_an_excerpt_is_of_the_file_that_was_applied(capsys: pytest.CaptureFixture[str]) -> None:
    apply("ducks.cf")
    Path("ducks.cf").write_text("bundle agent main { }")
    out = report(capsys, "show")[1]
    assert "(ducks.cf has changed since the run)" in out
    Path("ducks.cf").unlink()
    assert 'commands "/bin/false" (ducks.cf:7)' in report(capsys, "show")[1]


def test_a_manifest_that_does_not_compile_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.pp").write_text("notify { a: }\nnotify { $none: }\n")
    os.utime("bad.pp", (1_700_000_000, 1_700_000_000))
    assert puppet("bad.pp") == 1
    out = report(capsys, "show")[1]
    assert "errors:\n" in out
    assert "Unknown variable: 'none'" in out
    assert "2 | notify { $none: }" in out


def test_list_filters_by_outcome_time_resource_and_promise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = Path.cwd()
    puppet("site.pp")
    apply("ducks.cf")
    puppet("--noop", "-e", "notify { a: }")
    puppet("-e", "notice(1)")

    def listed(*words: str) -> list[str]:
        code, out, _ = report(capsys, "list", "--format", "json", *words)
        assert code == 0
        return [" ".join(each["applied"]) + " " + each["status"] for each in json.loads(out)]

    everything = ["-e unchanged", "-e noop", "ducks.cf failed", "site.pp failed"]
    assert listed() == everything
    assert listed("--limit", "1") == everything[:1]
    assert listed("--status", "failed") == everything[2:]
    assert listed("--status", "noop") == [everything[1]]
    assert listed("--resource", f"file['{place}/quack']") == [everything[3]]
    assert listed("--promise", f"{place}/po*") == [everything[2]]
    assert listed("--since", "2 hours") == everything
    assert listed("--until", "2 hours ago") == []
    assert listed("--since", "2020-01-01", "--until", "2020-01-02T10:00:00+01:00") == []
    text = report(capsys, "list", "--status", "noop")[1].splitlines()
    assert text[0].split() == "when id status changed failed skipped seconds applied".split()
    assert text[1].split()[3:7] == ["noop", "1", "0", "0"]


def test_formats_and_prefixes_of_ids(capsys: pytest.CaptureFixture[str]) -> None:
    apply("ducks.cf")
    (run,) = json.loads(report(capsys, "list", "--format", "json")[1])
    whole = json.loads(report(capsys, "show", run["id"][:8], "--format", "json")[1])
    assert whole["transaction_uuid"] == run["id"]
    assert whole["promises"]
    assert "transaction_uuid:" in report(capsys, "show", "--format", "yaml")[1]
    code, _, err = report(capsys, "show", "ffff")
    assert code == 1
    assert "there is no run ffff" in err


def test_a_killed_run_is_interrupted_and_a_living_one_is_running(
    capsys: pytest.CaptureFixture[str],
) -> None:
    journal = Journal("state", print)
    journal.begin("12345678-a", "pond", 2_000_000_000_000_000_000)
    out = report(capsys, "list")[1]
    assert "running" in out
    content = Path("state/journal").read_bytes()
    reports = StoredReports("state")
    entry = reports.runs()[0]
    reports.close()
    entry.pid, entry.status = 2**22 + 1, "running"  # no process has this number
    Path("state/journal").write_bytes(entry.to_bytes())
    assert "interrupted" in report(capsys, "list", "--status", "interrupted")[1]
    assert "the process ended before the run did" in report(capsys, "show", "1234")[1]
    assert content  # reading changed nothing
    assert Path("state/journal").read_bytes() == entry.to_bytes()


def test_a_damaged_report_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    apply("ducks.cf")
    uuid = stored_runs("state")[0][0].uuid
    store = Store("state", print)
    store._database.run(lambda found: found.execute("UPDATE runs SET digest = x'00'"))
    store.close()
    for words in (["list"], ["show"]):
        code, out, err = report(capsys, *words)
        assert code == 1
        assert f"the report of run {uuid} is damaged" in err
        assert "Traceback" not in out + err


def test_a_damaged_journal_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        apply("ducks.cf")
    journal = Path("state/journal")
    content = journal.read_bytes()
    journal.write_bytes(content[:-200] + b"quack" + content[-195:])
    code, out, err = report(capsys, "list")
    assert code == 1
    assert "state/journal is damaged; runs after the damage are missing" in err
    assert "ducks.cf" in out
    assert not list(Path("state").glob("journal.bad-*"))  # only a run moves it away


def test_a_damaged_database_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("state").mkdir()
    Path("state/state.db").write_bytes(b"quack" * 1000)
    code, _, err = report(capsys, "list")
    assert code == 1
    assert "state/state.db is damaged" in err


@pytest.mark.parametrize(
    "words",
    [(), ("quack",), ("list", "x"), ("show", "a", "b"), ("list", "--since", "soon"),
     ("list", "--resource", "motd"), ("list", "--status", "good"), ("list", "--limit", "0")],
)  # fmt: skip
def test_usage_errors(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    apply("ducks.cf")
    assert report(capsys, *words)[0] == 2


def test_there_may_be_no_state(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = report(capsys, "list")
    assert code == 2
    assert "there are no reports in state: there is no such directory" in err
    assert not Path("state").exists()


def test_moments() -> None:
    assert moment("1970-01-02T00:00:00+00:00") == 86_400
    assert moment("2026-11-15T12:00") - moment("2026-11-15") == 12 * 3600
    with pytest.raises(UsageError):
        moment("2 fortnights")


def test_show_takes_the_filters_of_list(capsys: pytest.CaptureFixture[str]) -> None:
    apply("ducks.cf")
    puppet("-e", "notice(1)")
    assert "applied: ducks.cf" in report(capsys, "show", "--status", "failed")[1]
    assert "applied: -e" in report(capsys, "show", "--since", "1 hour")[1]
    code, _, err = report(capsys, "show", "--status", "noop")
    assert (code, "no run matches" in err) == (1, True)
    assert report(capsys, "show", "abcd", "--status", "failed")[0] == 2
    assert report(capsys, "show", "--limit", "1")[0] == 2


def test_a_day_ends_with_its_last_moment() -> None:
    assert moment("2026-11-16") == moment("2026-11-16 00:00")
    assert moment("2026-11-17") > moment("2026-11-16", is_end=True) > moment("2026-11-16 23:59:59")
    assert moment("2026-12-31", is_end=True) < moment("2027-01-01")
    assert moment("2026-11-16 10:00", is_end=True) == moment("2026-11-16 10:00")


@pytest.mark.parametrize(
    "words",
    [
        ("--limit", "9" * 5000),
        ("--since", "9" * 5000 + " days"),
        ("--since", "0001-01-01T00:00+14:00"),
    ],
)
def test_numbers_beyond_every_limit_are_usage_errors(
    words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    apply("ducks.cf")
    assert report(capsys, "list", *words)[0] == 2


def test_no_name_controls_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Path("n\x1b[31m.cf").write_text('bundle agent main { commands: "/bin/false"; }')
    Path("n\x1b[31m.cf").chmod(0o600)
    apply("n\x1b[31m.cf")
    assert "\x1b" not in report(capsys, "list")[1]
    assert "\x1b" not in report(capsys, "show")[1]
