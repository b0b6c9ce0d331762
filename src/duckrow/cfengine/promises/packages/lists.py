"""The packages and patches that the commands of a method list, and the inventory of them."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.helpers.byte_strings import lines_of
from duckrow.cfengine.functions.helpers.command_lines import command_of, first_word, is_executable
from duckrow.cfengine.promises.packages.method import NO_MATCH, first_field
from duckrow.cfengine.promises.packages.package import Package
from duckrow.cfengine.promises.packages.run_command import run_package_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.packages.method import Method

INVENTORY = "software_packages.csv"
_DAY = 24 * 60
_LIMIT = 256 * 1024 * 1024


class PackageLists(dict[str, "Listed"]):
    """The lists of package managers, by their commands."""


class Listed:
    """The output of one list command; the last package comes first, as in the reference."""

    __slots__ = ("available", "packages", "patches")

    def __init__(self) -> None:
        self.packages: list[Package] = []
        # Installed and available patches.
        self.patches: list[Package] = []
        self.available: list[Package] = []


def lists_of(context: Context) -> dict[str, Listed]:
    """Return the lists of this section, by list command."""
    return context.run_data.of(PackageLists)


def default_architecture(context: Context, method: Method) -> str | None:
    """Return the default architecture of packages; None if its command fails."""
    command = method.text("default_arch_command")
    if command is None:
        return "default"
    context.log.verbose(f"Obtaining default architecture for package manager '{command}'")
    lines = _run(context, command, uses_shell=True)
    if not lines or not lines[1]:
        return None
    arch = lines[1][0]
    context.log.verbose(f"Default architecture for package manager is '{arch}'")
    return arch


def read_lists(context: Context, promise: ExpandedPromise, method: Method, arch: str) -> bool:
    """List the installed packages, unless already listed; return False after an error."""
    log = context.log
    command = method.text("list_command") or ""
    log.verbose(f"Looking for a package manager called '{command}'")
    if not command:
        log.error("Attempted to create a package manager with no name")
        log.error("Can't create a package manager envelope for '(null)'")
        return False
    known = lists_of(context).setdefault(command, Listed())
    if known.packages:
        log.verbose("Already have a package list for this manager")
        return True
    known.packages = _from_inventory(context, method, arch)
    if known.packages:
        log.verbose("Already have a (cached) package list for this manager ")
        return True
    if not _list_packages(context, promise, method, arch, known):
        log.error("Could not get list of installed packages")
        return False
    _write_inventory(context)
    if method.text("patch_list_command") is not None:
        if not _list_patches(context, method, arch, known):
            return False
        log.verbose("Patch reporting feature is only available in the enterprise version")
    log.verbose("Done checking packages and patches")
    return True


def _list_packages(
    context: Context, promise: ExpandedPromise, method: Method, arch: str, known: Listed
) -> bool:
    command = method.text("list_command") or ""
    if method.text("list_update_command") is not None and not _update_list(
        context, promise, method
    ):
        return False
    context.log.verbose(f"Reading package list from '{command}'")
    result = _run(context, command, uses_shell=method.uses_shell)
    if result is None:
        return False
    status, lines = result
    if method.text("multiline_start") is not None:
        known.packages = _read_blocks(context, method, arch, lines)
    else:
        for line in lines:
            package = _read_line(context, method, arch, line)
            if package is not None:
                known.packages.insert(0, package)
    return status == 0


def _read_line(context: Context, method: Method, arch: str, line: str) -> Package | None:
    if not context.patterns.matches(method.text("installed_regex") or "", line):
        context.log.verbose(
            f"Package line '{line}' did not match the package_installed_regex pattern"
        )
        return None
    package = _package_of(context, method, "list", arch, line)
    if package is None:
        context.log.verbose(
            f"Package line '{line}' did not match one of the "
            "package_list_(name|version|arch)_regex patterns"
        )
    return _found(context, package)


def _package_of(
    context: Context, method: Method, kind: str, arch: str, line: str
) -> Package | None:
    name = first_field(context.patterns, method.text(f"{kind}_name_regex"), line)
    version = first_field(context.patterns, method.text(f"{kind}_version_regex"), line)
    if method.text(f"{kind}_arch_regex") is not None:
        arch = first_field(context.patterns, method.text(f"{kind}_arch_regex"), line)
    if NO_MATCH in (name, version, arch):
        return None
    return Package(name, version, arch)


def _found(context: Context, package: Package | None) -> Package | None:
    if package is None or not (package.name and package.version and package.arch):
        return None
    context.log.verbose(
        f"Package ({package.name},{package.version},{package.arch}) [name,version,arch] found"
    )
    return package


def _read_blocks(context: Context, method: Method, default: str, lines: list[str]) -> list[Package]:
    """Parse a list in which a package takes several lines."""
    found: list[Package] = []
    name, version, arch = NO_MATCH, NO_MATCH, default

    def finish() -> None:
        if NO_MATCH not in (name, version):
            package = _found(context, Package(name, version, arch))
            if package is not None:
                found.insert(0, package)

    for line in lines:
        if context.patterns.matches(method.text("multiline_start") or "", line):
            finish()
            name, version, arch = NO_MATCH, NO_MATCH, default
        name_regex, version_regex = (
            method.text("list_name_regex"),
            method.text("list_version_regex"),
        )
        if name_regex and context.patterns.matches(name_regex, line):
            name = first_field(context.patterns, name_regex, line)
        if version_regex and context.patterns.matches(version_regex, line):
            version = first_field(context.patterns, version_regex, line)
        arch_regex = method.text("list_arch_regex")
        if arch_regex and context.patterns.matches(arch_regex, line):
            arch = first_field(context.patterns, arch_regex, line)
    finish()
    return found


def _list_patches(context: Context, method: Method, arch: str, known: Listed) -> bool:
    command = method.text("patch_list_command") or ""
    context.log.verbose(f"Reading patches from '{first_word(command)}'")
    if not method.uses_shell and not is_executable(context, first_word(command)):
        context.log.error(f"The proposed patch list command '{command}' was not executable")
        return False
    result = _run(context, command, uses_shell=method.uses_shell)
    if result is None:
        return False
    pattern = method.text("patch_installed_regex")
    for line in result[1]:
        is_installed = pattern is not None and context.patterns.matches(pattern, line)
        target = known.patches if is_installed else known.available
        package = _package_of(context, method, "patch", arch, line)
        if package is None:
            continue
        if any(each.has(package.name, package.version, package.arch) for each in known.patches):
            context.log.verbose(
                f"Patch for ({package.name},{package.version},{package.arch}) "
                "[name,version,arch] found, but it appears to be installed already"
            )
        elif _found(context, package) is not None:
            target.insert(0, package)
    return True


def _update_list(context: Context, promise: ExpandedPromise, method: Method) -> bool:
    """Update the manager's list of available packages, if it is too old."""
    log = context.log
    adding = method.text("add_command")
    if adding is None:
        log.error("package_add_command missing while trying to generate list of installed packages")
        return False
    path = _state_path(context, f"software_update_timestamp_{manager_name(adding)}")
    age = _age(context, path)
    limit = method.number("list_update_ifelapsed")
    if age is None:
        log.verbose(f"'{path}' does not exist. Updating package list.")
    else:
        is_fresh = age < (_DAY if limit is None else limit) * 60
        relation, action = ("less", "Not updating") if is_fresh else ("more", "Updating")
        log.verbose(
            f"'{path}' is {relation} than {-678 if limit is None else limit} minutes old. "
            f"{action} package list."
        )
        if is_fresh:
            return True
    command = method.text("list_update_command") or ""
    log.verbose(f"Calling package list update command: '{command}'")
    run_package_command(context, promise, method, command)
    _touch(context, path)
    return True


