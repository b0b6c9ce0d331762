from __future__ import annotations

import builtins
import datetime
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from .data import compiled, messages

pytest.importorskip("cryptography")

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs7,
)

HIERA = """
    version: 5
    hierarchy:
      - name: secrets
        lookup_key: eyaml_lookup_key
        path: secrets.eyaml
        options:
          pkcs7_private_key: KEYS/private.pem
          pkcs7_public_key: KEYS/public.pem
"""


def encrypted(directory: Path, text: str) -> str:
    """Make a pair of keys and encrypt a text with it."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([])
    day = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(day)
        .not_valid_after(day + datetime.timedelta(days=36500))
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    (directory / "private.pem").write_bytes(pem)
    (directory / "public.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    builder = pkcs7.PKCS7EnvelopeBuilder().set_data(text.encode()).add_recipient(certificate)
    data = builder.encrypt(Encoding.DER, [pkcs7.PKCS7Options.Binary])
    return f"ENC[PKCS7,{b64encode(data).decode()}]"


def files(directory: Path, secrets: str) -> dict[str, str]:
    return {"hiera.yaml": HIERA.replace("KEYS", str(directory)), "data/secrets.eyaml": secrets}


def test_values_are_decrypted_wherever_they_stand(tmp_path: Path) -> None:
    secret = encrypted(tmp_path, "hunter2")
    text = f'a: {secret}\nb: {{c: ["x {secret} %{{facts.hostname}}"]}}\nd: plain\n'
    code = "notice(lookup('a'), lookup('b.c.0'), lookup('d'), lookup('e', undef, undef, 'none'))"
    assert messages(compiled(tmp_path, files(tmp_path, text), code)) == [
        "hunter2 x hunter2 teal plain none"
    ]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("ENC[GPG,abcd]", "the encryption method GPG is not supported, only PKCS7 is"),
        ("ENC[PKCS7,abcd]", "it cannot be decrypted with this key"),
    ],
)
def test_what_cannot_be_decrypted_is_named(tmp_path: Path, value: str, reason: str) -> None:
    encrypted(tmp_path, "x")
    result = compiled(tmp_path, files(tmp_path, f"a: {value}\n"), "notice(lookup('a'))")
    (message,) = messages(result)
    assert message.startswith(
        f"hiera-eyaml backend error decrypting {value} when looking up a in "
        f"{tmp_path}/data/secrets.eyaml. Error was {reason}"
    )


def test_without_the_package_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = encrypted(tmp_path, "x")
    real = builtins.__import__

    def missing(name: str, *arguments: Any, **others: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return real(name, *arguments, **others)

    monkeypatch.setattr(builtins, "__import__", missing)
    result = compiled(tmp_path, files(tmp_path, f"a: {secret}\n"), "notice(lookup('a'))")
    assert messages(result)[-1].endswith(
        "Error was the Python package cryptography is missing; install duckrow[eyaml]"
    )
