"""`duckrow module lock`: choose versions for a Puppetfile and write them down."""

from __future__ import annotations

from os.path import dirname, join

from duckrow.cli.given_paths import expect_writable
from duckrow.cli.options import Arguments, UsageError
from duckrow.machine.paths import absolute, exists, read_bytes
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console


def run(words: list[str], arguments: Arguments, console: Console) -> int:
    """Write the lock of a Puppetfile; return 0, or 1 if no versions fit together."""
    from duckrow.machine.archives.members import ArchiveError
    from duckrow.machine.local import LocalMachine
    from duckrow.puppet.module_sources.candidates import ConflictError
    from duckrow.puppet.module_sources.choose import choose
    from duckrow.puppet.module_sources.lock import NAME, Lock
    from duckrow.puppet.module_sources.puppetfile import read_puppetfile
    from duckrow.puppet.module_sources.release import LOCAL

    if len(words) > 1:
        raise UsageError("lock takes one Puppetfile")
    path = words[0] if words else "Puppetfile"
    try:
        content = read_bytes(path)
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {reason(error)}", hint="name the Puppetfile"
        ) from None
    puppetfile = read_puppetfile(path, content)
    machine = LocalMachine()
    directories, forge = arguments.all("from"), arguments.get("forge")
    if not forge and not directories:
        forge = puppetfile.forge or _usual_forge()
    try:
        choice = choose(
            puppetfile,
            machine,
            directories,
            forge,
            allows_several=arguments.has("several-versions"),
            ignored=arguments.all("ignore-range"),
        )
    except ConflictError as error:
        console.print_error("conflict", str(error), path, why=error.why, hint=error.hint)
        return 1
    except ArchiveError as error:
        raise InputError(str(error)) from None
    lock = Lock.of(puppetfile.moduledir, choice)
    if arguments.has("output"):
        console.print_result(lock.text(dirname(arguments.get("output"))), end="")
        return 0
    target = join(dirname(path), NAME)
    expect_writable(target)
    text = lock.text(dirname(target))
    try:
        machine.files.replace(absolute(target), text.encode("utf-8", "surrogateescape"))
        machine.settle()
    except OSError as error:
        raise InputError(f"cannot write {target}: {reason(error)}") from None
    for sentence in choice.unmet():
        console.print_message(f"Warning: {sentence}", "module", "warning")
    for module in lock.modules:
        if module.origin.kind == LOCAL and not exists(module.origin.location):
            console.print_message(
                f"Warning: {module.origin.location} is missing; it is a local module",
                "module",
                "warning",
            )
        console.print_result(f"{module.shown} ({module.origin.kind})")
    console.print_result(f"{target}: {len(lock.modules)} modules")
    return 0


def _usual_forge() -> str:
    """Return the Forge of the configuration file, or the public one."""
    from duckrow.cli.target import read_settings

    return str(read_settings(Arguments())["module_repository"])