def _touch(context: Context, path: str) -> None:
    files = context.machine.files_now
    try:
        if files.facts(path) is None:
            files.replace(path, b"", mode=0o600)
        else:
            now = context.machine.now_ns()
            files.set_times(path, mtime_ns=now, atime_ns=now)
    except OSError as error:
        context.log.error(f"Could not create timestamp file '{path}'. (open: '{error.strerror}')")


def _state_path(context: Context, name: str) -> str:
    return f"{context.options.work_directory}/state/{name}"


def _age(context: Context, path: str) -> int | None:
    """Return the age of a file in seconds, or None if it is missing."""
    try:
        facts = context.machine.files_now.facts(path, follow=True)
    except OSError:
        return None
    if facts is None:
        return None
    return (context.machine.now_ns() - facts.mtime_ns) // 1_000_000_000


def _from_inventory(context: Context, method: Method, arch: str) -> list[Package]:
    path = _state_path(context, INVENTORY)
    age = _age(context, path)
    if age is None:
        return []
    limit = method.number("list_update_ifelapsed")
    if age >= (_DAY if limit is None else limit) * 60:
        context.log.verbose(
            f"Cache file '{path}' exists, but it is out of date (package_list_update_ifelapsed)"
        )
        return []
    context.log.verbose(
        f"Cache file '{path}' exists and is sufficiently fresh according to "
        "(package_list_update_ifelapsed)"
    )
    try:
        text = context.machine.files_now.read(path).decode("utf-8", "surrogateescape")
    except OSError:
        return []
    wanted = manager_name(method.text("list_command") or "")
    found: list[Package] = []
    for line in lines_of(text):
        fields = line.removesuffix("\r").split(",", 3)
        if len(fields) == 4 and fields[3] == wanted:
            package = Package(fields[0], fields[1], arch if fields[2] == "default" else fields[2])
            found.insert(0, package)
    return found


