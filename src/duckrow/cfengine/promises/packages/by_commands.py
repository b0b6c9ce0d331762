"""Packages promises with a package_method.

The installed packages are listed and compared with the promise; a change is scheduled and made at
the end of the section (schedule.py).
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.promises.packages.act_on_package import PackageActions
from duckrow.cfengine.promises.packages.compare import VersionComparison
from duckrow.cfengine.promises.packages.lists import (
    default_architecture,
    lists_of,
    read_lists,
)
from duckrow.cfengine.promises.packages.method import (
    NO_MATCH,
    Method,
    find_method_error,
    first_group,
)
from duckrow.cfengine.promises.packages.run_command import is_reported, report_outcome
from duckrow.cfengine.promises.packages.schedule import run_schedule
from duckrow.cfengine.values.outcomes import FAILED, NOOP, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.packages.package import Package

_RESERVED = ("name", "version", "arch", "firstrepo")


def add_generic_method(context: Context, promise: ExpandedPromise) -> bool:
    """Add the attributes of the body package_method generic to a promise without a method."""
    body = context.policy.body("package_method", "generic", promise.bundle.namespace)
    body = body or context.policy.body("package_method", "generic")
    if body is None:
        return False
    for attribute in body.attributes:
        if context.is_defined(attribute.guard):
            promise.attributes[attribute.name] = context.evaluate(attribute.value)
    return True


def keep_by_commands(context: Context, promise: ExpandedPromise) -> str:
    """Compare a promise with the installed packages, and schedule a change if needed."""
    outcome = _keep(context, promise)
    if not is_reported(promise):
        context.finish_promise(NOOP, promise, "debug", "Giving dummy package kept outcome")
        return NOOP
    return outcome


def _keep(context: Context, promise: ExpandedPromise) -> str:
    log = context.log
    for name in _RESERVED:
        if context.variable(f"this.{name}") is not None:
            log.warning(
                f"$({name}) variable has a special meaning in packages promises. Things may not "
                "work as expected if it is already defined."
            )
    method = Method(promise)
    error_message = find_method_error(context, method)
    if error_message is not None:
        report_outcome(context, FAILED, promise, "error", error_message)
        log.verbose(f"Package promise {promise.promiser} failed sanity check")
        return FAILED
    lock = acquire(context, promise, f"package-{promise.promiser}-{method.text('list_command')}")
    if lock is None:
        return SKIPPED
    try:
        return _verify(context, promise, method)
    finally:
        lock.release()


def _verify(context: Context, promise: ExpandedPromise, method: Method) -> str:
    log = context.log
    after = context.after_section
    if run_schedule not in after:
        after.append(run_schedule)
    arch = default_architecture(context, method)
    if arch is None:
        text = "Unable to obtain default architecture for package manager - aborting"
        return report_outcome(context, FAILED, promise, "error", text)
    log.verbose(f"Default package architecture for promise {promise.promiser} is '{arch}'")
    if not read_lists(context, promise, method, arch):
        text = "Unable to obtain a list of installed packages - aborting"
        return report_outcome(context, FAILED, promise, "error", text)
    check = _PackageCheck(context, promise, method)
    if method.policy == "patch":
        log.verbose(f"Verifying patch action for promise {promise.promiser}")
        return check.patch()
    log.verbose(f"Verifying action for promise {promise.promiser}")
    return check.decide()


class _PackageCheck:
    """One promise, compared with the installed packages."""

    __slots__ = ("_actions", "_comparison", "_context", "_listed", "_method", "_promise")

    def __init__(self, context: Context, promise: ExpandedPromise, method: Method) -> None:
        self._context = context
        self._promise = promise
        self._method = method
        self._comparison = VersionComparison(context, promise, method)
        self._listed = lists_of(context)[method.text("list_command") or ""]
        self._actions = PackageActions(context, promise, method, self._comparison, self._listed)

    def decide(self) -> str:
        """Decide on the change for each architecture."""
        outcome = NOOP
        for name, version, arch in self._wanted():
            outcome = worst_outcome(outcome, self._check(name, version, arch))
        return outcome

    def _wanted(self) -> list[tuple[str, str, str]]:
        """Return the promised name, version and architecture; * is any."""
        log, patterns = self._context.log, self._context.patterns
        method, name = self._method, self._promise.promiser
        pattern, version = method.text("version_regex"), method.text("version")
        if version is None and pattern is not None:
            log.verbose(f"Package version {pattern} specified implicitly in promiser's name")
            version = first_group(patterns, pattern, name)
            arch = first_group(patterns, method.text("arch_regex"), name)
            if arch in ("", NO_MATCH):
                arch = "*"
            log.verbose(f" ... trying arch '{arch}' and version '{version}'")
            return [(first_group(patterns, method.text("name_regex"), name), version, arch)]
        if version is None:
            log.verbose("Package version was not specified")
        else:
            log.verbose(f"Package version {version} specified explicitly in promise body")
        return [(name, version or "*", arch) for arch in method.architectures or ["*"]]

    def _check(self, name: str, version: str, arch: str) -> str:
        context, promise = self._context, self._promise
        packages = self._listed.packages
        is_installed = self._is_among(packages, name, "*", arch, "[installed]")
        if is_installed is None:
            text = "Failure trying to compare installed package versions"
            return report_outcome(context, FAILED, promise, "error", text)
        is_matched = self._is_among(packages, name, version, arch, "[available]")
        if is_matched is None:
            text = "Failure trying to compare available package versions"
            return report_outcome(context, FAILED, promise, "error", text)
        is_both = is_installed and is_matched
        if self._method.policy == "delete":
            if not is_both:
                text = f"Package {promise.promiser} to be deleted does not exist anywhere"
                return report_outcome(context, NOOP, promise, "verbose", text)
        elif is_both == (self._method.policy != "reinstall"):
            text = f"Package '{promise.promiser}' already installed and matches criteria"
            return report_outcome(context, NOOP, promise, "verbose", text)
        return self._actions.act(
            name, version, arch, is_installed=is_installed, is_matched=is_matched
        )

    def _is_among(
        self, packages: list[Package], name: str, version: str, arch: str, mode: str
    ) -> bool | None:
        """Return whether a package is in a list; None if versions cannot be compared."""
        for each in packages:
            if each.name.replace(",", "_") != name.replace(",", "_"):
                continue
            if arch not in ("*", each.arch):
                continue
            if version == "*":
                return True
            answer = self._comparison.is_true(each.version or "", "==", version)
            if answer is not False:
                return answer
        self._context.log.verbose(
            f"PackageMatch did not find {mode} packages to match the constraints of promise "
            f"({name},{version},{arch}) [name,version,arch]"
        )
        return False

    def patch(self) -> str:
        """Schedule a promised patch; the promise itself is always kept."""
        installed = matched = 0
        name = version = arch = "*"
        for name, version, arch in self._wanted():
            is_installed = self._is_patched(name, "*", "*")
            is_matched = self._is_patched(name, version, arch)
            if is_installed is None or is_matched is None:
                text = "Failure trying to compare package versions"
                return report_outcome(self._context, FAILED, self._promise, "error", text)
            installed += is_installed
            matched += is_matched
        log = self._context.log
        log.verbose(f"{installed} patch(es) matching the name '{name}' already installed")
        log.verbose(f"{matched} patch(es) match the promise body's criteria fully")
        self._actions.act(name, version, arch, is_installed=installed > 0, is_matched=matched > 0)
        return NOOP

    def _is_patched(self, name: str, version: str, arch: str) -> bool | None:
        patches = self._listed.patches
        if any(self._context.patterns.matches(name, each.name) for each in patches):
            return True
        return self._is_among(patches, name, version, arch, "[installed]")
