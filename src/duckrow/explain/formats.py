"""Write an answer: as text, as JSON, or as a graph for Graphviz or Mermaid.

A graph shows the things that the reasons order, if they order any; else the reasons themselves,
each with an arrow to the one that it explains.
"""

from __future__ import annotations

from duckrow.graph.dot import quoted
from duckrow.source.draw import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.explain.answer import Answer, Reason, Table

_ENTITIES = (("#", "#35;"), ("&", "#amp;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;"))
FORMATS = ("text", "json", "dot", "mermaid", "html")


def render(answer: Answer, format_: str) -> str:
    """Write an answer in one of the formats; it ends in a newline. Pages are made in `page`."""
    if format_ == "json":
        return _json_text(answer)
    if format_ == "dot":
        return "".join(_dot(answer))
    if format_ == "mermaid":
        return "".join(_mermaid(answer))
    if format_ == "text":
        return "\n".join(map(visible, _lines(answer))) + "\n"
    raise ValueError(f"there is no format {format_}")


# ---- text


def _lines(answer: Answer) -> Iterator[str]:
    yield answer.text
    for reason in answer.reasons:
        yield from _reason_lines(reason, "  ")
    for table in answer.tables:
        yield ""
        yield from _table_lines(table)
    if answer.hint:
        yield f"hint: {answer.hint}"


def _reason_lines(reason: Reason, indent: str) -> Iterator[str]:
    place = f"  ({reason.place})" if reason.place is not None else ""
    yield f"{indent}{reason.text}{place}"
    for each in reason.because:
        yield from _reason_lines(each, indent + "  ")


def _table_lines(table: Table) -> Iterator[str]:
    rows = [table.columns, *table.rows]
    widths = [max(len(row[index]) for row in rows) for index in range(len(table.columns))]
    if table.title:
        yield f"{table.title}:"
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


# ---- JSON


def answer_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data."""
    found: dict[str, Any] = {"question": answer.question, "answer": answer.text}
    if answer.is_yes is not None:
        found["yes"] = answer.is_yes
    found["reasons"] = [reason_data(reason) for reason in answer.reasons]
    if answer.tables:
        found["tables"] = [
            {"title": table.title, "columns": table.columns, "rows": table.rows}
            for table in answer.tables
        ]
    if answer.hint:
        found["hint"] = answer.hint
    return found


def render_error(question: list[str], what: str, hint: str) -> str:
    """Write why a question has no answer as JSON; it ends in a newline."""
    from json import dumps

    data = {"question": question, "error": what} | ({"hint": hint} if hint else {})
    return f"{dumps(data, indent=2, ensure_ascii=False)}\n"


def reason_data(reason: Reason) -> dict[str, Any]:
    """Return a reason as plain data."""
    found: dict[str, Any] = {"kind": reason.kind, "text": reason.text}
    if reason.source or reason.target:
        found |= {"source": reason.source, "target": reason.target}
    place = reason.place
    if place is not None:
        found["file"] = place.file
        for name, value in (("line", place.line), ("column", place.column)):
            if value:
                found[name] = value
    if reason.because:
        found["because"] = [reason_data(each) for each in reason.because]
    return found


def _json_text(answer: Answer) -> str:
    import json

    return json.dumps(answer_data(answer), indent=2, ensure_ascii=False) + "\n"


# ---- graphs


class _Graph:
    """Labels of nodes, and edges with their labels."""

    __slots__ = ("edges", "labels")

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.edges: list[tuple[int, int, str]] = []

    def add(self, label: str) -> int:
        self.labels.append(label)
        return len(self.labels) - 1


def _graph(answer: Answer) -> _Graph:
    graph = _Graph()
    edges = [reason for reason in _all(answer.reasons) if reason.source and reason.target]
    if edges:
        names = [name for reason in edges for name in (reason.source, reason.target)]
        numbers = {name: graph.add(name) for name in dict.fromkeys(names)}
        for reason in edges:
            label = reason.kind if reason.place is None else f"{reason.kind}\n{reason.place}"
            graph.edges.append((numbers[reason.source], numbers[reason.target], label))
    else:
        _add_reasons(graph, graph.add(answer.text), answer.reasons)
    return graph


def _add_reasons(graph: _Graph, above: int, reasons: list[Reason]) -> None:
    for reason in reasons:
        place = "" if reason.place is None else f"\n{reason.place}"
        number = graph.add(reason.text + place)
        graph.edges.append((number, above, reason.kind))
        _add_reasons(graph, number, reason.because)


def _all(reasons: list[Reason]) -> Iterator[Reason]:
    for reason in reasons:
        yield reason
        yield from _all(reason.because)


def _dot(answer: Answer) -> Iterator[str]:
    graph = _graph(answer)
    yield f"digraph {quoted(' '.join(answer.question))} {{\n"
    for number, label in enumerate(graph.labels):
        yield f"  n{number} [label={quoted(_visible_lines(label))}];\n"
    for source, target, label in graph.edges:
        yield f"  n{source} -> n{target} [label={quoted(_visible_lines(label))}];\n"
    yield "}\n"


def _visible_lines(text: str) -> str:
    return "\n".join(map(visible, text.split("\n")))


def _mermaid(answer: Answer) -> Iterator[str]:
    graph = _graph(answer)
    yield "flowchart TD\n"
    for number, label in enumerate(graph.labels):
        yield f'  n{number}["{_mermaid_text(label)}"]\n'
    for source, target, label in graph.edges:
        yield f'  n{source} -->|"{_mermaid_text(label)}"| n{target}\n'


def _mermaid_text(text: str) -> str:
    """Write a label: Mermaid reads entities such as #quot; in it, and <br> as a new line."""
    for letter, entity in _ENTITIES:
        text = text.replace(letter, entity)
    return _visible_lines(text).replace("\n", "<br>")
