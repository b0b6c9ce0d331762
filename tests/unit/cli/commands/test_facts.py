"""`duckrow facts`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml

Run = Any


def test_one_fact(duckrow: Run) -> None:
    assert duckrow("facts", "kernel") == (0, os.uname().sysname + "\n", "")


@pytest.mark.parametrize("option", ["--external-dir", "--custom-dir"])
def test_a_missing_directory_is_a_warning(duckrow: Run, option: str) -> None:
    done = duckrow("facts", option, "/none", "kernel")
    assert done == (0, os.uname().sysname + "\n", f"Warning: {option} /none is not a directory\n")


def test_parts_of_several_facts_are_sorted(duckrow: Run) -> None:
    code, out, err = duckrow("facts", "--fact", "b.c=1", "--fact", "a=x", "b.c", "a", "b")
    assert (code, err) == (0, "")
    assert out == 'a => x\nb => {\n  c => "1"\n}\nb.c => 1\n'


def test_for_other_programs(duckrow: Run) -> None:
    words = ("--fact", "pond.name=Ü", "pond", "pond.name")
    expected = {"pond": {"name": "Ü"}, "pond.name": "Ü"}
    assert json.loads(duckrow("facts", "--format=json", *words)[1]) == expected
    for option in ("--format=yaml", "--yaml"):
        out = duckrow("facts", option, *words)[1]
        assert yaml.safe_load(out) == expected
        assert not out.startswith("---")


def test_all_facts(duckrow: Run) -> None:
    code, out, _ = duckrow("facts", "--format=json", "--no-external")
    found = json.loads(out)
    assert code == 0
    assert {"os", "kernel", "networking", "facterversion", "identity", "path"} <= found.keys()
    assert "osfamily" not in found
    assert "osfamily" in json.loads(duckrow("facts", "--format=json", "--show-legacy")[1])


def test_a_fact_that_does_not_exist(duckrow: Run) -> None:
    code, out, err = duckrow("facts", "nothing.at.all")
    assert (code, out, err) == (1, "\n", "duckrow: there is no fact nothing.at.all\n")
    assert duckrow("facts", "--require-all", "nothing", "kernel")[:2] == (1, "")
    assert duckrow("facts", "--format=json", "nothing")[1] == '{\n  "nothing": null\n}\n'


def test_the_environment(duckrow: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACTER_ROLE", "web")
    assert duckrow("facts", "role")[1] == "web\n"


def test_directories(duckrow: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = tmp_path / "modules" / "pond"
    for path, text in {
        "facts.d/a.txt": "a.b=1\n",
        "lib/duckrow/facts/deep.py": "from duckrow.facts.custom import fact\n"
        "@fact\ndef deep(facts): return [facts['a.b']]\n",
    }.items():
        (module / path).parent.mkdir(parents=True)
        (module / path).write_text(text)
    external = ("--external-dir", "modules/pond/facts.d")
    custom = ("--custom-dir", "modules/pond/lib/duckrow/facts")
    assert duckrow("facts", *external, "a.b") == (0, "1\n", "")
    assert duckrow("facts", *external, *custom, "deep.0")[1] == "1\n"
    assert duckrow("facts", "--modulepath", "modules", "deep.0")[1] == "1\n"
    assert duckrow("facts", *external, "--no-external", "a.b")[0] == 1
    assert duckrow("facts", *custom, "--no-custom", "deep")[0] == 1


def test_an_invalid_file_of_facts_is_a_warning(duckrow: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    code, out, err = duckrow("facts", "--external-dir", str(tmp_path), "kernel")
    assert (code, out) == (0, "Linux\n")
    assert err.startswith(f"Warning: Failed to handle {tmp_path}/a.json as JSON facts: ")


def test_timing(duckrow: Run) -> None:
    code, out, err = duckrow("facts", "--timing", "kernel")
    assert (code, out) == (0, "Linux\n")
    assert "fact 'kernel', took: (0." in err


@pytest.mark.parametrize("word", ["x", "=x", "a..b=x"])
def test_facts_that_cannot_be_given(duckrow: Run, word: str) -> None:
    code, _, err = duckrow("facts", "--fact", word)
    assert code == 2
    assert "--fact takes NAME=VALUE" in err


def test_a_configuration(duckrow: Run, tmp_path: Path) -> None:
    file = tmp_path / "facter.conf"
    file.write_text('facts : { blocklist : [ "kernel" ] }')
    assert duckrow("facts", "--config", str(file), "kernel")[0] == 1


def test_facts_of_configured_modules(
    duckrow: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "modules" / "pond" / "facts.d"
    place.mkdir(parents=True)
    (place / "a.txt").write_text("pond_of_test=1\n")
    monkeypatch.setattr(
        "duckrow.cli.commands.facts.configured_directories",
        lambda: ([], [str(tmp_path / "modules")]),
    )
    assert duckrow("facts", "-p", "pond_of_test") == (0, "1\n", "")
    assert duckrow("facts", "pond_of_test")[0] == 1


def test_the_configuration_is_read() -> None:
    from duckrow.cli.commands.facts import configured_directories

    plugins, modulepath = configured_directories()
    assert plugins[0].endswith("facts.d")
    assert all(path.startswith("/") for path in modulepath)


def test_what_cfengine_knows_of_the_host(duckrow: Run) -> None:
    code, out, err = duckrow("facts", "--language", "cfengine", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert "any" in found["classes"]
    assert found["classes"] == sorted(found["classes"])
    assert duckrow("facts", "--language", "cfengine", "sys.os")[:2] == (0, "linux\n")
    assert found["sys"]["os"] == "linux"


def test_options_about_facts_of_puppet_are_refused_for_cfengine(duckrow: Run) -> None:
    code, _, err = duckrow("facts", "--language", "cfengine", "--show-legacy")
    assert code == 2
    assert err.startswith("duckrow: --show-legacy is for facts of Puppet")
