"""The output of `duckrow ca list`: the reference's, and in text the days that are left."""

from __future__ import annotations

from duckrow.ca.statuses import all_statuses, days_left, warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from duckrow.ca.authority import Authority
    from duckrow.ca.statuses import Status
    from duckrow.cli.console import Console

_STATES = ("requested", "signed", "revoked")


def print_list(
    authority: Authority, names: list[str], form: str, console: Console, *, shows_all: bool
) -> int:
    """Print requests, or with names or `shows_all` certificates too; return 1 if a name lacks."""
    statuses = all_statuses(authority)
    if names:
        found = [each for each in statuses if each.name in names]
    else:
        found = [each for each in statuses if shows_all or each.state == "requested"]
    missing = [name for name in names if all(name != each.name for each in found)]
    if form == "json":
        console.print_result(_json(found, missing, shows_all=shows_all))
    else:
        console.print_result(_text(found, missing, authority.now()))
    # What expires is worth a warning also when only requests are listed.
    for text in warnings(authority, statuses):
        console.print_message(f"warning: {text}", "expires", "warning")
    return 1 if missing else 0


def _json(found: list[Status], missing: list[str], *, shows_all: bool) -> str:
    """Return what `puppetserver ca list --format json` prints."""
    from json import dumps

    groups: dict[str, object] = {
        state: [each.data for each in found if each.state == state] for state in _STATES
    }
    groups["missing"] = missing
    if shows_all:
        groups.pop("missing")
    else:
        groups = {name: each for name, each in groups.items() if each} or {"requested": []}
    return dumps(groups, separators=(",", ":"), ensure_ascii=False)


def _text(found: list[Status], missing: list[str], now: datetime) -> str:
    if not found and not missing:
        return "No certificates to list"
    lines: list[str] = []
    for state in _STATES:
        group = [each for each in found if each.state == state]
        if group:
            lines.append(f"{state.capitalize()} Certificates:")
            width = max(len(each.name) for each in group) + 6
            lines += [_line(each, width, now) for each in group]
    if missing:
        lines += ["Missing Certificates:", *(f"    {name}" for name in missing)]
    return "\n".join(lines)


def _line(status: Status, width: int, now: datetime) -> str:
    data = status.data
    parts = [f"    {status.name:{width}} (SHA256)  {data['fingerprint']}"]
    names = data["subject_alt_names"]
    if isinstance(names, list) and names:
        listed = ", ".join(f'"{each}"' for each in names)
        parts.append(f"alt names: [{listed}]")
    extensions = data["authorization_extensions"]
    if isinstance(extensions, dict) and extensions:
        listed = ", ".join(f"{name}: {value}" for name, value in extensions.items())
        parts.append(f"authorization extensions: [{listed}]")
    if status.not_after is not None:
        parts.append(f"expires: {status.not_after:%Y-%m-%d} ({_left(status.not_after, now)})")
    return "\t".join(parts)


def _left(end: datetime, now: datetime) -> str:
    if end <= now:
        return "expired"
    days = days_left(end, now)
    return f"{days} day{'' if days == 1 else 's'} left"
