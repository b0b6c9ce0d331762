"""SELinux labels of files, on hosts that have them; elsewhere they are ignored."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.selinux import Selinux
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State

PARTS = ("seluser", "selrole", "seltype", "selrange")


class Labels:
    """The labels of one run; whether there are any is found out once."""

    __slots__ = ("_is_known", "_selinux")

    def __init__(self) -> None:
        self._is_known = False
        self._selinux: Selinux | None = None

    def read(
        self, machine: Machine, desired: Desired, facts: FileFacts | None, state: State
    ) -> None:
        """Add the labels to a state, and the defaults of the policy to the desired values."""
        if not self._is_known:
            from duckrow.machine.files.selinux import Selinux

            selinux = Selinux(machine.files, machine.commands)
            self._selinux = selinux if selinux.is_enabled else None
            self._is_known = True
        if self._selinux is None:
            return
        self._add_defaults(self._selinux, desired, facts)
        if facts is not None:
            context = machine.files.context(desired.name)
            if context is not None:
                state.update(_parts(context))

    def _add_defaults(self, selinux: Selinux, desired: Desired, facts: FileFacts | None) -> None:
        if desired["selinux_ignore_defaults"] == "true":
            return
        ensure = desired["ensure"]
        kind = ensure if facts is None or ensure in ("file", "directory", "link") else facts.kind
        context = selinux.default_context(desired.name, str(kind or "file"))
        if context is not None:
            for name, text in _parts(context).items():
                desired.values.setdefault(name, text)


def is_labelled(state: State) -> bool:
    """Return whether labels of a file can be compared."""
    return "seltype" in state


def set_label(machine: Machine, path: str, name: str, value: str, *, follow: bool = False) -> None:
    """Change one part of a label."""
    parts = _parts(machine.files.context(path) or "")
    parts[name] = value
    context = ":".join(parts.get(part, "") for part in PARTS).rstrip(":")
    machine.files.set_context(path, context, follow=follow)


def _parts(context: str) -> dict[str, str]:
    from duckrow.machine.files.selinux import split_context

    return {name: text for name, text in zip(PARTS, split_context(context), strict=True) if text}
