"""The scheduled changes of packages, made together at the end of a section.

Deletions come first, then additions, updates, patches and verifications, whatever the order of the
promises.
"""

from __future__ import annotations

import re

from duckrow.cfengine.promises.packages.lists import PackageLists, invalidate_inventory
from duckrow.cfengine.promises.packages.method import Method
from duckrow.cfengine.promises.packages.run_command import report_outcome, run_package_command
from duckrow.cfengine.values.outcomes import REPAIRED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

IGNORED = "cfe_internal_non_existing_package"
_SPECIAL = re.compile(r"[;&|<>$`()'\"\\\n]")
_QUOTED = re.compile(r'"[^"$`\\]*"')
_DOING = {
    "add": "installing", "delete": "uninstalling", "reinstall": "reinstalling",
    "update": "updating", "addupdate": "installing/updating", "patch": "patching",
    "verify": "verifying",
}  # fmt: skip
_ORDER = (
    ("delete", "Deletion", "Deleting", "deletion"),
    ("add", "Addition", "Installing", "addition"),
    ("update", "Update", "Updating", "update"),
    ("patch", "Patch", "", "patch"),
    ("verify", "Verify", "", "verification"),
)


class _Schedule(list["Batch"]):
    """The changes that wait for the end of the section."""


class Batch:
    """Packages for one command."""

    __slots__ = ("action", "command", "is_bulk", "items")

    def __init__(self, command: str, action: str, *, is_bulk: bool) -> None:
        self.command = command
        self.action = action
        self.is_bulk = is_bulk
        # The manager's names of packages, with their promises; the last scheduled first.
        self.items: list[tuple[str, ExpandedPromise]] = []


def schedule(
    context: Context, promise: ExpandedPromise, command: str, action: str, name: str
) -> str:
    """Schedule a change for the end of the section."""
    if promise.only_warns:
        text = f"Need to repair promise '{promise.promiser}' by '{_DOING[action]}' package '{name}'"
        return report_outcome(context, WARNED, promise, "warning", text)
    context.log.verbose(f"Looking for a package manager called '{command}'")
    is_bulk = promise.text("package_changes") == "bulk"
    batches = context.run_data.of(_Schedule)
    batch = next(
        (each for each in batches if each.command == command and each.is_bulk == is_bulk), None
    )
    if batch is None:
        batch = Batch(command, action, is_bulk=is_bulk)
        batches.insert(0, batch)
    context.log.verbose(f"Package ({name},any,any) [name,version,arch] found")
    batch.items.insert(0, (name, promise))
    return REPAIRED


def run_schedule(context: Context) -> None:
    """Make all scheduled changes, and discard the package lists."""
    batches = context.run_data.take(_Schedule)
    context.run_data.take(PackageLists)
    if not batches:
        return
    log = context.log
    log.verbose("Offering the following package-promise suggestions to the managers")
    for action, title, doing, noun in _ORDER:
        log.verbose(f"{title} schedule...")
        for batch in batches:
            if batch.action == action and batch.items:
                log.verbose(f"Execute scheduled package {noun}")
                if doing:
                    log.info(f"{doing} {batch.items[0][1].promiser[:39]}...")
                _run_batch(context, batch)
        if action != "verify":
            invalidate_inventory(context)


def _run_batch(context: Context, batch: Batch) -> None:
    log = context.log
    first = batch.items[0][1]
    if batch.command.endswith("$"):
        log.verbose("Command does not allow arguments")
        is_done = _run_for(context, first, batch, batch.command[:-1])
        if is_done:
            log.verbose("Package schedule execution ok (outcome cannot be promised by cf-agent)")
        else:
            log.error("Package schedule execution failed")
        return
    prefix = f"{batch.command} "
    log.verbose(f"Command prefix '{prefix}'")
    if batch.is_bulk:
        line = prefix
        for name, _ in batch.items:
            package_path = _package_path(context, batch, first, name)
            if package_path is None:
                break
            line += f"{package_path} "
        is_done = _run_for(context, first, batch, line)
        for name, _ in batch.items:
            if name == IGNORED:
                continue
            if is_done:
                log.verbose(
                    f"Bulk package schedule execution ok for '{name}' (outcome cannot be "
                    "promised by cf-agent)"
                )
            else:
                log.error(
                    "Bulk package schedule execution failed somewhere - unknown outcome for "
                    f"'{name}'"
                )
        return
    for name, promise in batch.items:
        package_path = _package_path(context, batch, promise, name)
        if package_path is None:
            continue
        is_done = _run_for(context, promise, batch, prefix + package_path)
        if name == IGNORED:
            continue
        if is_done:
            log.verbose(
                f"Package schedule execution ok for '{name}' (outcome cannot be promised by "
                "cf-agent)"
            )
        else:
            log.error(f"Package schedule execution failed for '{name}'")


def _package_path(
    context: Context, batch: Batch, promise: ExpandedPromise, name: str
) -> str | None:
    method = Method(promise)
    if method.repositories and batch.action in ("add", "update"):
        return in_repository(context, method.repositories, name)
    return shell_word(name) if method.uses_shell else name


def shell_word(name: str) -> str:
    """Quote a name with characters that are special to a shell.

    Spaces are not quoted: a package_name_convention may make two words of a package. Nor are
    strings that are quoted already, such as a path in a repository.
    """
    if not _SPECIAL.search(name) or _QUOTED.fullmatch(name):
        return name
    return "'" + name.replace("'", "'\\''") + "'"


def in_repository(context: Context, repositories: list[str], name: str) -> str | None:
    """Return the quoted path of a package in the first repository that has it."""
    for directory in repositories:
        path = f"{directory.rstrip('/')}/{name}"
        try:
            if context.machine.files_now.facts(path, follow=True) is not None:
                return f'"{path}"'
        except OSError:
            continue
    return None


def _run_for(context: Context, promise: ExpandedPromise, batch: Batch, line: str) -> bool:
    verifies = batch.action == "verify"
    return run_package_command(
        context, promise, Method(promise), line, verifies=verifies, reports_result=True
    )
