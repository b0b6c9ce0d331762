"""From access and roles promises to tables of rules."""

from __future__ import annotations

from errno import ENOENT

from duckrow.cfengine.server.addresses import looks_like_regex
from duckrow.cfengine.server.rules import Rules
from duckrow.machine.files.serving import is_directory, resolved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.server.rules import Criteria, Entry

_ADDRESS_LETTERS = frozenset("0123456789abcdef.:/[-]*()\\")
# What a name of a host may not have if it is to be understood as a simple regular expression.
_HARD_LETTERS = frozenset("({[|+?]})")


def read_rules(promises: list[ExpandedPromise], log: Log) -> Rules:
    """Return the rules of access and roles promises."""
    rules = Rules(log.error)
    for promise in promises:
        if promise.type == "roles":
            users = promise.items("authorize")
            rules.roles.entry(promise.promiser).admit.users += users
        else:
            _read_access(rules, promise, log)
    return rules


def _read_access(rules: Rules, promise: ExpandedPromise, log: Log) -> None:
    kind = promise.text("resource_type") or "path"
    resource: str | None = promise.promiser
    if kind == "path":
        resource = _rule_path(promise.promiser, log)
        table = rules.paths
    elif kind == "literal":
        resource = promise.text("handle")
        table = rules.literals
        if resource is None:
            log.error(
                "Access to literal server data requires you to define a promise handle for "
                "reference"
            )
    elif kind == "context":
        table = rules.contexts
    elif kind == "query":
        table = rules.queries
    elif kind == "bundle":
        table = rules.bundles
    else:
        return  # nothing asks for variables
    if resource is not None:
        if kind == "path":
            _read_shortcut(rules, promise, log)
        _read_lists(rules, table.entry(resource), promise)


def _rule_path(path: str, log: Log) -> str | None:
    """Return the path of a rule as requests will have it: without links, a directory with a /."""
    if not path.startswith("/"):
        log.info(f"Relative paths are not allowed: {path}")
        log.error(f"Failed to canonicalize path '{path}' in access_rules, ignoring!")
        return None
    try:
        found = resolved(path)
    except OSError as error:
        if error.errno != ENOENT:
            log.error(f"Failed to canonicalize path '{path}' in access_rules, ignoring!")
            return None
        log.info(f"Path does not exist, it's added as-is in access rules: {path}")
        log.info(
            "WARNING: this means that (not) having a trailing slash defines if it's (not) a "
            "directory!"
        )
        return path[:-1] if path.endswith("/.") else path
    if is_directory(found) and not found.endswith("/"):
        return f"{found}/"
    return found


def _read_shortcut(rules: Rules, promise: ExpandedPromise, log: Log) -> None:
    shortcut = promise.text("shortcut")
    if shortcut is None:
        return
    if "/" in shortcut:
        log.error(f"slashes are forbidden in ACL shortcut: {shortcut}")
    elif rules.shortcuts.setdefault(shortcut, promise.promiser) != promise.promiser:
        log.warning(
            f"Already existing shortcut for path '{rules.shortcuts[shortcut]}' stays: "
            f"'{shortcut}' cannot also be '{promise.promiser}'"
        )


def _read_lists(rules: Rules, entry: Entry, promise: ExpandedPromise) -> None:
    for word, criteria in (("admit", entry.admit), ("deny", entry.deny)):
        criteria.addresses += promise.items(f"{word}_ips")
        criteria.keys += promise.items(f"{word}_keys")
        names = promise.items(f"{word}_hostnames")
        criteria.names += names
        if names:
            rules.needs_names = True
        for each in promise.items(word):
            _read_old(rules, criteria, each)


def _read_old(rules: Rules, criteria: Criteria, word: str) -> None:
    """Read a word of the old lists `admit` and `deny`: a key, an address, or a host name."""
    if word.startswith(("SHA=", "MD5=")):
        criteria.keys.append(word)
    elif _ADDRESS_LETTERS.issuperset(word):
        criteria.addresses.append(word)
    else:
        names = _names_of(word)
        criteria.names += names
        if names:
            rules.needs_names = True


def _names_of(word: str) -> list[str]:
    r"""Return the names of a host, or of a simple expression: .*\.pond\.net is .pond.net."""
    if not looks_like_regex(word) or not _HARD_LETTERS.isdisjoint(word):
        return [word] if not looks_like_regex(word) else []
    name = word
    has_domain, has_host = True, True
    if name.startswith("^"):
        has_domain, name = False, name[1:]
    if name.startswith(".*"):
        has_domain, name = True, name[2:]
    if name.startswith("\\."):
        has_host, name = False, name[2:]
    plain = name.replace("\\.", ".")
    if "*" in plain or "\\" in plain:
        return []
    if name == word:
        return [word]
    return ([plain] if has_host else []) + ([f".{plain}"] if has_domain else [])
