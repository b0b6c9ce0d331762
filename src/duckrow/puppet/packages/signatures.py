"""Signatures over the index of a package, and the keys that are trusted.

A signature is detached: pond.par has its signatures in pond.par.sig, one line for each key:

    ed25519 KEY SIGNATURE

where KEY is the digest of the public key and SIGNATURE is in base64. A trust directory holds public
keys, NAME.pub or NAME.pem; keys below `revoked` in it are trusted no longer.
"""

from __future__ import annotations

from base64 import b64decode, b64encode

from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.paths import is_directory, names_in, read_bytes
from duckrow.source.errors import InputError, reason
from duckrow.source.module_names import SIGNATURE
from duckrow.source.short_digest import short_sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

_METHOD = "ed25519"
_SUFFIXES = (".pub", ".pem")
_REVOKED = "revoked"


class UnsignedError(ArchiveError):
    """A package that no key signed that is trusted or revoked."""


class Trust:
    """The public keys of a trust directory, by their digests."""

    __slots__ = ("directory", "keys", "revoked")

    def __init__(self, directory: str) -> None:
        """Read the keys. Raises InputError if the directory or a key cannot be read."""
        if not is_directory(directory):
            raise InputError(f"cannot read {directory}: it is not a directory of public keys")
        self.directory = directory
        names = names_in(directory)
        self.keys = _public_keys(directory, [name for name in names if name != _REVOKED])
        self.revoked: dict[str, tuple[str, Ed25519PublicKey]] = {}
        if _REVOKED in names:
            revoked = f"{directory}/{_REVOKED}"
            if not is_directory(revoked):
                raise InputError(f"cannot read {revoked}: it is not a directory of public keys")
            self.revoked = _public_keys(revoked, names_in(revoked))

    @property
    def fingerprint(self) -> tuple[frozenset[str], frozenset[str]]:
        """The digests of the keys that are trusted, and of those that are revoked."""
        return frozenset(self.keys), frozenset(self.revoked)

    def check(self, path: str, index: bytes) -> str:
        """Return the name of a trusted key that has signed an index.

        Raises ArchiveError if there is none.
        """
        try:
            lines = read_bytes(path + SIGNATURE, 1 << 20).decode("ascii", "replace").splitlines()
        except FileNotFoundError:
            raise UnsignedError(path, None, "is not signed") from None
        revoked = ""
        for line in lines:
            method, key, signature = (*line.split(), "", "", "")[:3]
            if method != _METHOD:
                continue
            if key in self.revoked:
                revoked = self.revoked[key][0]
            elif key in self.keys:
                name, public = self.keys[key]
                if _is_signed(public, signature, index):
                    return name
                raise ArchiveError(path, None, f"has a signature of {name} that is wrong")
        if revoked:
            raise ArchiveError(path, None, f"is signed by a key that is revoked: {revoked}")
        raise UnsignedError(path, None, "has no signature of a key that is trusted")


def sign(path: str, index: bytes, key_file: str) -> str:
    """Return the signatures of a package with one more; a second one of a key replaces it."""
    private = _private_key(key_file)
    key = _digest(private.public_key())
    line = f"{_METHOD} {key} {b64encode(private.sign(index)).decode()}"
    try:
        others = read_bytes(path + SIGNATURE).decode("ascii", "replace").splitlines()
    except FileNotFoundError:
        others = []
    kept = [each for each in others if each.split()[1:2] != [key]]
    return "".join(f"{each}\n" for each in [*kept, line])


def make_key() -> tuple[bytes, bytes]:
    """Return a new private key and its public key, in PEM."""
    forms = _primitives()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    pem = forms.Encoding.PEM
    private = key.private_bytes(pem, forms.PrivateFormat.PKCS8, forms.NoEncryption())
    public = key.public_key().public_bytes(pem, forms.PublicFormat.SubjectPublicKeyInfo)
    return private, public


def _is_signed(public: Ed25519PublicKey, signature: str, index: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        public.verify(b64decode(signature, validate=True), index)
    except (InvalidSignature, ValueError):
        return False
    return True


def _public_keys(directory: str, names: list[str]) -> dict[str, tuple[str, Ed25519PublicKey]]:
    """Return the keys of a directory; a file that might be a key and is none is an error."""
    found = {}
    for name in names:
        path = f"{directory}/{name}"
        if not name.endswith(_SUFFIXES):
            ends = " or ".join(_SUFFIXES)
            raise InputError(f"cannot use {path}: the name of a public key ends in {ends}")
        key = _public_key(path)
        found[_digest(key)] = name, key
    return found


def _public_key(path: str) -> Ed25519PublicKey:
    try:
        key = _primitives().load_pem_public_key(_key_bytes(path))
    except ValueError:
        raise InputError(f"cannot read the key {path}: it is not a public key in PEM") from None
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not isinstance(key, Ed25519PublicKey):
        raise InputError(f"cannot use the key {path}: it is not an Ed25519 key")
    return key


def _private_key(path: str) -> Ed25519PrivateKey:
    try:
        key = _primitives().load_pem_private_key(_key_bytes(path), None)
    except (ValueError, TypeError):
        raise InputError(
            f"cannot read the key {path}: it is not a private key in PEM without a password",
            hint="duckrow module key NAME makes one",
        ) from None
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if not isinstance(key, Ed25519PrivateKey):
        raise InputError(f"cannot use the key {path}: it is not an Ed25519 key")
    return key


def _key_bytes(path: str) -> bytes:
    try:
        return read_bytes(path, 1 << 20)
    except OSError as error:
        raise InputError(f"cannot read the key {path}: {reason(error)}") from None


def _primitives() -> ModuleType:
    """Import what reads and writes keys."""
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: F401
    except ImportError:
        raise InputError(
            "cannot sign or verify: signatures need the package cryptography",
            hint="pip install 'duckrow[signing]'",
        ) from None
    return serialization


def _digest(key: Ed25519PublicKey) -> str:
    forms = _primitives()
    return short_sha256(key.public_bytes(forms.Encoding.Raw, forms.PublicFormat.Raw))
