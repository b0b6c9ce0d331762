"""Real modules: classes of the installed ones compile as with the reference.

Modules are not ours to keep, so nothing is recorded: with `--reference` a sample of all classes in
the installed modules is compiled by both, each included on its own with the same facts.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from duckrow.puppet.resources.index import MODULES as CORE

from .compiling import Job, answer_text, ask_reference, compile_job, facts_named

MODULES = Path("/usr/share/puppet/modules")
SAMPLE = int(os.environ.get("DUCKROW_CLASSES", "60"))


def classes() -> list[str]:
    """Name what the files of all modules promise to define."""
    found = []
    for module in sorted(MODULES.iterdir()):
        base = module.resolve() / "manifests"
        for file in sorted(base.rglob("*.pp")):
            parts = file.relative_to(base).with_suffix("").parts
            name = [module.name] if parts == ("init",) else [module.name, *parts]
            found.append("::".join(name))
    return found


@pytest.mark.reference
@pytest.mark.skipif(not MODULES.is_dir(), reason="no modules are installed")
def test_a_sample_of_classes_compiles_alike() -> None:
    facts = facts_named("debian12")
    names = random.Random(os.environ.get("DUCKROW_SEED", "1")).sample(classes(), SAMPLE)
    jobs: list[Job] = [
        {"id": name, "code": f"include {name}", "modulepath": [str(MODULES)], "facts": facts}
        for name in names
    ]
    absent = [name for name, module in CORE.items() if module and not (MODULES / module).is_dir()]
    for job, answer in zip(jobs, ask_reference(jobs), strict=True):
        expected = answer_text(answer, job)
        # Debian has no package of some core modules; duckrow has their types.
        if not any(f"Unknown resource type: '{name}'" in expected for name in absent):
            assert answer_text(compile_job(job), job) == expected, job["id"]
