"""The keys of `ppkeys`: the pair of this host, and the public keys that it trusts.

    keys = Keys("/var/cfengine")
    keys.own()                          the private key; raises KeyFileError
    keys.is_trusted("root", key)        a file USER-DIGEST.pub holds the key
    keys.trust("root", key)

The name of a file says whose key it is, so a name of a user that leads elsewhere is rejected.
The library for keys is imported only where a private key is read or made.
"""

from __future__ import annotations

from duckrow.cfengine.values.key_digest import digest_of_numbers
from duckrow.cfengine.values.public_key import PublicKey, read_pem
from duckrow.machine.files.private import make_private_directory, remove, replace_file
from duckrow.machine.paths import exists, names_in, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    class Numbers(Protocol):
        """The numbers of a public key."""

        @property
        def n(self) -> int: ...
        @property
        def e(self) -> int: ...

    class Key(Protocol):
        """A public key, ours or one of the library."""

        def public_numbers(self) -> Numbers: ...


BITS = 2048
_EXPONENT = 65537
_MOST_BYTES = 1 << 16
# Versions before 3.14 encrypted the private key with this well-known passphrase.
PASSPHRASE = b"Cfengine passphrase"


class KeyFileError(Exception):
    """A file of keys cannot be read or written."""


class Keys:
    """The keys of one work directory."""

    __slots__ = ("directory",)

    def __init__(self, work_directory: str) -> None:
        self.directory = f"{work_directory}/ppkeys"

    @property
    def public_file(self) -> str:
        """Return the path of the public key of this host."""
        return f"{self.directory}/localhost.pub"

    @property
    def private_file(self) -> str:
        """Return the path of the private key of this host."""
        return f"{self.directory}/localhost.priv"

    @property
    def certificate_file(self) -> str:
        """Return the path of the certificate that shows the key of this host to servers."""
        return f"{self.directory}/localhost.crt"

    def own(self) -> RSAPrivateKey:
        """Return the private key of this host."""
        return read_private_key(self.private_file)

    def path(self, user: str, name: str) -> str:
        """Return the path of a trusted key. Raises ValueError for a name that is no file name."""
        if not user or not name or any(each in "/\\\0" for each in user + name):
            raise ValueError(f"no name of a key: {user}-{name}")
        return f"{self.directory}/{user}-{name}.pub"

    def is_trusted(self, user: str, key: Key, address: str = "") -> bool:
        """Return whether a key is stored for a user; a file with an address as name is renamed."""
        path = self.path(user, digest(key))
        if exists(path):
            return _holds(path, key)
        old = self.path(user, address) if address else ""
        if not old or not exists(old) or not _holds(old, key):
            return False
        self.trust(user, key)
        remove(old)
        return True

    def why_not_trusted(self, user: str, key: Key) -> str:
        """Return what is wrong with the file of a key; nothing if there is none."""
        path = self.path(user, digest(key))
        if not exists(path):
            return ""
        try:
            read_public_key(path)
        except KeyFileError as error:
            return str(error)
        return f"Received key '{digest(key)}' compares different to the one in ppkeys"

    def trust(self, user: str, key: Key) -> str:
        """Store a key for a user; return the path."""
        path = self.path(user, digest(key))
        make_private_directory(self.directory)
        replace_file(path, public_text(key), 0o600)
        return path

    def remove(self, name: str) -> int:
        """Remove the keys of a digest or an address, of all users; return how many there were."""
        found = [each for each in names_in(self.directory) if each.endswith(f"-{name}.pub")]
        for each in found:
            remove(f"{self.directory}/{each}")
        return len(found)


def digest(key: Key) -> str:
    """Return the digest of a key, such as MD5=617e…."""
    numbers = key.public_numbers()
    return digest_of_numbers(numbers.n, numbers.e)


def make_key(bits: int = BITS) -> RSAPrivateKey:
    """Make a pair of keys. Raises ValueError for a size that the library rejects."""
    from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key

    return generate_private_key(_EXPONENT, bits)


def public_text(key: Key) -> bytes:
    """Return a public key as the content of a file."""
    numbers = key.public_numbers()
    return PublicKey(numbers.n, numbers.e).pem()


def private_text(key: RSAPrivateKey) -> bytes:
    """Return a private key as the content of a file."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())


def read_public_key(path: str) -> PublicKey:
    """Read a public key."""
    try:
        return read_pem(_read(path, "public"))
    except ValueError:
        raise KeyFileError(
            f"Error reading public key from '{path}': it is no RSA key in PEM"
        ) from None


def read_private_key(path: str) -> RSAPrivateKey:
    """Read a private key, also one that an old version has encrypted."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    content = _read(path, "private")
    password = PASSPHRASE if b"ENCRYPTED" in content else None
    try:
        # The check whether its numbers are prime takes 25 ms of each run that asks a server. A host
        # trusts the file of its own key; with wrong numbers no peer would accept a handshake.
        found = load_pem_private_key(content, password, unsafe_skip_rsa_key_validation=True)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        found = None
    if not isinstance(found, RSAPrivateKey):
        raise KeyFileError(f"Error reading private key from '{path}': it is no RSA key in PEM")
    return found


def _holds(path: str, key: Key) -> bool:
    try:
        found = read_public_key(path)
    except KeyFileError:
        return False
    numbers = key.public_numbers()
    return (found.n, found.e) == (numbers.n, numbers.e)


def _read(path: str, kind: str) -> bytes:
    try:
        return read_bytes(path, _MOST_BYTES)
    except OSError as error:
        raise KeyFileError(
            f"Cannot open {kind} key file '{path}' (fopen: {error.strerror})"
        ) from None
