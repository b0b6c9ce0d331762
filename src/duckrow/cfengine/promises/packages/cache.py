"""Cached answers of package modules: installed packages, and available updates.

The cache expires after the time in the package_module body, and after every change.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.locks import Lock, obtain
from duckrow.cfengine.functions.system.packages import INVENTORY, Inventory
from duckrow.cfengine.promises.packages.package import Package

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.promises.packages.module import Module

INSTALLED, UPDATES, LOCAL_UPDATES = "list-installed", "list-updates", "list-updates-local"


def packages_of(context: Context, module: Module, request: str) -> list[Package]:
    """Return the cached installed packages, or the updates."""
    text = _known(context, module, request) or ""
    return [Package(*line.split(",", 2)) for line in text.split("\n") if line.count(",") >= 2]


def is_installed(
    context: Context, module: Module, name: str, version: str | None, arch: str | None
) -> bool:
    """Return whether a package is installed, by the cache; `latest` means any version."""
    if version == "latest":
        version = None
    return any(each.has(name, version, arch) for each in packages_of(context, module, INSTALLED))


def refresh(context: Context, module: Module, request: str, *, is_forced: bool = False) -> bool:
    """Ask the module unless the cache is fresh; return False if that failed."""
    body = module.body
    if not is_forced and (body.installed_after is None or body.updates_after is None):
        context.log.error(
            invalid_times_message(body.name, body.installed_after, body.updates_after)
        )
        return False
    lock = None
    if not is_forced:
        if _known(context, module, request) is None:
            context.log.verbose("Forcing package list update due to missing database")
            is_forced = True
            if request == LOCAL_UPDATES:
                request = UPDATES
        lock = _acquire(context, module, request)
    if not is_forced and lock is None:
        what = "installed packages" if request == INSTALLED else "available updates"
        context.log.verbose(f"Skipping {what} package cache update.")
        return True
    is_done = ask_again(context, module, request, body.options)
    if not is_done:
        context.log.info("Some error occurred while updating available updates cache.")
    if lock is not None:
        lock.release()
    return is_done


def invalid_times_message(name: str, installed: int | None, updates: int | None) -> str:
    """Return the message that the times of a body are not numbers."""
    shown = [-678 if each is None else each for each in (installed, updates)]
    return (
        f"Invalid or missing arguments in package_module body '{name}':  "
        f"query_installed_ifelapsed = {shown[0]} query_updates_ifelapsed = {shown[1]}"
    )


def ask_again(context: Context, module: Module, request: str, options: list[str]) -> bool:
    """Ask the module, and cache its answer."""
    answer = module.ask(request, options_text(options))
    if answer is None:
        context.log.verbose(
            "Some error occurred while communicating with package module while updating cache."
        )
        return False
    found, has_error = _read(context, answer)
    text = "".join(f"{each.name},{each.version},{each.arch}\n" for each in found)
    context.run_data.of(Inventory)[_key(module, request)] = text
    if context.state is not None:
        context.state.put(INVENTORY, _key(module, request), text)
    if has_error:
        context.log.info("Error updating packages cache.")
    return not has_error


def options_text(options: list[str]) -> str:
    """Return options as the beginning of a request."""
    return "".join(f"options={each}\n" for each in options)


def _key(module: Module, request: str) -> str:
    return f"{'installed' if request == INSTALLED else 'updates'} {module.body.name}"


def _known(context: Context, module: Module, request: str) -> str | None:
    key = _key(module, request)
    known = context.run_data.of(Inventory)
    if key not in known and context.state is not None:
        found = context.state.get(INVENTORY, key)
        if found is not None:
            known[key] = found
    return known.get(key)


def _acquire(context: Context, module: Module, request: str) -> Lock | None:
    is_installed_list = request == INSTALLED
    name = f"package-cache-{_key(module, request).replace(' ', '-')}"
    if name in context.done_locks:
        return None
    context.done_locks.add(name)
    if context.options.ignores_locks or context.state is None:
        return Lock(context, None)
    minutes = module.body.installed_after if is_installed_list else module.body.updates_after
    if not obtain(context, name, minutes or 0, context.options.expire_after):
        return None
    return Lock(context, name)


def _read(context: Context, answer: list[str]) -> tuple[list[Package], bool]:
    """Parse a list of packages; return also whether the module reported an error."""
    log = context.log
    found: list[Package] = []
    values: dict[str, str] = {}
    has_error = False

    def finish(error_message: str) -> None:
        if len(values) == 3:
            found.append(Package(values["Name"], values["Version"], values["Architecture"]))
        else:
            log.verbose(f"Malformed response from package {error_message}")
        values.clear()

    for line in answer:
        key, equals, value = line.partition("=")
        if key in ("Name", "Version", "Architecture") and equals:
            if key == "Name" and key in values:
                finish(f"module for package {values[key]}")
            values[key] = value
        else:
            has_error = True
            if key in ("Error", "ErrorMessage") and equals:
                log.error(f"package module: {line}")
            else:
                log.error(f"Unsupported response from package module: {line}")
    if values:
        shown = ":".join(values.get(key, "") for key in ("Name", "Version", "Architecture"))
        finish(f"manager: [{shown}]")
    return found, has_error
