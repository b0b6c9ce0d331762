"""Each slip is recognised, and its advice is about it."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import decode, parse, parse_source
from duckrow.puppet.syntax.hints.explain import _BY_CODE, _BY_POSITION, _SLIPS, SLIPS
from duckrow.puppet.syntax.hints.rejected_token import RejectedToken
from duckrow.puppet.syntax.lexer import Lexer
from duckrow.puppet.syntax.messages import MESSAGES
from duckrow.puppet.syntax.parser import Parser
from duckrow.source.diagnostic import Diagnostic
from duckrow.source.errors import SourceError
from duckrow.source.text import SourceText


def refusal(text: str, epp: bool = False) -> Diagnostic:
    with pytest.raises(SourceError) as caught:
        parse(text, epp=epp)
    return caught.value.diagnostic


# The rule that speaks, a text, why it is refused, what to try.
EXAMPLES = [
    ("look_alike", "$x = “a”", "this is U+201C LEFT DOUBLE QUOTATION MARK", '"'),
    ("look_alike", "$x = 1 – 2", "this is U+2013 EN DASH", "-"),
    ("look_alike", "a\0", "this is U+0000", "removing it"),
    ("look_alike", "a\u200bb", "this is U+200B ZERO WIDTH SPACE", "removing it"),
    ("look_alike", "$x = `a`", "` means nothing outside strings", ""),
    ("doubled_sign", "if $a && $b { }", "", "and"),
    ("doubled_sign", "if $a || $b { }", "", "or"),
    ("doubled_sign", "if a() || $b { }", "", "or"),
    ("doubled_sign", "if $a === $b { }", "", "=="),
    ("doubled_sign", "if $a !== $b { }", "", "!="),
    ("doubled_sign", "$a ++", "", "a new variable: $y = $x + 1"),
    ("else_if", "if $a { } else if $b { }", "", "elsif"),
    ("else_if", "if $a { 1 } elif $b == 2 { 3 }", "elif is taken for a name", "elsif"),
    ("capital_keyword", "Class a { notice(1) }", "Class is taken for a type", "class"),
    ("capital_keyword", "Define a($b) { notice(1) }", "Define is taken for a type", "define"),
    ("small_type", "type a::b = C", "the name of a type begins with a capital", "type A::B"),
    ("keyword_as_name", "class if { }", "if is a word of the language and cannot be a name", ""),
    ("keyword_as_name", "$a = { in => 1 }", "in is a word of the language", "'in' in quotes"),
    ("keyword_as_name", "$a = { if => 1 }", "if is a word of the language", "'if' in quotes"),
    (
        "misplaced_else",
        "unless $a { } elsif $b { }",
        "elsif can only follow the block of an if or another elsif",
        "",
    ),
    (
        "misplaced_else",
        "else { }",
        "else can only follow the block of an if, an elsif or an unless",
        "",
    ),
    ("missing_name", "class a inherits { }", "a name must follow inherits", ""),
    ("missing_name", "$a = 1.", "digits must follow the point", ""),
    ("missing_name", "$a = $b.", "the name of a function must follow the point", ""),
    ("word_not", "if not $a { }", "not is taken for a name", "!"),
    ("foreign_word", "if $a == 1 then { }", "then is taken for a name", "{ ... }"),
    ("dollar_brace", "notice(${a})", "${ } belongs in double quotes", "$a"),
    ("dollar_brace", "$b = ${a}", "${ } belongs in double quotes", "$a"),
    ("assignment_for_comparison", "if $a = 1 { }", "= assigns, and a condition compares", "=="),
    (
        "assignment_for_comparison",
        "if $a and $b = 1 { }",
        "= assigns, and a condition compares",
        "==",
    ),
    ("case_without_colon", "case $a { 'b' { } }", "", "a colon after 'b'"),
    (
        "case_without_colon",
        "case $a { 'b' => 1 }",
        "a case has a colon and a block",
        "'value': { ... }",
    ),
    ("equals_for_arrow", "a { 'b': c = d }", "", "=> between a name and its value"),
    ("equals_for_arrow", "$a = { 'b' = 1 }", "a hash has => between keys and values", "=> at 1:12"),
    (
        "equals_for_arrow",
        "f({ 'b' = 1, 'c' = 2 })",
        "a hash has => between keys and values",
        "=> at 1:9",
    ),
    ("misplaced_arrow", "$a => 1", "", "= to assign"),
    ("misplaced_arrow", "a => 1", "=> belongs into hashes, attributes and selectors", ""),
    ("colon", "$a = { b: 1 }", "", "=> between a name and its value"),
    ("colon", "a { 'b': c: d }", "", "=> between a name and its value"),
    ("colon", "$a = $b ? { 'c': 1 }", "", "=> between a name and its value"),
    ("colon", "class a:b { }", "", "a::b"),
    ("missing_condition", "if { }", "the if at 1:1 has no condition", ""),
    ("missing_condition", "unless { notice(1) }", "the unless at 1:1 has no condition", ""),
    ("title_without_colon", "a { 'b' c => d }", "a colon must follow the title", "'b':"),
    ("title_without_colon", "a { 'b', c => d }", "a colon must follow the title", "'b':"),
    ("title_without_colon", "a { 'b' }", "a colon must follow the title", "'b':"),
    ("title_without_colon", "a { 'b': ; 'c' }", "a colon must follow the title", "'c':"),
    ("key_without_value", "$a = $b ? { 1 => 2, 3 }", "3 has no value", "=> and a value"),
    ("key_without_value", "$a = { 'b' }", "'b' has no value", "=> and a value"),
    (
        "space_before_bracket",
        '"${a [0]}"',
        "after a space it begins a list",
        "a[ without the space",
    ),
    (
        "suspicious_string",
        "a { 'b:\n  c => d,\n  e => '0644',\n}\n",
        "the string that begins at 1:5 goes on to line 3",
        "a closing quote on line 1",
    ),
    ("missing_comma", "a { 'b':\n  c => d\n  e => f,\n}\n", "", "a comma after d"),
    ("missing_comma", "$a = { 'b' => 1 'c' => 2 }", "", "a comma after 1"),
    ("missing_comma", "$a = ['b' 'c']", "", "a comma after 'b'"),
    ("missing_comma", "a(1 2)", "", "a comma after 1"),
    ("missing_comma", "class a($b $c) { }", "", "a comma after $b"),
    ("doubled_comma", "a(1,, 2)", "nothing stands before this comma", "removing it"),
    ("doubled_comma", "a(, 1)", "nothing stands before this comma", "removing it"),
    ("semicolon", "$a = [1; 2]", "", "a comma instead"),
    ("semicolon", "$a = { b => 1; c => 2 }", "", "a comma instead"),
    (
        "semicolon",
        "class a { $b = 1; }",
        "a semicolon stands between two statements only",
        "removing the one at 1:17",
    ),
    (
        "semicolon",
        "include a;",
        "a semicolon stands between two statements only",
        "removing the one at 1:10",
    ),
    ("missing_operand", "$a = ", "a value must follow the = at 1:4", ""),
    ("missing_operand", "$a = 1 + == 2", "a value must follow the + at 1:8", ""),
    ("missing_operand", "A['b'] ->\n", "a value must follow the -> at 1:8", ""),
    (
        "missing_block",
        "if $a notice(1)",
        "a block in braces must follow the condition of the if at 1:1",
        "",
    ),
    ("missing_block", "if $a { } else notice(1)", "", "{ after else"),
    (
        "missing_block",
        "$a.each |$b| notice(1)",
        "a block in braces must follow the parameters",
        "",
    ),
    ("unclosed_parameters", "$a.each |$b { }", "the | at 1:9 is not closed", "| before it"),
    ("wrong_closing_bracket", "a(1]", "the ( at 1:2 is still open", "a ) before it"),
    (
        "wrong_closing_bracket",
        "class a { b([1, 2) }",
        "the [ at 1:13 is still open",
        "a ] before it",
    ),
    ("wrong_closing_bracket", "class a { } }", "no bracket is open that it could close", ""),
    ("unclosed_bracket", "class a {\n  b(1)\n", "the { at 1:9 is never closed", "a } for it"),
    ("unclosed_bracket", "a(1", "the ( at 1:2 is never closed", "a ) for it"),
    (
        "unclosed_bracket",
        "class a {\n  if $b {\n    c(1)\n}\n",
        "the { at 2:9 is closed only at 4:1, further left",
        "a } before 4:1",
    ),
    ("still_open", "define a( { }", "the ( at 1:9 is still open", ""),
    ("unfinished_expression", '"${}"', "the expression in the string is empty or not complete", ""),
    ("unfinished_expression", '"${a(1}"', "the ( at 1:5 is still open", "a ) before the }"),
]


@pytest.mark.parametrize(("rule", "text", "why", "hint"), EXAMPLES)
def test_advice(rule: str, text: str, why: str, hint: str) -> None:
    found = refusal(text)
    assert found.code == "syntax-error"
    assert (found.why, found.hint) == (why, hint)
    assert _speaker(text) == rule


def _speaker(text: str) -> str:
    """Name the rule that speaks first."""
    lexer = Lexer(SourceText(text))
    parser = Parser(lexer, lexer.read())
    with pytest.raises(SourceError):
        parser.program()
    rejected = RejectedToken(parser)
    return next(rule.__name__ for rule in SLIPS if rule(rejected) is not None)


def test_every_rule_has_an_example() -> None:
    assert {rule for rule, *_ in EXAMPLES} == {rule.__name__ for rule in SLIPS}


# The code, a text, why it is refused, what to try.
BY_CODE = [
    ("quoted-name", "class 'a' { }", "", "the name without quotes"),
    (
        "class-keyword-as-name",
        "define class { }",
        "class is a word of the language",
        "another name",
    ),
    ("not-a-resource", "if $a { } elseif $b { }", "elseif is taken for a name", "elsif"),
    ("not-a-resource", "while $a { }", "while is taken for a name", "$list.each |$item| { ... }"),
    ("not-a-resource", "def a() { }", "def is taken for a name", "function"),
    (
        "not-a-resource",
        "$a { b => c }",
        "only a name, a type or a reference can stand before attributes",
        "",
    ),
    ("unclosed-quote", "$a = 'b", "the string that begins at 1:6 has no closing quote", ""),
    ("unclosed-quote", '$a = "b ${c} d', "the string that begins at 1:6 has no closing quote", ""),
    ("unclosed-quote", '"${\'a}"', "the string that begins at 1:4 has no closing quote", ""),
    (
        "unclosed-quote",
        "$a = 'b\nnotice('c')\n",
        "the string that begins at 1:6 goes on to line 2",
        "a closing quote on line 1",
    ),
    (
        "heredoc-without-end-tagged-line",
        '$a = @("A B":json)\nc\n',
        "no line ends the heredoc at 1:6",
        "a line with nothing but A B, or | A B",
    ),
    (
        "invalid-octal-number",
        "$a = 0888",
        "a 0 at the start makes a number octal: digits 0-7, no fraction",
        "quotes around it, or no 0 at its start",
    ),
    (
        "illegal-class-reference",
        "A::b",
        "in a name every part begins with a small letter, in a type every part with a capital",
        "",
    ),
    ("number-too-large", "1e999", "the largest Float is about 1.8e308", ""),
    ("unclosed-mlcomment", "/* a", "no */ follows", ""),
    (
        "illegal-unicode-escape",
        r'"\u{110000}"',
        "",
        r"\u00e9 or \u{1f600}; \\u for a backslash and a u",
    ),
]


@pytest.mark.parametrize(("code", "text", "why", "hint"), BY_CODE)
def test_advice_by_code(code: str, text: str, why: str, hint: str) -> None:
    found = refusal(text)
    assert (found.code, found.why, found.hint) == (code, why, hint)


def test_advice_on_templates() -> None:
    found = refusal("a\n <%= $b", epp=True)
    assert (found.code, found.why) == ("epp-unbalanced-tag", "the <% at 2:2 has no %>")
    assert refusal("<%# a", epp=True).hint == "%> after the comment"


def test_advice_is_given_for_known_codes_only() -> None:
    assert {*_BY_CODE, *_BY_POSITION, *_SLIPS} <= set(MESSAGES)


def test_what_an_error_says_already_is_kept() -> None:
    with pytest.raises(SourceError) as caught:
        parse_source(decode(b"\xff", "a.pp"))
    assert "0xFF" in caught.value.diagnostic.why


@pytest.mark.parametrize("text", ["$a = ]", "a(\n", "'a", "$a = = 1"])
def test_words_and_location_stay_the_references(text: str) -> None:
    found = refusal(text)
    assert found.what == MESSAGES[found.code].format(
        where=found.what.removeprefix("Syntax error at "),
        after='"\'"',
        followed_by="a...",
    )


@pytest.mark.parametrize("unit", ["a(1) ", "a { 'b': } ", "{ ", "'a\n' ", "[1, ", "\n"])
def test_advice_on_megabytes_comes_in_good_time(unit: str) -> None:
    text = "class a {\n" + unit * 100_000 + ") ) )"
    found = refusal(text)
    assert found.what
