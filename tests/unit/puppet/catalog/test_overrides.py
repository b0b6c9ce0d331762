"""Overrides, seen from inside a compile.

That they do what the reference does is shown by the cases of tests/conformance.
"""

from __future__ import annotations

from duckrow.puppet.environment import Environment, Node, Result, compile_catalog


def compiled(code: str) -> Result:
    result = compile_catalog(Environment(code=code), Node("pond"))
    if result.failure is not None:
        assert not result.failure.is_fault, result.failure.trace
    return result


def test_a_rejected_override_says_who_had_set_the_value() -> None:
    code = "class duck { notify { 'a': message => 1 } Notify['a'] { message => 2 } } include duck"
    failure = compiled(code).failure
    assert failure is not None
    assert failure.why.startswith("it was set by class duck")


def test_two_compiles_do_not_share_the_right_to_override() -> None:
    environment = Environment(
        code="""
        define d($again) {
          if $again { Notify<| |> { message => 'd' } } else { Notify['n'] { message => 'x' } }
        }
        class c { notify { 'n': message => 'c' } }
        include c
        d { 'one': again => $::again }
        """
    )
    for again, is_right in ((False, False), (True, True), (False, False)):
        node = Node("pond", parameters={"again": again})
        assert compile_catalog(environment, node).ok is is_right
