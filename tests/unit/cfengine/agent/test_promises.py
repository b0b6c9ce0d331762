"""cf-promises: options, output and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cfengine.agent.promises import run_command
from duckrow.cfengine.evaluation.messages.log import Log

GOOD = 'bundle agent main { vars: "x" string => "y"; reports: "$(x)"; }\n'
OLD = 'bundle agent main { }\nbody acl a { acl_directory_inherit => "parent"; }\n'


@pytest.fixture(autouse=True)
def _work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path / "work"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> int:
    return run_command(list(words), Log())


def policy(text: str, name: str = "x.cf") -> str:
    Path(name).write_text(text)
    return f"./{name}"


def test_a_good_policy(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("-f", policy(GOOD)) == 0
    assert capfd.readouterr() == ("", "")


def test_a_bad_policy(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(policy("\nbundle agent main { vars: x; }")) == 1
    out, err = capfd.readouterr()
    assert out == "   error: There are syntax errors in policy files\n"
    assert err.startswith("./x.cf:2:28: error: syntax error\nbundle agent main { vars: x; }\n")


def test_a_cached_policy_has_the_same_result(tmp_path: Path) -> None:
    path = policy(GOOD)
    assert run("-f", path) == 0
    assert any((tmp_path / "cache").rglob("*"))
    assert run("-f", path) == 0
    Path("x.cf").write_text(GOOD + "x")
    assert run("-f", path) == 1


def test_inputs_are_read_too(capfd: pytest.CaptureFixture[str]) -> None:
    policy("bundle agent other { files: }\nbundle agent main { }", "second.cf")
    control = 'body common control { inputs => { "second.cf" }; bundlesequence => { "main" }; }\n'
    assert run("-f", policy(control + GOOD)) == 1
    assert "Duplicate definition of bundle main with type agent" in capfd.readouterr().err


def test_a_full_check(capfd: pytest.CaptureFixture[str]) -> None:
    path = policy('bundle agent x { files: "/x" perms => m; }')
    assert run("-f", path) == 0
    assert run("-c", "-f", path) == 1
    assert capfd.readouterr().err == "./x.cf:1:0: error: Undefined body m with type perms\n"
    assert run("-c", "-b", "x", "-f", path) == 0
    assert run("-cf", policy("bundle agent x { }")) == 1
    assert "Bundle 'main' listed in the bundlesequence is not a defined" in capfd.readouterr().out


def test_warnings(capfd: pytest.CaptureFixture[str]) -> None:
    path = policy(OLD)
    assert run("-f", path) == 0
    assert "[-Wdeprecated]" in capfd.readouterr().err
    assert run("-W", "error=deprecated", "-f", path) == 1
    assert run("-W", "error=removed", "-f", path) == 0
    assert run("-W", "bogus", "-f", path) == 1
    assert "Unrecognized warning 'bogus'" in capfd.readouterr().out


def test_dumps(capfd: pytest.CaptureFixture[str]) -> None:
    path = policy(GOOD)
    assert run("-p", "json", "-f", path) == 0
    found = json.loads(capfd.readouterr().out)
    assert found["bundles"][0]["name"] == "main"
    assert run("-p", "cf-full", "-f", path) == 0
    assert capfd.readouterr().out.startswith("bundle agent main()\n{\nvars:\n")
    assert run("-p", "bogus", "-f", path) == 1


def test_the_language_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("-s", "json") == 0
    assert "promiseTypes" in json.loads(capfd.readouterr().out)
    assert run("-s", "bogus") == 1


def test_lists(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("-D", "mine", "--show-classes=^mine$", "-f", policy(GOOD)) == 0
    head, row = capfd.readouterr().out.splitlines()
    assert head.split() == ["Class", "name", "Meta", "tags", "Comment"]
    assert row.split()[0] == "mine"
    assert run("--show-vars=main", "-f", "./x.cf") == 0
    assert capfd.readouterr().out.splitlines()[1].split()[:2] == ["default:main.x", "y"]


def test_a_directory_is_tagged(tmp_path: Path) -> None:
    folder = tmp_path / "masterfiles"
    folder.mkdir()
    (folder / "promises.cf").write_text(GOOD)
    assert run("-T", str(folder)) == 0
    assert json.loads((folder / "cf_promises_validated").read_text())["timestamp"] > 0
    first = json.loads((folder / "cf_promises_release_id").read_text())["releaseId"]
    # The id stays once it is written; else it depends on the size of the files, as in the
    # reference.
    (folder / "promises.cf").write_text(GOOD + "\n")
    assert run("-T", str(folder)) == 0
    assert json.loads((folder / "cf_promises_release_id").read_text())["releaseId"] == first
    (folder / "cf_promises_release_id").unlink()
    assert run("-T", str(folder)) == 0
    assert json.loads((folder / "cf_promises_release_id").read_text())["releaseId"] != first
    (folder / ".git" / "refs").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/main\n")
    (folder / ".git" / "refs" / "main").write_text("abc123\n")
    assert run("-T", str(folder)) == 0
    assert json.loads((folder / "cf_promises_release_id").read_text()) == {"releaseId": "abc123"}


def test_release_id_as_the_reference_computes_it(tmp_path: Path) -> None:
    """It looks in each directory for the names of the top directory."""
    (tmp_path / "tree/lib/lib").mkdir(parents=True)
    for name, content in (
        ("promises.cf", "bundle agent main { }\n"),
        ("lib/a.cf", "12345\n"),
        ("lib/promises.cf", "1234567\n"),
        ("lib/lib/promises.cf", "x"),
        ("data.json", "abc"),
        ("note.md", "abcd"),
    ):
        (tmp_path / "tree" / name).write_text(content)
    (tmp_path / "target").write_text("link")
    (tmp_path / "tree/l.txt").symlink_to(tmp_path / "target")
    assert run("-T", str(tmp_path / "tree")) == 0
    release = (tmp_path / "tree/cf_promises_release_id").read_text()
    assert json.loads(release) == {"releaseId": "d576c908b43ed0023cd12557d5831f20b24e42ab"}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["-V"], 0, "CFEngine Core 3.21.0"),
        (["-h"], 0, "Usage: cf-promises"),
        (["-x"], 0, "retired"),
        (["-r"], 1, "deprecated"),
        (["-Q"], 1, "Usage: cf-promises"),
        (["a", "b"], 1, "Too many arguments"),
        (["-f", "./missing.cf"], 1, "Can't stat file './missing.cf' for parsing."),
        (["-g", "bogus"], 1, ""),
    ],
)
def test_other_options(
    capfd: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    assert run(*words) == code
    assert said in capfd.readouterr().out


def test_json_is_checked_like_other_policies(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("-p", "json", "-f", policy(GOOD)) == 0
    found = json.loads(capfd.readouterr().out)
    assert run("-f", policy(json.dumps(found), "x.json")) == 0
    found["bundles"] *= 2
    assert run("-f", policy(json.dumps(found), "x.json")) == 1
    out, err = capfd.readouterr()
    twice = "./x.cf:0:0: error: Duplicate definition of bundle main with type agent\n"
    assert (out, err) == ("   error: There are syntax errors in policy files\n", twice * 2)


def test_invalid_utf_8_is_printed_unchanged(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    Path("x.cf").write_bytes(b"\nbundle agent main { vars: \xff; }")
    assert run("./x.cf") == 1
    assert b"\nbundle agent main { vars: \xff; }\n" in capfdbinary.readouterr().err


def test_only_a_dry_run_has_its_class(capfd: pytest.CaptureFixture[str]) -> None:
    path = policy(GOOD)
    assert run("--show-classes=opt_dry_run", "-f", path) == 0
    assert "opt_dry_run" not in capfd.readouterr().out
    assert run("-n", "--show-classes=opt_dry_run", "-f", path) == 0
    assert "opt_dry_run" in capfd.readouterr().out
