"""A report as Markdown, for a comment on a change: never longer than the limit of a comment.

Groups follow those of most nodes. Details that do not fit are left out, and the last line counts
them.
"""

from __future__ import annotations

from duckrow.diff.text import item_lines, summary
from duckrow.source.draw import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.diff.report import Group, Report

_RESERVED = 100  # characters for the last line
_ENOUGH = 2000  # characters, in which an error fits
_NAMES = 60  # names of nodes in the list of a group


def write_markdown(report: Report, most: int) -> str:
    """Write a report of at most `most` characters."""
    shows_errors = "below" if most >= _ENOUGH else ""
    head = f"**{_escaped(summary(report, shows_errors))}**\n\n"
    if len(head) > most:
        return _cut(summary(report), most)
    parts = [head]
    left = most - len(head) - _RESERVED
    omitted = 0
    for group in report.groups():
        text = _whole(group, report)
        if len(text) > left:
            text = _short(group, report, left)
        if not text or len(text) > left:
            omitted += 1
            continue
        left -= len(text)
        parts.append(text)
    if omitted:
        what = "1 group of changes is" if omitted == 1 else f"{omitted} groups of changes are"
        last = f"_{what} left out: the limit is {most} characters._\n"
        if sum(map(len, parts)) + len(last) <= most:
            parts.append(last)
    return "".join(parts)


def _cut(text: str, most: int) -> str:
    """Return the beginning of a text, escaped, with at most `most` characters."""
    while len(_escaped(text)) + 1 > most and text:
        text = text[:-1]
    return f"{_escaped(text)}…"[:most]


def _title(group: Group, total: int) -> str:
    count = len(group.items)
    what = "error" if group.has_failed else "change"
    text = f"{count} {what}{'' if count == 1 else 's'} on "
    if len(group.nodes) == 1:
        return text + f"<code>{_html(visible(group.nodes[0]))}</code>"
    every = " (all)" if len(group.nodes) == total else ""
    return f"{text}{len(group.nodes)} nodes{every}"


def _head(group: Group, total: int) -> str:
    names = ""
    if len(group.nodes) > 1:
        listed = ", ".join(map(_code, group.nodes[:_NAMES]))
        more = f" and {len(group.nodes) - _NAMES} more" if len(group.nodes) > _NAMES else ""
        names = f"{listed}{more}\n\n"
    return f"<details><summary>{_title(group, total)}</summary>\n\n{names}"


def _whole(group: Group, report: Report) -> str:
    return _fenced(_head(group, len(report.nodes)), _lines(group, report))


def _short(group: Group, report: Report, left: int) -> str:
    """Return as many lines of a group as fit; empty if not even a few do."""
    head = _head(group, len(report.nodes))
    room = left - len(_fenced(head, ["… 1000000 more lines"])) - 20
    kept: list[str] = []
    lines = _lines(group, report)
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    if len(kept) < 3:
        return ""
    return _fenced(head, [*kept, f"… {len(lines) - len(kept)} more lines"])


def _lines(group: Group, report: Report) -> list[str]:
    """Return lines of which a page that colours differences knows the signs."""
    return [_sign_first(line) for line in item_lines(group.items, report)]


def _sign_first(line: str) -> str:
    bare = line.lstrip(" ")
    if bare.startswith("@@"):
        return bare
    if bare[:1] in ("+", "-"):
        return bare[:1] + line[: len(line) - len(bare)] + bare[1:]
    return f" {line}"


def _fenced(head: str, lines: list[str]) -> str:
    """Put lines into a block that no line of them can end."""
    ticks = "```"
    while any(ticks in line for line in lines):
        ticks += "`"
    body = "\n".join(lines)
    return f"{head}{ticks}diff\n{body}\n{ticks}\n</details>\n\n"


def _code(text: str) -> str:
    """Return a text between backticks, of which it has none itself."""
    shown = visible(text).replace("`", "'")
    return f"`{shown}`"


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _escaped(text: str) -> str:
    return _html(text).replace("*", "\\*").replace("_", "\\_")
