"""Who may ask what: the rules of auth.conf.

    rules = read_rules(content, "auth.conf")
    rules.check(request)                    raises a Refusal with status 403

Rules are tried by sort-order, then by name. The first whose path, method and query parameters match
decides; a request that no rule matches is denied. In a rule `deny` comes before `allow`.

1. Only the name of a verified certificate counts as the name of a client. The reference also takes
   its alternative names, and compares only as many labels as the shorter of two names has: a
   certificate `lab` may ask for `huey.lab`. Here a name matches itself and nothing else.
2. A path is matched without repeated slashes, as `plain_path` of http/form.py makes it for rules
   and routes. One with a segment . or .. is refused outright.
3. A client cannot get around query-params by repeating a parameter: a request that gives it
   several values, in its query or its form, is refused. The reference looks for any listed value.
4. `allow-header-cert-info` counts only for addresses in `header-cert-info-from`: headers are
   written by whoever asks.
"""

from __future__ import annotations

import re

from duckrow.data.hocon_strict import ConfigurationError, Section, load_strict
from duckrow.machine.paths import read_bytes
from duckrow.server.authorization.default_rules import DEFAULT_AUTH_CONF
from duckrow.server.http.exchange import Refusal, Request
from duckrow.server.http.proxies import Proxies, network_of
from duckrow.source.errors import reason
from duckrow.source.plain_text import is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.server.http.exchange import Client

METHODS = ("get", "post", "put", "delete", "head", "any")
MOST_BYTES = 1 << 20
_HEADERS, _FROM = "allow-header-cert-info", "header-cert-info-from"
_name = re.compile(r"\w[-.@\w]*", re.ASCII)
_below = re.compile(r"\*(\.\w[-\w]*)+", re.ASCII)
_group = re.compile(r"\$(\d{1,2})")
# The last character may be repeated, or be optional.
_literal = re.compile(r"\^([\w/-]*)(?=[\w/-])", re.ASCII)


class Entry:
    """One client that a rule names: by certificate name, pattern or extensions."""

    __slots__ = ("_extensions", "_pattern", "_text")

    def __init__(
        self,
        text: str = "",
        pattern: re.Pattern[str] | None = None,
        extensions: Mapping[str, list[str]] | None = None,
    ) -> None:
        self._text = text
        self._pattern = pattern
        self._extensions = extensions

    def matches(self, client: Client, groups: tuple[str | None, ...]) -> bool:
        """Return whether a client is meant; `groups` are those of the path of the request."""
        if self._extensions is not None:
            found = client.extensions
            return all(found.get(name) in values for name, values in self._extensions.items())
        if self._pattern is not None:
            return self._pattern.search(client.name) is not None
        if self._text == "*":
            return True
        if self._text.startswith("*."):
            return client.name.lower().endswith(self._text[1:].lower())
        if "$" in self._text:
            # Exactly: the name in the path is the name of the node from here on.
            return client.name == _group.sub(lambda match: _of(groups, match), self._text)
        return client.name.lower() == self._text.lower()


class Rule:
    """One rule of auth.conf."""

    __slots__ = (
        "_start",
        "allow",
        "deny",
        "is_open",
        "location",
        "methods",
        "name",
        "path",
        "query",
        "sort_order",
    )

    def __init__(
        self,
        name: str,
        sort_order: int,
        path: re.Pattern[str],
        methods: frozenset[str],
        query: Mapping[str, frozenset[str]],
        allow: list[Entry],
        deny: list[Entry],
        *,
        is_open: bool,
        location: str,
    ) -> None:
        self.name = name
        self.sort_order = sort_order
        self.path = path
        self.methods = methods
        self.query = query
        self.allow = allow
        self.deny = deny
        self.is_open = is_open  # to clients without a certificate too
        self.location = location
        self._start = _plain_start(path.pattern)

    def match(self, method: str, path: str, request: Request) -> re.Match[str] | None:
        """Return the match of the path if the rule is about a request.

        Raises Refusal if a parameter of the rule has several values: an endpoint uses one of them.
        """
        if not path.startswith(self._start):  # which is quicker than the pattern
            return None
        if "any" not in self.methods and method not in self.methods:
            return None
        found = self.path.search(path)
        if found is None or not self.query:
            return found
        given = {name: {*request.query.get(name, ())} for name in self.query}
        for name, texts in given.items():
            if len(texts) > 1:
                raise Refusal(400, f"Bad Request: '{name}' has more than one value", None)
        is_meant = all(given[name] and given[name] <= self.query[name] for name in given)
        return found if is_meant else None

    def allows(self, client: Client | None, groups: tuple[str | None, ...]) -> bool:
        """Return whether a client may ask."""
        if self.is_open:
            return True
        if client is None or any(each.matches(client, groups) for each in self.deny):
            return False
        return any(each.matches(client, groups) for each in self.allow)


