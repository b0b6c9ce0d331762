"""Data of pages for tests: a small catalog with everything in it, and large ones."""

from __future__ import annotations

from typing import Any

# A title that would end the script and load something, if it were not text.
HOSTILE = "</script><img src=x onerror=\"document.title='broken'\"><!--"

SITE = """\
class pond {
  package { 'ducks': ensure => installed }
  -> file { '/etc/ducks.conf': mode => '0644' }
  ~> service { 'ducks': ensure => running }
}
class shore {
  file { '/etc/motd': content => 'quack' }
  file { '/etc/issue': content => 'quack' }
}
include pond, shore
"""


def node(
    type_: str, title: str, container: str = "", line: int = 0, **more: object
) -> dict[str, Any]:
    """Return a node of the graph."""
    place = {"file": "site.pp", "line": line} if line else {"file": "", "line": 0}
    ref = f"{type_}[{title}]"
    known = {"ref": ref, "type": type_, "title": title, "container": container}
    return {**known, **place, "values": [], "why": [], **more}


def edge(source: str, target: str, kind: str, line: int = 0) -> dict[str, Any]:
    """Return an edge of the graph."""
    ends = {"source": source, "target": target, "kind": kind, "refresh": kind == "notify"}
    return {**ends, "file": "site.pp", "line": line}


def pond() -> dict[str, Any]:
    """Return a catalog with a cycle, a race, values with reasons, and a hostile title."""
    mode = {
        "kind": "default",
        "text": "the resource default File { }",
        "file": "site.pp",
        "line": 3,
        "because": [{"kind": "hiera", "text": "key pond::mode", "file": "common.yaml", "line": 4}],
    }
    included = {"kind": "include", "text": "the main manifest includes Class[Pond]"}
    why = {
        "kind": "declaration",
        "text": "File[/etc/ducks.conf] is declared by Class[Pond]",
        "file": "site.pp",
        "line": 3,
        "because": [{**included, "file": "site.pp", "line": 10}],
    }
    nodes = [
        node("Stage", "main"),
        node("Class", "Pond", "Stage[main]", 10),
        node("Package", "ducks", "Class[Pond]", 2, status="changed"),
        node(
            "File",
            "/etc/ducks.conf",
            "Class[Pond]",
            3,
            values=[
                {"name": "mode", "value": "0644", "reasons": [mode]},
                {"name": "content", "value": "a\n" * 40},
            ],
            why=[why],
        ),
        node("Service", "ducks", "Class[Pond]", 4, status="failed"),
        node("Class", "Shore", "Stage[main]", 10),
        node("File", "/etc/motd", "Class[Shore]", 7),
        node("File", "/etc/issue", "Class[Shore]", 8),
        node("Exec", "100% sure? a#b", "Class[Shore]", 8),
        node("Class", "Loop", "Stage[main]"),
        *(node("Exec", name, "Class[Loop]", 9) for name in ("huey", "dewey", "louie")),
        node("Notify", HOSTILE, "Stage[main]", 1),
    ]
    edges = [
        edge("Package[ducks]", "File[/etc/ducks.conf]", "arrow", 3),
        edge("File[/etc/ducks.conf]", "Service[ducks]", "notify", 4),
        edge("Class[Pond]", "Class[Shore]", "before", 10),
        edge("Exec[huey]", "Exec[dewey]", "require", 9),
        edge("Exec[dewey]", "Exec[louie]", "require", 9),
        edge("Exec[louie]", "Exec[huey]", "require", 9),
    ]
    steps = [
        {"text": f"{each['ref']} is declared", "ref": each["ref"], "file": "site.pp", "line": 1}
        for each in nodes
    ]
    return {
        "title": f"pond {HOSTILE}",
        "language": "puppet",
        "phases": [
            {"name": "Main manifest", "steps": steps},
            {"name": "As applied", "steps": steps[2:5]},
        ],
        "nodes": nodes,
        "edges": edges,
        "cycles": [["Exec[huey]", "Exec[dewey]", "Exec[louie]"]],
        "races": [{"refs": ["File[/etc/motd]", "File[/etc/issue]"], "what": "the path /etc/motd"}],
        "sources": {"site.pp": SITE},
    }


def lake(count: int) -> dict[str, Any]:
    """Return a catalog of a given number of resources, some of them in one large class."""
    nodes = [node("Stage", "main"), node("Class", "Lake", "Stage[main]")]
    edges = []
    sources = {"site.pp": "# every duck has a file, a user and a service\n" * count}
    number = 0
    while len(nodes) < count:
        number += 1
        if number % 2:
            container = "Class[Lake]"
        else:
            container = f"Class[Bay::Duck{number}]"
            nodes.append(node("Class", f"Bay::Duck{number}", "Stage[main]", number))
        made = [
            node(
                type_,
                title.format(number),
                container,
                number,
                values=[{"name": "ensure", "value": "present"}],
            )
            for type_, title in (
                ("User", "duck{}"),
                ("File", "/srv/ducks/{}/feathers.conf"),
                ("Service", "quack-{}"),
            )
        ]
        nodes += made
        user, file, service = (each["ref"] for each in made)
        edges += [edge(user, file, "require", number), edge(file, service, "notify", number)]
        if number > 2:
            edges.append(edge(f"User[duck{number - 2}]", user, "before", number))
    return {
        "title": f"a lake of {count:,} resources",
        "nodes": nodes,
        "edges": edges,
        "phases": [
            {
                "name": "As applied",
                "steps": [
                    {"text": f"{each['ref']} is applied", "ref": each["ref"]} for each in nodes
                ],
            }
        ],
        "sources": sources,
    }
