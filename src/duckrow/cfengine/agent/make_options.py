"""Make the options of a run from the command line."""

from __future__ import annotations

import os.path

from duckrow.cfengine.evaluation.options import Options
from duckrow.machine.paths import file_in_the_way
from duckrow.machine.this_process import environment, working_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def make_options(given: Mapping[str, list[str]], rest: list[str]) -> Options | str:
    """Return the options of a run, or an error message."""
    options = Options()
    options.is_dry_run = "dry-run" in given
    options.ignores_locks = "no-lock" in given or "dry-run" in given
    if "simulate" in given:
        options.simulate = given["simulate"][-1].lower()
        if options.simulate not in ("manifest", "manifest-full", "diff"):
            return (
                "Invalid argument for --simulate, 'manifest' or 'diff' required, not "
                f"'{given['simulate'][-1]}'"
            )
        # Only files are simulated; for everything else the run is a dry run.
        options.is_dry_run = True
    options.work_directory = find_work_directory(given)
    found = file_in_the_way(options.work_directory)
    if found is not None:
        return f"Cannot use the work directory '{options.work_directory}': '{found}' is a file"
    options.input_directory = os.path.join(options.work_directory, "inputs")
    options.launch_directory = working_directory()
    if len(rest) > 1:
        return "Too many arguments"
    if rest:
        options.entry_point = rest[0]
    else:
        file = given.get("file", ["promises.cf"])[-1]
        options.entry_point = find_policy(file, options.input_directory)
    for name in ("classes", "vars"):
        values = given.get(f"show-evaluated-{name}")
        if values is not None:
            field = "shows_evaluated_classes" if name == "classes" else "shows_evaluated_variables"
            setattr(options, field, values[-1] or ".*")
    return options


def chosen_work_directory() -> str:
    """Return the work directory that the environment chooses; empty for the usual one."""
    return environment().get("CFENGINE_TEST_OVERRIDE_WORKDIR", "")


def find_work_directory(given: Mapping[str, list[str]]) -> str:
    """Return the directory of state and inputs."""
    if "workdir" in given:
        return given["workdir"][-1]
    chosen = chosen_work_directory()
    if chosen:
        return chosen
    from duckrow.state.directory import usual_work_directory

    return usual_work_directory()


def find_policy(file: str, input_directory: str) -> str:
    """Return the path of the policy; a name without a leading dot or slash is among the inputs."""
    if file.startswith((".", "/")):
        return file
    return os.path.join(input_directory, file)
