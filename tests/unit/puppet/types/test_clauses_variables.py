"""Clauses TY-122 to TY-137: variables. What can be told without running a manifest is told."""

from __future__ import annotations

import re

from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.pn import to_text
from duckrow.puppet.types.dialect import Dialect

from .clauses import DRAFT, PUPPET, failure, findings, said, type_of


def is_rejected(code: str, dialect: Dialect = PUPPET) -> bool:
    return any("Illegal variable name" in found for found in findings(code, dialect))


def names_in(code: str) -> list[str]:
    """List the variables of a manifest."""
    return re.findall(r'\(var "(\w+)"\)', to_text(parse(code)))


def test_ty_122_a_variable_cannot_be_reassigned() -> None:
    assert failure("$x = 1 $x = 1").endswith("Cannot reassign variable '$x'")
    assert said("$x = 1 [2].each |$y| { $x = $y notice($x) } notice($x)") == ["2", "1"]


def test_ty_123_a_value_does_not_change() -> None:
    code = "$x = [1] $y = $x << 2 $z = $x + [3] notice($x, $y, $z)"
    assert said(code) == ["[1] [1, 2] [1, 3]"]
    assert said("$x = {a => 1} $y = $x + {a => 2} notice($x, $y)") == ["{a => 1} {a => 2}"]
    assert "Illegal attempt to assign via [index/key]" in failure("$h = {a => 1} $h['a'] = 2")


def test_ty_124_a_variable_has_the_type_of_its_value() -> None:
    assert type_of(1) == "Integer[1, 1]"
    assert type_of([]) == "Array[0, 0]"


def test_ty_125_parameters_have_types() -> None:
    for code in (
        "class a(Integer $x) {}",
        "define a(Integer $x) {}",
        "function a(Integer $x) {}",
        "[1].each |Integer $x| {}",
    ):
        assert findings(code) == []


def test_ty_126_numbers_as_names_have_no_leading_zero() -> None:
    assert findings("notice($0, $1, $10)") == []
    assert "must be a decimal value" in findings("notice($01)")[0]


def test_ty_127_names_of_variables() -> None:
    for name in ("a", "_a", "a1_B", "::a", "a::b", "::a::b1"):
        assert findings(f"notice(${name})") == [], name


def test_ty_128_hyphens_and_periods_end_a_name() -> None:
    assert names_in("$x-y") == ["x"]
    assert names_in("$x.y") == ["x"]
    assert names_in("$x_y") == ["x_y"]


def test_ty_129_no_part_of_a_name_begins_with_a_capital() -> None:
    assert is_rejected("notice($X)")
    assert is_rejected("notice($a::B)")


def test_ty_130_only_the_last_part_may_begin_with_an_underscore_and_none_in_the_draft() -> None:
    assert findings("notice($a::_b)") == []
    assert is_rejected("notice($a::_b::c)")
    assert is_rejected("notice($a::_b)", DRAFT)
    assert is_rejected("notice($::_b)", DRAFT)
    assert findings("notice($_b, $a::b_)", DRAFT) == []


def test_ty_131_numbers_are_not_qualified() -> None:
    assert is_rejected("notice($::1)")
    assert is_rejected("notice($a::1)")


def test_ty_132_a_variable_gives_its_value() -> None:
    assert said("$x = 3 notice($x) notice($::x)") == ["3", "3"]
    assert said("class a { $x = 4 } include a notice($a::x)") == ["4"]


def test_ty_133_a_match_sets_numeric_variables() -> None:
    code = """
        notice($0)
        if 'abc' =~ /(b)(c)/ {
          notice($0, $1, $2, $3)
          if 'x' =~ /x/ { notice($0, $1) }
          notice($0)
        }
        notice($0)
    """
    assert said(code) == ["", "bc b c ", "x ", "bc", ""]


def test_ty_134_an_unknown_variable_is_an_error() -> None:
    assert failure("notice($nope)").endswith("Unknown variable: 'nope'.")
    assert failure("notice($a::nope)").endswith("Unknown variable: 'a::nope'.")
    lenient = said("notice($nope)", strict="warning", strict_variables="false")
    assert lenient == ["Unknown variable: 'nope'.", ""]


def test_ty_135_built_in_variables_exist_and_in_the_draft_metaparameters_too() -> None:
    define = "define d(Integer $size = 1) { notice(%s) }"
    known = define % "$title, $name, $size, $module_name"
    alias, tag = define % "$alias", define % "$tag"
    for dialect in (PUPPET, DRAFT):
        assert said(f"{known} d {{ x: }}", dialect) == ["x x 1 "]
        assert said(f"{tag} d {{ x: tag => a }}", dialect) == ["a"]
        assert failure("notice($other)", dialect).endswith("Unknown variable: 'other'.")
    assert failure(f"{alias} d {{ x: }}").endswith("Unknown variable: 'alias'.")
    assert said(f"{alias} d {{ x: }}", DRAFT) == [""]


def test_ty_136_lookup_of_variables_is_strict() -> None:
    settings = Settings({})
    assert settings.strict_variables
    assert settings.strict == "error"


def test_ty_137_a_variable_begins_with_its_assignment() -> None:
    assert failure("notice($x) $x = 1").endswith("Unknown variable: 'x'.")
    assert said("$x = undef notice($x =~ Undef)") == ["true"]
