"""Entry points of installed Python distributions."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def entry_points_of(group: str, name: str) -> list[EntryPoint]:
    """Return the entry points of a name in a group; none of them is imported."""
    from importlib.metadata import entry_points

    return list(entry_points(group=group, name=name))


def names_of_entry_points(group: str) -> list[str]:
    """Return the names in a group, sorted."""
    from importlib.metadata import entry_points

    return sorted(entry_points(group=group).names)
