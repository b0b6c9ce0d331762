"""Each view over a small fleet."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from tests.unit.server.fleet_page.conftest import Pages
from tests.unit.server.fleet_page.fleet import HOSTILE, give
from tests.unit.server.fleet_page.fleet import run_of as report_of

from duckrow.server.fleet_page.states import STATES
from duckrow.store.day_counts import begin_anew

LINK = re.compile(r'href="(/fleet[^"]*)"')


def run_of(pages: Pages, name: str) -> str:
    found = re.search(r'href="/fleet/run/(\w+)"', pages.open(f"/fleet/node/{name}"))
    assert found is not None
    return found[1]


def test_the_overview_counts_states(pages: Pages) -> None:
    words = pages.words("/fleet")
    nodes, policies = words.split("CFEngine policies")
    for count in ("All nodes 4", "Failed 1", "Changed 1", "Drifting 1", "Silent 1", "Unchanged 1"):
        assert count in nodes
    for count in ("Failed 1", "Changed 0", "Unchanged 1"):
        assert count in policies
    assert "Package[duck] 1" in words  # which fails on most nodes


@pytest.mark.parametrize(
    ("state", "name"),
    [("failed", "huey"), ("changed", "dewey"), ("drifting", "dewey"), ("silent", "louie")],
)
def test_nodes_of_a_state(pages: Pages, state: str, name: str) -> None:
    text = pages.open(f"/fleet/nodes?state={state}")
    assert re.findall(r'href="/fleet/node/(\w+)\.lab"', text) == [name]


@pytest.mark.parametrize("state", [each.name for each in STATES])
def test_a_list_has_as_many_nodes_as_the_overview_says(pages: Pages, state: str) -> None:
    card = re.search(rf'state={state}"[^>]*>.*?<strong>(\d+)', pages.open("/fleet"))
    text = pages.open(f"/fleet/nodes?state={state}")
    listed = re.findall(r'<td[^>]*><a href="/fleet/node/', text)
    assert card is not None
    assert int(card[1]) == len(listed)


def test_a_node_with_pending_changes_is_pending_and_not_unchanged(pages: Pages) -> None:
    pending = report_of(
        "della.lab", 30, status="unchanged", noop=True, noop_pending=True, resources=[]
    )
    give(pages.store, [("store report", pending)])
    words = pages.words("/fleet").split("CFEngine policies")[0]
    assert "Pending 1" in words
    assert "Unchanged 1" in words  # louie
    assert "della.lab pending noop" in pages.words("/fleet/nodes?state=pending")
    assert "della.lab" not in pages.open("/fleet/nodes?state=unchanged")


def test_an_unknown_state_is_no_list_of_all_nodes(pages: Pages) -> None:
    text = pages.open("/fleet/nodes?state=quack")
    assert "No state is called quack. The states are: failed, changed," in text
    assert "/fleet/node/" not in text
    values = re.findall(r'<option[^>]*value="(\w+)"[^>]*>(\w+)', pages.open("/fleet/nodes"))
    assert [each for each in values if each[0] == "pending"] == [("pending", "pending")]


def test_a_node_that_only_runs_policies_is_alive(pages: Pages) -> None:
    listed = pages.words("/fleet/nodes?name=scrooge")
    assert re.search(r"scrooge.lab +unchanged noop +1 min ago", listed) is not None
    opened = pages.open("/fleet/node/scrooge.lab")
    assert re.search(r'aria-current="page"[^>]*>Policies', opened) is not None
    assert "Nothing to show." not in opened
    assert "Nothing to show." in pages.open("/fleet/node/scrooge.lab/runs")
    assert re.search(r'aria-current="page"[^>]*>Runs', pages.open("/fleet/node/huey.lab"))


def test_an_empty_store_says_so(empty_pages: Pages) -> None:
    words = empty_pages.words("/fleet")
    assert "The store knows no node yet." in words
    assert "CFEngine policies" not in words
    assert "Fails on most nodes" not in words
    assert "duckrow report send" in empty_pages.words("/fleet/policies")
    for view in ("nodes", "runs", "events", "facts"):
        assert "Nothing to show." in empty_pages.words(f"/fleet/{view}")


def test_runs_of_policies(pages: Pages) -> None:
    text = pages.open("/fleet/policies?latest=yes")
    assert re.findall(r'href="/fleet/node/(\w+)\.lab"', text) == ["huey", "scrooge"]
    assert "1 failed 2 repaired 1 kept" in pages.words("/fleet/policies?status=failed")
    assert "2 runs" in pages.words("/fleet/node/huey.lab/policies")
    words = pages.words("/fleet/node/scrooge.lab")
    assert re.search(r"last policies unchanged noop \d+ min ago", words) is not None


def test_a_run_of_policies_has_promises_with_outcomes_and_reasons(pages: Pages) -> None:
    text = pages.open("/fleet/policies?node=huey.lab")
    newest, older = re.findall(r'href="(/fleet/policy-run/\w+)"', text)
    words = pages.words(newest)
    failed, repaired = words.index("failed /reeds files"), words.index("repaired /pond files")
    assert failed < words.index("the directory /pond is missing") < repaired
    assert "/pond.cf:7 bundle main" in words
    assert "[hidden]" in words
    assert "Classes (2) linux pond_is_dry" in words
    assert "The store has the classes of the latest run only." in pages.words(older)
    assert "1 promise " in pages.words(f"{newest}?outcome=failed")
    assert "2 promises" in pages.words(f"{newest}?outcome=repaired")
    assert "1 promise " in pages.words(f"{newest}?text=reed")
    assert "No promise is like that." in pages.words(f"{newest}?outcome=skipped")


def test_nodes_by_a_part_of_their_name(pages: Pages) -> None:
    text = pages.open("/fleet/nodes?name=ewey.")
    assert re.findall(r'href="/fleet/node/(\w+)\.lab"', text) == ["dewey"]


def test_a_run_has_reasons(pages: Pages) -> None:
    words = pages.words(f"/fleet/run/{run_of(pages, 'huey.lab')}")
    assert "It depends on Package[duck], which failed." in words
    assert "It was refreshed: File[/pond] changed and notifies it." in words
    assert "Its mode was 0700, and the catalog says 0755." in words
    words = pages.words(f"/fleet/run/{run_of(pages, 'dewey.lab')}")
    assert "something else changed it since" in words


def test_the_explain_page_of_a_run(pages: Pages) -> None:
    text = pages.open(f"/fleet/run/{run_of(pages, 'huey.lab')}/explain")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert found is not None
    data = json.loads(found[1])
    nodes = {each["ref"]: each for each in data["nodes"]}
    assert nodes["Package[duck]"]["status"] == "failed"
    assert nodes["Package[duck]"]["container"] == "Class[Pond]"
    assert nodes["Service[duck]"]["status"] == "skipped"
    kinds = {(each["source"], each["kind"], each["refresh"]) for each in data["edges"]}
    assert ("File[/pond]", "notify", True) in kinds


def test_runs_of_a_node_differ(pages: Pages) -> None:
    text = pages.open("/fleet/node/huey.lab")
    newest, before = dict.fromkeys(re.findall(r'href="/fleet/run/(\w{40,})"', text))
    words = pages.words(f"/fleet/compare/runs?a={before}&b={newest}")
    assert "Package[duck] mode" in words
    assert "5 differences" in words


def test_nodes_differ_in_facts_and_resources(pages: Pages) -> None:
    words = pages.words("/fleet/compare/facts?a=huey.lab&b=dewey.lab")
    assert "os.family Debian RedHat" in words
    assert "os.release.major 12 missing" in words
    words = pages.words("/fleet/compare/resources?a=huey.lab&b=dewey.lab")
    assert "Package[duck] declared missing" in words
    assert "Package[duck] ensure" not in words  # the resource is one difference
    assert "Nothing of this kind is known about gone.lab" in pages.words(
        "/fleet/compare?a=huey.lab&b=gone.lab"
    )


def test_values_of_a_fact(pages: Pages) -> None:
    words = pages.words("/fleet/facts?path=os.family")
    assert "2 values on 3 nodes" in words
    assert "Debian 2" in words
    assert "os.family" in pages.words("/fleet/facts")


def test_events_have_a_chart(pages: Pages) -> None:
    text = pages.open("/fleet/events")
    assert "<svg" in text
    assert text.count("<rect") == text.count("</rect>") > 30
    assert re.search(r"1 failure, \d success", re.sub(r"<[^>]*>", "", text)) is not None
    words = pages.words("/fleet/events?status=failure")
    assert "Package[duck]" in words
    assert "Service[pond]" not in words


@pytest.mark.parametrize("address", ["", "/events", "/events?status=failure"])
def test_a_chart_is_the_same_while_the_store_counts_its_days(pages: Pages, address: str) -> None:
    chart = re.compile("<figure>.*</figure>", re.DOTALL)
    before = chart.findall(pages.open(f"/fleet{address}"))
    pages.store.database.write(begin_anew)
    assert chart.findall(pages.open(f"/fleet{address}")) == before != []


def test_a_search_in_pql(pages: Pages) -> None:
    query = quote('nodes[certname] { latest_report_status = "failed" }')
    assert "huey.lab" in pages.words(f"/fleet/search?query={query}")
    assert "PQL parse error" in pages.words(f"/fleet/search?query={quote('nodes {')}")


@pytest.mark.parametrize(
    ("kind", "text", "start", "word"),
    [
        ("pql", "no", 0, "nodes"),
        ("pql", "nodes { latest_report_st", 8, "latest_report_status"),
        ("pql", "nodes { certname ", 17, "="),
        ("pql", 'nodes { certname = "a" an', 23, "and"),
        ("pql", "inventory { facts.os.fam", 12, "facts.os.family"),
        ("pql", "nodes[certname] { facts { na", 26, "name"),
        ("pql", "pol", 0, "policy_runs"),
        ("pql", "promises { outc", 11, "outcome"),
        ("pql", "policy_runs[certname, rep", 22, "repaired"),
        ("pql", "policy_runs { latest", 14, "latest_run?"),
        ("pql", "nodes { policy_cl", 8, "policy_classes"),
        ("pql", "policy_classes { cl", 17, "class"),
        ("node", "ewe", 0, "dewey.lab"),
        ("fact", "os.f", 0, "os.family"),
    ],
)
def test_completion(pages: Pages, kind: str, text: str, start: int, word: str) -> None:
    found = json.loads(pages.answer(f"/fleet/complete?kind={kind}&text={quote(text)}").body)
    assert found["from"] == start
    assert word in found["words"]


def test_no_certificates_without_an_authority(pages: Pages) -> None:
    assert "no certificate authority" in pages.words("/fleet/certificates")


@pytest.mark.parametrize(
    "path", ["/duck", "/node/gone.lab", "/run/0", "/node", "/node/huey.lab/x", "/policy-run/0"]
)
def test_what_is_not_there_is_not_found(pages: Pages, path: str) -> None:
    assert pages.answer(f"/fleet{path}").status == 404


def all_pages(pages: Pages) -> dict[str, str]:
    """Return every page that links lead to."""
    found: dict[str, str] = {}
    waiting = [
        "/fleet",
        f"/fleet/nodes?name={quote(HOSTILE)}",
        f"/fleet/search?query={quote(HOSTILE)}",
    ]
    while waiting and len(found) < 200:
        address = waiting.pop()
        if address in found or "/static/" in address:
            continue
        answer = pages.answer(address)
        assert answer.status == 200, address
        found[address] = answer.body.decode()
        if "/explain" not in address:
            waiting += [each.replace("&amp;", "&") for each in LINK.findall(found[address])]
    return found


def test_no_value_is_an_element_and_no_secret_is_shown(pages: Pages) -> None:
    found = all_pages(pages)
    assert len(found) > 40
    for address, text in found.items():
        assert "<img" not in text, address
        assert "hunter" not in text, address
        if "/explain" not in address:
            assert re.search(r"<script(?! src=\"/fleet/static/fleet.js\")", text) is None, address
    assert any("&lt;img src=x" in text for text in found.values())


def test_the_policy_forbids_scripts_of_others(pages: Pages) -> None:
    policy = pages.answer("/fleet").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
