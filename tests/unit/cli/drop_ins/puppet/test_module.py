"""`puppet module list` shows the modules of each directory, and unmet dependencies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.puppet.main import run_words


def add(directory: Path, name: str, version: str, **needs: str) -> None:
    path = directory / name
    path.mkdir(parents=True)
    needed = [{"name": f"duck/{each}", "version_requirement": needs[each]} for each in needs]
    metadata = {"name": f"duck-{name}", "version": version, "dependencies": needed}
    (path / "metadata.json").write_text(json.dumps(metadata))


@pytest.fixture
def options(tmp_path: Path) -> list[str]:
    production = tmp_path / "code/environments/production/modules"
    add(production, "pond", "1.2.0", reed=">= 1.0.0 < 2.0.0", fish="1.x")
    add(production, "reed", "2.1.0")
    (production / "bare").mkdir()
    (tmp_path / "base").mkdir()
    return [
        "--color=false",
        f"--codedir={tmp_path}/code",
        f"--basemodulepath={tmp_path}/base:{tmp_path}/nothing",
    ]


def test_list(options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["module", "list", *options]) == 0
    out, err = capsys.readouterr()
    assert out == (
        f"{tmp_path}/code/environments/production/modules\n"
        "├── bare (???)\n"
        "├── duck-pond (v1.2.0)\n"
        "└── duck-reed (v2.1.0)  invalid\n"
        f"{tmp_path}/base (no modules installed)\n"
    )
    assert err == (
        "Warning: Module 'duck-reed' (v2.1.0) fails to meet some dependencies:\n"
        "  'duck-pond' (v1.2.0) requires 'duck-reed' (>= 1.0.0 < 2.0.0)\n"
        "Warning: Missing dependency 'duck-fish':\n"
        "  'duck-pond' (v1.2.0) requires 'duck-fish' (v1.x)\n"
    )


def test_tree(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["module", "list", "--tree", *options]) == 0
    assert (
        "├── bare (???)\n"
        "└─┬ duck-pond (v1.2.0)\n"
        "  ├── UNMET DEPENDENCY duck-fish (v1.x)\n"
        "  └── duck-reed (v2.1.0)  invalid\n"
    ) in capsys.readouterr().out


def test_json(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["module", "list", "--render-as", "json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["environment"] == "production"
    assert found["unmet_dependencies"]["missing"]["duck/fish"]["version"] is None


def test_the_forge_is_refused(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["module", "install", "duck-pond", *options]) == 1
    assert "duckrow does not talk to the Puppet Forge" in capsys.readouterr().err
