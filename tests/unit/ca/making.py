"""Keys, requests and authorities for tests; EC keys are quick to make."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory
from duckrow.ca.host_files import HostFiles
from duckrow.ca.pem import PrivateKey
from duckrow.ca.setup import Server, set_up

SHARED_KEY = ec.generate_private_key(ec.SECP256R1())
Extension = tuple[x509.ExtensionType, bool]


class Log(list[tuple[str, str]]):
    """The messages of an authority: level and text."""

    def __call__(self, level: str, message: str) -> None:
        self.append((level, message))

    @property
    def texts(self) -> str:
        return "\n".join(text for _, text in self)


def new_key() -> PrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def server_of(root: Path, name: str = "pond.lab") -> Server:
    return Server(name, ["DNS:puppet"], HostFiles(str(root / "ssl")))


def new_authority(root: Path) -> Authority:
    return set_up(
        CaDirectory(str(root / "ca")),
        server_of(root),
        ca_name="Puppet CA: pond.lab",
        root_ca_name="Puppet Root CA: quack",
        new_key=new_key,
    )


def csr(
    name: str | Sequence[str],
    extensions: Iterable[Extension] = (),
    key: PrivateKey = SHARED_KEY,
    attributes: dict[str, bytes] | None = None,
) -> bytes:
    """Return a request in PEM; several names become several common names."""
    names = [name] if isinstance(name, str) else name
    # Without the check of cryptography, names may be empty, and longer than 64 characters.
    common = NameOID.COMMON_NAME
    subject = x509.Name([x509.NameAttribute(common, each, _validate=False) for each in names])
    builder = x509.CertificateSigningRequestBuilder().subject_name(subject)
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    for oid, value in (attributes or {}).items():
        builder = builder.add_attribute(x509.ObjectIdentifier(oid), value)
    return builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)


def alt_names(*names: x509.GeneralName | str) -> Extension:
    found = [x509.DNSName(each) if isinstance(each, str) else each for each in names]
    return x509.SubjectAlternativeName(found), False


def unknown(oid: str, der: bytes = b"\x0c\x05quack") -> Extension:
    return x509.UnrecognizedExtension(x509.ObjectIdentifier(oid), der), False


def files_of(root: Path) -> dict[str, bytes]:
    """Return the content of all files below a directory, without the lock."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name != ".duckrow.lock"
    }


def openssl_verify(root: Path, name: str) -> str:
    """Return what openssl finds about a certificate, its chain and all CRLs: OK, or errors."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    ca = root / "ca"
    words = ["openssl", "verify", "-crl_check_all", "-x509_strict"]
    words += ["-CAfile", str(ca / "ca_crt.pem"), "-CRLfile", str(ca / "ca_crl.pem")]
    done = subprocess.run(
        [*words, str(ca / "signed" / f"{name}.pem")], capture_output=True, text=True, check=False
    )
    return "OK" if done.returncode == 0 else done.stderr
