"""Statements about changes of order, beside all pairs of resources that the graphs order."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from duckrow.diff.graphs import _graph
from duckrow.diff.order import MOST_STATEMENTS, Order, order_items
from duckrow.diff.report import Report, result_of
from duckrow.diff.text import write_text
from duckrow.diff.versions import NodeInput, Version, VersionName
from duckrow.puppet.loaders.sources import Sources

Pairs = set[tuple[str, str]]


def ordered(path: Path, manifest: str) -> tuple[Order, Pairs, dict[str, set[str]]]:
    """Compile a manifest; return its order, the pairs of resources, what containers have."""
    (path / "manifests").mkdir(parents=True)
    (path / "environment.conf").write_text("")
    (path / "manifests/site.pp").write_text(manifest)
    version = Version(VersionName("v", str(path)), {}, Sources(None, remembers=True))
    compiled = version.compile(NodeInput("web1", {}))
    assert compiled.data is not None, compiled.error
    found = _graph(compiled)
    assert found is not None
    graph = found.graph
    names = {number: node.ref for number, node in enumerate(graph.nodes)}
    resources = {name for name in names.values() if name.startswith("Notify[")}
    pairs: Pairs = set()
    for source, name in names.items():
        seen, queue = {source}, [source]
        for number in queue:
            queue += [each for each in graph.outgoing[number] if each not in seen]
            seen.update(graph.outgoing[number])
        pairs |= {(name, names[each]) for each in queue[1:]}
    pairs = {pair for pair in pairs if resources.issuperset(pair)}
    inside: dict[str, set[str]] = {}
    edges = [(each["source"], each["target"]) for each in compiled.data["edges"]]

    def contents(name: str) -> set[str]:
        children = [target for source, target in edges if source == name]
        return {each for each in children if each in resources}.union(*map(contents, children))

    for source, _ in edges:
        inside[source] = contents(source)
    return Order(graph), pairs, inside


def manifest(choice: random.Random, arrows: list[str], places: dict[str, str]) -> str:
    """Write three classes, a define and notifies; `places` says which class has a notify."""
    lines = []
    for name in ("a", "b", "c"):
        own = [each for each, place in places.items() if place == name]
        body = f"notify {{ [{', '.join(repr(each) for each in own)}]: }}" if own else ""
        inner = {"a": choice.choice(["contain b", "include b", ""]), "b": "d { 'one': }"}.get(
            name, ""
        )
        lines.append(f"class {name} {{ {inner} {body} }}")
    lines.append("define d { notify { ['d1', 'd2']: } }\ninclude a\ninclude b\ninclude c")
    top = [each for each, place in places.items() if place == ""]
    lines += [f"notify {{ '{each}': }}" for each in top]
    return "\n".join([*lines, *arrows])


@pytest.mark.parametrize("seed", range(40))
def test_statements_hold_and_say_everything(seed: int, tmp_path: Path) -> None:
    choice = random.Random(seed)
    names = [f"n{number}" for number in range(6)]
    # Arrows lead forwards in this list, so there is no cycle.
    heads = ["Notify['n0']", "Class['c']", "Notify['n1']", "Class['a']", "Class['b']", "D['one']"]
    heads += ["Notify['n5']"]
    choice.shuffle(heads)
    sides = []
    places = {name: choice.choice(["", "a", "b", "c"]) for name in names}
    arrows = [
        f"{heads[first]} -> {heads[second]}"
        for first in range(len(heads))
        for second in range(first + 1, len(heads))
        if choice.random() < 0.15
    ]
    for side in ("old", "new"):
        sides.append(ordered(tmp_path / side, manifest(choice, arrows, places)))
        places[choice.choice(names)] = choice.choice(["", "a", "b", "c"])
        arrows = [each for each in arrows if choice.random() < 0.7]
        arrows.append(" -> ".join(heads[each] for each in sorted(choice.sample(range(7), 2))))
    (old, old_pairs, _), (new, new_pairs, _) = sides
    items = order_items(old, new, (lambda file: file, lambda file: file))
    if old.cycles or new.cycles:
        assert all(len(set(each["cycle"])) == len(each["cycle"]) - 1 for each in items)
        return
    both = set(old.resources) & set(new.resources)
    for sign, (_, pairs, inside), other in (("+", sides[1], old_pairs), ("-", sides[0], new_pairs)):
        mine = [each for each in items if each["diff_type"] == sign]
        _check_shape(mine)
        stated = {
            pair
            for each in mine
            if each["relation"] == "before"
            for pair in product(
                *(inside.get(each[end], {each[end]}) for end in ("first", "second"))
            )
        }
        assert stated <= pairs
        only = {pair for pair in pairs - other if both.issuperset(pair)}
        unsaid = {
            (a, b)
            for a, b in only
            if not any(
                (a == x or (a, x) in pairs) and (b == y or (y, b) in pairs) for x, y in stated
            )
        }
        assert not unsaid
        if not only:
            assert not any(each["relation"] == "before" for each in mine)


def test_a_class_that_is_contained_is_one_statement(tmp_path: Path) -> None:
    code = "class inner { notify { 'i': } } class outer { %s inner } include outer %s"
    after = "notify { 'after': require => Class['outer'] }"
    texts = [code % ("include", after), code % ("contain", after)]
    old, new = (ordered(tmp_path / str(n), text)[0] for n, text in enumerate(texts))
    items = order_items(old, new, (lambda file: file, lambda file: file))
    assert [
        (each["diff_type"], each["first"], each["relation"], each["second"]) for each in items
    ] == [
        ("+", "Class[Outer]", "contains", "Class[Inner]"),
        ("+", "Class[Inner]", "before", "Notify[after]"),
    ]
    assert items[1]["way"] == ["Class[Inner]", "Class[Outer]", "Notify[after]"]


def test_statements_that_are_left_out_are_not_forgotten(tmp_path: Path) -> None:
    names = [f"n{number}" for number in range(MOST_STATEMENTS + 1)]
    code = "".join(f"notify {{ ['{name}', 'a{name}']: }} " for name in names)
    arrows = "".join(f"Notify['{name}'] -> Notify['a{name}'] " for name in names)
    old, new = (
        ordered(tmp_path / name, code + more)[0] for name, more in (("o", ""), ("n", arrows))
    )
    items = order_items(old, new, (lambda file: file, lambda file: file))
    assert len(items) == MOST_STATEMENTS + 1
    report = Report("old", "new")
    report.add(result_of("web1", items))
    lines = write_text(report).splitlines()
    assert lines[-3] == "  + order: … others, which are left out"


def test_cycles_name_containers_once(tmp_path: Path) -> None:
    code = "class a { notify { 'a1': } } class b { notify { 'b1': } } include a\ninclude b\n"
    old, _, _ = ordered(tmp_path / "old", code)
    new, _, _ = ordered(tmp_path / "new", f"{code} Class['a'] -> Class['b'] -> Class['a']")
    (cycle,) = order_items(old, new, (lambda file: file, lambda file: file))
    assert cycle["cycle"] == ["Class[A]", "Class[B]", "Class[A]"]


def _check_shape(items: list[dict[str, Any]]) -> None:
    ends = [(each["first"], each["second"]) for each in items if each["relation"] == "before"]
    assert len(set(ends)) == len(ends)
    assert not set(ends) & {(second, first) for first, second in ends}
    for each in items:
        assert len(set(each["way"])) == len(each["way"])
