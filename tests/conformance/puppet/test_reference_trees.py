"""Every manifest and template of the installed modules, beside the installed Puppet.

Runs only with --reference (make conformance): it needs Puppet and the modules on the machine.
Trees must be equal; what is refused must be refused at the same place with the same words.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duckrow.machine.paths import read_bytes
from duckrow.puppet.syntax import decode, parse_source
from duckrow.puppet.syntax.pn import to_data
from duckrow.puppet.validation import validate
from duckrow.source.diagnostic import ERROR
from duckrow.source.errors import SourceError

from .compiling import ask_ruby

FOLDERS = ("/usr/share/puppet/modules.available", "/usr/share/doc")


def ours(name: str) -> dict[str, Any]:
    try:
        program = parse_source(decode(read_bytes(name), name), epp=name.endswith(".epp"))
    except SourceError as error:
        found = [error.diagnostic]
    else:
        found = [finding for finding in validate(program) if finding.severity == ERROR]
        if not found:
            return {"tree": to_data(program)}
    if len(found) > 1:
        message = f"Language validation logged {len(found)} errors. Giving up"
        return {"error": {"message": message, "line": None, "column": None}}
    first = found[0]
    return {"error": {"message": first.what, "line": first.line, "column": first.column}}


@pytest.mark.reference
def test_trees_equal_the_reference(record_property: Any) -> None:
    names = [str(p) for folder in FOLDERS for p in sorted(Path(folder).rglob("*.[pe]p*"))]
    names = [name for name in names if name.endswith((".pp", ".epp"))]
    assert len(names) > 1000, "install the puppet-module packages first"
    answers = ask_ruby("trees.rb", names)
    different = []
    parsed = 0
    for expected in answers:
        name = expected.pop("file")
        expected.pop("logged", None)
        found = ours(name)
        if expected == {"tree": None}:
            found["tree"] = None
        parsed += "tree" in expected
        if found != expected:
            different.append(f"{name}: {expected.get('error', 'a tree')}, got {found.get('error')}")
    print(f"\n{len(names)} files, {parsed} trees, {len(different)} different")
    assert different == []