class Rules:
    """The rules of a server, and the warnings about them."""

    __slots__ = ("_rules", "have_query", "proxies", "warnings")

    def __init__(
        self, rules: list[Rule], warnings: list[str], proxies: Proxies | None = None
    ) -> None:
        self._rules = sorted(rules, key=lambda rule: (rule.sort_order, rule.name))
        self.have_query = any(rule.query for rule in rules)  # whether fields of a request count
        self.warnings = warnings
        self.proxies = proxies or Proxies()  # whose headers are believed

    def may_allow(self, method: str, path: str) -> bool:
        """Return whether the first rule about a path, if there is one, lets anyone ask."""
        request = Request(method, path)
        for each in self._rules:
            if each.match(method.lower(), path, request) is not None:
                return each.is_open or bool(each.allow)
        return False

    def check(self, request: Request, log: Callable[[str, str], object] | None = None) -> None:
        """Raise a Refusal unless the client may ask; `log` receives the reason."""
        path = request.path
        method = request.method.lower()
        client = request.client
        if client is not None and not is_plain(client.name):
            client = None
        rule = None
        for each in self._rules:
            match = each.match(method, path, request)
            if match is not None:
                if each.allows(client, match.groups()):
                    return
                rule = each
                break
        if log is not None:
            log("err", _reason(request, path, method, rule))
        raise Refusal(
            403,
            f"Forbidden request: {path} (method :{method}). "
            "Please see the server logs for details.",
            None,
        )


def _reason(request: Request, path: str, method: str, rule: Rule | None) -> str:
    """Return the message of the log; it names the rule and where it is."""
    client = request.client
    who = request.address if client is None else f"{client.name}({request.address})"
    knows = "false" if client is None else "true"
    if rule is None:
        by = "denied: no rule matches"
    else:
        by = f"at {rule.location} (authenticated: {knows}) denied by rule '{rule.name}'"
    return f"Forbidden request: {who} access to {path} (method :{method}) {by}."


def _plain_start(pattern: str) -> str:
    """Return characters that every path which matches a pattern begins with."""
    found = _literal.match(pattern)
    if found is None or "|" in pattern:
        return ""
    return found[1]


def _of(groups: tuple[str | None, ...], match: re.Match[str]) -> str:
    return groups[int(match[1]) - 1] or ""


# ---- reading


def rules_of(path: str | None, *, is_needed: bool = False) -> Rules:
    """Return the rules of a file; those of the reference if there is none. Raises DataError.

    With `is_needed` a missing file is an error.
    """
    try:
        content = DEFAULT_AUTH_CONF.encode() if path is None else read_bytes(path)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not is_needed:
            return rules_of(None)
        raise ConfigurationError(f"{path}: {reason(error)}") from None
    return read_rules(content, path or "the default rules")


def read_rules(content: bytes, file: str) -> Rules:
    """Read auth.conf. Raises DataError, with the location of the error."""
    top = load_strict(content[: MOST_BYTES + 1], file)
    if len(content) > MOST_BYTES:
        raise top.error(f"the file has more than {MOST_BYTES} bytes")
    top.expect_keys("authorization")
    section = top.section("authorization")
    section.expect_keys("version", "rules", _HEADERS, _FROM)
    if section.number("version", 1) != 1:
        raise section.error("'version' is 1", "version")
    warnings: list[str] = []
    proxies = _proxies(section, warnings)
    rules = [_rule(each) for each in section.sections("rules")]
    _expect_different_names(section, rules)
    return Rules(rules, warnings, proxies)


def _proxies(section: Section, warnings: list[str]) -> Proxies:
    """Return the addresses whose headers are believed: none unless both keys say so."""
    networks = []
    for text in section.texts(_FROM) if _FROM in section else []:
        try:
            networks.append(network_of(text))
        except ValueError as error:
            what = f"'{_FROM}' lists addresses such as 10.0.0.5 or 10.0.0.0/24: {error}"
            raise section.error(what, _FROM) from None
    is_allowed = section.flag(_HEADERS)
    if is_allowed and not networks:
        what = f"{_HEADERS} is ignored: anybody can write a header. {_FROM} lists the proxies"
        warnings.append(str(section.error(what, _HEADERS)))
    elif networks and not is_allowed:
        warnings.append(str(section.error(f"{_FROM} is ignored without {_HEADERS}", _FROM)))
    return Proxies(networks if is_allowed else ())


