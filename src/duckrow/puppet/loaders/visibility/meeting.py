"""Two versions of a module meet where a catalog has room for one."""

from __future__ import annotations

from duckrow.puppet.runtime.definition import CLASS
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.visibility.versions import ModuleVersion
    from duckrow.puppet.loaders.visibility.views import View, Views
    from duckrow.puppet.runtime.location import Location


class Meeting:
    """The version of a definition that is in use, by whom, and where it was first asked for."""

    __slots__ = ("location", "module", "view")

    def __init__(self, module: ModuleVersion, view: View, location: Location | None) -> None:
        self.module = module
        self.view = view
        self.location = location

    def chain(self, views: Views) -> str:
        """Write how the environment comes to this version, and where it is used."""
        words = "" if self.location is None else self.location.words()
        return f"{views.chain(self.view, self.module)} {words}".rstrip()


def meeting_error(
    views: Views, kind: str, key: str, first: Meeting, second: Meeting
) -> EvaluationError:
    """Return the error about two versions of a class, a define or a resource type."""
    name = "::".join(part.capitalize() for part in key.split("::"))
    what = f"Class[{name}]" if kind == CLASS else name
    return EvaluationError(
        f"{what} of {second.module.shown} meets {what} of {first.module.shown}: "
        "a catalog holds one version of it",
        "versions-meet",
        why=f"{first.chain(views)}; {second.chain(views)}",
        hint=f"choose one version of {first.module.name} that both can use",
    )
