"""Catalogs from a file whose attributes have values of any shape: an error, never a fault."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.puppet.providers.conftest import FILES

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.apply.ral_from_data import CatalogDataError, catalog_in, ral_from_data
from duckrow.puppet.apply.run import CatalogRun, RunOptions
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.resources.index import MODULES, OF_MODULES, find, find_of_module
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.puppet.runtime.definition import METAPARAMETERS
from duckrow.state.run import Run

ODD: tuple[object, ...] = ([1], {"a": 1}, [[]], [], 1.5, True, "\0", 10**30)
TITLES = {
    "archive": "/tmp/a.tgz",
    "concat_file": "/f",
    "file": "/f",
    "mount": "/m",
    "resources": "host",
    "tidy": "/tmp",
    "user": "duck",
    "vcsrepo": "/r",
}
# Attributes beside the odd one, in which the value is used.
AROUND: dict[str, dict[str, Any]] = {
    "augeas": {"changes": "set /a b"},
    "concat_fragment": {"target": "/f", "content": "x"},
    "cron": {"command": "/bin/true", "user": "root"},
    "exec": {"command": "/bin/true"},
    "file": {"ensure": "file", "content": "x"},
    "file_line": {"path": "/f", "line": "x", "match": "x"},
    "host": {"ip": "192.0.2.1"},
    "ini_setting": {"path": "/f", "section": "a", "setting": "b", "value": "c"},
    "ini_subsetting": {
        "path": "/f",
        "section": "a",
        "setting": "b",
        "subsetting": "d",
        "value": "c",
    },
    "mailalias": {"recipient": "a"},
    "mount": {"ensure": "mounted", "device": "/dev/sda", "fstype": "ext4"},
    "package": {"provider": "apt"},
    "selboolean": {"value": "on"},
    "service": {"provider": "systemd", "ensure": "running"},
    "ssh_authorized_key": {"key": "AAA", "type": "ssh-rsa", "user": "duck"},
    "sshkey": {"key": "AAA", "type": "ssh-rsa"},
    "tidy": {"recurse": True, "age": "1d"},
    "user": {"ensure": "present"},
    "vcsrepo": {"provider": "git"},
}


def find_any(name: str) -> ResourceTypeTable | None:
    return find(name) or find_of_module(name)


def catalog_of(type_: str, title: str, parameters: object, **fields: object) -> dict[str, Any]:
    item = {"type": type_.capitalize(), "title": title, "parameters": parameters, **fields}
    return {"name": "pond", "environment": "test", "resources": [item], "edges": []}


def apply(data: object) -> None:
    machine = MemoryMachine({**FILES, "/f": b"x\n"})
    options = RunOptions(has_default_schedules=False)
    whole = Run("pond", "test", lambda _line: None)
    run = CatalogRun(whole, machine, options, "pond.pp")
    run.providers = Providers(machine)
    run.apply(ral_from_data(catalog_in(data), run.providers, run.log, find_any))
    assert run.faults == []


@pytest.mark.parametrize("name", [*MODULES, *OF_MODULES])
def test_a_value_of_any_shape_is_applied_or_rejected(name: str) -> None:
    table = find_any(name)
    assert table is not None
    for attribute in (*table.properties, *table.parameters, *METAPARAMETERS):
        for value in ODD:
            parameters = {**AROUND.get(name, {}), attribute: value}
            try:
                apply(catalog_of(name, TITLES.get(name, "x"), parameters))
            except ResourceError:
                pass
            except Exception as error:
                raise AssertionError(f"{attribute} => {value!r}") from error


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"tries": [1]}, "value [1] in class tries: undefined method `<' for [1]:Array"),
        ({"tries": {}}, "value {} in class tries: no implicit conversion of Integer into Hash"),
        ({"try_sleep": True}, "in class try_sleep: undefined method `<' for true:TrueClass"),
        ({"command": True}, "got value of class TrueClass"),
    ],
)
def test_an_exec_fails_as_in_the_reference(attributes: dict[str, Any], message: str) -> None:
    (name,) = attributes
    with pytest.raises(ResourceError) as caught:
        apply(catalog_of("exec", "x", {"command": "/bin/true", **attributes}))
    assert str(caught.value).startswith(f"Parameter {name} failed on Exec[x]: ")
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"parameters": [1]}, "parameters of resource 1 must be an object"),
        ({"tags": "a"}, "tags of resource 1 must be a list"),
        ({"tags": [1]}, "tags of resource 1 must be a list of strings"),
        ({"line": "3"}, "line of resource 1 must be a number"),
        ({"sensitive_parameters": [{}]}, "sensitive_parameters of resource 1 must be a list of"),
    ],
)
def test_fields_of_a_resource_have_their_shapes(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(CatalogDataError, match=f"this is no catalog: {message}"):
        apply(catalog_of("notify", "x", **{"parameters": {}, **fields}))
