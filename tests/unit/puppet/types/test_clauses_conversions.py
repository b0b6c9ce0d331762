"""Clauses TY-138 to TY-150: conversions and truth."""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.types.format.interpolated import interpolated
from duckrow.puppet.values.default import DEFAULT

from .clauses import DRAFT, PUPPET, failure, findings, is_a, read, said


def test_ty_138_a_float_makes_the_result_a_float() -> None:
    assert said("notice(1 + 1.0, 3 / 2, 3 / 2.0, 2 * 0.5, 5.0 - 2)") == ["2.0 1 1.5 1.0 3.0"]


def test_ty_139_arithmetic_stays_within_64_bits_but_not_in_the_draft() -> None:
    assert not PUPPET.holds_integer(2**62 * 2)
    assert DRAFT.holds_integer(2**62 * 2)
    code = "notice(9223372036854775807 + 1, 9223372036854775807 * 10, -9223372036854775807 - 2)"
    assert "outside of Puppet Integer max range" in failure(code)
    big = 2**63
    assert said(code, DRAFT) == [f"{big} {(big - 1) * 10} {-big - 1}"]


def test_ty_140_numeric_strings_in_arithmetic() -> None:
    code = "notice('0x10' + 1, '010' + 1, '1e2' + 0)"
    assert failure(code).endswith(
        "The string '0x10' was automatically coerced to the numerical value 16"
    )
    *warnings, result = said(code, strict="warning")
    assert len(warnings) == 3
    assert result == "17 9 100.0"
    assert said(code, strict="off") == ["17 9 100.0"]
    assert "The value 'a' cannot be converted to Numeric." in failure("notice('a' + 1)")


def test_ty_141_a_typed_parameter_does_not_convert_but_in_the_draft() -> None:
    code = """
        define d(Integer[1, 20] $x, Optional[Float] $y = undef) {
          notice(type($x, generalized), $y)
        }
        d { t: x => %s, y => '1.5' }
    """
    assert "parameter 'x' expects an Integer value, got String" in failure(code % "'0x10'")
    assert said(code % "'0x10'", DRAFT) == ["Integer 1.5"]
    assert "parameter 'x' expects an Integer value, got String" in failure(code % "'ten'", DRAFT)
    assert "parameter 'x' expects an Integer value, got String" in failure(code % "'0'", DRAFT)
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
    code = "notice(if '' { 1 } else { 2 }, '' or false, !'', '' ? { true => 1, default => 2 })"
    assert said(code) == ["1 true false 2"]
    assert said(code, DRAFT) == ["2 false true 2"]


def test_ty_146_only_undef_and_false_are_false() -> None:
    for dialect in (PUPPET, DRAFT):
        assert not dialect.is_true(None)
        assert not dialect.is_true(False)
        assert all(map(dialect.is_true, (True, 0, 0.0, [], {}, "a", DEFAULT)))


def test_ty_147_a_string_on_the_right_of_a_match_is_an_expression() -> None:
    assert said("notice('abc' =~ 'b.', 'abc' =~ 'x', 'abc' !~ '^b')") == ["true false true"]
    assert said("if 'abc' =~ '(b)' { notice($1) }") == ["b"]


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
