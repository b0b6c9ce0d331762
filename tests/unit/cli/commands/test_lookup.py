"""tests/unit/cli/lookup.json holds what `puppet lookup` 7.23 prints for the data beside it here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

FILES = {
    "environments/lake/hiera.yaml": """version: 5
hierarchy:
  - name: os
    paths: ["%{facts.os.family}.yaml", "two.yaml"]
  - name: globs
    glob: "g/*.yaml"
  - name: common
    path: common.yaml
""",
    "environments/lake/data/Debian.yaml": """k: "deb %{facts.os.family}"
l: [1,2]
h: {a: 1, b: [x,"y z"], c: {}}
""",
    "environments/lake/data/common.yaml": """k: common
l: [3]
h: {d: ~, e: true, f: 1.5}
i: "%{lookup('k')}-%{alias('l')}"
j: "%{lookup('k')}"
al: "%{alias('h')}"
lookup_options:
  h: {merge: {strategy: deep, knockout_prefix: '--'}}
  s: {convert_to: Sensitive}
s: secret
""",
    "environments/lake/data/g/a.yaml": "g: from g\n",
    "environments/lake/modules/m/hiera.yaml": """version: 5
hierarchy:
  - name: c
    path: c.yaml
default_hierarchy:
  - name: d
    path: d.yaml
""",
    "environments/lake/modules/m/data/c.yaml": """m::x: 1
lookup_options: {"m::l": {merge: unique}}
m::l: [1]
""",
    "environments/lake/modules/m/data/d.yaml": "m::d: 5\n",
    "facts.json": '{"os": {"family": "Debian"}, "kernel": "test"}',
}
ANSWERS: list[tuple[list[str], int, str]] = json.loads(
    (Path(__file__).parent / "lookup.json").read_text()
)


@pytest.fixture
def lookup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, duckrow: Run) -> Run:
    """Run `duckrow lookup` on the data above, with no configuration of anybody's."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    base = ["--confdir", str(tmp_path), "--codedir", str(tmp_path), "--environment", "lake"]
    base += ["--facts", "facts.json", "--node", "teal", "--strict", "warning"]

    def run(*words: str) -> tuple[int, str, str]:
        code, out, err = duckrow("lookup", *base, *words)
        return code, out.replace(str(tmp_path), "FOLDER"), err

    return run


@pytest.mark.parametrize(
    ("words", "code", "text"), ANSWERS, ids=[" ".join(words) for words, _, _ in ANSWERS]
)
def test_values_and_explanations_are_the_references(
    lookup: Run, words: list[str], code: int, text: str
) -> None:
    found, out, _ = lookup(*words)
    # The file and line of each value are ours to tell.
    assert (found, out.partition("Where the values are defined:\n")[0]) == (code, text)


def places(out: str) -> list[str]:
    return out.partition("Where the values are defined:\n")[2].splitlines()


def test_explanations_end_with_file_and_line(lookup: Run) -> None:
    data = "environments/lake/data"
    assert places(lookup("--explain", "k")[1]) == [f"  k  {data}/Debian.yaml:1"]
    assert places(lookup("--explain", "h")[1]) == [
        f"  lookup_options  {data}/common.yaml:7",
        f"  h               {data}/Debian.yaml:3",
        f"  h               {data}/common.yaml:3",
    ]
    assert places(lookup("--explain", "h.b.1", "--merge", "first")[1]) == [
        f"  h  {data}/Debian.yaml:3"
    ]
    assert places(lookup("--explain", "nope")[1]) == []


def test_explanations_are_data_too(lookup: Run) -> None:
    _, out, _ = lookup("--explain", "--format", "json", "m::x")
    tree = json.loads(out)["branches"][-1]
    found = tree["branches"][-1]["branches"][0]["branches"][0]
    assert found == {
        "key": "m::x",
        "value": 1,
        "event": "found",
        "type": "path",
        "line": 1,
        "original_path": "c.yaml",
        "path": "FOLDER/environments/lake/modules/m/data/c.yaml",
    }


@pytest.mark.parametrize("words", [["s"], ["--explain", "s"], ["--format", "json", "s"]])
def test_secrets_are_not_shown(lookup: Run, words: list[str]) -> None:
    code, out, err = lookup(*words)
    assert code == 0
    assert "Sensitive [value redacted]" in out
    assert '"secret"' not in out + err
    assert out.count("secret") == 0


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        ([], 2, "name a key to look up"),
        (["--sort-merged-arrays", "k"], 2, "are for --merge deep only"),
        (["--merge", "foo", "k"], 2, "--merge takes first, unique, hash or deep"),
        (["--type", "Integer", "k"], 1, "Found value has wrong type, expects an Integer value"),
        (["--type", "Integer[", "k"], 2, "--type takes a type, not 'Integer[': Syntax error"),
        (["nothing"], 1, "there is no value for nothing; --explain shows where it was searched"),
        (["--hiera-config", "/none/h.yaml", "k"], 2, "cannot read /none/h.yaml: No such file"),
    ],
)
def test_invalid_lookups(lookup: Run, words: list[str], code: int, error: str) -> None:
    found, out, err = lookup(*words)
    assert (found, out) == (code, "")
    assert error in err


def test_an_invalid_configuration_has_a_location(duckrow: Run, tmp_path: Path) -> None:
    file = tmp_path / "hiera.yaml"
    file.write_text("version: 5\ndefaults: {datadir: data}\nhierarchy: [{name: all, path: x.yaml}]")
    code, out, err = duckrow("lookup", "k", "--hiera-config", str(file))
    assert (code, out) == (1, "")
    assert err == (
        "duckrow: One of data_hash, lookup_key, data_dig, or hiera3_backend must be defined in "
        f"hierarchy 'all' (file: {file})\n"
    )


def test_variables_of_manifests_need_a_compile(lookup: Run, tmp_path: Path) -> None:
    directory = tmp_path / "environments" / "lake"
    (directory / "manifests").mkdir()
    (directory / "manifests" / "site.pp").write_text("$pond = 'north'\n")
    (directory / "data" / "two.yaml").write_text("p: '%{pond}'\n")
    assert lookup("--compile", "--format", "text", "p") == (0, "north\n", "")
    assert lookup("--format", "text", "p")[:2] == (0, "\n")


@pytest.mark.parametrize("more", [[], ["--explain"]])
def test_an_undefined_variable_in_data_names_the_file(
    tmp_path: Path, duckrow: Run, more: list[str]
) -> None:
    (tmp_path / "hiera.yaml").write_text(
        "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n"
    )
    data = tmp_path / "data" / "common.yaml"
    data.parent.mkdir()
    data.write_text("outer: \"%{lookup('k')}\"\nk: 'a %{nosuch} b'\n")
    words = ["--hiera-config", str(tmp_path / "hiera.yaml"), "--strict", "error"]
    for key in ("k", "outer"):
        code, _, err = duckrow("lookup", key, *words, *more)
        assert code == 1
        assert err.splitlines() == [
            "duckrow: Undefined variable 'nosuch'",
            f" why: the value of k in {data} cannot be interpolated",
        ]
