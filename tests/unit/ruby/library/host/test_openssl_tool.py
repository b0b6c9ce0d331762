"""Keys and certificates by the command openssl."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.errors import RubyError
from duckrow.ruby.unit import load_ruby

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")


def run(code: str) -> object:
    host = MachineHost(LocalMachine(), (), lambda _level, _message: None, dict, {})
    return load_ruby(code.encode(), "example.rb").run(host.interpreter(), None)


def test_key_and_password(tmp_path: Path) -> None:
    code = f"""
    key = OpenSSL::PKey::RSA.new(1024)
    File.write('{tmp_path}/key', key.to_pem(OpenSSL::Cipher.new('des3'), 'quack'))
    again = OpenSSL::PKey::RSA.new(File.read('{tmp_path}/key'), 'quack')
    [key.to_pem.lines.first, again.to_pem == key.to_pem, key.public_key.private?]
    """
    assert run(code) == ["-----BEGIN RSA PRIVATE KEY-----\n", True, False]
    assert "ENCRYPTED" in (tmp_path / "key").read_text()


def test_certificate_of_a_key(tmp_path: Path) -> None:
    words = f"openssl req -x509 -newkey rsa:1024 -nodes -keyout {tmp_path}/key -out {tmp_path}/cert"
    command = [*words.split(), "-subj", "/CN=duck", "-days", "3"]
    subprocess.run(command, check=True, capture_output=True)
    code = f"""
    cert = OpenSSL::X509::Certificate.new(File.read('{tmp_path}/cert'))
    own = OpenSSL::PKey::RSA.new(File.read('{tmp_path}/key'))
    other = OpenSSL::PKey::RSA.new(1024)
    [cert.check_private_key(own), cert.check_private_key(other), cert.subject,
     (cert.not_after - cert.not_before).to_i]
    """
    assert run(code) == [True, False, "/CN=duck", 3 * 24 * 60 * 60]


def test_text_that_is_no_key() -> None:
    with pytest.raises(RubyError) as caught:
        run("OpenSSL::PKey::RSA.new('quack')")
    assert caught.value.class_name == "OpenSSL::PKey::RSAError"


def test_a_request_is_verified_by_its_signature(tmp_path: Path) -> None:
    words = f"openssl req -new -newkey rsa:1024 -nodes -keyout {tmp_path}/key -out {tmp_path}/der"
    command = [*words.split(), "-outform", "DER", "-subj", "/CN=duck"]
    subprocess.run(command, check=True, capture_output=True)
    der = (tmp_path / "der").read_bytes()
    (tmp_path / "changed.der").write_bytes(der.replace(b"duck", b"swan"))
    for name in ("der", "changed.der"):
        words = f"openssl req -inform DER -in {tmp_path}/{name} -out {tmp_path}/{name}.pem"
        subprocess.run(words.split(), check=True, capture_output=True)
    code = f"""
    own = OpenSSL::PKey::RSA.new(File.read('{tmp_path}/key'))
    good = OpenSSL::X509::Request.new(File.read('{tmp_path}/der.pem'))
    changed = OpenSSL::X509::Request.new(File.read('{tmp_path}/changed.der.pem'))
    [good.verify(own), good.verify(OpenSSL::PKey::RSA.new(1024)), changed.verify(own)]
    """
    assert run(code) == [True, False, False]


def test_the_name_of_a_cipher_is_no_option() -> None:
    with pytest.raises(RubyError, match="unsupported cipher algorithm"):
        run("OpenSSL::Cipher.new('out')")


def test_keys_on_curves() -> None:
    code = """
    key = OpenSSL::PKey::EC.generate('prime256v1')
    other = OpenSSL::PKey::EC.new('secp384r1')
    empty = other.private_key?
    other.generate_key
    read = OpenSSL::PKey.read(key.to_pem)
    [key.to_pem.lines.first, read.class.name, read.to_pem == key.to_pem, key.private?, empty,
     other.private_key?, OpenSSL::PKey.read(key.public_to_pem).class.name, key.to_der.bytes.first]
    """
    first = "-----BEGIN EC PRIVATE KEY-----\n"
    kind = "OpenSSL::PKey::EC"
    assert run(code) == [first, kind, True, True, False, True, kind, 48]


@pytest.mark.parametrize("curve", ["nothing", "-out"])
def test_a_curve_that_does_not_exist(curve: str) -> None:
    with pytest.raises(RubyError) as caught:
        run(f"OpenSSL::PKey::EC.generate('{curve}')")
    assert caught.value.class_name == "OpenSSL::PKey::ECError"


def test_extensions_and_a_packed_certificate(tmp_path: Path) -> None:
    words = f"openssl req -x509 -newkey rsa:1024 -nodes -keyout {tmp_path}/key -out {tmp_path}/cert"
    names = "subjectAltName=DNS:pond.example,DNS:lake.example"
    command = [*words.split(), "-subj", "/CN=duck", "-addext", names]
    subprocess.run(command, check=True, capture_output=True)
    code = f"""
    cert = OpenSSL::X509::Certificate.new(File.read('{tmp_path}/cert'))
    key = OpenSSL::PKey.read(File.read('{tmp_path}/key'))
    packed = OpenSSL::PKCS12.create('quack', 'duck', key, cert, [])
    File.binwrite('{tmp_path}/p12', packed.to_der)
    san = cert.extensions.find {{ |each| each.oid == 'subjectAltName' }}
    [san.value, san.critical?, cert.extensions.find {{ |e| e.oid == 'basicConstraints' }}.to_a,
     key.class.name]
    """
    assert run(code) == [
        "DNS:pond.example, DNS:lake.example",
        False,
        ["basicConstraints", "CA:TRUE", True],
        "OpenSSL::PKey::RSA",
    ]
    show = ["openssl", "pkcs12", "-in", f"{tmp_path}/p12", "-passin", "pass:quack", "-nokeys"]
    assert (
        "friendlyName: duck"
        in subprocess.run(show, check=True, capture_output=True).stdout.decode()
    )


@pytest.mark.parametrize("digest", ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"])
def test_a_certificate_is_verified_by_its_signature(tmp_path: Path, digest: str) -> None:
    make_certificate(tmp_path, "rsa:1024", digest)
    der = (tmp_path / "der").read_bytes()
    (tmp_path / "changed").write_bytes(der.replace(b"duck", b"swan"))
    for name in ("der", "changed"):
        words = f"openssl x509 -inform DER -in {tmp_path}/{name} -out {tmp_path}/{name}.pem"
        subprocess.run(words.split(), check=True, capture_output=True)
    code = f"""
    own = OpenSSL::PKey::RSA.new(File.read('{tmp_path}/key'))
    good = OpenSSL::X509::Certificate.new(File.read('{tmp_path}/der.pem'))
    changed = OpenSSL::X509::Certificate.new(File.read('{tmp_path}/changed.pem'))
    [good.verify(own), good.verify(own.public_key), good.verify(OpenSSL::PKey::RSA.new(1024)),
     changed.verify(own)]
    """
    assert run(code) == [True, True, False, False]


def test_a_certificate_is_not_verified_by_a_key_of_another_kind(tmp_path: Path) -> None:
    make_certificate(tmp_path, "rsa:1024", "sha256")
    code = f"""
    certificate = OpenSSL::X509::Certificate.new(File.binread('{tmp_path}/der'))
    certificate.verify(OpenSSL::PKey::EC.generate('prime256v1'))
    """
    with pytest.raises(RubyError, match="wrong public key type") as caught:
        run(code)
    assert caught.value.class_name == "OpenSSL::X509::CertificateError"


def make_certificate(directory: Path, kind: str, digest: str) -> None:
    """Write a key and the certificate that it signs, as DER."""
    words = f"openssl req -x509 -{digest} -newkey {kind} -nodes -keyout {directory}/key"
    more = ["-out", f"{directory}/der", "-outform", "DER", "-subj", "/CN=duck", "-days", "3"]
    subprocess.run([*words.split(), *more], check=True, capture_output=True)