def _expect_different_names(section: Section, rules: list[Rule]) -> None:
    seen: set[str] = set()
    for rule in rules:
        if rule.name in seen:
            raise section.error(f"two rules have the name '{rule.name}'", "rules")
        seen.add(rule.name)


def _rule(section: Section) -> Rule:
    section.expect_keys(
        "match-request", "allow", "deny", "allow-unauthenticated", "sort-order", "name"
    )
    if "match-request" not in section:
        raise section.error("An authorization rule must contain a 'match-request' section.")
    matching = section.section("match-request")
    matching.expect_keys("path", "type", "method", "query-params")
    name, order = section.text("name"), section.number("sort-order")
    if not 1 <= order <= 999:
        raise section.error("'sort-order' is a number from 1 to 999", "sort-order")
    is_open = section.flag("allow-unauthenticated")
    if is_open and ("allow" in section or "deny" in section):
        raise section.error(
            f"the rule '{name}' cannot have allow or deny if allow-unauthenticated",
            "allow-unauthenticated",
        )
    if not is_open and not ("allow" in section or "deny" in section):
        raise section.error(f"the rule '{name}' must contain either a 'deny' or 'allow' rule")
    path = _path(matching)
    line, column = section.location
    return Rule(
        name,
        order,
        path,
        _methods(matching),
        _query(matching),
        _entries(section, "allow", path.groups),
        _entries(section, "deny", path.groups),
        is_open=is_open,
        location=f"{section.file}:{line}:{column}",
    )


def _path(matching: Section) -> re.Pattern[str]:
    path, kind = matching.text("path"), matching.text("type").lower()
    if kind == "path":
        return re.compile("^" + re.escape(path))
    if kind != "regex":
        raise matching.error("'type' is path or regex", "type")
    return _pattern(path, matching, "path")


def _pattern(text: str, section: Section, key: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise section.error(f"the regular expression '{text}' is invalid: {error}", key) from None


def _methods(matching: Section) -> frozenset[str]:
    if "method" not in matching:
        return frozenset(("any",))
    found = frozenset(each.lower() for each in matching.texts("method"))
    if not found or not found.issubset(METHODS):
        raise matching.error(f"'method' is one or more of {', '.join(METHODS)}", "method")
    return found


def _query(matching: Section) -> dict[str, frozenset[str]]:
    section = matching.section("query-params")
    return {key: frozenset(section.texts(key)) for key in section.keys()}  # noqa: SIM118


def _entries(section: Section, key: str, groups: int) -> list[Entry]:
    value = section.get(key)
    items = value if isinstance(value, list) else [] if value is None else [value]
    return [_entry(each, section, key, groups) for each in items]


def _entry(value: object, section: Section, key: str, groups: int) -> Entry:
    if isinstance(value, Section):
        value.expect_keys("certname", "extensions")
        if ("certname" in value) == ("extensions" in value):
            raise value.error("an entry has exactly one of 'certname' and 'extensions'")
        if "extensions" in value:
            wanted = value.section("extensions")
            names = list(wanted.keys())
            if not names:
                raise value.error("'extensions' names at least one extension", "extensions")
            return Entry(extensions={name: wanted.texts(name) for name in names})
        return _named(value.text("certname"), value, "certname", groups)
    if not isinstance(value, str):
        raise section.error(f"'{key}' has names, or objects with certname or extensions", key)
    return _named(value, section, key, groups)


def _named(text: str, section: Section, key: str, groups: int) -> Entry:
    """Return the entry of a name: exact, *, *.domain, /regex/ or $1."""
    if len(text) > 2 and text.startswith("/") and text.endswith("/"):
        return Entry(pattern=_pattern(text[1:-1], section, key))
    numbers = [int(number) for number in _group.findall(text)]
    if any(not 1 <= number <= groups for number in numbers):
        raise section.error(
            f"'{text}' refers to a group that the regular expression of the path does not have", key
        )
    bare = _group.sub("x", text)
    if text != "*" and not _below.fullmatch(text) and not _name.fullmatch(bare):
        raise section.error(f"invalid domain value: {text}", key)
    return Entry(text)
