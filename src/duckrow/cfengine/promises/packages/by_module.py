"""Packages promises with a package module: policy => "present" or "absent"."""

from __future__ import annotations

from duckrow.cfengine.evaluation.control import control_list, control_text
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.promises.packages import cache
from duckrow.cfengine.promises.packages.cache import (
    INSTALLED,
    LOCAL_UPDATES,
    UPDATES,
    invalid_times_message,
    is_installed,
    options_text,
    packages_of,
    refresh,
)
from duckrow.cfengine.promises.packages.module import module_body, open_module
from duckrow.cfengine.promises.packages.package import Package
from duckrow.cfengine.promises.packages.simulated import (
    ABSENT,
    INSTALL,
    PRESENT,
    REMOVE,
    record_operation,
)
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED, SKIPPED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.packages.module import Module, ModuleBody

FAILED_CHECK = "New package promise failed sanity check."


def keep_by_module(context: Context, promise: ExpandedPromise) -> str:
    """Keep a promise with its module, or the module of the control body."""
    name = promise.text("package_module_name") or control_text(context, "common", "package_module")
    body = module_body(context, name)
    if body is None or not _is_valid(context, promise, body):
        if body is None:
            context.log.error("Can not find package module body in policy.")
        return context.finish_promise(FAILED, promise, "error", FAILED_CHECK)
    lock = acquire(context, promise, f"new-package-{promise.promiser}-{body.name}")
    if lock is None:
        context.log.debug("Skipping promise execution due to promise-specific package locking.")
        return SKIPPED
    try:
        module = open_module(context, body)
        if module is None:
            return context.finish_promise(
                FAILED,
                promise,
                "error",
                "Some error occurred while contacting package module for promise "
                f"'{promise.promiser}'",
            )
        return _ModulePromise(context, promise, module).keep()
    finally:
        lock.release()


def _is_valid(context: Context, promise: ExpandedPromise, body: ModuleBody) -> bool:
    if body.installed_after is None or body.updates_after is None:
        context.log.error(
            invalid_times_message(body.name, body.installed_after, body.updates_after)
        )
        return False
    if promise.text("policy") not in ("present", "absent"):
        context.log.error("Unsupported package policy in package promise.")
        return False
    return True


