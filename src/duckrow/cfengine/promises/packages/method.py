"""The package_method body of a promise: the commands of a package manager, and checks of it."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.command_lines import first_word, is_executable
from duckrow.regexp.errors import PatternError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.regexp.pcre.patterns import Patterns

NO_MATCH = "CF_NOMATCH"
_GENERIC = "e.g. use the standard library generic package_method"


class Method:
    """The package_method of one promise."""

    __slots__ = ("_promise",)

    def __init__(self, promise: ExpandedPromise) -> None:
        self._promise = promise

    def text(self, name: str) -> str | None:
        """Return an attribute by its name without the prefix package_."""
        return self._promise.text(f"package_{name}")

    @property
    def policy(self) -> str:
        """Return the package_policy."""
        return self.text("policy") or "add"

    @property
    def uses_shell(self) -> bool:
        """Return whether a shell runs the commands."""
        return self._promise.flag("package_commands_useshell", default=True)

    @property
    def repositories(self) -> list[str]:
        """Return the directories of package files."""
        return self._promise.items("package_file_repositories")

    @property
    def architectures(self) -> list[str]:
        """Return the promised architectures."""
        return self._promise.items("package_architectures")

    def number(self, name: str) -> int | None:
        """Return an attribute as an integer, or None."""
        if not self._promise.has(f"package_{name}"):
            return None
        return self._promise.integer(f"package_{name}", 0)


def find_method_error(context: Context, method: Method) -> str | None:
    """Return the first error in a method: a missing or contradictory attribute."""
    text = method.text
    if text("list_name_regex") is None:
        return "You must supply a method for determining the name of existing packages " + _GENERIC
    if text("list_version_regex") is None:
        return (
            "You must supply a method for determining the version of existing packages " + _GENERIC
        )
    lister = text("list_command")
    if not method.uses_shell and lister and not is_executable(context, first_word(lister)):
        return f"The proposed package list command '{lister}' was not executable"
    if lister is None and not method.repositories:
        return (
            "You must supply a method for determining the list of existing packages "
            f"(a command or repository list) {_GENERIC}"
        )
    for path in method.repositories:
        if len(path.encode("utf-8", "surrogateescape")) > 1023:
            return f"The repository path '{path}' is too long"
    return _about_names(method) or _about_verifying(method) or _about_dependencies(method)


def _about_names(method: Method) -> str | None:
    text = method.text
    name, version, arch = text("name_regex"), text("version_regex"), text("arch_regex")
    has_version, has_arch = text("version") is not None, bool(method.architectures)
    if name or version or arch:
        if name is None:
            return (
                "You must supply name regex if you supplied version or arch regex for parsing "
                "promiser string"
            )
        has_all = bool(version and arch)
        if (has_version or has_arch) if has_all else (has_version and has_arch):
            return (
                "You must either supply all regexs for (name,version,arch) or a separate version "
                "number and architecture"
            )
        if version and has_version:
            return "You must either supply version regex or a separate version number"
        if arch and has_arch:
            return "You must either supply arch regex or a separate architecture"
    if text("installed_regex") is None:
        return "!! Package installed regex undefined"
    return None


def _about_verifying(method: Method) -> str | None:
    text = method.text
    code, pattern = method.number("noverify_returncode"), text("noverify_regex")
    if method.policy == "verify":
        if text("verify_command") is None:
            return "!! Package verify policy is used, but no package_verify_command is defined"
        if code is None and pattern is None:
            return (
                "!! Package verify policy is used, but no definition of verification failiure is "
                "set (package_noverify_returncode or packages.package_noverify_regex)"
            )
    if code is not None and pattern is not None:
        return (
            "!! Both package_noverify_returncode and package_noverify_regex are defined, pick "
            "one of them"
        )
    return None


# A command, the attribute that is useless without it, and that attribute's name in the message.
_DEPENDENCIES = (
    ("delete_command", "delete_convention", "delete_convention"),
    ("list_command", "installed_regex", "installed_regex"),
    ("list_command", "list_arch_regex", "arch_regex"),
    ("list_command", "list_name_regex", "name_regex"),
    ("list_command", "list_version_regex", "version_regex"),
    ("patch_command", "patch_arch_regex", "patch_arch_regex"),
    ("patch_command", "patch_name_regex", "patch_name_regex"),
    ("patch_command", "patch_version_regex", "patch_version_regex"),
    ("patch_list_command", "patch_installed_regex", "patch_installed_regex"),
    ("verify_command", "noverify_regex", "noverify_regex"),
    ("verify_command", "noverify_returncode", "noverify_returncode"),
)


def _about_dependencies(method: Method) -> str | None:
    for command, needing, called in _DEPENDENCIES:
        if method.text(command) is None and method.text(needing) is not None:
            return (
                f"!! Dependency conflict: package_{command} is not used, but package_{called} is "
                "defined."
            )
    return None


def first_group(patterns: Patterns, pattern: str | None, text: str) -> str:
    """Return the first group of a pattern's first match in a string, or NO_MATCH."""
    if pattern is None:
        return ""
    try:
        found = patterns.read(pattern).search(text)
    except PatternError:
        return ""
    if found is None or not found.groups():
        return NO_MATCH
    return found.groups()[0] or NO_MATCH


def first_field(patterns: Patterns, pattern: str | None, text: str) -> str:
    """Return the first word of a pattern's first group."""
    words = first_group(patterns, pattern, text).split()
    return words[0] if words else ""
