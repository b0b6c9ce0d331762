"""Decides on the change of a package from its state, and schedules it.

Changes are made at the end of the section (schedule.py).
"""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.promises.packages.compare import replace_names
from duckrow.cfengine.promises.packages.method import first_group
from duckrow.cfengine.promises.packages.run_command import report_outcome
from duckrow.cfengine.promises.packages.schedule import in_repository, schedule
from duckrow.cfengine.values.outcomes import FAILED, NOOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.packages.compare import VersionComparison
    from duckrow.cfengine.promises.packages.lists import Listed
    from duckrow.cfengine.promises.packages.method import Method
    from duckrow.cfengine.promises.packages.package import Package


class PackageActions:
    """One promise, with the installed packages."""

    __slots__ = ("_comparison", "_context", "_listed", "_method", "_promise")

    def __init__(
        self,
        context: Context,
        promise: ExpandedPromise,
        method: Method,
        comparison: VersionComparison,
        listed: Listed,
    ) -> None:
        self._context = context
        self._promise = promise
        self._method = method
        self._comparison = comparison
        self._listed = listed

    def act(
        self, name: str, version: str, arch: str, *, is_installed: bool, is_matched: bool
    ) -> str:
        """Apply the policy of the promise to a package, installed or not."""
        context, promise, method = self._context, self._promise, self._method
        called = self._called(name, version, arch)
        is_in_range = method.text("select") in (None, "==", ">=", "<=")
        policy = method.policy
        if policy == "addupdate":
            policy = "update" if is_installed else "add"
        # A package of the promised version, or of any version if none is promised.
        is_meant = (is_matched and is_in_range) or (is_installed and not self._has_version)
        if policy == "add":
            return self._add(name, version, arch, called, is_installed=is_installed)
        if policy == "delete":
            return self._delete(called, is_meant=is_meant)
        if policy == "reinstall":
            return self._reinstall(called, is_meant=is_meant)
        if policy == "update":
            is_promised = is_matched and is_in_range and self._has_version
            return self._update(
                name, version, arch, called, is_installed=is_installed, is_promised=is_promised
            )
        if policy == "patch":
            if is_matched and not is_installed:
                context.log.verbose("Schedule package for patching")
                return self._schedule("patch", called)
            text = (
                f"Package patch state of '{promise.promiser}' is as promised -- already installed"
            )
            return report_outcome(context, NOOP, promise, "verbose", text)
        if is_meant:
            context.log.verbose("Schedule package for verification")
            return self._schedule("verify", called)
        text = f"Package '{promise.promiser}' cannot be verified -- no match"
        return report_outcome(context, FAILED, promise, "info", text)

    @property
    def _has_version(self) -> bool:
        text = self._method.text
        return text("version") is not None or text("version_regex") is not None

    def _called(self, name: str, version: str, arch: str) -> str:
        """Return the package manager's name of a package."""
        method = self._method
        convention = method.text("name_convention")
        if method.policy == "delete":
            convention = method.text("delete_convention") or convention
        values = {"name": name, "version": version, "arch": arch}
        called = name if convention is None else replace_names(convention, values)
        self._context.log.verbose(
            f"Package promises to refer to itself as '{called}' to the manager"
        )
        if "*" in called:
            self._context.log.verbose(
                "Package name contains '*' -- perhaps a missing attribute (name/version/arch) "
                "should be specified"
            )
        return called

    def _schedule(self, action: str, called: str) -> str:
        command = self._method.text(f"{action}_command")
        if command is None:
            return report_outcome(
                self._context,
                FAILED,
                self._promise,
                "error",
                f"Package {action} command undefined",
            )
        return schedule(self._context, self._promise, command, action, called)

    def _add(self, name: str, version: str, arch: str, called: str, *, is_installed: bool) -> str:
        log = self._context.log
        if is_installed:
            text = f"Package '{self._promise.promiser}' already installed, so we never add it again"
            return report_outcome(self._context, NOOP, self._promise, "verbose", text)
        if self._method.repositories:
            log.verbose("Package method specifies a file repository")
            found = self._largest(name, version, arch)
            if found is None:
                log.verbose("No package in file repositories satisfy version constraint")
                return NOOP
            called = found[0]
            log.verbose(f"Using latest version in file repositories; '{called}'")
        else:
            log.verbose("Package method does NOT specify a file repository")
        log.verbose("Schedule package for addition")
        return self._schedule("add", called)

    def _delete(self, called: str, *, is_meant: bool) -> str:
        log = self._context.log
        if not is_meant:
            text = "Package deletion is as promised -- no match"
            return report_outcome(self._context, NOOP, self._promise, "verbose", text)
        log.verbose("Schedule package for deletion")
        repositories = self._method.repositories
        if repositories and called.startswith("$(firstrepo)"):
            bare = called.removeprefix("$(firstrepo)")
            package_path = in_repository(self._context, repositories, bare)
            if package_path is None:
                log.error(f"Package '{bare}' can't be found in any of the listed repositories")
            else:
                called = package_path
                log.verbose(f"Expanded the package repository to '{called}'")
        return self._schedule("delete", called)

    def _reinstall(self, called: str, *, is_meant: bool) -> str:
        text = self._method.text
        if text("delete_command") is None:
            return self._schedule("delete", called)
        if not self._has_version:
            error_message = (
                "Package reinstallation cannot be promised -- insufficient version info or no match"
            )
            return report_outcome(self._context, FAILED, self._promise, "error", error_message)
        self._context.log.verbose("Schedule package for reinstallation")
        outcome = NOOP
        if is_meant and text("add_command") is not None:
            outcome = self._schedule("delete", called)
        return worst_outcome(outcome, self._schedule("add", called))

    def _update(
        self,
        name: str,
        version: str,
        arch: str,
        called: str,
        *,
        is_installed: bool,
        is_promised: bool,
    ) -> str:
        context, promise, method = self._context, self._promise, self._method
        log = context.log
        largest = version
        if method.repositories:
            log.verbose("Package method specifies a file repository")
            found = self._largest(name, version, arch)
            if found is None:
                log.verbose("No package in file repositories satisfy version constraint")
                return NOOP
            called, largest = found
            log.verbose(f"Using latest version in file repositories; '{called}'")
        else:
            log.verbose("Package method does NOT specify a file repository")
        older: Package | None = None
        if is_installed:
            log.verbose("Checking if latest available version is newer than installed...")
            older = self._installed_before(name, largest, arch)
            if older is None:
                text = f"Installed packaged '{promise.promiser}' is up to date, not updating"
                return report_outcome(context, NOOP, promise, "verbose", text)
        elif not is_promised:
            text = f"Package '{promise.promiser}' cannot be updated -- no match or not installed"
            return report_outcome(context, FAILED, promise, "error", text)
        if method.text("update_command") is not None:
            log.verbose("Schedule package for update")
            return self._schedule("update", called)
        return self._replace(name, called, older)

    def _replace(self, name: str, called: str, older: Package | None) -> str:
        """Update by deleting and adding, if there is no update command."""
        log, text = self._context.log, self._method.text
        log.verbose("Package update command undefined - failing over to delete then add")
        deleted = called
        convention = text("delete_convention")
        if convention is not None:
            version = "*" if older is None else older.version or "*"
            arch = "*" if older is None else older.arch or "*"
            deleted = replace_names(convention, {"name": name, "version": version, "arch": arch})
        log.verbose(f"Scheduling package with id '{deleted}' for deletion")
        for action in ("add", "delete"):
            if text(f"{action}_command") is None:
                return self._schedule(action, called)
        outcome = self._schedule("delete", deleted)
        return worst_outcome(outcome, self._schedule("add", called))

    def _installed_before(self, name: str, version: str, arch: str) -> Package | None:
        """Return the installed package if its version is older."""
        log = self._context.log
        log.verbose(
            f"Looking for an installed package older than ({name},{version},{arch}) "
            "[name,version,arch]"
        )
        for each in self._listed.packages:
            if each.name == name and arch in ("*", each.arch):
                log.verbose(
                    f"Found installed package ({each.name},{each.version},{each.arch}) "
                    "[name,version,arch]"
                )
                is_older = self._comparison.is_true(each.version or "", "<", version)
                return each if is_older else None
        log.verbose(f"Package ({name},{arch}) [name,arch] is not installed")
        return None

    def _largest(self, name: str, version: str, arch: str) -> tuple[str, str] | None:
        """Return the file of the largest version in the repositories that the promise allows."""
        convention = self._method.text("name_convention") or ""
        values = {"name": name, "version": "(.*)", "arch": arch}
        written = replace_names(convention, values)
        pattern = "(.*)".join(re.escape(part) for part in written.split("(.*)"))
        best = "" if version in ("", "*") else version
        found: tuple[str, str] | None = None
        for directory in self._method.repositories:
            try:
                names = self._context.machine.files_now.names(directory)
            except OSError as error:
                self._context.log.error(
                    f"Can't open local directory '{directory}'. (opendir: {error.strerror})"
                )
                continue
            for file in names:
                if not self._context.patterns.matches(pattern, file):
                    continue
                candidate = first_group(self._context.patterns, pattern, file)
                if self._comparison.is_true(candidate, self._method.text("select"), best):
                    best = candidate
                    found = (file, candidate)
        return found
