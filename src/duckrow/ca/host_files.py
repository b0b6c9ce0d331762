"""The files of a node below Puppet's `ssldir`: its keys, its certificate, and the authority's."""

from __future__ import annotations

from duckrow.ca.directory import (
    PUBLIC,
    PUBLIC_DIRECTORY,
    SECRET,
    SECRET_DIRECTORY,
    make_directory,
    write_file,
)
from duckrow.ca.pem import certificates_to_pem, key_in, key_to_pem, public_key_to_pem
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, exists, read_bytes
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cryptography import x509

    from duckrow.ca.pem import PrivateKey
    from duckrow.machine.files.files import Files

_CERTIFICATES, _PRIVATE, _PUBLIC_KEYS = "certs", "private_keys", "public_keys"


class HostFiles:
    """The files below a `ssldir`."""

    __slots__ = ("_files", "path")

    def __init__(self, path: str) -> None:
        self.path = absolute(path)
        self._files: Files = LocalMachine().files

    def existing(self, name: str) -> list[str]:
        """Return the files that a new certificate of a node would replace."""
        paths = [f"{self.path}/{_CERTIFICATES}/{name}.pem"]
        if self.key_of(name) is None:
            paths += [f"{self.path}/{_PUBLIC_KEYS}/{name}.pem"]
        return [path for path in paths if exists(path)]

    def key_of(self, name: str) -> PrivateKey | None:
        """Return the private key that a node already has."""
        path = f"{self.path}/{_PRIVATE}/{name}.pem"
        try:
            return key_in(read_bytes(path, 1 << 20), path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise InputError(f"cannot read {path}: {reason(error)}") from None

    def write_keys(self, name: str, key: PrivateKey) -> list[str]:
        """Write the keys of a node, before its certificate exists; return their paths."""
        return [
            self._write(_PRIVATE, name, key_to_pem(key), SECRET),
            self._write(_PUBLIC_KEYS, name, public_key_to_pem(key.public_key()), PUBLIC),
        ]

    def write_certificate(self, name: str, certificate: x509.Certificate) -> str:
        """Write the certificate of a node; return its path."""
        return self._write(_CERTIFICATES, name, certificates_to_pem([certificate]), PUBLIC)

    def _write(self, below: str, name: str, content: bytes, mode: int) -> str:
        directory = f"{self.path}/{below}"
        make_directory(directory, SECRET_DIRECTORY if mode == SECRET else PUBLIC_DIRECTORY)
        path = f"{directory}/{name}.pem"
        write_file(self._files, path, content, mode)
        return path

    def replace_certificate(self, name: str, old: x509.Certificate, new: x509.Certificate) -> bool:
        """Replace the certificate of a node by a renewed one, if it is here."""
        path = f"{self.path}/{_CERTIFICATES}/{name}.pem"
        content = certificates_to_pem([old])
        if not exists(path) or read_bytes(path, len(content)) != content:
            return False
        self.write_certificate(name, new)
        return True

    def write_authority(self, certificates: bytes, crls: bytes) -> None:
        """Write the certificates and revocation lists of the authority."""
        write_file(self._files, f"{self.path}/{_CERTIFICATES}/ca.pem", certificates, PUBLIC)
        write_file(self._files, f"{self.path}/crl.pem", crls, PUBLIC)
