"""A provider in Python for a type in Ruby."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

EXAMPLES = Path(__file__).parents[5] / "examples"
PROVIDER = """
from duckrow.puppet.providers.base import Provider

class Loud(Provider):
    features = frozenset(("loudness",))

    def is_suitable(self, machine):
        return {suitable}

    def read(self, machine, desired):
        return {{"ensure": "present", "value": "quack"}}

    def set(self, machine, desired, name, value, state):
        print("set", desired.name, name, value)

PROVIDER = Loud
"""

BAD_BIND = """
from duckrow.puppet.providers.base import Provider
class PROVIDER(Provider):
    def bind(self, machine):
        raise RuntimeError("no machine")
"""


def apply(module: Path, code: str) -> int:
    modulepath = f"{module}:{EXAMPLES / 'puppet'}"
    return main(["apply", "--no-state", "--modulepath", modulepath, "-e", code])


@pytest.fixture
def provider(tmp_path: Path) -> Path:
    path = tmp_path / "creek" / "lib" / "duckrow" / "providers" / "reed_setting" / "ini.py"
    path.parent.mkdir(parents=True)
    return path


SETTING = "reed_setting { 'a/b': path => '/nonexistent/x', value => 7 }"


def test_it_replaces_the_ruby_file_of_its_name(
    provider: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.write_text(PROVIDER.format(suitable=True))
    assert apply(tmp_path, SETTING) == 0
    out = capsys.readouterr().out
    assert "set a/b value 7" in out
    assert "Reed_setting[a/b]/value: value changed 'quack' to '7'" in out


def test_one_that_cannot_work_here_is_not_chosen(
    provider: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.write_text(PROVIDER.format(suitable=False))
    assert apply(tmp_path, SETTING) == 1
    assert "Could not find a suitable provider for reed_setting" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("PROVIDER = 3", "ini.py defines no class PROVIDER that is a Provider"),
        ("1 / 0", "ini.py failed with ZeroDivisionError: division by zero"),
        ("class", "ini.py failed with SyntaxError"),
        ("raise SystemExit(3)", "ini.py failed with SystemExit: 3"),
        (BAD_BIND, "ini.py failed with RuntimeError: no machine"),
    ],
)
def test_a_broken_file_fails_the_resource(
    provider: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    code: str,
    message: str,
) -> None:
    provider.write_text(code)
    for setting in (SETTING, SETTING.replace("value => 7", "value => 7, provider => ini")):
        assert apply(tmp_path, f"{setting} notify {{ after: }}") == 1
        said = capsys.readouterr()
        assert message in said.err
        assert "after" in said.out
        assert "Traceback" not in said.err
