"""Extracting an archive by the tool that its name asks for."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.system import ENTERING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired

# Suffixes, with the tool, its flags, and the key of the flags in `extract_flags`.
TOOLS: tuple[tuple[tuple[str, ...], str, str, str], ...] = (
    ((".tar",), "tar", "xf", "tar"),
    ((".tgz", ".tar.gz"), "tar", "xzf", "tar"),
    ((".tbz", ".tar.bz2"), "tar", "xjf", "tar"),
    ((".txz", ".tar.xz"), "unxz", "-dc", "unxz"),
    ((".gz",), "gunzip", "-d", "gunzip"),
    ((".zip", ".war", ".jar"), "unzip", "-o", "zip"),
)


def extract_archive(
    machine: Machine, desired: Desired, error_of: Callable[[str], ProviderError]
) -> None:
    """Extract to `extract_path`, as the user of the resource; `error_of` makes errors."""
    from duckrow.machine.processes.command import Command
    from duckrow.machine.processes.commands import plain_environment
    from duckrow.puppet.providers.exec.words import argv_of

    where = desired["extract_path"]
    if where is None:
        raise error_of("missing archive extract_path")
    facts = machine.files.facts(where, follow=True)
    if facts is None or not facts.is_directory:
        why = "No such file or directory" if facts is None else "Not a directory"
        raise error_of(f"{why} @ {ENTERING} - {where}")
    line = command_line(desired, machine.files.on_host(desired.name))
    desired.log("debug", f"Archive extracting {desired.name} in {where}: {line}", "Puppet")
    uid, gid, groups = _identity(machine, desired)
    if uid is not None or gid is not None:
        machine.files.set_mode(desired.name, 0o644, follow=True)
    argv = argv_of(line)
    result = machine.commands.run(
        Command(
            argv,
            program=machine.commands.find(argv[0]),
            environment=plain_environment(machine.commands.search_path),
            directory=machine.files.on_host(where),
            uid=uid,
            gid=gid,
            groups=groups,
        )
    )
    if not result.is_success:
        raise ProviderError(
            f"Execution of '{line}' returned {result.status}: {result.text.strip()}"
        )


def command_line(desired: Desired, path: str) -> str:
    """Return the shell command that extracts a file, with the manifest's flags as they are."""
    from shlex import quote

    custom, flags, file = desired["extract_command"], desired["extract_flags"], quote(path)
    if custom is not None:
        if "%s" in custom:
            return str(custom).replace("%s", file)
        return f"{custom} {'undef' if flags is None else flags} {file}"
    for ends, tool, usual, name in TOOLS:
        if path.endswith(ends):
            chosen = _flags(flags, usual, name)
            if tool == "unxz":
                return f"unxz {chosen} {file} | tar {_flags(flags, 'xf', 'tar')} -"
            return f"{tool} {chosen} {file}"
    raise ProviderError(f"Unknown filetype: {path}")


def _flags(given: object, usual: str, name: str) -> str:
    if given is None or given == "undef":
        return usual
    if type(given) is dict:
        return str(given.get(name, ""))
    return str(given)


def _identity(
    machine: Machine, desired: Desired
) -> tuple[int | None, int | None, list[int] | None]:
    uid = gid = None
    groups: list[int] | None = None
    if desired["user"] is not None:
        known = machine.users.identity(desired["user"])
        if known is None:
            raise ProviderError(f"Could not find user {desired['user']}")
        uid, gid, groups = known
    if desired["group"] is not None:
        gid = machine.users.gid(desired["group"])
        if gid is None:
            raise ProviderError(f"Could not find group {desired['group']}")
    return uid, gid, groups
