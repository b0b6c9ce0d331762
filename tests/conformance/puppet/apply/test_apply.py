"""`apply` changes a host as Puppet 7.23 does: messages, exit codes and files, in two runs.

An answer holds the messages and the exit code of each run, then the files that the run changed, in
the notation of tests/conformance/tree.py. host.py lists the settings of a case.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import (
    Answer,
    ReferenceMissingError,
    assert_answer,
    cases_of,
    each_case,
)

from . import forked
from .host import Host, missing

CASES = cases_of(Path(__file__).parent / "cases")
DRIVER = Path(__file__).parents[2] / "reference" / "apply.rb"
INSTALLED = Path("/usr/share/puppet/modules")
# The reference needs seconds for facts, and no case reads any.
_FACTS = "--- !ruby/object:Puppet::Node::Facts\nname: pond\nvalues: {kernel: Linux}\n"


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    if shutil.which("puppet") is None or shutil.which("ruby") is None:
        raise ReferenceMissingError("Puppet is not installed: apt-get install puppet-agent")
    _link_modules(scratch / "modules")
    with subprocess.Popen(
        ["ruby", str(DRIVER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    ) as puppet:
        return [
            _run_reference(puppet, case, scratch / str(number)) for number, case in enumerate(cases)
        ]


def _link_modules(directory: Path) -> None:
    """Link the installed modules; Debian's links lead through /etc, which a case may replace."""
    directory.mkdir()
    for module in INSTALLED.glob("*"):
        (directory / module.name).symlink_to(module.resolve())


def _run_reference(puppet: subprocess.Popen[str], case: Case, scratch: Path) -> str:
    modules = os.environ.get("REFERENCE_MODULES", "")
    if reason := missing(case):
        raise ReferenceMissingError(f"{case}: {reason}")
    if (module := case.setting("module")) and not os.path.isdir(f"{modules}/{module}"):
        if case.answer is None:
            raise ReferenceMissingError(f"{case}: no {module} in $REFERENCE_MODULES")
        return case.answer
    libraries = os.environ.get("RUBYLIB", "").split(":")
    if (library := case.setting("library")) and not any(
        os.path.isfile(f"{each}/{library}.rb") for each in libraries
    ):
        if case.answer is None:
            raise ReferenceMissingError(f"{case}: no {library}.rb in $RUBYLIB")
        return case.answer
    facts = scratch / "var" / "yaml" / "facts"
    facts.mkdir(parents=True)
    (facts / "pond.yaml").write_text(_FACTS)
    options = ["--color=false", "--facts_terminus=yaml", "--certname=pond"]
    options += [f"--{name}dir={scratch}/{name}" for name in ("conf", "var", "run", "public", "log")]
    options.append(f"--modulepath={scratch.parent}/modules:{modules}")

    def run(host: Host, arguments: list[str]) -> tuple[int, str]:
        assert puppet.stdin is not None
        assert puppet.stdout is not None
        question = [[*options, *arguments], host.environment, host.namespace]
        puppet.stdin.write(json.dumps(question) + "\n")
        puppet.stdin.flush()
        code, output = json.loads(puppet.stdout.readline())
        return code, output

    root = scratch / "root"
    root.mkdir()
    with Host(case, str(root)) as host:
        return host.answer(run)


@each_case(CASES)
def test_apply(case: Case, tmp_path: Path) -> None:
    if reason := missing(case):
        pytest.skip(reason)

    def run(host: Host, arguments: list[str]) -> tuple[int, str]:
        words = ["apply", f"--state-dir={tmp_path}/state", *arguments]
        return forked.run(words, host.namespace, host.environment)

    root = tmp_path / "root"
    root.mkdir()
    with Host(case, str(root)) as host:
        assert_answer(case, host.answer(run))
