"""cf-key: options, output and exit codes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("cryptography")

from duckrow.cli.drop_ins.cf_key import run_words


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    return tmp_path


def test_a_pair_is_made_once(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words([]) == 0
    keys = work / "ppkeys"
    assert {each.name for each in keys.iterdir()} == {"localhost.priv", "localhost.pub"}
    assert {each.stat().st_mode & 0o777 for each in keys.iterdir()} == {0o600}
    assert keys.stat().st_mode & 0o777 == 0o700
    before = (keys / "localhost.priv").read_bytes()
    assert run_words([]) == 1
    assert "A key file already exists at" in capsys.readouterr().out
    assert (keys / "localhost.priv").read_bytes() == before


def test_the_directory_is_made_beside_an_existing_state(work: Path) -> None:
    (work / "state").mkdir()
    assert run_words([]) == 0
    assert (work / "ppkeys").stat().st_mode & 0o777 == 0o700


def test_a_directory_that_others_enter_is_rejected(
    work: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (work / "ppkeys").mkdir(mode=0o755)
    assert run_words([]) == 1
    assert "(mode 755) was not private!" in capsys.readouterr().out


def test_trust_list_and_removal(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["-f", f"{work}/other", "-T", "2048"]) == 0
    assert run_words(["-p", f"{work}/other.pub"]) == 0
    name = capsys.readouterr().out.strip()
    assert run_words(["-t", f"goose@10.9.9.9:{work}/other.pub"]) == 0
    assert (work / "ppkeys" / f"goose-{name}.pub").exists()
    assert capsys.readouterr().out == ""
    assert run_words(["-n", "-N", "-s"]) == 0
    lines = [each.split("\t") for each in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["Direction", "IP", "Name", "Last connection", "Key"]
    assert lines[1][:3] + lines[1][4:] == ["Outgoing", "10.9.9.9", "10.9.9.9", name]
    assert lines[2] == ["Total Entries: 1"]
    assert run_words(["-r", "10.9.9.8"]) == 253
    assert run_words(["-r", "MD5=00"]) == 252
    assert run_words(["-r", "10.9.9.9"]) == 0
    assert list((work / "ppkeys").iterdir()) == []


def test_trust_without_an_address(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["-f", f"{work}/other"]) == 0
    assert run_words(["-t", f"{work}/other.pub"]) == 0
    assert "Establishing trust might be incomplete." in capsys.readouterr().out
    assert len(list((work / "ppkeys").glob("root-MD5=*.pub"))) == 1


@pytest.mark.parametrize("words", [["-p", "/no/file"], ["-t", "/no/file"], ["-l", "x"], ["-N"]])
def test_errors(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(words) == 1
    assert "error: " in capsys.readouterr().out


def test_the_reference_reads_our_key(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    real = shutil.which("cf-key", path="/usr/bin:/var/cfengine/bin")
    if real is None:
        pytest.skip("the reference's cf-key is not installed")
    assert run_words([]) == 0
    assert run_words(["-p", f"{work}/ppkeys/localhost.pub"]) == 0
    ours = capsys.readouterr().out
    answer = subprocess.run(
        [real, "-p", f"{work}/ppkeys/localhost.pub"], capture_output=True, text=True, check=True
    )
    assert answer.stdout == ours