class _ModulePromise:
    """One promise and its module."""

    __slots__ = ("_arch", "_context", "_module", "_name", "_options", "_promise", "_version")

    def __init__(self, context: Context, promise: ExpandedPromise, module: Module) -> None:
        self._context = context
        self._promise = promise
        self._module = module
        self._name = promise.promiser
        self._version = promise.text("version")
        self._arch = promise.text("architecture")
        self._options = promise.items("options") or module.body.options

    def keep(self) -> str:
        """Keep the promise, and report the outcome."""
        finish, promise, name = self._context.finish_promise, self._promise, self._name
        is_present = promise.text("policy") == "present"
        outcome = self._keep_present() if is_present else self._keep_absent()
        if outcome == FAILED:
            what = "installing" if is_present else "removing"
            return finish(FAILED, promise, "error", f"Error {what} package '{name}'")
        if outcome == REPAIRED:
            what = "installed" if is_present else "removed"
            return finish(REPAIRED, promise, "info", f"Successfully {what} package '{name}'")
        if outcome == NOOP and is_present:
            return finish(NOOP, promise, "verbose", f"Package '{name}' already installed")
        return finish(outcome, promise, "nothing", "")

    # Present

    def _keep_present(self) -> str:
        log = self._context.log
        data = self._package_data()
        if data is None:
            log.info(f"Can not obtain package data for promise: {self._name}")
            return FAILED
        kind, package = data
        if kind == "file":
            if not self._is_promised(package):
                log.error("Package data and policy doesn't match")
                return FAILED
        else:
            if package.arch is not None:
                log.verbose(
                    "Unexpected package architecture received from package module. Ignoring."
                )
                package.arch = None
            if package.version is not None:
                log.verbose("Unexpected package version received from package module. Ignoring.")
                package.version = None
        package.arch = package.arch or self._arch
        package.version = package.version or self._version
        is_there = self._is_there(package)
        if kind == "file":
            return self._install_file(package, is_there=is_there)
        return self._install_from_repository(package, is_there=is_there)

    def _package_data(self) -> tuple[str, Package] | None:
        log = self._context.log
        request = options_text(self._options) + f"File={self._name}\n"
        request += _details(self._version, self._arch)
        answer = self._module.ask("get-package-data", request)
        if answer is None:
            log.info(
                "Some error occurred while communicating with package module while collecting "
                "package data."
            )
            return None
        values: dict[str, str] = {}
        for line in answer:
            key, equals, value = line.partition("=")
            if not equals:
                log.verbose(f"Unsupported response from package module: {line}")
            elif key in ("PackageType", "Name", "Version", "Architecture"):
                if key == "PackageType" and value not in ("file", "repo"):
                    log.verbose(f"unsupported package type: {value}")
                    return None
                if key in values and key != "PackageType":
                    word = {"Name": "name", "Version": "version"}.get(key, "architecture")
                    log.error(f"Extraneous package {word} line received: [{line}] {values[key]}")
                    return None
                values[key] = value
            elif key in ("Error", "ErrorMessage"):
                log.error(f"package module: {line}")
            else:
                log.verbose(f"Unsupported response from package module: {line}")
        if "Name" not in values or "PackageType" not in values:
            log.info("Unknown package name or type.")
            return None
        package = Package(values["Name"], values.get("Version"), values.get("Architecture"))
        return values["PackageType"], package

    def _is_promised(self, package: Package) -> bool:
        log = self._context.log
        if self._version == "latest":
            log.warning("Unsupported 'latest' version for package promise of type file.")
            return False
        if package.arch and self._arch and package.arch != self._arch:
            log.warning(
                "Package arch and one specified in policy doesn't match: "
                f"{package.arch} -> {self._arch}"
            )
            return False
        if package.version and self._version and package.version != self._version:
            log.warning(
                "Package version and one specified in policy doesn't match: "
                f"{package.version} -> {self._version}"
            )
            return False
        return True

    def _is_there(self, package: Package) -> bool:
        if not refresh(self._context, self._module, INSTALLED):
            self._context.log.error("Can not update cache.")
        return is_installed(
            self._context, self._module, package.name, package.version, package.arch
        )

    def _install_file(self, package: Package, *, is_there: bool) -> str:
        if is_there:
            self._context.log.verbose("Package exists in cache. Skipping installation.")
            record_operation(self._context, PRESENT, self._name, None, None)
            return NOOP
        if not self._may(f"install file type package: {self._name}"):
            return WARNED
        if record_operation(self._context, INSTALL, self._name, None, None):
            return REPAIRED
        outcome = self._change("file-install", f"File={self._name}\n", "installing")
        return self._validate(package) if outcome == REPAIRED else outcome

    def _install_from_repository(self, package: Package, *, is_there: bool) -> str:
        log = self._context.log
        if not is_there:
            self._refresh_updates()
            if not self._may(f"install repo type package: {package.name}"):
                return WARNED
            if record_operation(
                self._context, INSTALL, package.name, package.version, package.arch
            ):
                # As in the reference, which searches for the package it has not installed.
                return self._validate(package)
            version = None if package.version == "latest" else package.version
            request = f"Name={package.name}\n{_details(version, package.arch)}"
            outcome = self._change("repo-install", request, "installing")
            return self._validate(package) if outcome == REPAIRED else outcome
        if package.version != "latest":
            record_operation(self._context, PRESENT, package.name, package.version, package.arch)
            log.verbose(f"Package '{package.name}' already installed")
            return NOOP
        self._refresh_updates()
        updates = [
            each
            for each in packages_of(self._context, self._module, UPDATES)
            if each.name == package.name
        ]
        if not updates:
            record_operation(self._context, PRESENT, package.name, package.version, package.arch)
            log.verbose(
                f"Package '{package.name}' is already in the latest version. Skipping installation."
            )
            return NOOP
        return self._update([each for each in updates if package.arch in (None, each.arch)])

    def _update(self, updates: list[Package]) -> str:
        """Install all updates at once: one after the other might remove other architectures."""
        outcome = NOOP
        wanted: list[Package] = []
        for each in updates:
            if self._is_there(each):
                record_operation(self._context, PRESENT, each.name, each.version, each.arch)
                self._context.log.verbose(
                    "Package version from updates matches one installed. Skipping package "
                    "installation."
                )
            elif self._may(f"install repo type package: {each.name}"):
                if not record_operation(self._context, INSTALL, each.name, each.version, each.arch):
                    wanted.append(each)
            else:
                outcome = worst_outcome(outcome, WARNED)
        if not wanted:
            return outcome
        request = "".join(
            f"Name={each.name}\nVersion={each.version}\nArchitecture={each.arch}\n"
            for each in wanted
        )
        outcome = self._change("repo-install", request, "installing")
        for each in wanted:
            outcome = worst_outcome(outcome, self._validate(each))
        return outcome

    def _refresh_updates(self) -> None:
        if not refresh(self._context, self._module, UPDATES):
            self._context.log.info("Can not update packages cache.")

    # Absent

    def _keep_absent(self) -> str:
        log, name = self._context.log, self._name
        if self._version == "latest":
            log.error("Package version 'latest' not supported forabsent package promise")
            return FAILED
        package = Package(name, self._version, self._arch)
        if not self._is_there(package):
            log.debug(f"Package '{name}' not installed. Skipping removing.")
            record_operation(self._context, ABSENT, name, self._version, self._arch)
            return NOOP
        if not self._may(f"remove package '{name}'"):
            return WARNED
        if record_operation(self._context, REMOVE, name, self._version, self._arch):
            return REPAIRED
        request = f"Name={name}\n{_details(self._version, self._arch)}"
        outcome = self._change("remove", request, "removing")
        if outcome != REPAIRED:
            return outcome
        return self._validate(package, is_present=False)

    # Changes

    def _may(self, what: str) -> bool:
        if self._context.options.is_simulating and not self._promise.only_warns:
            return True
        return self._context.may_change(self._promise, what)

    def _change(self, request: str, lines: str, what: str) -> str:
        log = self._context.log
        answer = self._module.ask(request, options_text(self._options) + lines)
        if answer is None:
            if what == "removing":
                log.info("Error communicating package module while removing package.")
            else:
                log.info(
                    "Some error occurred while communicating with package module while "
                    "installing package."
                )
            return FAILED
        for line in answer:
            if line.startswith(("Error=", "ErrorMessage=")):
                log.error(f"package module: {line}")
            else:
                log.verbose(f"Unsupported response from package module: {line}")
        return FAILED if answer else REPAIRED

    def _validate(self, package: Package, *, is_present: bool = True) -> str:
        """Check that a change has happened."""
        for request, what in (
            (INSTALLED, "installed packages"),
            (LOCAL_UPDATES, "available updates"),
        ):
            if not cache.ask_again(self._context, self._module, request, self._options):
                self._context.log.info(f"Can not update {what} cache after package installation")
                return FAILED
        found = is_installed(
            self._context, self._module, package.name, package.version, package.arch
        )
        return REPAIRED if found == is_present else FAILED


def _details(version: str | None, arch: str | None) -> str:
    text = f"Version={version}\n" if version else ""
    return text + (f"Architecture={arch}\n" if arch else "")


def refresh_inventory(context: Context, *, is_forced: bool = False) -> None:
    """List the installed packages of the modules in package_inventory of the control body."""
    for name in control_list(context, "common", "package_inventory") or ():
        body = module_body(context, name)
        if body is None:
            context.log.error(f"Can not find body for package module: {name}")
            continue
        module = open_module(context, body)
        if module is None:
            context.log.error(f"Can not set up wrapper for module: {name}")
            continue
        refresh(context, module, INSTALLED, is_forced=is_forced)
        refresh(context, module, UPDATES if is_forced else LOCAL_UPDATES, is_forced=is_forced)
