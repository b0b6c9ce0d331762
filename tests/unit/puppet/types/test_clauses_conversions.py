"""Clauses TY-138 to TY-150: conversions and truth."""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.format import interpolated, to_string
from duckrow.puppet.values.default import DEFAULT

from .clauses import DRAFT, PUPPET, findings, is_a, needs_evaluation, read


def test_ty_138_a_float_makes_the_result_a_float() -> None:
    needs_evaluation()


def test_ty_139_arithmetic_stays_within_64_bits_but_not_in_the_draft() -> None:
    assert not PUPPET.holds_integer(2**62 * 2)
    assert DRAFT.holds_integer(2**62 * 2)


def test_ty_140_numeric_strings_in_arithmetic() -> None:
    needs_evaluation()


def test_ty_141_a_typed_parameter_does_not_convert() -> None:
    assert not is_a("1", "Integer")


def test_ty_142_numbers_become_strings_by_interpolation_in_decimal() -> None:
    assert [interpolated(value) for value in (31, -1, 1.5)] == ["31", "-1", "1.5"]


def test_ty_143_numbers_become_strings_by_a_format() -> None:
    assert to_string(31, "%x") == "1f"
    assert to_string(31, "%#o") == "037"


def test_ty_144_every_value_has_a_text() -> None:
    values = [True, None, DEFAULT, [1, "a"], {"a": 1}, read("Integer[1]")]
    texts = ["true", "", "default", "[1, 'a']", "{'a' => 1}", "Integer[1]"]
    assert [to_string(value) for value in values] == texts


def test_ty_145_the_empty_string_is_true_but_false_in_the_draft() -> None:
    assert PUPPET.is_true("")
    assert not DRAFT.is_true("")
    assert DRAFT.is_true("a")


def test_ty_146_only_undef_and_false_are_false() -> None:
    for dialect in (PUPPET, DRAFT):
        assert not dialect.is_true(None)
        assert not dialect.is_true(False)
        assert all(map(dialect.is_true, (True, 0, 0.0, [], {}, "a", DEFAULT)))


def test_ty_147_a_string_on_the_right_of_a_match_is_an_expression() -> None:
    needs_evaluation()


def test_ty_148_a_bare_name_is_a_string() -> None:
    body = parse("apache::vhost").body
    assert isinstance(body, n.QualifiedName)
    assert body.value == "apache::vhost"
    assert read("Enum[apache]") == read("Enum['apache']")


def test_ty_149_a_dollar_and_a_string_are_no_variable() -> None:
    assert findings("notice($'x')") == ["Syntax error at 'x'"]


def test_ty_150_a_reference_is_no_string_until_it_is_interpolated() -> None:
    assert read("File") != "File"
    assert not is_a(read("File"), "String")
    assert interpolated(read("File")) == "File"
