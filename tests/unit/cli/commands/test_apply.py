"""`duckrow apply` and `duckrow backup` from their command lines."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.conftest import Opened, stored_runs

from duckrow.cli.main import main
from duckrow.state.backups import Backups
from duckrow.state.schema import BACKUPS
from duckrow.state.store import Store


def duckrow(*words: str, given: str = "") -> tuple[int, str, str]:
    """Run duckrow as a process of its own: it catches signals and locks files."""
    done = subprocess.run(
        [sys.executable, "-m", "duckrow", *words],
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def lines(text: str) -> list[str]:
    """Give lines without the two that hold times."""
    times = ("Notice: Compiled catalog", "Notice: Applied catalog")
    return [line for line in text.splitlines() if not line.startswith(times)]


@pytest.fixture
def state(tmp_path: Path) -> str:
    return str(tmp_path / "state")


def test_settings_come_from_the_section_user(tmp_path: Path) -> None:
    conf = tmp_path / "puppet.conf"
    words = ["apply", "--no-state", "--confdir", str(tmp_path), "-e"]
    words.append(f"file {{ '{tmp_path}/egg': content => 'x' }}")
    conf.write_text("[main]\nnoop = false\n[user]\nnoop = true\n")
    duckrow(*words)
    assert not (tmp_path / "egg").exists()
    conf.write_text("[main]\nnoop = false\n[server]\nnoop = true\n")
    duckrow(*words)
    assert (tmp_path / "egg").exists()


def test_notices_go_to_stdout_and_the_report_is_stored(state: str) -> None:
    code, out, err = duckrow("apply", "--state-dir", state, "-e", "notify { quack: }")
    assert (code, err) == (0, "")
    assert lines(out) == [
        "Notice: quack",
        "Notice: /Stage[main]/Main/Notify[quack]/message: defined 'message' as 'quack'",
    ]
    ((run, report),) = stored_runs(state)
    assert run.status == "changed"
    assert report is not None
    statuses = report["resource_statuses"]
    assert isinstance(statuses, dict)
    assert statuses["Notify[quack]"]["change_count"] == 1
    assert "Schedule[daily]" in statuses


@pytest.mark.parametrize(
    ("code", "options", "expected"),
    [
        ("notify { a: }", [], 2),
        ("notify { a: }", ["--noop"], 0),
        ("notify { a: }", ["--tags", "b"], 0),
        ("notice(1)", [], 0),
        ("fail('x')", [], 1),
        ("notify { a: require => Notify[b] } notify { b: require => Notify[a] }", [], 1),
        ("notify { a: loglevel => loud }", [], 1),
    ],
)
def test_detailed_exit_codes(code: str, options: list[str], expected: int) -> None:
    words = ["apply", "--no-state", "--detailed-exitcodes", *options, "-e", code]
    assert duckrow(*words)[0] == expected


@pytest.mark.parametrize(
    "words",
    [
        ["/none/site.pp"],
        ["--root", "/none", "-e", ""],
        ["--catalog", __file__],
        ["--passes", "x", "-e", ""],
    ],
)
def test_nothing_applied_is_not_taken_for_changes(words: list[str]) -> None:
    """With detailed exit codes 2 means changes."""
    assert duckrow("apply", "--no-state", *words)[0] == 2
    assert duckrow("apply", "--no-state", "--detailed-exitcodes", *words)[0] == 1


def test_a_newer_state_is_not_taken_for_changes(state: str) -> None:
    store = Store(state, print)
    store._database.connection.execute("PRAGMA user_version=99")
    # As an upgrade does: the version belongs into the file itself.
    store._database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    store.close()
    words = ["apply", "--state-dir", state, "-e", "notify { a: }"]
    assert duckrow(*words)[0] == 2
    assert duckrow(*words, "--detailed-exitcodes")[0] == 1


def test_a_catalog_from_a_file_is_applied_as_it_is(state: str, tmp_path: Path) -> None:
    code = "class a { notify { x: message => Sensitive(hush), tag => [t] } } include a"
    _, catalog, _ = duckrow("compile", "--format", "json", "-e", code)
    file = tmp_path / "catalog.json"
    file.write_text(catalog)
    code_, out, _ = duckrow("apply", "--state-dir", state, "--catalog", str(file))
    assert code_ == 0
    assert lines(out) == [
        "Notice: Sensitive [value redacted]",
        "Notice: /Stage[main]/A/Notify[x]/message: changed [redacted] to [redacted]",
    ]


def test_no_secret_is_left_behind(state: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    code = "notify { a: message => Sensitive('hushhush') }"
    _, out, err = duckrow("apply", "--debug", "--state-dir", state, "-o", str(report), "-e", code)
    assert "hushhush" not in out + err + report.read_text()
    for file in Path(state).iterdir():
        assert b"hushhush" not in file.read_bytes()
    assert "hushhush" not in json.dumps(stored_runs(state)[0][1])


def test_a_command_that_is_only_audited_is_not_run(tmp_path: Path) -> None:
    exec_ = f"exec {{ '/bin/touch {tmp_path}/egg': audit => all }}"
    code, out, err = duckrow("apply", "--no-state", "-e", exec_)
    assert (code, err) == (0, "")
    assert "returns: audit change: newly-recorded value notrun" in out
    assert not (tmp_path / "egg").exists()


def test_a_compile_error_is_shown(tmp_path: Path) -> None:
    site = tmp_path / "site.pp"
    site.write_text("$x = nottice(1)\n")
    code, out, err = duckrow("apply", "--no-state", str(site))
    assert (code, out) == (1, "")
    assert err.splitlines()[1:] == [
        "   1 | $x = nottice(1)",
        "     |      ^",
        " try: did you mean notice?",
    ]


def test_resources_of_a_cycle_have_places(tmp_path: Path) -> None:
    site = tmp_path / "site.pp"
    site.write_text("notify { a: require => Notify[b] }\nnotify { b: require => Notify[a] }\n")
    code, out, err = duckrow("apply", "--no-state", str(site))
    assert code == 1
    assert "(Notify[a] => Notify[b] => Notify[a])" in err
    assert sorted(lines(out)) == [
        f"Notice: Notify[a] is declared at (file: {site}, line: 1)",
        f"Notice: Notify[b] is declared at (file: {site}, line: 2)",
    ]


@contextmanager
def held_lock(state: str, *, is_shared: bool = False) -> Iterator[int]:
    """Let another process hold the run lock; give its process id."""
    code = (
        "from duckrow.state.lock import RunLock; "
        f"RunLock({state!r}).take(is_shared={is_shared}); print(1, flush=True); input()"
    )
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"1\n"
        yield holder.pid
        holder.communicate(b"\n")


@pytest.mark.parametrize(("is_shared", "kind"), [(False, "another run"), (True, "a cf-agent")])
def test_a_second_run_waits_or_leaves(state: str, is_shared: bool, kind: str) -> None:
    with held_lock(state, is_shared=is_shared) as pid:
        status, out, err = duckrow("apply", "--state-dir", state, "-e", "notify { a: }")
        assert (status, out) == (1, "")
        assert f"already in progress; skipping (process {pid})" in err
        assert f" why: {kind} (process {pid}) holds the lock" in err
        assert " try: --wait-for-lock SECONDS" in err
    assert duckrow("apply", "--state-dir", state, "-e", "notify { a: }")[0] == 0


@pytest.mark.parametrize("name", ["run.lock", "run.lock.list"])
def test_a_lock_that_is_a_directory_refuses_the_run(state: str, name: str) -> None:
    os.makedirs(f"{state}/{name}")
    code, out, err = duckrow("apply", "--state-dir", state, "-e", "notify { a: }")
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        f"duckrow: Could not take the lock {state}/{name}: Is a directory",
        " why: another run may hold it",
        " try: move it away if no run uses it",
    ]


def test_a_host_that_cannot_store_state_gets_a_warning(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    code, out, err = duckrow("apply", "--root", str(tmp_path), "-e", "notify { a: }")
    assert code == 0
    assert "Notice: a" in out
    assert f"Could not open the state in {tmp_path}/var/lib/duckrow: Not a directory" in err
    report = json.loads(err.splitlines()[-1])
    assert report["status"] == "changed"


def test_json_logs(state: str) -> None:
    _, _, err = duckrow("apply", "--log-format", "json", "--state-dir", state, "-e", "notice(1)")
    found = [json.loads(line) for line in err.splitlines()]
    assert [line["severity"] for line in found] == ["notice"] * 3


def test_json_logs_contain_the_location_of_a_resource(state: str, tmp_path: Path) -> None:
    site = tmp_path / "site.pp"
    site.write_text(
        "notify { a: }\n"
        "~> exec { '/bin/false': refreshonly => true }\n"
        "-> notify { b: }\n"
        "notice($unknown)\n"
    )
    words = ["apply", "--log-format", "json", "--state-dir", state, str(site), "--verbose"]
    words += ["--strict=warning", "--no-strict-variables"]
    found = [json.loads(line) for line in duckrow(*words)[2].splitlines()]
    lines = {(line["source"], line["line"]) for line in found}
    main = "/Stage[main]/Main"
    assert lines >= {
        (f"{main}/Notify[a]/message", 1),
        (f"{main}/Notify[a]", 1),  # schedules the refresh
        (f"{main}/Exec[/bin/false]", 2),  # fails to refresh
        (f"{main}/Notify[b]", 3),  # is skipped
        ("Puppet", 4),  # warns about the variable
        ("Puppet", None),
    }
    assert {line["file"] for line in found if line["line"]} == {str(site)}


def test_standard_input(state: str) -> None:
    assert duckrow("apply", "--state-dir", state, "-", given="notice(1)")[0] == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "this is no catalog: it must be an object"),
        ("{", ""),
        ("{}", "this is no catalog: the catalog has no name"),
        ('{"name": "x"}', "this is no catalog: the catalog has no environment"),
        (
            '{"name": "x", "environment": "y", "resources": 3}',
            "this is no catalog: resources of the catalog must be a list",
        ),
        (
            '{"name": "x", "environment": "y", "resources": [{"type": "Notify"}]}',
            "this is no catalog: resource 1 has no title",
        ),
    ],
)
def test_invalid_catalogs(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "catalog.json"
    file.write_text(content)
    code, _, err = duckrow("apply", "--no-state", "--catalog", str(file))
    assert code == 2
    assert err.startswith(f"duckrow: cannot read {file}: {message}")


def test_backups_are_listed_printed_and_restored(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    file = tmp_path / "motd"
    backups = Backups(state, print)
    digest = backups.keep(str(file), lambda: [b"old\xff"])
    backups.close()
    file.write_bytes(b"new")
    code, out, _ = duckrow("backup", "--state-dir", state, "list")
    assert code == 0
    assert out.split()[0] == digest
    assert duckrow("backup", "--state-dir", state, "restore", str(file))[0] == 0
    assert file.read_bytes() == b"old\xff"
    assert duckrow("backup", "--state-dir", state, "restore", str(file))[0] == 0
    assert file.read_bytes() == b"new"
    assert duckrow("backup", "--state-dir", state, "verify")[1] == (
        "2 of 2 contents match their digests\n"
    )
    assert duckrow("backup", "--state-dir", state, "show", "0" * 12)[0] == 1


def test_a_run_closes_its_backups(tmp_path: Path, state: str, opened: Opened) -> None:
    file = tmp_path / "motd"
    file.write_text("old")
    manifest = f"file {{ '{file}': content => 'new', backup => 'puppet' }}"
    # In this process, which sees a database that stays open.
    assert main(["apply", "--state-dir", state, "-e", manifest]) == 0
    (backup,) = opened(Backups(state, print)).places()
    assert backup.path == str(file)


def test_restoring_needs_the_run_lock(tmp_path: Path, state: str) -> None:
    file = tmp_path / "f"
    file.write_bytes(b"new")
    backups = Backups(state, print)
    backups.keep(str(file), lambda: [b"old"])
    backups.close()
    with held_lock(state) as pid:
        code, out, err = duckrow("backup", "--state-dir", state, "restore", str(file))
        assert duckrow("backup", "--state-dir", state, "list")[0] == 0
    assert (code, out) == (1, "")
    assert f"already in progress; skipping (process {pid})" in err
    assert file.read_bytes() == b"new"


def test_a_damaged_backup_is_not_restored(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    file = tmp_path / "motd"
    backups = Backups(state, print)
    backups.keep(str(file), lambda: [b"old"])
    backups._database.connection.execute("UPDATE pieces SET content = x'00'")
    backups.close()
    code, _, err = duckrow("backup", "--state-dir", state, "restore", str(file))
    assert code == 1
    assert "damaged" in err
    assert not os.path.exists(file)


@pytest.mark.parametrize("words", [["verify"], ["list"], ["show", "0" * 12]])
def test_a_damaged_database_of_backups_is_an_error(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "backups.db").write_bytes(b"quack" * 1000)
    code, out, err = duckrow("backup", "--state-dir", str(tmp_path), *words)
    assert (code, out) == (1, "")
    assert f"duckrow: {tmp_path}/backups.db is damaged" in err
    assert len(err.splitlines()) == 1


def test_a_database_without_tables_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "backups.db"
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA user_version={BACKUPS.version}")
    connection.execute("CREATE TABLE pieces (a)")
    connection.close()
    code, out, err = duckrow("backup", "--state-dir", str(tmp_path), "verify")
    assert (code, out) == (2, "")
    advice = "move the file away to start a new one"
    assert err.splitlines() == [
        f"duckrow: cannot use {file}: its tables are missing; {advice}",
        " why: there is no table contents or places",
    ]


def test_several_manifests_are_one_catalog(state: str, tmp_path: Path) -> None:
    """Definitions may stand in any of them; what does not exist is refused."""
    (tmp_path / "a.pp").write_text("d { x: } Notify <| title == y |>")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.pp").write_text("define d() { notify { $title: } }")
    (tmp_path / "e.pp").write_text("@notify { y: }")
    files = [str(tmp_path / name) for name in ("a.pp", "b", "e.pp")]
    code, out, err = duckrow("apply", "--state-dir", state, *files)
    assert (code, err) == (0, "")
    assert [line for line in lines(out) if not line.startswith("Notice: /")] == [
        "Notice: y",
        "Notice: x",
    ]
    assert duckrow("apply", "--state-dir", state, *files, str(tmp_path / "no.pp"))[0] == 2
    assert duckrow("apply", "--state-dir", state, *files, "-e", "notice(1)")[0] == 2


CLASS = (
    "class k { notify { b: } } include k notify { a: require => Class[k] } "
    "notify { c: } Notify[c] ~> Notify[a]"
)


def test_graphs_are_written(tmp_path: Path) -> None:
    """As the reference writes them, also of a catalog with a cycle."""
    words = ["apply", "--no-state", "--graph", "--graphdir", str(tmp_path / "graphs")]
    assert duckrow(*words, "-e", CLASS)[0] == 0
    drawn = {
        path.stem: {line.strip() for line in path.read_text().splitlines() if "->" in line}
        for path in (tmp_path / "graphs").iterdir()
    }
    assert drawn["relationships"] == {
        '"Class[K]" -> "Notify[a]" [',
        '"Notify[c]" -> "Notify[a]" [',
    }
    assert '"Class[Main]" -> "Notify[c]" [' in drawn["resources"]
    assert '"Whit[Completed_class[K]]" -> "Notify[a]" [' in drawn["expanded_relationships"]
    cycle = "notify { x: require => Notify[y] } notify { y: require => Notify[x] }"
    assert duckrow(*words, "-e", cycle)[0] == 1
    assert "Notify[y]" in (tmp_path / "graphs" / "relationships.dot").read_text()
    assert duckrow("apply", "--no-state", "--graph", "-e", "notice(1)")[0] == 2


def test_evaltrace_logs_each_resource(state: str) -> None:
    words = ["apply", "--state-dir", state, "--verbose", "--evaltrace", "-e", CLASS]
    _, out, _ = duckrow(*words)
    printed = lines(out)
    place = printed.index(
        "Info: /Stage[main]/K/Notify[b]: Starting to evaluate the resource (6 of 17)"
    )
    assert printed[place + 1 : place + 3] == [
        "Notice: b",
        "Notice: /Stage[main]/K/Notify[b]/message: defined 'message' as 'b'",
    ]
    assert printed[place + 3].startswith("Info: /Stage[main]/K/Notify[b]: Evaluated in 0.")
    assert "Info: Using environment 'production'" in printed


def test_asking_for_backups_leaves_nothing_behind(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "none")
    code, out, err = duckrow("backup", "list", "--state-dir", nowhere)
    assert (code, out) == (2, "")
    assert err == f"duckrow: there are no backups in {nowhere}: there is no such directory\n"
    assert not os.path.exists(nowhere)
