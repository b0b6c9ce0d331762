"""Who asks: what is known about the client of a connection."""

from __future__ import annotations

_VARIABLES = ("$(connection.ip)", "$(connection.hostname)", "$(connection.key)")


class Client:
    """The address, host name, key and claimed user of a client; the name may be unknown."""

    __slots__ = ("address", "key", "name", "user")

    def __init__(self, address: str, key: str, user: str, name: str = "") -> None:
        self.address = address
        self.name = name
        self.key = key
        self.user = user

    @property
    def parts(self) -> tuple[str, str, str]:
        """Return address, host name and key: what the variables of `connection` stand for."""
        return self.address, self.name, self.key

    def fill_in(self, text: str) -> str:
        """Replace the variables of `connection` in a text."""
        for variable, value in zip(_VARIABLES, self.parts, strict=True):
            if value:
                text = text.replace(variable, value)
        return text

    def take_out(self, text: str) -> str:
        """Replace address, host name and key in a text by the variables of `connection`."""
        for variable, value in zip(_VARIABLES, self.parts, strict=True):
            if value:
                text = text.replace(value, variable)
        return text


# A rule may admit $(connection.ip) and so on: the client whose parts are in the requested path.
_ADDRESS, _NAME, _KEY = _VARIABLES
OF_THE_PATH = Client(address=_ADDRESS, key=_KEY, user="", name=_NAME)
