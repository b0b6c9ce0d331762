"""Each view over a small fleet."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from tests.unit.server.fleet_page.conftest import Pages
from tests.unit.server.fleet_page.fleet import HOSTILE

LINK = re.compile(r'href="(/fleet[^"]*)"')


def run_of(pages: Pages, name: str) -> str:
    found = re.search(r'href="/fleet/run/(\w+)"', pages.open(f"/fleet/node/{name}"))
    assert found is not None
    return found[1]


def test_the_overview_counts_states(pages: Pages) -> None:
    words = pages.words("/fleet")
    for count in ("All nodes 3", "Failed 1", "Changed 1", "Drifting 1", "Silent 1", "Unchanged 1"):
        assert count in words
    assert "Package[duck] 1" in words  # which fails on most nodes


@pytest.mark.parametrize(
    ("state", "name"),
    [("failed", "huey"), ("changed", "dewey"), ("drifting", "dewey"), ("silent", "louie")],
)
def test_nodes_of_a_state(pages: Pages, state: str, name: str) -> None:
    text = pages.open(f"/fleet/nodes?state={state}")
    assert re.findall(r'href="/fleet/node/(\w+)\.lab"', text) == [name]


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


@pytest.mark.parametrize("path", ["/duck", "/node/gone.lab", "/run/0", "/node", "/node/huey.lab/x"])
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
