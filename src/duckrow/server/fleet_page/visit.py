"""A visit: the request of a person, and what views may use to answer it."""

from __future__ import annotations

from duckrow.server.http.exchange import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.server.fleet_page.asking import Asking
    from duckrow.server.fleet_page.settings import PageSettings
    from duckrow.server.http.exchange import Request

_MOST_PAGES = 1_000_000
_LONGEST = 20_000  # characters of a field


class Visit:
    """What a view gets. `names` are those of the path after the name of the view."""

    __slots__ = ("asking", "authority", "can_sign_out", "names", "request", "settings")

    def __init__(
        self,
        request: Request,
        names: list[str],
        asking: Asking,
        settings: PageSettings,
        authority: Authority | None = None,
        *,
        can_sign_out: bool = False,
    ) -> None:
        self.request = request
        self.names = names
        self.asking = asking
        self.settings = settings
        self.authority = authority
        self.can_sign_out = can_sign_out

    @property
    def now(self) -> float:
        """Return the time of the visit in seconds."""
        return self.asking.now

    def field(self, name: str) -> str:
        """Return a field of the address without blanks around it."""
        return self.request.field(name)[:_LONGEST].strip()

    def number(self, name: str, usual: int = 1, most: int = _MOST_PAGES) -> int:
        """Return a field that is a number from 1 on; `usual` for anything else."""
        given = self.field(name)
        if given.isascii() and given.isdecimal() and len(given) < 9:
            return min(max(1, int(given)), most)
        return usual

    def name(self) -> str:
        """Return the first name of the path after the view."""
        if not self.names or not self.names[0]:
            raise NotThereError("this address lacks a name")
        return self.names[0]


class NotThereError(Refusal):
    """Something that the store does not have."""

    def __init__(self, message: str) -> None:
        super().__init__(404, message, None)
