"""What an environment says about the modules that it sees, and about their versions."""

from __future__ import annotations

OFF, WARN, STRICT = "off", "warn", "strict"


class LockedVersions:
    """The versions that a lock chooses; modules have their names without authors."""

    __slots__ = ("path", "versions", "visible")

    def __init__(
        self,
        path: str,
        versions: dict[str, dict[str, dict[str, str]]],
        visible: dict[str, str] | None,
    ) -> None:
        self.path = path
        # The versions of each module, and for each of them the versions that it sees of others.
        self.versions = versions
        self.visible = visible  # what the manifests of the environment see; None if not said

    def of(self, user: tuple[str, str] | None, name: str) -> list[str]:
        """Return the versions of a module from which its user may get one; none means any.

        A user is a module and its version, or None for the environment.
        """
        if user is None:
            chosen = (self.visible or {}).get(name)
        else:
            chosen = self.versions.get(user[0], {}).get(user[1], {}).get(name)
        return [chosen] if chosen else list(self.versions.get(name, ()))


class Choices:
    """The settings `module_visibility` and `modules`, and the lock."""

    __slots__ = ("listed", "lock", "mode")

    def __init__(
        self,
        mode: str,
        listed: dict[str, str] | None = None,
        lock: LockedVersions | None = None,
    ) -> None:
        self.mode = mode
        self.listed = listed  # modules, each with a version or ""; None if all are visible
        self.lock = lock
