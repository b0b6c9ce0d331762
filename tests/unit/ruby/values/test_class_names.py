"""The names of Ruby classes, as Ruby 3.1 gives them."""

from __future__ import annotations

import pytest

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.regexp import regexp
from duckrow.ruby.core.collections.hash_default import DefaultHash
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.class_names import class_name, conversion_name
from duckrow.ruby.values.kinds import Range, RubyModule, RubyObject


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", "String"),
        (1, "Integer"),
        (2**70, "Integer"),
        (1.0, "Float"),
        (None, "NilClass"),
        (True, "TrueClass"),
        (False, "FalseClass"),
        ([], "Array"),
        ({}, "Hash"),
        (DefaultHash(0), "Hash"),
        (Symbol("a"), "Symbol"),
        (Range(1, 2), "Range"),
        (regexp("a"), "Regexp"),
        (RubyModule("A"), "Class"),
        (RubyModule("A", is_class=False), "Module"),
        (RubyObject(RubyModule("A::B")), "A::B"),
        (URI.parse("https://a/b"), "URI::HTTPS"),
        (URI.parse("mailto:a@b"), "URI::MailTo"),
        (URI.parse("file:///x"), "URI::File"),
        (URI.parse("x:y"), "URI::Generic"),
        (DEFAULT, "Symbol"),
        (Sensitive(1), "Puppet::Pops::Types::PSensitiveType::Sensitive"),
        (Timespan(1), "Puppet::Pops::Time::Timespan"),
        (SemVer.parse("1.0.0"), "SemanticPuppet::Version"),
        (parse_type("Integer[1, 2]"), "Puppet::Pops::Types::PIntegerType"),
    ],
)
def test_class_name(value: object, expected: str) -> None:
    assert class_name(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(None, "nil"), (True, "true"), (False, "false"), (0, "Integer"), ([], "Array")],
)
def test_conversion_name(value: object, expected: str) -> None:
    assert conversion_name(value) == expected
