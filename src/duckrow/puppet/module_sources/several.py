"""Several versions of a module, for modules that need different ones of it.

Each dependency gets the newest version that fits; one that is chosen already is preferred.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.module_sources.candidates import Candidates
    from duckrow.puppet.module_sources.release import Release
    from duckrow.puppet.module_sources.solver import Need


class Choice:
    """The releases that were chosen, and who sees which of them."""

    __slots__ = ("chosen", "releases", "visible")

    def __init__(
        self,
        releases: list[Release],
        visible: dict[str, Release],
        chosen: dict[Release, dict[str, Release]],
    ) -> None:
        self.releases = releases
        self.visible = visible  # what the Puppetfile names, by name
        # What a release sees of modules of which there are several versions, by name.
        self.chosen = chosen

    def unmet(self) -> list[str]:
        """Return sentences about ranges that do not have the version that was chosen."""
        found = []
        by_name = {each.name: each for each in self.releases}
        for release in self.releases:
            for need in release.dependencies:
                other = self.chosen.get(release, {}).get(need.name) or by_name.get(need.name)
                allowed = need.range
                if other is None or other.version is None:
                    continue
                if allowed is None or other.version not in allowed:
                    who = f"{release.name} {release.version_text}".rstrip()
                    wanted = f"{need.name} {need.text}"
                    found.append(f"{who} needs {wanted}, and {other.version_text} is locked")
        return found


def choose_several(candidates: Candidates) -> Choice | None:
    """Choose releases; None if a dependency fits no version at all."""
    found: dict[str, list[int]] = {}
    waiting: list[tuple[str, int]] = []

    def pick(need: Need) -> int:
        known = found.setdefault(need.name, [])
        fitting = [number for number in known if need.versions >> number & 1]
        number = max(fitting, default=need.versions.bit_length() - 1)
        if number not in known:
            known.append(number)
            waiting.append((need.name, number))
        return number

    seen: dict[tuple[str, int], dict[str, int]] = {}
    wanted = candidates.wanted()
    if not all(need.versions for need in wanted):
        return None
    named = {need.name: pick(need) for need in wanted}
    for name, number in waiting:  # which grows
        needs = candidates.needs(name, number)
        if not all(need.versions for need in needs):
            return None
        seen[name, number] = {need.name: pick(need) for need in needs}

    def release(name: str, number: int) -> Release:
        return candidates.releases(name)[number - 1]

    several = {name for name, numbers in found.items() if len(numbers) > 1}
    return Choice(
        [release(name, number) for name in sorted(found) for number in sorted(found[name])],
        {name: release(name, number) for name, number in named.items()},
        {
            release(*user): {
                name: release(name, number) for name, number in uses.items() if name in several
            }
            for user, uses in seen.items()
        },
    )
