"""Package operations of a simulated run: operations while it runs, reported at the end."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

    # By name and architecture: the version, and its text in the report.
    Records = dict[tuple[str, str], tuple[str, str]]

INSTALL, REMOVE, PRESENT, ABSENT = "installed", "removed", "present", "absent"


class _Operations(list[tuple[str, str, str, str]]):
    """Operation, name, version and architecture of each package."""


def record_operation(
    context: Context, operation: str, name: str, version: str | None, arch: str | None
) -> bool:
    """Note an operation if the run is simulated; return whether it is."""
    if not context.options.is_simulating:
        return False
    operations = context.run_data.of(_Operations)
    operations.append((operation, name, version or "", arch or ""))
    return True


def report_operations(context: Context) -> None:
    """Report all operations operations: as a manifest, or as differences."""
    operations = context.run_data.take(_Operations)
    log = context.log
    if not operations:
        log.info("No package operations done by the agent run")
        return
    if context.options.simulate != "diff":
        log.info("Manifesting present and absent packages")
        for records in _manifest(operations):
            _print_records(context, records)
        return
    installed, removed = _differences(operations)
    if not installed and not removed:
        log.info("No differences in installed packages to report")
        return
    log.info("Showing differences in installed packages")
    _print_records(context, installed)
    _print_records(context, removed)


def _print_records(context: Context, records: Records) -> None:
    for _, text in records.values():
        context.log.plain(f"{text}\n")


def _text(name: str, version: str, arch: str, operation: str) -> str:
    shown = f"{name}-{arch}" if arch else name
    if version:
        shown += f" [{version}]"
    return f"Package '{shown}' would be {operation}"


def _is_greater(one: str, other: str) -> bool:
    return one == "latest" or one > other


def _manifest(operations: list[tuple[str, str, str, str]]) -> tuple[Records, Records]:
    """Return the packages that would be present and those that would be absent."""
    present: Records = {}
    absent: Records = {}
    for operation, name, version, arch in operations:
        key = (name, arch)
        before = present.get(key)
        if operation in (INSTALL, PRESENT):
            # The highest requested version is reported.
            if before is None or (version and (not before[0] or _is_greater(version, before[0]))):
                present[key] = version, _text(name, version, arch, PRESENT)
            absent.pop(key, None)
        elif before is None or not before[0] or not version or before[0] == version:
            present.pop(key, None)
            gone = absent.get(key)
            if gone is None or (gone[0] and not version):
                absent[key] = version, _text(name, version, arch, ABSENT)
    return present, absent


def _differences(operations: list[tuple[str, str, str, str]]) -> tuple[Records, Records]:
    """Return the packages that would be installed and removed, without those that cancel out."""
    installed: Records = {}
    removed: Records = {}
    for operation, name, version, arch in operations:
        key = (name, arch)
        new = installed.get(key)
        if operation == PRESENT:
            removed.pop(key, None)
        elif operation == ABSENT:
            if not version or (new is not None and new[0] == version):
                installed.pop(key, None)
        elif operation == INSTALL:
            if new is None or _is_greater(version, new[0]):
                installed[key] = version, _text(name, version, arch, INSTALL)
            removed.pop(key, None)
        else:
            before = removed.get(key)
            is_told = before is None or not before[0]
            if not version or (new is not None and new[0] == version):
                installed.pop(key, None)
            elif new is not None:
                is_told = False
            if is_told:
                removed[key] = version, _text(name, version, arch, REMOVE)
    return installed, removed
