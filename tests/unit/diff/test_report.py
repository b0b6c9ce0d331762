"""A report is the same in whatever order the results of nodes come."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from duckrow.diff.report import Report, result_of


def new_file(attributes: dict[str, object]) -> list[dict[str, Any]]:
    return [
        {
            "about": "resource",
            "diff_type": "+",
            "type": "File",
            "title": "/tmp/a",
            "old_value": None,
            "new_value": {"parameters": attributes},
        }
    ]


def test_the_order_of_results_does_not_matter() -> None:
    values: dict[str, dict[str, object]] = {
        "web1": {"mode": "0600", "owner": "a", "group": "g"},
        "web2": {"mode": "0644", "owner": "a", "group": "g"},
        "web3": {"mode": "0600", "owner": "b", "group": "g", "force": True},
        "web4": {"mode": "0600", "owner": "a", "group": "g"},
    }
    found = []
    for order in permutations(values):
        report = Report("v1", "v2")
        for node in order:
            report.add(result_of(node, new_file(values[node])))
        found.append(report.to_data())
    assert all(each == found[0] for each in found)
    (group,) = found[0]["groups"]
    assert group["nodes"] == ["web1", "web2", "web3", "web4"]
    (change,) = group["changes"]
    assert change["new_value"]["parameters"] == values["web1"]
    assert change["varying"] == ["force", "mode", "owner"]


def test_groups_of_equal_size_have_an_order() -> None:
    found = []
    for order in permutations(["a1", "a2", "b1", "b2"]):
        report = Report("v1", "v2")
        for node in order:
            item = {"about": "class", "diff_type": "+", "title": node[0]}
            report.add(result_of(node, [item]))
        found.append([(each.nodes, each.items) for each in report.groups()])
    assert all(each == found[0] for each in found)
