"""Digest::MD5 and its kin."""

from __future__ import annotations

import hashlib
from base64 import b64encode

from duckrow.ruby.core.convert import from_bytes, to_bytes, to_str
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

KINDS = {"MD5": "md5", "SHA1": "sha1", "SHA256": "sha256", "SHA384": "sha384", "SHA512": "sha512"}


class DigestValue(TableValue):
    """A digest that is updated with each added piece."""

    __slots__ = ("class_", "data", "kind")

    def __init__(self, class_: RubyModule, kind: str) -> None:
        self.class_ = class_
        self.kind = kind
        self.data = b""

    @property
    def ruby_class_name(self) -> str:  # type: ignore[override]
        return self.class_.name

    def digest(self) -> bytes:
        return hashed(self.kind, self.data)


def hashed(kind: str, data: bytes) -> bytes:
    """Return the digest of bytes."""
    return hashlib.new(kind, data, usedforsecurity=False).digest()


def _update(ruby: Interpreter, self: DigestValue, text: object) -> DigestValue:
    self.data += to_bytes(to_str(ruby, text))
    return self


def _reset(_ruby: Interpreter, self: DigestValue) -> DigestValue:
    self.data = b""
    return self


def _add_file(ruby: Interpreter, self: DigestValue, path: object) -> DigestValue:
    """Add the content of a file of the host."""
    from duckrow.ruby.library.host.asking import absolute, errors_at, files_of, path_of

    files = files_of(ruby, f"{self.class_.name}.file")
    with errors_at("rb_sysopen", path_of(ruby, path)):
        self.data += files.read(absolute(ruby, path))
    return self


def _given(ruby: Interpreter, self: DigestValue, text: object) -> bytes:
    return self.digest() if text is None else hashed(self.kind, to_bytes(to_str(ruby, text)))


_METHODS: dict[str, Callable[..., object]] = {
    "update": _update,
    "<<": _update,
    "file": _add_file,
    "reset": _reset,
    "digest": lambda ruby, self, text=None: from_bytes(_given(ruby, self, text)),
    "hexdigest": lambda ruby, self, text=None: _given(ruby, self, text).hex(),
    "base64digest": lambda ruby, self, text=None: b64encode(_given(ruby, self, text)).decode(
        "ascii"
    ),
    "to_s": lambda _ruby, self: self.digest().hex(),
    "inspect": lambda _ruby, self: f"#<{self.class_.name}: {self.digest().hex()}>",
    "==": lambda _ruby, self, other: (
        other == self.digest().hex() if type(other) is str else self is other
    ),
    "name": lambda _ruby, self: self.class_.name,
    "length": lambda _ruby, self: len(self.digest()),
    "size": lambda _ruby, self: len(self.digest()),
    "digest_length": lambda _ruby, self: len(self.digest()),
    "block_length": lambda _ruby, self: 128 if self.kind in ("sha384", "sha512") else 64,
}
DigestValue.ruby_methods = _METHODS


def digest_class(name: str, kind: str, parent: RubyModule | None) -> RubyModule:
    """Make a class of digests of one kind."""

    def new(ruby: Interpreter, self: RubyModule, text: object = None) -> DigestValue:
        made = DigestValue(self, kind)
        return made if text is None else _update(ruby, made, text)

    return RubyModule(
        name,
        parent,
        singleton={
            "new": new,
            "file": lambda ruby, self, path: _add_file(ruby, DigestValue(self, kind), path),
            "digest": lambda ruby, _self, text: from_bytes(
                hashed(kind, to_bytes(to_str(ruby, text)))
            ),
            "hexdigest": lambda ruby, _self, text: hashed(kind, to_bytes(to_str(ruby, text))).hex(),
            "base64digest": lambda ruby, _self, text: b64encode(
                hashed(kind, to_bytes(to_str(ruby, text)))
            ).decode("ascii"),
        },
    )


def _sha2(parent: RubyModule) -> RubyModule:
    """Make Digest::SHA2, whose objects have a number of bits."""

    def new(_ruby: Interpreter, self: RubyModule, bits: object = 256) -> DigestValue:
        if bits not in (256, 384, 512):
            raise RubyError("ArgumentError", f"unsupported bit length: {bits}")
        return DigestValue(self, f"sha{bits}")

    made = digest_class("Digest::SHA2", "sha256", parent)
    made.singleton["new"] = new
    return made


def kind_of_digest(name: str) -> str:
    """Return the kind of digest that a name such as SHA-256 means."""
    kind = name.upper().replace("-", "").removeprefix("RSA")
    found = KINDS.get(kind)
    if found is None:
        raise RubyError("RuntimeError", f"Unsupported digest algorithm ({name}).")
    return found


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    module = RubyModule("Digest", None, is_class=False)
    base = RubyModule("Digest::Base", known_class(ruby, "Object"))
    made: dict[str, object] = {"Digest": module, "Digest::Base": base}
    for name, kind in KINDS.items():
        path = f"Digest::{name}"
        made[path] = digest_class(path, kind, base)
    made["Digest::SHA2"] = _sha2(base)
    return made
