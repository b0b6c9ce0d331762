"""Uniform resource identifiers, as Ruby's library understands them.

A URI is either hierarchical, with a path and perhaps an authority and a query, or opaque: a scheme
and a text without further parts, such as mailto:me@example.com. Some schemes have rules of their
own; they are in `uri_schemes`.
"""

from __future__ import annotations

from duckrow.ruby.uri.schemes import SCHEMES, Scheme
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.numbers import read_digits
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.ruby.uri.schemes import Parts

_GENERIC = Scheme()
_ALWAYS_WITH_SLASHES = ("file", "postgres")

# The class of each scheme that Ruby knows.
CLASSES = {
    "file": "File",
    "ftp": "FTP",
    "http": "HTTP",
    "https": "HTTPS",
    "ldap": "LDAP",
    "ldaps": "LDAPS",
    "mailto": "MailTo",
    "ws": "WS",
    "wss": "WSS",
}


class URI(Immutable):
    """A URI by its parts; a part that is absent is None, and only `path` may be empty instead."""

    __slots__ = (
        "_rules", "fragment", "host", "opaque", "path", "port", "query", "scheme", "typecode",
        "userinfo",
    )  # fmt: skip

    scheme: str | None
    userinfo: str | None
    host: str | None
    port: int | None
    path: str | None
    query: str | None
    fragment: str | None
    opaque: str | None
    typecode: str | None  # of an ftp URI: how the file is sent
    _rules: Scheme

    @property
    def ruby_class_name(self) -> str:
        return f"URI::{CLASSES.get(self.scheme or '', 'Generic')}"

    def __init__(self, parts: Parts) -> None:
        """Make a URI of parts that are known to be sound; others go to `parse` and `build`."""
        parts = dict(parts)
        scheme = parts.get("scheme")
        if isinstance(scheme, str):
            parts["scheme"] = scheme = scheme.lower()
        rules = SCHEMES.get(scheme, _GENERIC) if isinstance(scheme, str) else _GENERIC
        rules.settle(parts)
        if parts.get("path") is None and parts.get("opaque") is None:
            parts["path"] = ""
        if parts.get("port") is None:
            parts["port"] = rules.port
        set_field(self, "_rules", rules)
        for name in PARTS:
            set_field(self, name, parts.get(name))
        set_field(self, "typecode", parts.get("typecode"))

    @classmethod
    def parse(cls, text: str) -> URI:
        from duckrow.ruby.uri.text import escaped_fragment, escaped_query, split

        parts: Parts = dict(split(text))
        if isinstance(parts["port"], str):
            parts["port"] = read_digits(parts["port"]) if parts["port"] else None
        if isinstance(parts["query"], str):
            parts["query"] = escaped_query(parts["query"])
        if isinstance(parts["fragment"], str):
            parts["fragment"] = escaped_fragment(parts["fragment"])
        return cls(parts)._checked()

    @classmethod
    def build(cls, parts: Mapping[str, str | int]) -> URI:
        """Make a URI of parts, each checked in turn."""
        from duckrow.ruby.uri.build import checked

        scheme = parts.get("scheme")
        rules = SCHEMES.get(scheme.lower(), _GENERIC) if isinstance(scheme, str) else _GENERIC
        return cls(checked(parts, rules))._checked()

    def _checked(self) -> URI:
        self._rules.check(self._parts())
        return self

    @property
    def is_absolute(self) -> bool:
        return self.scheme is not None

    def merge(self, other: URI | str) -> URI:
        """Take `other` as a reference to be read from here."""
        reference = URI.parse(other) if isinstance(other, str) else other
        if reference.is_absolute:
            return reference
        if not self.is_absolute:
            raise InvalidValueError("both URI are relative")
        parts = self._parts()
        # Another authority takes the place of the whole of ours: a password stays with its host.
        authority = {name: getattr(reference, name) for name in ("userinfo", "host", "port")}
        if set(authority.values()) == {None}:
            authority = {}
        if not reference.path and not authority and reference.query is None:
            if reference.fragment is not None:
                parts["fragment"] = reference.fragment
            return URI(parts)
        if reference.query is not None and self.opaque is not None:
            raise InvalidValueError("query conflicts with opaque")
        if reference.path is not None and (authority or self.path is not None):
            path = reference.path if authority else merged_path(self.path or "", reference.path)
            parts["path"] = path
        parts.update(authority)
        parts["query"] = reference.query
        parts["fragment"] = reference.fragment
        return URI(parts)

    def __add__(self, other: object) -> URI:
        if not isinstance(other, str | URI):
            raise InvalidValueError("An URI can only be merged with an URI or String")
        return self.merge(other)

    def _normal(self) -> tuple[object, ...]:
        """Return the parts that decide whether two URIs are equal; a host has no case."""
        return self._rules.normal(self._parts())

    def _parts(self) -> Parts:
        return {name: getattr(self, name) for name in (*PARTS, "typecode")}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, URI) and self._normal() == other._normal()

    def __hash__(self) -> int:
        return hash((URI, self._normal()))

    def key_identity(self) -> tuple[object, ...]:
        """Return the identity of a URI as a hash key: all its parts, letter by letter."""
        return (URI, *(getattr(self, name) for name in (*PARTS, "typecode")))

    def __reduce__(self) -> tuple[object, ...]:
        return URI, (self._parts(),)

    def __str__(self) -> str:
        text = "" if self.scheme is None else f"{self.scheme}:"
        text += (
            self._hierarchy() if self.opaque is None else self._rules.written_opaque(self.opaque)
        )
        return text if self.fragment is None else f"{text}#{self.fragment}"

    def _hierarchy(self) -> str:
        text = "" if self.host is None and self.scheme not in _ALWAYS_WITH_SLASHES else "//"
        if self.userinfo is not None:
            text += f"{self.userinfo}@"
        text += self.host or ""
        if self.port is not None and self.port != self._rules.port:
            text += f":{self.port}"
        text += self._rules.written_path(self._parts())
        return text if self.query is None else f"{text}?{self.query}"

    def ruby_inspect(self) -> str:
        return f"#<{self.ruby_class_name} {self}>"

    def __repr__(self) -> str:
        return f"URI({str(self)!r})"


PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque")


def merged_path(base: str, reference: str) -> str:
    """Walk from a base path along the path of a reference."""
    here = base.split("/") if base else []
    steps = reference.split("/") if reference else []
    if here and here[-1] == "..":
        here.append("")
    while ".." in here:
        i = here.index("..")
        if i:
            del here[i - 1 : i + 1]
        else:
            here.pop()
    if steps and not steps[0]:
        here = []
        del steps[0]
    steps = _shortened(steps)
    if not here:
        here = [""]
    elif steps:
        here.pop()
    for i, step in enumerate(steps):
        if step != "..":
            return "/".join(here + steps[i:])
        if len(here) > 1:
            here.pop()
    return "/".join([*here, ""] if steps else here)


def _shortened(steps: list[str]) -> list[str]:
    """Leave out the steps that lead nowhere; those that lead up may remain in front."""
    if steps and steps[-1] in (".", ".."):
        steps = [*steps, ""]
    done: list[str] = []
    for step in steps:
        if step == ".." and done and done[-1] != "..":
            done.pop()
        elif step != ".":
            done.append(step)
    return done
