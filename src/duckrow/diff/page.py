"""A report as one HTML page without scripts of others: groups, changes and their nodes."""

from __future__ import annotations

from html import escape

from duckrow.diff.text import heading, item_lines, summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.diff.report import Group, Report

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
pre { background: #f6f8fa; overflow-x: auto; padding: .8em; border-radius: 6px }
.add { color: #116329; background: #e6ffec } .del { color: #82071e; background: #ffebe9 }
.mod { color: #7d4e00; font-weight: 600 } .at { color: #0550ae } .why { color: #57606a }
summary { cursor: pointer; font-weight: 600 } .nodes { color: #57606a; columns: 16em }
input { font: inherit; width: 24em }
@media (prefers-color-scheme: dark) {
  body { background: #0d1117; color: #e6edf3 } pre { background: #161b22 }
  .add { color: #aff5b4; background: #033a16 } .del { color: #ffdcd7; background: #67060c }
  .mod { color: #d29922 } .at { color: #79c0ff } }
"""
_SCRIPT = """
const box = document.querySelector('input');
box.addEventListener('input', () => {
  for (const group of document.querySelectorAll('details.group'))
    group.hidden = !group.textContent.toLowerCase().includes(box.value.toLowerCase());
});
"""
_CLASSES = {"+": "add", "-": "del", "~": "mod", "@": "at", "!": "del"}


def write_page(report: Report) -> str:
    """Write a report as a page."""
    title = f"{report.old} → {report.new}"
    groups = "\n".join(_group(each, report) for each in report.groups())
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(summary(report, 'below'))}</p>\n"
        '<p><input type="search" placeholder="a node, a resource, a file"></p>\n'
        f"{groups}\n<script>{_SCRIPT}</script>\n</body></html>\n"
    )


def _group(group: Group, report: Report) -> str:
    head = escape(heading(group, len(report.nodes)))
    names = "<br>".join(escape(name) for name in group.nodes)
    lines = "\n".join(_line(line) for line in item_lines(group.items, report))
    return (
        f'<details class="group" open><summary>{head}</summary>\n'
        f'<details><summary>nodes</summary><p class="nodes">{names}</p></details>\n'
        f"<pre>{lines}</pre></details>"
    )


def _line(line: str) -> str:
    bare = line.strip()
    kind = _CLASSES.get(bare[:1], "why" if bare.startswith("cause:") else "")
    return f'<span class="{kind}">{escape(line)}</span>' if kind else escape(line)
