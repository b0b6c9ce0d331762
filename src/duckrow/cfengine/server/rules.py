"""The tables of rules, and what they decide.

Whatever no rule admits is denied. An entry admits a client if one of its admit lists matches and
none of its deny lists does. Of paths only the entry with the longest prefix counts.
"""

from __future__ import annotations

from duckrow.cfengine.server.addresses import address_matches, longest_suffix
from duckrow.cfengine.server.client import OF_THE_PATH
from duckrow.regexp.pcre.patterns import Patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.server.client import Client


class Criteria:
    """Lists of addresses, host names, keys and users; those of one side of an entry."""

    __slots__ = ("addresses", "keys", "names", "users")

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self.names: list[str] = []
        self.keys: list[str] = []
        self.users: list[str] = []

    def match(self, client: Client, patterns: Patterns) -> str | None:
        """Return what matches a client, for the log; None if nothing does."""
        if client.address:
            for rule in self.addresses:
                if address_matches(rule, client.address) or patterns.full(rule, client.address):
                    return f"address {rule}"
        if client.name and self.names:
            found = longest_suffix(self.names, client.name)
            if found is None:
                matching = (each for each in self.names if patterns.full(each, client.name))
                found = next(matching, None)
            if found is not None:
                return f"host name {found}"
        if client.key and client.key in self.keys:
            return f"key {client.key}"
        if client.user and client.user in self.users:
            return f"user {client.user}"
        return None


class Entry:
    """What one resource admits and denies."""

    __slots__ = ("admit", "deny")

    def __init__(self) -> None:
        self.admit = Criteria()
        self.deny = Criteria()


class Decision:
    """Whether a client is admitted, and why, for the log."""

    __slots__ = ("is_admitted", "why")

    def __init__(self, why: str, *, is_admitted: bool) -> None:
        self.why = why
        self.is_admitted = is_admitted


class Table:
    """Entries by resource."""

    __slots__ = ("entries", "kind")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.entries: dict[str, Entry] = {}

    def entry(self, resource: str) -> Entry:
        """Return the entry of a resource; promises about the same one add up."""
        return self.entries.setdefault(resource, Entry())


class Rules:
    """All tables of a policy."""

    __slots__ = (
        "_patterns",
        "bundles",
        "contexts",
        "literals",
        "needs_names",
        "paths",
        "queries",
        "roles",
        "shortcuts",
    )

    def __init__(self, report_error: Callable[[str], None]) -> None:
        self._patterns = Patterns(report_error)
        self.paths = Table("path")
        self.literals = Table("literal")
        self.contexts = Table("context")
        self.queries = Table("query")
        self.bundles = Table("bundle")
        self.roles = Table("role")
        self.shortcuts: dict[str, str] = {}
        # Whether a rule has a host name, so that those of clients have to be looked up.
        self.needs_names = False

    def check_path(self, path: str, client: Client) -> Decision:
        """Decide about a path, by its own entry or that of the nearest directory."""
        decision = self._check_prefix(path, client)
        if not decision.is_admitted:
            general = client.take_out(path)
            if general != path:
                other = self._check_prefix(general, OF_THE_PATH)
                if other.is_admitted:
                    return other
        return decision

    def _check_prefix(self, path: str, client: Client) -> Decision:
        entries = self.paths.entries
        end = len(path)
        while end > 0:
            prefix = path[:end]
            if prefix in entries:
                return self._check_entry(prefix, entries[prefix], client)
            # The next shorter one ends with a slash.
            end = path.rfind("/", 0, end - 1) + 1
        return Decision(f"no rule is about {path} or a directory above it", is_admitted=False)

    def check_exact(self, table: Table, resource: str, client: Client) -> Decision:
        """Decide about a resource that a rule has to name."""
        entry = table.entries.get(resource)
        if entry is None:
            return Decision(f"no {table.kind} rule names {resource}", is_admitted=False)
        return self._check_entry(resource, entry, client)

    def check_patterns(self, table: Table, name: str, client: Client) -> Decision:
        """Decide by all entries whose pattern matches a name; one that denies is enough."""
        admitted: Decision | None = None
        for pattern, entry in sorted(table.entries.items()):
            if not self._patterns.full(pattern, name):
                continue
            denied = entry.deny.match(client, self._patterns)
            if denied is not None:
                why = f"the {table.kind} rule {pattern} denies {denied}"
                return Decision(why, is_admitted=False)
            found = entry.admit.match(client, self._patterns)
            if found is not None:
                why = f"the {table.kind} rule {pattern} admits {found}"
                admitted = Decision(why, is_admitted=True)
        if admitted is not None:
            return admitted
        return Decision(f"no {table.kind} rule admits {name}", is_admitted=False)

    def _check_entry(self, resource: str, entry: Entry, client: Client) -> Decision:
        found = entry.admit.match(client, self._patterns)
        if found is None:
            why = f"the rule for {resource} does not admit this client"
            return Decision(why, is_admitted=False)
        denied = entry.deny.match(client, self._patterns)
        if denied is not None:
            return Decision(f"the rule for {resource} denies {denied}", is_admitted=False)
        return Decision(f"the rule for {resource} admits {found}", is_admitted=True)

    def matches(self, pattern: str, text: str) -> bool:
        """Return whether a pattern matches a text fully."""
        return self._patterns.full(pattern, text)


def list_matches(words: list[str], address: str, patterns: Patterns) -> bool:
    """Return whether a list of a control body, such as allowconnects, has an address."""
    return any(address_matches(each, address) or patterns.full(each, address) for each in words)
