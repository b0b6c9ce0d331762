"""Gem::Version orders versions as RubyGems does."""

from __future__ import annotations

import pytest

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyObject

RUBY = Interpreter()


def ruby(text: str) -> str:
    return inspect(
        RUBY, load_ruby(text.encode(), "x.rb").run(RUBY, RubyObject(known_class(RUBY, "Object")))
    )


@pytest.mark.parametrize(
    ("one", "other", "order"),
    [
        ("1.0", "1", "0"),
        ("1.10", "1.9", "1"),
        ("1.0.a", "1.0", "-1"),
        ("1.0.pre1", "1.0.pre2", "-1"),
        ("2.4.53", "2.4", "1"),
        ("1.0-rc1", "1.0", "-1"),
        ("0", "", "0"),
    ],
)
def test_order(one: str, other: str, order: str) -> None:
    assert ruby(f"Gem::Version.new('{one}') <=> Gem::Version.new('{other}')") == order


def test_questions() -> None:
    assert ruby("Gem::Version.new('1.2.b').prerelease?") == "true"
    assert ruby("Gem::Version.new('1.2.b3').release.to_s") == '"1.2"'
    assert ruby("Gem::Version.new('1.2.3').bump.to_s") == '"1.3"'
    assert ruby("Gem::Version.new('1.2.3').segments") == "[1, 2, 3]"
    assert ruby("Gem::Version.new('2.4') >= Gem::Version.new('2.4.0')") == "true"
    assert ruby("begin; Gem::Version.new('a b'); rescue ArgumentError => e; e.message; end") == (
        '"Malformed version number string a b"'
    )


def test_checksums_and_shorthand() -> None:
    assert ruby("Zlib.crc32('abc')") == "891568578"
    assert ruby("salt = 1; h = { salt:, b: 2 }; h[:salt] + h[:b]") == "3"
    assert ruby("$LOAD_PATH.unshift('/tmp'); 1") == "1"


def test_keys_are_derived() -> None:
    text = """
    require 'openssl'
    key = OpenSSL::KDF.pbkdf2_hmac('pw', salt: 'u', iterations: 4096, length: 32,
                                   hash: OpenSSL::Digest.new('SHA256'))
    mac = OpenSSL::HMAC.new(key, OpenSSL::Digest.new('SHA256'))
    mac << 'Client Key'
    Base64.strict_encode64(OpenSSL::Digest.new('SHA256').digest(mac.digest))
    """
    assert ruby(text) == '"tW50dG4CuLthZgbypsLffdveaZHLCc8e1NdXmHjpfoo="'


def test_two_parameters_may_have_one_name() -> None:
    assert ruby("[[1, 2, 3]].map { |_, b, _| b }") == "[2]"
