"""The rules of single schemes: a usual port, and parts that are treated in a way of their own."""

from __future__ import annotations

from duckrow.ruby.values.errors import InvalidValueError

TYPE_CHECKING = False
if TYPE_CHECKING:
    Parts = dict[str, str | int | None]  # the parts of a URI by name, and the typecode of ftp

_TYPECODE = ";type="


class Scheme:
    """The rules that hold when a scheme has no others."""

    __slots__ = ("_compared", "port")

    def __init__(
        self,
        port: int | None = None,
        compared: str = "scheme userinfo host port path opaque query fragment",
    ) -> None:
        self.port = port
        self._compared = compared.split()

    def settle(self, parts: Parts) -> None:
        """Normalize the parts for this scheme."""

    def check(self, parts: Parts) -> None:
        """Reject missing parts that this scheme requires, and parts that it cannot have."""

    def complete(self, given: Parts) -> None:
        """Add to the parts of a URI that is being built."""

    def normal(self, parts: Parts) -> tuple[object, ...]:
        """Return the parts that decide whether two URIs of this scheme are equal."""
        host = parts["host"]
        normal = {
            **parts,
            "host": host.lower() if isinstance(host, str) else None,
            "path": "/" if parts["path"] == "" else parts["path"],
        }
        return tuple(normal[name] for name in self._compared)

    def written_path(self, parts: Parts) -> str:
        return str(parts["path"] or "")

    def written_opaque(self, opaque: str) -> str:
        return opaque


class _File(Scheme):
    """A file on this host; its URI has no user."""

    __slots__ = ()

    def settle(self, parts: Parts) -> None:
        if parts.get("host") in (None, "localhost"):
            parts["host"] = ""
        parts["port"] = parts["userinfo"] = None


class _Ftp(Scheme):
    """The path begins where the login leads; from the root it is written with %2F in front."""

    __slots__ = ()

    def settle(self, parts: Parts) -> None:
        path = parts.get("path")
        if not isinstance(path, str):
            raise InvalidValueError("URI::InvalidURIError")
        if "typecode" in parts:
            return  # a path that was settled before
        path, _, typecode = path.removeprefix("/").partition(_TYPECODE)
        parts["path"] = "/" + path[3:] if path.startswith("%2F") else path
        parts["typecode"] = typecode or None

    def written_path(self, parts: Parts) -> str:
        path, typecode = str(parts["path"] or ""), parts["typecode"]
        written = "/%2F" + path[1:] if path.startswith("/") else "/" + path
        return written if typecode is None else f"{written}{_TYPECODE}{typecode}"


class _Ldap(Scheme):
    """The path is a distinguished name, and the query selects attributes and entries."""

    __slots__ = ()

    def check(self, parts: Parts) -> None:
        if parts["fragment"] is not None or parts["path"] is None:
            raise InvalidValueError("bad LDAP URL")

    def complete(self, given: Parts) -> None:
        given["query"] = ""  # the scheme builds it from its own parts

    def normal(self, parts: Parts) -> tuple[object, ...]:
        path, query = str(parts["path"] or ""), str(parts["query"] or "")
        wanted = tuple((query + "????").split("?")[:4])
        return (*super().normal(parts), path[1:] if path else None, wanted)


class _Mailto(Scheme):
    """Addresses, and perhaps headers behind a question mark."""

    __slots__ = ()

    def settle(self, parts: Parts) -> None:
        if parts.get("opaque") is None and parts.get("query") is not None:
            parts["opaque"] = f"?{parts['query']}"
            parts.setdefault("path", "")

    def check(self, parts: Parts) -> None:
        import re

        opaque = parts["opaque"]
        if not isinstance(opaque, str):
            raise InvalidValueError("missing opaque part for mailto URL")
        addresses = opaque.partition("?")[0]
        if not re.fullmatch(r"(?:[^@,;]+@[^@,;]+(?:\Z|[,;]))*", addresses):
            raise InvalidValueError(f"unrecognised opaque part for mailtoURL: {opaque}")

    def complete(self, given: Parts) -> None:
        given["opaque"] = ""  # the scheme builds it from its own parts

    def normal(self, parts: Parts) -> tuple[object, ...]:
        return parts["scheme"], self.written_opaque(str(parts["opaque"] or ""))

    def written_opaque(self, opaque: str) -> str:
        addresses, _, headers = opaque.partition("?")
        headers = headers.rstrip("&")
        return f"{addresses}?{headers}" if headers else addresses


_WEB = "scheme userinfo host port path query fragment"
SCHEMES: dict[str, Scheme] = {
    "file": _File(None, "scheme host path"),
    "ftp": _Ftp(21, "scheme userinfo host port path typecode"),
    "http": Scheme(80, _WEB),
    "https": Scheme(443, _WEB),
    "ldap": _Ldap(389, "scheme host port"),
    "ldaps": _Ldap(636, "scheme host port"),
    "mailto": _Mailto(),
    "ws": Scheme(80, "scheme userinfo host port path query"),
}
