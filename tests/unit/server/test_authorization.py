"""Rules of auth.conf."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.data.errors import DataError
from duckrow.server.authorization.rules import Rules, read_rules, rules_of
from duckrow.server.http.exchange import Client, Refusal, Request
from duckrow.server.http.form import plain_path

HUEY = Client("huey.lab", 7, {}, b"")
ADMIN = Client("admin.lab", 8, {"pp_cli_auth": "true"}, b"")


def is_allowed(
    rules: Rules,
    method: str,
    path: str,
    client: Client | None = HUEY,
    query: dict[str, list[str]] | None = None,
) -> bool:
    try:
        rules.check(Request(method, plain_path(path), query, client=client))
    except Refusal as refusal:
        if refusal.status != 403:
            raise
        return False
    return True


@pytest.fixture(scope="module")
def defaults() -> Rules:
    return rules_of(None)


# Method and path, and who may ask: the node itself, any node, the command line of the CA, anybody.
OWN, NODE, ADMINS, ALL, NOBODY = "own", "node", "admins", "all", "nobody"


@pytest.mark.parametrize(
    ("method", "path", "who"),
    [
        ("GET", "/puppet/v3/catalog/huey.lab", OWN),
        ("POST", "/puppet/v3/catalog/huey.lab", OWN),
        ("PUT", "/puppet/v3/catalog/huey.lab", NOBODY),
        ("GET", "/puppet/v3/catalog/huey.lab/x", NOBODY),
        ("GET", "/puppet/v3/catalog/", NOBODY),
        ("GET", "/x/puppet/v3/catalog/huey.lab", NOBODY),
        ("GET", "//puppet//v3/catalog/huey.lab", OWN),
        ("GET", "/puppet/v3/node/huey.lab", OWN),
        ("PUT", "/puppet/v3/node/huey.lab", NOBODY),
        ("PUT", "/puppet/v3/report/huey.lab", OWN),
        ("GET", "/puppet/v3/report/huey.lab", NOBODY),
        ("PUT", "/puppet/v3/facts/huey.lab", OWN),
        ("GET", "/puppet/v3/facts/huey.lab", NOBODY),
        ("GET", "/puppet/v3/environments", NODE),
        ("POST", "/puppet/v3/environments", NOBODY),
        ("GET", "/puppet/v3/file_metadata/modules/pond/duck", NODE),
        ("GET", "/puppet/v3/file_metadatas/plugins", NODE),
        ("GET", "/puppet/v3/file_content/modules/pond/duck", NODE),
        ("DELETE", "/puppet/v3/file_content/modules/pond/duck", NOBODY),
        ("GET", "/puppet/v3/static_file_content/modules/pond/files/duck", NODE),
        ("HEAD", "/puppet/v3/file_bucket_file/sha256/0", NODE),
        ("PUT", "/puppet/v3/file_bucket_file/sha256/0", NODE),
        ("DELETE", "/puppet/v3/file_bucket_file/sha256/0", NOBODY),
        ("POST", "/puppet/v4/catalog", NOBODY),
        ("POST", "/puppet/v4/catalog/", NOBODY),
        ("GET", "/puppet-ca/v1/certificate/ca", ALL),
        ("GET", "/puppet-ca/v1/certificate_revocation_list/ca", ALL),
        ("PUT", "/puppet-ca/v1/certificate_request/huey.lab", ALL),
        ("DELETE", "/puppet-ca/v1/certificate_request/huey.lab", NOBODY),
        ("GET", "/puppet-ca/v1/certificate_status/huey.lab", ADMINS),
        ("PUT", "/puppet-ca/v1/certificate_status/huey.lab", ADMINS),
        ("GET", "/puppet-ca/v1/certificate_statuses/any", ADMINS),
        ("PUT", "/puppet-ca/v1/certificate_revocation_list", ADMINS),
        ("PUT", "/puppet-ca/v1/clean", ADMINS),
        ("POST", "/puppet-ca/v1/sign", ADMINS),
        ("POST", "/puppet-ca/v1/sign/all", ADMINS),
        ("GET", "/puppet-ca/v1/expirations", NODE),
        ("POST", "/puppet-ca/v1/certificate_renewal", NODE),
        ("GET", "/status/v1/simple", ALL),
        ("GET", "/status/v1/services", ALL),
        ("POST", "/status/v1/simple", NOBODY),
        ("DELETE", "/puppet-admin-api/v1/environment-cache", NOBODY),
        ("GET", "/", NOBODY),
        ("GET", "/quack", NOBODY),
        ("QUACK", "/puppet/v3/catalog/huey.lab", NOBODY),
    ],
)
def test_the_default_rules(defaults: Rules, method: str, path: str, who: str) -> None:
    other = Client("dewey.lab", 9, {}, b"")
    assert is_allowed(defaults, method, path, HUEY) == (who in (OWN, NODE, ALL))
    assert is_allowed(defaults, method, path, other) == (who in (NODE, ALL))
    assert is_allowed(defaults, method, path, ADMIN) == (who in (NODE, ADMINS, ALL))
    assert is_allowed(defaults, method, path, None) == (who == ALL)


@pytest.mark.parametrize("name", ["lab", "x.huey.lab", "HUEY.LAB", "huey.la", "huey.labs", "*", ""])
def test_a_name_matches_itself_and_nothing_else(defaults: Rules, name: str) -> None:
    """The reference compares as many labels as the shorter name has."""
    assert not is_allowed(defaults, "GET", "/puppet/v3/catalog/huey.lab", Client(name, 1, {}, b""))


def test_the_words_of_a_refusal(defaults: Rules) -> None:
    logged: list[tuple[str, str]] = []
    request = Request("GET", "/puppet/v3/catalog/dewey.lab", client=HUEY, address="10.0.0.7")
    with pytest.raises(Refusal) as caught:
        defaults.check(request, lambda level, message: logged.append((level, message)))
    answer = caught.value.answer()
    assert answer.status == 403
    assert answer.content_type.startswith("text/plain")
    assert answer.body == (
        b"Forbidden request: /puppet/v3/catalog/dewey.lab (method :get). "
        b"Please see the server logs for details."
    )
    reason = (
        "Forbidden request: huey.lab(10.0.0.7) access to /puppet/v3/catalog/dewey.lab (method "
        ":get) at the default rules:6:9 (authenticated: true) denied by rule "
        "'puppetlabs v3 catalog from agents'."
    )
    assert logged == [("err", reason)]


def rules(*texts: str) -> Rules:
    joined = "\n".join(texts)
    return read_rules(f"authorization {{ version: 1, rules: [ {joined} ] }}".encode(), "auth.conf")


def rule(name: str, more: str, path: str = "/", kind: str = "path", match: str = "") -> str:
    return (
        f'{{ match-request {{ path: "{path}", type: {kind} {match} }}\n'
        f'   sort-order: 500, name: "{name}", {more} }}'
    )


def test_the_first_rule_by_order_and_name_decides() -> None:
    both = rule("b", 'allow: "*"'), rule("a", 'deny: "*"')
    assert not is_allowed(rules(*both), "GET", "/x")
    earlier = rule("z", 'allow: "*"').replace("500", "499")
    assert is_allowed(rules(*both, earlier), "GET", "/x")


def test_without_a_matching_rule_nobody_may_ask() -> None:
    assert not is_allowed(rules(rule("a", 'allow: "*"', "/pond")), "GET", "/lake")
    assert not is_allowed(rules(), "GET", "/")


@pytest.mark.parametrize(
    ("entry", "allowed", "denied"),
    [
        ('"huey.lab"', ["huey.lab", "Huey.Lab"], ["dewey.lab", "lab", "x.huey.lab"]),
        ('"*.lab"', ["huey.lab", "a.b.lab"], ["lab", "huey.lake", "xlab"]),
        ('"*"', ["huey.lab", "x"], []),
        ('"/^(huey|dewey)[.]lab$/"', ["huey.lab", "dewey.lab"], ["louie.lab", "xhuey.lab"]),
        ('"pond@lab"', ["pond@lab"], ["pond"]),
        ('["huey", "dewey"]', ["huey", "dewey"], ["louie"]),
        ("{ certname: huey }", ["huey"], ["dewey"]),
        ('[{ certname: "*.lab" }, louie]', ["huey.lab", "louie"], ["dewey"]),
    ],
)
def test_names(entry: str, allowed: list[str], denied: list[str]) -> None:
    found = rules(rule("a", f"allow: {entry}"))
    assert [is_allowed(found, "GET", "/x", Client(name, 1, {}, b"")) for name in allowed] == [
        True
    ] * len(allowed)
    assert not any(is_allowed(found, "GET", "/x", Client(name, 1, {}, b"")) for name in denied)
    turned = rules(rule("a", f'allow: "*", deny: {entry}'))
    assert not any(is_allowed(turned, "GET", "/x", Client(name, 1, {}, b"")) for name in allowed)


def test_extensions() -> None:
    found = rules(
        rule("a", 'allow: { extensions: { pp_role: [web, db], pp_zone: "1" } }'),
    )
    for extensions, wanted in (
        ({"pp_role": "web", "pp_zone": "1"}, True),
        ({"pp_role": "db", "pp_zone": "1", "pp_x": "y"}, True),
        ({"pp_role": "web"}, False),
        ({"pp_role": "mail", "pp_zone": "1"}, False),
        ({}, False),
    ):
        assert is_allowed(found, "GET", "/x", Client("huey", 1, extensions, b"")) is wanted


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("^/puppet/v3/x?", "/puppet/v3/", "/puppet/v4/x"),
        ("^/puppet/v3/x{0,1}$", "/puppet/v3/", "/puppet/v3/xx"),
        ("^/pond|^/lake", "/lake/1", "/sea"),
        ("(?i)^/pond", "/POND/1", "/sea"),
        ("pond", "/a/pond", "/a/lake"),
        ("^", "/a", None),
        ("^/a.c", "/abc", "/a"),
        ("^/(pond)", "/pond", "/lake"),
    ],
)
def test_patterns_of_paths(pattern: str, matching: str, other: str | None) -> None:
    found = rules(rule("a", 'allow: "*"', pattern, "regex"))
    assert is_allowed(found, "GET", matching)
    assert other is None or not is_allowed(found, "GET", other)


def test_query_parameters_cannot_be_repeated_around_a_rule() -> None:
    match = ", query-params: { environment: [production, test] }"
    found = rules(rule("a", 'allow: "*"', match=match))
    assert is_allowed(found, "GET", "/x", query={"environment": ["test"]})
    assert not is_allowed(found, "GET", "/x", query={"environment": ["secret"]})
    assert not is_allowed(found, "GET", "/x", query={})
    assert is_allowed(found, "GET", "/x", query={"environment": ["test", "test"]})
    for values in (["test", "secret"], ["secret", "test"], ["production", "test"]):
        with pytest.raises(Refusal) as caught:
            is_allowed(found, "GET", "/x", query={"environment": values})
        assert caught.value.status == 400
        assert caught.value.message == "Bad Request: 'environment' has more than one value"


def test_repeated_query_parameters_do_not_get_around_a_rule_that_denies() -> None:
    match = ", query-params: { environment: secret }"
    found = rules(rule("a", 'deny: "*"', "/pond", match=match), rule("b", 'allow: "*"'))
    assert is_allowed(found, "GET", "/pond", query={"environment": ["test"]})
    assert not is_allowed(found, "GET", "/pond", query={"environment": ["secret"]})
    assert not is_allowed(found, "GET", "/pond", query={"environment": ["secret", "secret"]})
    for values in (["test", "secret"], ["secret", "test"]):
        with pytest.raises(Refusal, match="more than one value"):
            is_allowed(found, "GET", "/pond", query={"environment": values})
        assert is_allowed(found, "GET", "/lake", query={"environment": values})


def test_methods() -> None:
    found = rules(rule("a", 'allow: "*"', match=", method: [GET, put]"))
    assert is_allowed(found, "GET", "/x")
    assert is_allowed(found, "PUT", "/x")
    assert not is_allowed(found, "POST", "/x")


@pytest.mark.parametrize(
    "path", ["/a/../b", "/a/./b", "/..", "/puppet/v3/catalog/huey.lab\n", "/a\0", "a", "/\udcff"]
)
def test_a_path_that_no_agent_asks_for_is_refused(path: str) -> None:
    with pytest.raises(Refusal) as caught:
        plain_path(path)
    assert caught.value.status == 400


def test_headers_do_not_name_a_client() -> None:
    text = "authorization { allow-header-cert-info: true, rules: [ %s ] }"
    found = read_rules((text % rule("a", 'allow: "*"')).encode(), "auth.conf")
    assert found.warnings[0].startswith("auth.conf:1:17: allow-header-cert-info is ignored")
    headers = {"x-client-verify": "SUCCESS", "x-client-dn": "CN=huey.lab"}
    with pytest.raises(Refusal):
        found.check(Request("GET", "/x", headers=headers))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rules: []", "auth.conf:1:1: unknown key 'rules'"),
        ("authorization { version: 2 }", "auth.conf:1:17: 'version' is 1"),
        ("authorization { rules: [ { name: x } ] }", "auth.conf:1:26: An authorization rule must"),
        (f"authorization {{ rules: [ {rule('a', 'x: 1')} ] }}", "auth.conf:2:32: unknown key 'x'"),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: x').replace('500', '0')} ] }}",
            "auth.conf:2:4: 'sort-order' is a number from 1 to 999",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'sort: 1')} ] }}",
            "auth.conf:2:32: unknown key 'sort'",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow-unauthenticated: false')} ] }}",
            "auth.conf:1:26: the rule 'a' must contain either a 'deny' or 'allow' rule",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow-unauthenticated: true, deny: x')} ] }}",
            "auth.conf:2:32: the rule 'a' cannot have allow or deny if allow-unauthenticated",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: x', kind='glob')} ] }}",
            "auth.conf:1:55: 'type' is path or regex",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: x', path='(', kind='regex')} ] }}",
            "auth.conf:1:44: the regular expression '(' is invalid: missing )",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: $2', '(x)', 'regex')} ] }}",
            "auth.conf:2:39: expected a value",
        ),
        (
            f"""authorization {{ rules: [ {rule("a", 'allow: "$2"', "(x)", "regex")} ] }}""",
            "auth.conf:2:32: '$2' refers to a group that",
        ),
        (
            f"""authorization {{ rules: [ {rule("a", 'allow: "a b"')} ] }}""",
            "auth.conf:2:32: invalid domain value: a b",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: 7')} ] }}",
            "auth.conf:2:32: 'allow' has names, or objects",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: { extensions: {} }')} ] }}",
            "auth.conf:2:41: 'extensions' names at least one extension",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: { }')} ] }}",
            "auth.conf:2:39: an entry has exactly one of 'certname' and 'extensions'",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: x', match=', method: quack')} ] }}",
            "auth.conf:1:68: 'method' is one or more of get, post, put, delete, head, any",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: x')} {rule('a', 'allow: x')} ] }}",
            "auth.conf:1:17: 'rules' has values without a comma",
        ),
        (
            f"authorization {{ rules: [ {rule('a', 'allow: x')}, {rule('a', 'allow: x')} ] }}",
            "auth.conf:1:17: two rules have the name 'a'",
        ),
    ],
)
def test_an_invalid_file_is_an_error_with_a_location(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_rules(text.encode(), "auth.conf")
    assert str(caught.value).startswith(message)


def test_a_missing_file_means_the_default_rules(tmp_path: Path) -> None:
    assert is_allowed(rules_of(f"{tmp_path}/none"), "GET", "/puppet/v3/environments")
    (tmp_path / "auth.conf").write_text("authorization { rules: [] }")
    assert not is_allowed(rules_of(f"{tmp_path}/auth.conf"), "GET", "/puppet/v3/environments")
    with pytest.raises(DataError, match="Is a directory"):
        rules_of(str(tmp_path))
