"""Hostile and unusual requests: each is rejected, with the reference's words where it has some."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed448, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID
from tests.unit.ca.making import SHARED_KEY, Extension, alt_names, csr, files_of, unknown

from duckrow.ca.authority import Authority
from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.oids import AUTHORIZATION, CLI_AUTH, OID_OF, PRIVATE, REGISTERED
from duckrow.ca.submission import submit

NAME = "huey.lab"
FORMAT = "Subject hostname format is invalid"
PARSE = "Could not parse the certificate request"

# Names that are asked for and are in the request too.
BAD_NAMES = {
    "": FORMAT,
    ".": FORMAT,
    "..": FORMAT,
    "*": "Subject contains a wildcard, which is not allowed: *",
    "*.lab": "Subject contains a wildcard, which is not allowed: *.lab",
    "huey*.lab": "Subject contains a wildcard, which is not allowed: huey*.lab",
    "HUEY.lab": "Certificate names must be lower case.",
    "hueY": "Certificate names must be lower case.",
    "Ä.lab": "Certificate names must be lower case.",
    "ä.lab": FORMAT,
    "hu€y.lab": FORMAT,
    "../huey": FORMAT,
    "../../etc/passwd": FORMAT,
    "/etc/passwd": FORMAT,
    "huey/lab": FORMAT,
    "huey\\lab": FORMAT,
    "huey lab": FORMAT,
    " huey.lab": FORMAT,
    "huey.lab ": FORMAT,
    "huey.lab\n": FORMAT,
    "huey.lab\r\nx": FORMAT,
    "huey\0.lab": FORMAT,
    "huey.lab\0": FORMAT,
    "huey\x1b[31m.lab": FORMAT,
    "huey\x7f.lab": FORMAT,
    "-huey.lab": FORMAT,
    ".huey.lab": FORMAT,
    "huey.lab-": FORMAT,
    "huey-.lab": FORMAT,
    "huey..lab": FORMAT,
    "huey.lab.": FORMAT,
    "huey;rm": FORMAT,
    "huey|x": FORMAT,
    "$(huey)": FORMAT,
    "`huey`": FORMAT,
    "'huey'": FORMAT,
    "huey=lab": FORMAT,
    "huey,cn=lab": FORMAT,
    "huey%2f.lab": FORMAT,
    "huey@lab": FORMAT,
    "huey:lab": FORMAT,
    "<huey>": FORMAT,
    "٣.lab": FORMAT,
    "huey。lab": FORMAT,
    "duck." * 60 + "lab": FORMAT,
    "d" * 65: FORMAT,
    "d" * 5000: FORMAT,
}

# Extensions of a request of huey.lab.
BAD_EXTENSIONS: dict[str, tuple[list[Extension], str]] = {
    "another name": ([alt_names("dewey.lab")], "extra subject alternative names (DNS:dewey.lab)"),
    "own and another name": ([alt_names(NAME, "dewey.lab")], "names (DNS:dewey.lab), which are"),
    "own name twice": ([alt_names(NAME, NAME)], "extra subject alternative names"),
    "the name of the server": ([alt_names("puppet")], "extra subject alternative names"),
    "a wildcard name": ([alt_names("*.lab")], "extra subject alternative names (DNS:*.lab)"),
    "an address": ([alt_names(x509.IPAddress(ip_address("10.0.0.1")))], "(IP:10.0.0.1)"),
    "an address of version 6": ([alt_names(x509.IPAddress(ip_address("::1")))], "(IP:::1)"),
    "a mail address": ([alt_names(x509.RFC822Name("huey@lab"))], "(RFC822Name:huey@lab)"),
    "a URI": ([alt_names(x509.UniformResourceIdentifier("http://x/"))], "http://x/"),
    "a registered id": (
        [alt_names(x509.RegisteredID(x509.ObjectIdentifier("1.2.3")))],
        "extra subject alternative names",
    ),
    "an authority": (
        [(x509.BasicConstraints(ca=True, path_length=None), True)],
        "Found extensions that are not permitted: 2.5.29.19",
    ),
    "no authority": (
        [(x509.BasicConstraints(ca=False, path_length=None), True)],
        "Found extensions that are not permitted: 2.5.29.19",
    ),
    "code signing": (
        [(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), False)],
        "Found extensions that are not permitted: 2.5.29.37",
    ),
    "name constraints": (
        [(x509.NameConstraints([x509.IPAddress(ip_network("0.0.0.0/0"))], None), True)],
        "Found extensions that are not permitted: 2.5.29.30",
    ),
    "two that are not known": (
        [unknown("1.2.3.4"), unknown("1.2.3.5")],
        "Found extensions that are not permitted: 1.2.3.4, 1.2.3.5",
    ),
    "beside Puppet's arc": ([unknown("1.3.6.1.4.1.34380.1.4.1")], "34380.1.4.1"),
    "the arc itself": ([unknown("1.3.6.1.4.1.34380.1.1")], "34380.1.1"),
    "an arc that only looks alike": ([unknown("1.3.6.1.4.1.34380.1.11.1")], "34380.1.11.1"),
    "pp_cli_auth": ([unknown(CLI_AUTH, b"\x0c\x04true")], "contains an authorization extension"),
    "pp_auth_role": ([unknown(f"{AUTHORIZATION}.13")], "contains an authorization extension"),
    "pp_authorization": ([unknown(f"{AUTHORIZATION}.1")], "contains an authorization extension"),
    "below pp_auth": ([unknown(f"{AUTHORIZATION}.13.7")], "contains an authorization extension"),
}


@pytest.mark.filterwarnings("ignore:Attribute's length")  # cryptography warns of it too
@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_rejected_and_nothing_is_written(
    authority: Authority, tmp_path: Path, name: str
) -> None:
    before = files_of(tmp_path)
    with pytest.raises(RejectedRequestError) as caught:
        submit(authority, name, csr(name))
    assert str(caught.value) == BAD_NAMES[name]
    assert files_of(tmp_path) == before


@pytest.mark.parametrize("asked", ["dewey.lab", "HUEY.LAB", "huey.lab.", "", "huey.lab\0"])
def test_the_name_of_another_node_is_rejected(
    authority: Authority, tmp_path: Path, asked: str
) -> None:
    before = files_of(tmp_path)
    with pytest.raises(RejectedRequestError) as caught:
        submit(authority, asked, csr(NAME))
    assert str(caught.value) == f'Instance name "{NAME}" does not match requested key "{asked}"'
    assert files_of(tmp_path) == before


@pytest.mark.parametrize("case", BAD_EXTENSIONS)
def test_a_bad_extension_is_not_signed(authority: Authority, case: str) -> None:
    extensions, words = BAD_EXTENSIONS[case]
    authority.rules.autosign = True
    with pytest.raises(RejectedRequestError) as caught:
        submit(authority, NAME, csr(NAME, extensions))
    assert words in str(caught.value)
    assert authority.certificate(NAME) is None
    assert authority.request_pem(NAME) is not None  # an operator may look at it


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["*.lab"], "contains a wildcard, which is not allowed: *.lab"),
        (["a.lab", "*"], "contains a wildcard, which is not allowed: *"),
        ([x509.RFC822Name("huey@lab")], "Only DNS and IP names are allowed"),
        ([x509.UniformResourceIdentifier("http://x/")], "Only DNS and IP names are allowed"),
        (["a b"], "is not the name of a host: 'a b'"),
        (["a\0.lab"], "is not the name of a host: 'a\\x00.lab'"),
        ([""], "is not the name of a host: ''"),
        (["../x"], "is not the name of a host: '../x'"),
    ],
)
def test_bad_alternative_names_are_rejected_also_where_names_are_allowed(
    authority: Authority, names: list[x509.GeneralName | str], words: str
) -> None:
    authority.rules.allow_subject_alt_names = True
    authority.receive(NAME, csr(NAME, [alt_names(*names)]))
    with pytest.raises(RejectedRequestError) as caught:
        authority.sign(NAME)
    assert words in str(caught.value)


def test_nobody_may_ask_to_administer_the_authority(authority: Authority) -> None:
    authority.rules.allow_authorization_extensions = True
    authority.receive(NAME, csr(NAME, [unknown(CLI_AUTH, b"\x0c\x04true")]))
    with pytest.raises(RejectedRequestError, match=f"not permitted: {CLI_AUTH}"):
        authority.sign(NAME)


@pytest.mark.parametrize(
    "extension",
    [unknown(oid) for oid in OID_OF.values() if oid != CLI_AUTH]
    + [unknown(f"{PRIVATE}.1.2.3"), unknown(f"{REGISTERED}.99"), alt_names(NAME)],
    ids=lambda each: each[0].oid.dotted_string,
)
def test_puppets_extensions_are_signed_by_rule(authority: Authority, extension: Extension) -> None:
    authority.rules.allow_authorization_extensions = True
    authority.receive(NAME, csr(NAME, [extension]))
    assert extension[0] in [each.value for each in authority.sign(NAME).extensions]


def _signed_by_another_key() -> bytes:
    """A request with the key of one and the signature of another."""
    other = ec.generate_private_key(ec.SECP256R1())
    mine, others = (_der(csr(NAME, key=key)) for key in (SHARED_KEY, other))
    point = SHARED_KEY.public_key().public_numbers().x.to_bytes(32, "big")
    start = mine.index(point)
    patched = bytearray(others)
    place = others.index(other.public_key().public_numbers().x.to_bytes(32, "big"))
    patched[place : place + 64] = mine[start : start + 64]
    return _pem(bytes(patched))


def _der(pem: bytes) -> bytes:
    return x509.load_pem_x509_csr(pem).public_bytes(Encoding.DER)


def _pem(der: bytes) -> bytes:
    from base64 import encodebytes

    return (
        b"-----BEGIN CERTIFICATE REQUEST-----\n"
        + encodebytes(der)
        + b"-----END CERTIFICATE REQUEST-----\n"
    )


def _flipped() -> bytes:
    der = bytearray(_der(csr(NAME)))
    der[-1] ^= 1
    return _pem(bytes(der))


@pytest.mark.parametrize("make", [_signed_by_another_key, _flipped])
def test_a_wrong_signature_is_rejected(authority: Authority, make: object) -> None:
    assert callable(make)
    authority.receive(NAME, make())
    with pytest.raises(RejectedRequestError) as caught:
        authority.sign(NAME)
    words = "CSR contains a public key that does not correspond to the signing key"
    assert str(caught.value) == words


def _request_of(key: object) -> bytes:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    builder = x509.CertificateSigningRequestBuilder().subject_name(name)
    is_edwards = isinstance(key, ed25519.Ed25519PrivateKey | ed448.Ed448PrivateKey)
    digest = None if is_edwards else hashes.SHA256()
    return builder.sign(key, digest).public_bytes(Encoding.PEM)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "why"),
    [
        (rsa.generate_private_key(65537, 1024), "2048 to 16384 bits, not 1024"),
        (ec.generate_private_key(ec.SECP256K1()), "not secp256k1"),
        (ec.generate_private_key(ec.SECP224R1()), "not secp224r1"),
        (ed25519.Ed25519PrivateKey.generate(), "neither an RSA nor an EC key"),
        (ed448.Ed448PrivateKey.generate(), "neither an RSA nor an EC key"),
        (dsa.generate_private_key(1024), "neither an RSA nor an EC key"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_weak_or_strange_key_is_not_signed(authority: Authority, key: object, why: str) -> None:
    authority.receive(NAME, _request_of(key))
    with pytest.raises(RejectedRequestError) as caught:
        authority.sign(NAME)
    assert why in caught.value.why


GOOD = csr(NAME)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"quack",
        b"\0" * 100,
        GOOD[:-40],
        GOOD[:200] + GOOD[230:],
        GOOD.replace(b"REQUEST", b"QUACKST"),
        GOOD.replace(b"-----END", b"-----ENDE"),
        b"-----BEGIN CERTIFICATE REQUEST-----\n-----END CERTIFICATE REQUEST-----\n",
        b"-----BEGIN CERTIFICATE REQUEST-----\nquack\n-----END CERTIFICATE REQUEST-----\n",
        _pem(b"\x30\x84\xff\xff\xff\xff"),
        _pem(_der(GOOD)[:-1]),
        _pem(_der(GOOD) + b"\0"),
        _pem(b"\x30\x80" * 5000),
        csr([]),
        csr([NAME, "dewey.lab"]),
        csr(["dewey.lab", NAME]),
    ],
    ids=range(16),
)
def test_a_request_that_cannot_be_read_is_rejected(
    authority: Authority, tmp_path: Path, content: bytes
) -> None:
    before = files_of(tmp_path)
    with pytest.raises(RejectedRequestError, match=PARSE):
        submit(authority, NAME, content)
    assert files_of(tmp_path) == before


def test_a_huge_request_is_not_even_parsed(authority: Authority) -> None:
    huge = csr(NAME, [unknown(f"{PRIVATE}.1", b"\x0c\x83\x01\x00\x00" + b"d" * 65536)])
    with pytest.raises(RejectedRequestError, match="more than 65536 bytes"):
        submit(authority, NAME, huge)
    with pytest.raises(RejectedRequestError, match="more than 65536 bytes"):
        submit(authority, NAME, b"d" * 10_000_000)
