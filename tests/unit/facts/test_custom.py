"""Facts in Python: who answers, and what happens to mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duckrow.facts.custom import Resolution, fact
from duckrow.facts.lazy import LazyFacts

START = "from duckrow.facts.custom import fact\n"


@pytest.fixture
def facts(make_host: Any, tmp_path: Path) -> Any:
    """Make the facts of a host on which there is a folder with custom facts."""

    def make(files: dict[str, str], **options: Any) -> LazyFacts:
        directory = tmp_path / "custom"
        directory.mkdir(exist_ok=True)
        for name, text in files.items():
            (directory / name).write_text(START + text)
        given = {"os.family": "Debian", "count": 3}
        return LazyFacts(make_host(), custom=[str(directory)], given=given, **options)

    return make


def test_a_fact(facts: Any) -> None:
    found = facts(
        {"pond.py": "@fact\ndef pond(facts):\n    return {'on': facts['os']['family']}\n"}
    )
    assert found["pond"] == {"on": "Debian"}
    assert "pond" in found.names()


def test_only_requested_facts_are_loaded(facts: Any) -> None:
    found = facts({"a.py": "@fact\ndef a(facts): return 1\n", "b.py": "raise SystemError\n"})
    assert found["a"] == 1
    assert found.warnings == []
    assert "b" not in found
    assert len(found.warnings) == 1
    assert "b.py: SystemError" in found.warnings[0]


@pytest.mark.parametrize(
    ("confine", "fits"),
    [
        ("{'os.family': 'debian'}", True),
        ("{'os.family': ['RedHat', 'Debian']}", True),
        ("{'os.family': 'RedHat'}", False),
        ("{'count': 3}", True),
        ("{'count': range(5, 9)}", False),
        ("{'count': True}", False),
        ("{'nothing': 'x'}", False),
        ("lambda facts: facts['count'] > 2", True),
        ("lambda facts: False", False),
    ],
)
def test_confines(facts: Any, confine: str, fits: bool) -> None:
    found = facts({"a.py": f"@fact(confine={confine})\ndef a(facts): return 1\n"})
    assert ("a" in found) is fits


def test_the_greatest_weight_is_asked_first(facts: Any) -> None:
    found = facts(
        {
            "a.py": "@fact('a')\ndef one(facts): return 'light'\n"
            "@fact('a', confine={'count': 3})\ndef two(facts): return None\n"
            "@fact('a', weight=2)\ndef three(facts): return facts.get('gone')\n"
        }
    )
    assert found["a"] == "light"


def test_a_built_in_fact_loses_ties(facts: Any) -> None:
    found = facts({"kernel.py": "@fact\ndef kernel(facts): return 'Duck'\n"})
    assert found["kernel"] == "Duck"
    found = facts({"kernel.py": "@fact(weight=-1)\ndef kernel(facts): return 'Duck'\n"})
    assert found["kernel"] == "Linux"


def test_external_facts_weigh_more_than_most(facts: Any) -> None:
    text = "@fact(weight={})\ndef a(facts): return 'custom'\n"
    found = facts({"a.py": text.format(5)})
    found._host.environment = {"FACTER_A": "environment"}
    assert found["a"] == "environment"
    found = facts({"a.py": text.format(20_000)})
    found._host.environment = {"FACTER_A": "environment"}
    assert found["a"] == "custom"


@pytest.mark.parametrize(
    ("body", "warning"),
    [
        ("return 1 / 0", "error while resolving custom fact a: ZeroDivisionError"),
        ("raise SystemExit(3)", "error while resolving custom fact a: SystemExit: 3 (file: "),
        ("return facts['a']", "the fact a depends on itself"),
        ("return object()", "the custom fact a is not plain data: object"),
        ("return {1: 2}", "the custom fact a is not plain data: dict"),
    ],
)
def test_errors_are_warnings(facts: Any, body: str, warning: str) -> None:
    found = facts({"a.py": f"@fact\ndef a(facts):\n    {body}\n"})
    assert "a" not in found
    assert found.warnings[0].startswith(warning)


def test_a_file_answers_for_its_own_name_only(facts: Any) -> None:
    found = facts({"a.py": "@fact\ndef b(facts): return 1\n", "c.py": "x = 1\n"})
    assert not {"a", "b", "c"} & found.keys()
    assert "asked for the fact a only, and defines b" in found.warnings[0]
    assert "defines no fact" in found.warnings[1]


def test_they_may_be_left_out(facts: Any) -> None:
    assert "a" not in facts({"a.py": "@fact\ndef a(facts): return 1\n"}, has_custom=False)


def test_the_decorator() -> None:
    def pond(_facts: Any) -> int:
        return 1

    made = fact(confine={"a": 1, "b": 2})(pond)
    assert isinstance(made, Resolution)
    assert (made.name, made.weight, made({})) == ("pond", 2, 1)
