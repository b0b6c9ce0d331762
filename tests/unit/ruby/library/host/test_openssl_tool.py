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
