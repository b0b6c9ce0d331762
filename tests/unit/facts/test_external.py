"""External facts: files and programs in facts.d, and what goes wrong with them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from duckrow.facts.external import read_external

PLACE = "/etc/facter/facts.d"


def read(host: Any, *folders: str, **options: Any) -> tuple[dict[str, Any], list[str]]:
    warnings: list[str] = []
    found = read_external(host, folders or (PLACE,), warnings.append, **options)
    return found, warnings


def program(host: Any, name: str, text: str) -> None:
    file = Path(f"{host.root}{PLACE}/{name}")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


def test_three_kinds_of_files(make_host: Any) -> None:
    host = make_host(
        {
            f"{PLACE}/a.txt": "role=web\nempty=\n=x\nno pair\nROOM=4 = 5\n",
            f"{PLACE}/b.yaml": "pond:\n  ducks: 3\nmode: 0644\nyes: no\n"
            "1: one\nday: 2020-01-02\ntimes:\n- 2020-01-02 03:04:05\n- 2020-01-02T03:04:05Z\n",
            f"{PLACE}/c.json": '{"lake": [1, 2.5, null, true]}',
            f"{PLACE}/d.rb": "role=ruby\n",
            f"{PLACE}/.hidden.txt": "role=hidden\n",
            f"{PLACE}/empty.yaml": "",
        }
    )
    found, warnings = read(host)
    assert warnings == []
    assert found == {
        "role": "web",
        "room": "4 = 5",
        "pond": {"ducks": 3},
        "mode": 420,
        "true": False,
        "1": "one",
        "day": "2020-01-02",
        "times": ["2020-01-02 03:04:05", "2020-01-02T03:04:05Z"],
        "lake": [1, 2.5, None, True],
    }


def test_the_first_directory_and_the_last_file_win(make_host: Any) -> None:
    host = make_host(
        {"/one/a.txt": "x=1a\ny=1\n", "/one/b.txt": "x=1b\n", "/two/a.txt": "x=2\nz=2"}
    )
    assert read(host, "/one/", "/two", "/three")[0] == {"x": "1b", "y": "1", "z": "2"}


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("echo a=1; echo b=2", {"a": "1", "b": "2"}),
        ("echo 'a: 1'; echo 'b: [x]'", {"a": 1, "b": ["x"]}),
        ('echo \'{"a": {"b": null}}\'', {"a": {"b": None}}),
        ("echo 'url=http://x'", {"url": "http://x"}),
        ("echo '{broken: '; echo a=1", {"a": "1"}),
        ("true", {}),
    ],
)
def test_output_of_programs(make_host: Any, output: str, expected: dict[str, Any]) -> None:
    host = make_host()
    program(host, "ask", f"#!/bin/sh\n{output}\n")
    assert read(host) == (expected, [])


def test_a_program_that_writes_to_stderr_still_has_facts(make_host: Any) -> None:
    host = make_host()
    program(host, "ask.sh", "#!/bin/sh\necho oh dear >&2\necho a=1\nexit 3\n")
    found, warnings = read(host)
    assert found == {"a": "1"}
    assert warnings == [
        f"Command {PLACE}/ask.sh completed with the following stderr message: oh dear",
        f"Command {PLACE}/ask.sh ended with exit code 3",
    ]


def test_a_program_that_hangs_is_stopped_with_its_children(make_host: Any) -> None:
    host = make_host({f"{PLACE}/a.txt": "a=1\n"})
    program(host, "hang", "#!/bin/sh\nsleep 60 &\nsleep 60\n")
    start = time.monotonic()
    found, warnings = read(host, seconds=0.3)
    assert time.monotonic() - start < 20
    assert found == {"a": "1"}
    assert warnings == [
        f"Failed to handle {PLACE}/hang as program facts: took longer than 0.3 seconds"
    ]


def test_a_child_that_lives_on_does_not_delay(make_host: Any) -> None:
    host = make_host()
    program(host, "fork", "#!/bin/sh\nsleep 5 &\necho a=1\n")
    start = time.monotonic()
    assert read(host) == ({"a": "1"}, [])
    assert time.monotonic() - start < 4


def test_a_program_that_cannot_start(make_host: Any) -> None:
    host = make_host()
    program(host, "bad", "#!/nowhere/sh\n")
    assert read(host)[1] == [
        f"Failed to handle {PLACE}/bad as program facts: No such file or directory"
    ]


def test_broken_files_stop_no_others(make_host: Any) -> None:
    host = make_host(
        {
            f"{PLACE}/a.json": "{",
            f"{PLACE}/b.yaml": "a: [",
            f"{PLACE}/c.yaml": "- 1\n",
            f"{PLACE}/d.txt": "a=1\n",
        }
    )
    found, warnings = read(host)
    assert found == {"a": "1"}
    assert [text.partition(": ")[0] for text in warnings] == [
        f"Failed to handle {PLACE}/c.yaml as YAML facts",
        f"Failed to handle {PLACE}/b.yaml as YAML facts",
        f"Failed to handle {PLACE}/a.json as JSON facts",
    ]


def test_blocked_files_are_not_read(make_host: Any) -> None:
    host = make_host({f"{PLACE}/a.txt": "a=1\n", f"{PLACE}/b.txt": "b=1\n"})
    assert read(host, blocked=frozenset(("a.txt",)))[0] == {"b": "1"}
