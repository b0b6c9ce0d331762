"""Clauses TY-61 to TY-87: String, Enum, Pattern, Boolean and Regexp."""

from __future__ import annotations

from duckrow.puppet.types.infer import infer, infer_detailed
from duckrow.puppet.types.type_text import type_to_text
from duckrow.regexp import RubyRegexp

from .clauses import DRAFT, PUPPET, findings, fits, is_a, read, said, same, type_of, union, wider


def test_ty_061_strings_are_counted_in_characters() -> None:
    assert is_a("h\u00e9\u2603", "String[3, 3]")
    assert is_a("\U0001f986", "String[1, 1]")


def test_ty_062_one_size_is_the_least() -> None:
    assert [is_a("x" * size, "String[2]") for size in range(4)] == [0, 0, 1, 1]


def test_ty_063_two_sizes_are_bounds() -> None:
    assert not is_a("abc", "String[1, 2]")
    assert is_a("ab", "String[1, 2]")


def test_ty_064_a_size_may_be_a_range() -> None:
    assert read("String[Integer[1, 2]]") == read("String[1, 2]")


def test_ty_065_inference_keeps_the_strings() -> None:
    assert type_of(["a", "b", "c"]) == "Array[Enum['a', 'b', 'c'], 3, 3]"
    assert type_to_text(infer_detailed(["a", "b", "c"])) == "Tuple[String, String, String]"


def test_ty_066_a_pattern_is_searched_in_every_element_in_both_dialects() -> None:
    # The document's own example leaves out the brackets of the set.
    for dialect in (PUPPET, DRAFT):
        assert not is_a(["a", "b", "c"], "Array[Pattern['a-z']]", dialect)
        assert is_a(["a", "b", "c"], "Array[Pattern['[a-z]']]", dialect)


def test_ty_067_the_order_of_strings_does_not_matter() -> None:
    assert same("Enum['a', 'b', 'c']", "Enum['b', 'c', 'a']")


def test_ty_068_strings_meet() -> None:
    assert union("String", "String") == "String"
    assert type_of(["x", "x"]) == "Array[String, 2, 2]"
    assert type_of(["x", "y"]) == "Array[Enum['x', 'y'], 2, 2]"


def test_ty_069_strings_meet_enums_and_patterns_in_string() -> None:
    assert union("String", "Enum['a']") == "String"
    assert union("String", "Pattern[/a/]") == "String"


def test_ty_070_one_string_fits_its_enum() -> None:
    # The type of one string cannot be written; it can be inferred.
    assert fits("Enum['x']", "Enum['x']")
    assert is_a("x", "Enum['x']")


def test_ty_071_strings_meet_other_scalars() -> None:
    assert union("String", "Boolean") == "ScalarData"
    assert union("String", "Regexp") == "Scalar"


def test_ty_072_strings_and_what_is_no_scalar() -> None:
    assert union("String", "Resource") == "Any"
    assert union("String", "Callable") == "Any"


def test_ty_073_an_enum_is_its_strings() -> None:
    assert is_a("a", "Enum['a', 'b']")
    assert not is_a("A", "Enum['a', 'b']")
    assert is_a("A", "Enum['a', 'b', true]")
    assert not is_a("c", "Enum['a', 'b']")


def test_ty_074_all_strings_of_an_enum_must_have_the_size() -> None:
    assert fits("Enum['aa', 'bbb']", "String[2, 3]")
    assert not fits("Enum['a', 'bbb']", "String[2, 3]")


def test_ty_075_enums_meet_in_all_their_strings() -> None:
    assert union("Enum['a', 'b']", "Enum['c', 'b']") == "Enum['a', 'b', 'c']"


def test_ty_076_a_pattern_takes_all_kinds_of_expressions() -> None:
    found = read("Pattern['a', /b/, Pattern[/c/], Regexp[/d/]]")
    assert type_to_text(found) == "Pattern[/a/, /b/, /c/, /d/]"


def test_ty_077_a_bare_pattern_takes_every_string_but_none_in_the_draft() -> None:
    assert is_a("anything", "Pattern")
    assert not is_a("anything", "Enum")
    assert not is_a("anything", "Pattern", DRAFT)
    assert is_a("abc", "Pattern[/b/]", DRAFT)


def test_ty_078_patterns_meet_in_all_their_expressions() -> None:
    assert union("Pattern[/a/]", "Pattern[/b/]") == "Pattern[/a/, /b/]"


def test_ty_079_true_and_false_are_booleans() -> None:
    assert is_a(True, "Boolean")
    assert is_a(False, "Boolean")
    assert not is_a(1, "Boolean")
    assert is_a(True, "Boolean[true]")
    assert not is_a(False, "Boolean[true]")


def test_ty_080_regexps_by_source() -> None:
    assert is_a(RubyRegexp("a"), "Regexp")
    assert is_a(RubyRegexp("a"), "Regexp[/a/]")
    assert not is_a(RubyRegexp("a+"), "Regexp[/a/]")


def test_ty_081_a_regexp_type_of_a_string_or_a_literal() -> None:
    assert read("Regexp['a+']") == read("Regexp[/a+/]")


def test_ty_082_expressions_are_rubys() -> None:
    assert is_a("x\nab", "Pattern[/^ab$/]")
    assert is_a("ff", "Pattern[/\\A\\h+\\z/]")
    assert is_a("ab", "Pattern[/(?<first>a)b/]")
    assert is_a("Z", "Pattern[/[[:upper:]]/]")


def test_ty_083_anchors_of_the_whole_text_work_in_both_dialects() -> None:
    # The document has them removed. That would only make expressions match what they should not.
    for dialect in (PUPPET, DRAFT):
        assert is_a("ab", "Pattern[/\\Aab\\Z/]", dialect)
        assert not is_a("x\nab", "Pattern[/\\Aab\\Z/]", dialect)
        assert said('notice("x\\nab" =~ /\\Aab/, "ab\\n" =~ /ab\\Z/)', dialect) == ["false true"]


def test_ty_084_options_behind_an_expression_are_an_error() -> None:
    assert findings("notice(/x/)") == []
    assert findings("notice(/x/m)") == ["Syntax error at 'm'"]
    assert is_a("a\nb", "Pattern[/(?m:a.b)/]")


def test_ty_085_a_regexp_type_is_no_regexp_in_both_dialects() -> None:
    # The document lets it stand for an expression in some operations, and names none.
    for dialect in (PUPPET, DRAFT):
        assert not is_a("abc", "Regexp['b']", dialect)
        assert said("notice('abc' =~ Regexp['b'], /b/ =~ Regexp['b'])", dialect) == ["false true"]


def test_ty_086_regexps_meet() -> None:
    assert union("Regexp[/a/]", "Regexp[/a/]") == "Regexp[/a/]"
    assert union("Regexp[/a/]", "Regexp[/b/]") == "Regexp"


def test_ty_087_a_regexp_meets_scalars() -> None:
    assert union("Regexp[/a/]", "Scalar") == "Scalar"
    assert union("Regexp[/a/]", "Integer") == "Scalar"
    assert wider("Scalar", "Regexp[/a/]")
    assert type_to_text(infer(RubyRegexp("a"))) == "Regexp[/a/]"
