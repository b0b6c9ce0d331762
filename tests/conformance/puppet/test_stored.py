"""A compile that is repeated from its recording does what it did.

The programs are those of the suite that ask for files, and those about catalogs.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import cases_of

from duckrow.puppet.environment import compile_catalog
from duckrow.puppet.explain.secrets import SecretsHeard
from duckrow.puppet.explain.stored import compile_data, expect_same, read_compile
from duckrow.puppet.world import RecordedWorld
from duckrow.state.secrets import Secrets

from .compiling import jobs_of, target_of

PROGRAMS = cases_of(Path(__file__).parent / "programs")
TREES = {"module tree", "environment tree"}
CASES = [
    case
    for case in PROGRAMS
    if case.files or TREES & case.settings.keys() or case.topic.startswith("catalogs")
]


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_a_recording_is_repeated(case: Case, tmp_path: Path) -> None:
    for job in jobs_of(case, tmp_path):
        environment, node = target_of(job, RecordedWorld)
        heard = SecretsHeard()
        result = compile_catalog(environment, node, listener=heard)
        if result.failure is not None:
            continue
        world = environment.world
        assert isinstance(world, RecordedWorld)
        data = compile_data(environment, node, world, result.build, Secrets(), heard.values)
        stored = json.loads(json.dumps(data))
        again = compile_catalog(*read_compile(stored))
        assert again.failure is None, again.failure.message
        expect_same(stored, again.build)
        if not heard.values:  # else messages may have another word for a secret
            assert [each.message for each in again.logs] == [each.message for each in result.logs]
