"""Record what the reference does: python -m tests.apply.record DIRECTORY [NAME…].

DIRECTORY has scenarios.json; what comes of each goes to recorded.json beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from .scenario import Scenario, read_scenarios, run_of

FACTS = "--- !ruby/object:Puppet::Node::Facts\nname: pond\nvalues: {kernel: Linux}\n"


def record(scenario: Scenario) -> list[dict[str, object]]:
    """Apply a scenario twice with the reference."""
    runs = []
    with tempfile.TemporaryDirectory() as root, tempfile.TemporaryDirectory() as own:
        scenario.prepare(root)
        # Facts take the reference seconds, and no scenario asks for any.
        os.makedirs(f"{own}/v/yaml/facts")
        with open(f"{own}/v/yaml/facts/pond.yaml", "w") as file:
            file.write(FACTS)
        options = ["--color=false", "--detailed-exitcodes"]
        options += ["--facts_terminus=yaml", "--certname=pond"]
        places = [f"--{name}dir={own}/{name[0]}" for name in ("conf", "var", "run", "public")]
        if "REFERENCE_MODULES" in os.environ:  # types that the reference lacks on this host
            places.append(f"--modulepath={os.environ['REFERENCE_MODULES']}")
        with scenario.served(root), scenario.namespace(root) as beside:
            options += scenario.options_for(root)
            command = ["puppet", "apply", *options, *places, "-e", scenario.manifest(root)]
            inside = [] if beside is None else ["nsenter", "-t", str(beside), "-m", "--"]
            words = [*inside, *scenario.around(root, command)]
            for _ in range(2):
                done = subprocess.run(words, capture_output=True, text=True, check=False)
                log = done.stdout + done.stderr
                runs.append(run_of(done.returncode, log, scenario.outcome(root), root))
    return runs


def main() -> None:
    """Record all scenarios, or those that are named."""
    directory, *names = sys.argv[1:]
    path = f"{directory}/recorded.json"
    try:
        with open(path) as file:
            recorded = json.load(file)
    except FileNotFoundError:
        recorded = {}
    for scenario in read_scenarios(directory):
        if not names or scenario.name in names:
            recorded[scenario.name] = record(scenario)
            with open(path, "w", errors="backslashreplace") as file:
                json.dump(recorded, file, indent=1, ensure_ascii=False)
                file.write("\n")


if __name__ == "__main__":
    main()
