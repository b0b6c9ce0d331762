"""Runs in which nothing is chosen, or there is nothing to choose from, say so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.main import main

SPEC = "\ndescribe 'pond' do\n  it('is deep') { expect(1).to eq(1) }\nend\n"
FILTERED = "All examples were filtered out"


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "spec/classes").mkdir(parents=True)
    (tmp_path / "metadata.json").write_text('{"name": "example-pond"}')
    (tmp_path / "spec/classes/pond_spec.rb").write_text(SPEC)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "spec/classes/pond_spec.rb"


def test_a_text_that_matches_nothing(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del spec
    assert main(["spec", "--no-cache", "-e", "is shallow"]) == 0
    assert FILTERED in capsys.readouterr().out
    assert main(["spec", "--no-cache", "-e", "is deep"]) == 0
    assert FILTERED not in capsys.readouterr().out


def test_a_line_that_matches_nothing(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["spec", "--no-cache", f"{spec}:1"]
    assert main(words) == 0
    printed = capsys.readouterr()
    assert FILTERED in printed.out
    assert "./spec/classes/pond_spec.rb:1 chooses nothing" in printed.err
    assert main([*words, f"{spec}:2"]) == 0  # another one chooses something
    printed = capsys.readouterr()
    assert FILTERED not in printed.out
    assert "./spec/classes/pond_spec.rb:1 chooses nothing" in printed.err


def test_other_formats_say_so_too(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del spec
    words = ["spec", "--no-cache", "-e", "is shallow", "--format"]
    assert main([*words, "json"]) == 0
    assert json.loads(capsys.readouterr().out)["messages"] == [FILTERED]
    assert main([*words, "junit"]) == 0
    assert FILTERED in capsys.readouterr().err


def test_a_file_without_examples(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec.write_text("describe 'pond' do\nend\n")
    assert main(["spec", "--no-cache"]) == 0
    assert "No examples found." in capsys.readouterr().out


def test_a_helper_may_say_that_no_examples_are_a_failure(spec: Path) -> None:
    helper = "RSpec.configure { |c| c.fail_if_no_examples = true }\n"
    spec.write_text(f"{helper}{SPEC}")
    assert main(["spec", "--no-cache"]) == 0
    assert main(["spec", "--no-cache", "-e", "is shallow"]) == 1


def test_a_directory_without_spec_files(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("spec/hosts").mkdir()
    assert main(["spec", "--no-cache", "spec/hosts", str(spec)]) == 0
    assert "Warning: no spec files were found in spec/hosts" in capsys.readouterr().err
    assert main(["spec", "--no-cache", "spec/hosts"]) == 2
    assert "no spec files were found in spec/hosts" in capsys.readouterr().err
