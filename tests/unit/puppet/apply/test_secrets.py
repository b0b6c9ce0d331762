"""No secret is told: planted in every attribute of every type, it comes up nowhere.

Each attribute of each type is given secret values of several shapes, one at a time, on a machine
made of dictionaries: the run may work, be refused or fail, with and without no-op, and with tools
that repeat the secret when they fail. Messages of all levels, diffs, the report and what would be
remembered are searched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.apply.ral_from_data import ral_from_data
from duckrow.puppet.apply.run import CatalogRun, RunOptions
from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.resources import find
from duckrow.puppet.resources.desired import secret_texts
from duckrow.puppet.resources.index import MODULES, OF_MODULES, find_of_module
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.source.errors import DuckrowError
from duckrow.state.report import LogLine
from duckrow.state.run import Run
from duckrow.state.secrets import Secrets

WORD = "hushhush7"
NUMBER = 770071237700712377  # too long to be part of a time by chance
SHAPES: list[Any] = [
    WORD,
    f"/{WORD}",
    f"{WORD}=quack",
    [WORD, f"{WORD} it's\nmore"],
    {"key": WORD},
    NUMBER,
]
CONTAINERS = ("component", "whit", "stage")
TYPES = sorted(name for name in {**MODULES, **OF_MODULES} if name not in CONTAINERS)

# What a resource needs to get further than to be refused.
NEEDS: dict[str, dict[str, Any]] = {
    "archive": {"source": "file:///pond/x.tar", "extract": True, "extract_path": "/pond"},
    "concat_fragment": {"target": "/pond/x", "content": "x"},
    "cron": {"command": "/bin/quack", "hour": 1},
    "exec": {"command": "/bin/quack"},
    "file": {"ensure": "file", "content": "new"},
    "file_line": {"path": "/pond/old", "line": "quack"},
    "host": {"ip": "192.0.2.1"},
    "ini_setting": {"path": "/pond/old", "section": "s", "setting": "x", "value": "y"},
    "ini_subsetting": {
        "path": "/pond/old",
        "section": "s",
        "setting": "x",
        "subsetting": "z",
        "value": "y",
    },
    "mailalias": {"recipient": "duck"},
    "mount": {"device": "/dev/x", "fstype": "ext4", "ensure": "present"},
    "package": {"provider": "apt"},
    "resources": {"purge": False},
    "ssh_authorized_key": {"user": "root", "key": "AAAA", "type": "ssh-rsa"},
    "sshkey": {"key": "AAAA", "type": "ssh-rsa"},
    "tidy": {"age": "1d", "recurse": True},
    "vcsrepo": {"provider": "git", "source": "/pond/git"},
}
TITLES = {
    "archive": "/pond/x.tar",
    "concat_file": "/pond/x",
    "file": "/pond/old",
    "mount": "/mnt",
    "resources": "host",
    "tidy": "/pond",
    "vcsrepo": "/pond/repository",
}
ENSURED = {"present", "absent"}


def find_any(name: str) -> ResourceTypeTable | None:
    return find(name) or find_of_module(name)


class Trap:
    """Stands before a part of a machine; each call from the n-th on fails with the secret."""

    def __init__(self, inner: Any, left: list[int], told: str) -> None:
        self._inner = inner
        self._left = left
        self._told = told

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return found

        def call(*words: Any, **more: Any) -> Any:
            self._left[0] -= 1
            if self._left[0] < 0:
                raise ProviderError(f"{name}: the tool says '{self._told}' to {self._told}")
            return found(*words, **more)

        return call


class Trapped(MemoryMachine):
    """A machine that fails from some call on."""

    __slots__ = ("_left", "_told")

    def __init__(self, left: int, told: str) -> None:
        super().__init__()
        self._left = [left]
        self._told = told

    def trap(self) -> None:
        for name in ("_users", "_packages", "_services", "files", "commands"):
            inner = getattr(self, name.removeprefix("_"))
            setattr(self, name, Trap(inner, self._left, self._told))


def machine_for(left: int | None, told: str) -> MemoryMachine:
    machine = MemoryMachine() if left is None else Trapped(left, told)
    for path in ("/pond/old", "/etc/hosts", "/etc/fstab", "/bin/quack", "/etc/passwd"):
        machine.files.make_parents(path)
        machine.files.replace(path, b"[s]\nx = old\n" if path == "/pond/old" else b"")
    machine.files.set_mode("/bin/quack", 0o755)
    if isinstance(machine, Trapped):
        machine.trap()
    return machine


def text_of(value: Any) -> str:
    """Give some text of a secret value."""
    while isinstance(value, (list, dict)):
        value = value[0] if isinstance(value, list) else next(iter(value.values()))
    return str(value)


def everything_told(kind: str, values: dict[str, Any], secret: str, **how: Any) -> str:
    """Apply one resource, twice; give all that was told and all that would be kept."""
    said: list[LogLine] = []
    is_word = not any(each in str(values[secret]) for each in (WORD, str(NUMBER)))
    machine = machine_for(how.pop("left", None), "quack" if is_word else text_of(values[secret]))
    stored_form = ""
    for _ in range(2):
        options = RunOptions(shows_diff=True, has_default_schedules=False, **how)
        whole = Run("pond", "test", said.append, level="debug")
        run = CatalogRun(whole, machine, options, "pond.pp")
        item = {
            "type": kind.capitalize(),
            "title": TITLES.get(kind, "x"),
            "tags": [kind],
            "parameters": values,
            "sensitive_parameters": [secret],
        }
        data = {"name": "pond", "environment": "test", "resources": [item], "edges": []}
        try:
            run.apply(ral_from_data(data, run.providers, run.log, find_any))
        except DuckrowError as error:
            run.log("err", str(error))
        changed = {ref: whole.secrets.hide(text) for ref, text in run.stored.changed.items()}
        stored_form += json.dumps([whole.report_data(), changed])
    return stored_form + "\n".join(f"{line.source}: {line.message}" for line in said)


def planted(kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    table = find_any(kind)
    assert table is not None
    for name, words in {**table.properties, **table.parameters}.items():
        # What names a resource is told with everything: a name can be no secret.
        if name in table.namevars:
            continue
        base = dict(NEEDS.get(kind, {}))
        if ENSURED.issubset(table.properties.get("ensure", "").split()):
            base.setdefault("ensure", "present")
        for shape in SHAPES:
            yield name, {**base, name: shape}
        for word in words.split()[:2]:
            if not word.startswith("/"):
                yield name, {**base, name: word}


@pytest.mark.parametrize("kind", TYPES)
def test_nothing_is_reported_of_a_secret(kind: str) -> None:
    for name, values in planted(kind):
        for how in ({}, {"is_noop": True}, {"left": 0}, {"left": 2}, {"left": 4}, {"left": 7}):
            told = everything_told(kind, values, name, **how)
            for secret in (WORD, str(NUMBER)):
                found = [line for line in told.splitlines() if secret in line]
                assert not found, (name, values, how)


def test_forms_of_a_secret() -> None:
    """Quotes, backslashes and lines do not let a secret through."""

    class Stand:
        class table:  # noqa: N801
            properties = {"ensure": "present absent"}  # noqa: RUF012
            parameters: dict[str, str] = {}  # noqa: RUF012

        sensitive = ("content", "ensure")
        given = {"content": 'it\'s a "back\\slash"\nsecond line\nshort', "ensure": "present"}  # noqa: RUF012
        values: dict[str, Any] = {}  # noqa: RUF012

    secrets = Secrets()
    assert not secrets
    assert secrets.hide("second line") == "second line"
    secrets.add(secret_texts(Stand()))  # type: ignore[arg-type]
    assert secrets.hide("+second line") == "+[redacted]"
    assert secrets.hide("present, short") == "present, short"
    whole = Stand.given["content"]
    for text in (whole, json.dumps(whole), whole.replace("\\", "\\\\").replace("'", "\\'")):
        assert "back" not in secrets.hide(text)
    assert secrets.hide_all({"a": [whole, 1]}) == {"a": ["[redacted]", 1]}