def _write_inventory(context: Context) -> None:
    path = _state_path(context, INVENTORY)
    lines = [
        ",".join(_quoted(field) for field in (each.name, each.version, each.arch, name))
        for command, listed in reversed(lists_of(context).items())
        for name in (manager_name(command),)
        for each in listed.packages
    ]
    content = "".join(f"{line}\r\n" for line in lines).encode("utf-8", "surrogateescape")
    try:
        context.machine.files_now.replace(path, content, mode=0o600)
    except OSError as error:
        context.log.error(f"Cannot open the destination file '{path}'. (fopen: {error.strerror})")


def _quoted(field: str | None) -> str:
    text = field or ""
    if any(letter in text for letter in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def invalidate_inventory(context: Context) -> None:
    """Mark the inventory as outdated, so that the next run makes it again."""
    path = _state_path(context, INVENTORY)
    try:
        if context.machine.files_now.facts(path) is not None:
            context.machine.files_now.set_times(path, mtime_ns=0, atime_ns=0)
    except OSError as error:
        context.log.error(f"Cannot mark software cache as invalid. (utimes: {error.strerror})")


def manager_name(command: str) -> str:
    """Return the program name of a command, without env and its variables."""
    words = command.split()
    if words and (words[0] == "env" or words[0].endswith("/env")):
        rest = [word for word in words[1:] if not re.match(r"[A-Za-z_]\w*=", word)]
        if rest:
            return rest[0].rpartition("/")[2]
    return first_word(command).rpartition("/")[2]


def _run(context: Context, command: str, *, uses_shell: bool) -> tuple[int, list[str]] | None:
    ready = command_of(command, uses_shell=uses_shell)
    ready.directory, ready.limit = "/", _LIMIT
    try:
        result = context.machine.commands.run(ready)
    except OSError as error:
        context.log.error(
            f"Couldn't open the package list with command '{command}'. (cf_popen: {error.strerror})"
        )
        return None
    return (-1 if result.signal is not None else result.status), lines_of(result.text)
