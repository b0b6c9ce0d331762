"""`puppet generate types`: describe the resource types of modules in Puppet code."""

from __future__ import annotations

import os.path

from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.machine.paths import (
    exists,
    is_directory,
    is_file,
    make_directories,
    modified,
    names_in,
    read_bytes,
    write_text,
)
from duckrow.puppet.environment.find import find_environment
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.environment import Environment

APPLICATION = Application(
    "generate",
    "generate descriptions of resource types in Puppet code",
    "types [--force]",
    actions=(
        Action(
            "types",
            "describe the resource types of modules in Puppet code",
            "[--force]",
            (
                Switch("--format", "the form of the descriptions: pcore", metavar="FORMAT"),
                Switch("--force", "write files that are up to date too"),
            ),
            arity=0,
        ),
    ),
    notes="duckrow reads the types of each environment from their own files and needs no\n"
    "descriptions; they are for a Puppet server that uses the same environment.",
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Write the descriptions of the types of an environment."""
    form = arguments.get("format", "pcore")
    if form != "pcore":
        raise InputError(f"'{form}' is not a supported format for type generation.")
    settings = settings_of(APPLICATION, arguments, console)
    environment = find_environment(settings, settings["environment"])
    directory = f"{environment.directory}/.resource_types"
    if exists(directory) and not is_directory(directory):
        raise InputError(f"The output directory '{directory}' exists and is not a directory")
    make_directories(directory)
    inputs = _inputs(environment)
    _remove_others(directory, inputs, console)
    if not inputs:
        console.print_log("notice", "No custom types were found.")
        return 0
    console.print_log("notice", "Generating Puppet resource types.")
    is_current = True
    has_failed = False
    for file in inputs:
        output = f"{directory}/{_name_of(file)}.pp"
        if not arguments.has("force") and _is_newer(output, file):
            continue
        is_current = False
        has_failed |= not _generate(file, output, console)
    if is_current:
        message = "No files were generated because all inputs were up-to-date."
        console.print_log("notice", message)
    return 1 if has_failed else 0


def _inputs(environment: Environment) -> list[str]:
    """Return the files of types in Ruby, sorted."""
    found = []
    for module in environment.library.modules.values():
        directory = f"{module.path}/lib/puppet/type"
        if is_directory(directory):
            files = (f"{directory}/{name}" for name in names_in(directory))
            found += [file for file in files if file.endswith(".rb") and is_file(file)]
    return sorted(found)


def _generate(file: str, output: str, console: PuppetConsole) -> bool:
    """Write the description of one type; return whether that succeeds."""
    from duckrow.puppet.ruby_code.types.generated_text import generated_text
    from duckrow.puppet.ruby_code.types.load import read_description

    name = _name_of(file)
    description = read_description(name, file, read_bytes(file), read_bytes)
    if description is None:
        console.print_log("err", f"Custom type '{name}' was not defined in '{file}'.")
        return True
    if is_directory(f"{file.rpartition('/type/')[0]}/provider/{name}"):
        description.parameters.setdefault("provider", "")
    console.print_log("notice", f"Generating '{output}' using 'pcore' format.")
    head = "# Use the 'puppet generate types' command to regenerate this file.\n\n"
    try:
        write_text(output, head + generated_text(description))
    except OSError as error:
        console.print_log("err", f"Failed to generate '{output}': {reason(error)}")
        return False
    return True


def _remove_others(directory: str, inputs: list[str], console: PuppetConsole) -> None:
    """Remove descriptions of types that no longer exist."""
    from duckrow.machine.local import LocalMachine

    wanted = {f"{_name_of(file)}.pp" for file in inputs}
    removed = sorted(set(names_in(directory)) - wanted)
    files = LocalMachine("/").files
    for name in removed:
        files.remove(f"{directory}/{name}")
    if removed:
        listed = ", ".join(f'"{name}"' for name in removed)
        console.print_log("notice", f"Removed output '[{listed}]' for non existing inputs")


def _name_of(file: str) -> str:
    return os.path.basename(file).removesuffix(".rb")


def _is_newer(output: str, source: str) -> bool:
    written, changed = modified(output), modified(source)
    return written is not None and changed is not None and written >= changed
