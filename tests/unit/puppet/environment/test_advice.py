"""What is said about names that nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog


def said(code: str, directory: Path) -> tuple[str, str]:
    for name in ("manifests/init.pp", "manifests/duck.pp", "templates/t.epp"):
        path = directory / "pond" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("class pond { }" if name == "manifests/init.pp" else "")
    environment = Environment(code=code, modulepath=[str(directory)])
    failure = compile_catalog(environment, Node("pond.example.com", None)).failure
    assert failure is not None
    return failure.why.replace(str(directory), "M"), failure.hint


@pytest.mark.parametrize(
    ("code", "why", "hint"),
    [
        ("nottice(1)", "", "did you mean notice?"),
        ("quack(1)", "", ""),
        (
            "$x = has_key({}, a)",
            "it is a function of the module stdlib, which is not in M",
            "--modulepath to name directories of modules",
        ),
        ("pond::quack()", "there is no M/pond/functions/quack.pp", ""),
        ("include poond", "there is no module poond in M", "did you mean pond?"),
        ("include lake", "there is no module lake in M", "--modulepath to name directories"),
        ("include pond::big::swan", "there is no M/pond/manifests/big/swan.pp", ""),
        ("include pond::duck", "M/pond/manifests/duck.pp has none", ""),
        ("class { 'pond::duck': }", "M/pond/manifests/duck.pp has none", ""),
        ("fil { '/a': }", "", "did you mean file?"),
        ("pond::egg { 'a': }", "there is no M/pond/manifests/egg.pp", ""),
        ("create_resources('fil', { '/a' => {} })", "", "did you mean file?"),
        ("$x = epp('pond/u.epp')", "there is no M/pond/templates/u.epp", ""),
        ("$x = template('/no/u')", "there is no file /no/u", ""),
        ("$x = template('u')", "a template is named MODULE/FILE, or by its whole path", ""),
        ("notify { 'a': mesage => 1 }", "", "did you mean message?"),
        ("define d() { include lake } d { 'a': }", "there is no module lake in M", "--modulepath"),
        ("notice($x)", "", ""),
        ("$quack = 1 notice($quak)", "", "did you mean quack?"),
        ("notice($::x)", "it is not in the top scope", ""),
        (
            "class a { } class b inherits a { notice($x) } include b",
            "it is neither in Class[B] nor in Class[A] nor in the top scope",
            "",
        ),
        (
            "define d() { $quack = 1 notice($quak) } node default { d { 'a': } }",
            "it is neither in D[a] nor in Node[default] nor in the top scope",
            "did you mean quack?",
        ),
        ("notice($lake::x)", "there is no class lake", ""),
        ("notice($pond::x)", "class pond is not evaluated at this point", "include pond before it"),
        ("class c { $duck = 1 } include c notice($c::duk)", "class c has no variable duk", "did"),
    ],
)
def test_advice(code: str, why: str, hint: str, tmp_path: Path) -> None:
    found_why, found_hint = said(code, tmp_path)
    assert found_why == why
    assert found_hint.startswith(hint)
    assert bool(found_hint) == bool(hint)


def test_what_is_wrong_in_a_module_says_why(tmp_path: Path) -> None:
    (tmp_path / "lake" / "manifests").mkdir(parents=True)
    (tmp_path / "lake" / "manifests" / "init.pp").write_text("class lake { ")
    assert said("include lake", tmp_path) == ("the { at 1:12 is never closed", "a } for it")


def test_a_variable_of_a_class_that_cannot_be_loaded(tmp_path: Path) -> None:
    manifests = tmp_path / "pond/manifests"
    manifests.mkdir(parents=True)
    (manifests / "init.pp").write_text("class pond(Lake::Depth $depth = 1) { }")
    environment = Environment(code="notice($pond::depth)", modulepath=[str(tmp_path)])
    failure = compile_catalog(environment, Node("pond.example.com", None)).failure
    assert failure is not None
    assert "Unknown variable: 'pond::depth'" in failure.message
    assert failure.why == "class pond cannot be loaded: Resource type not found: Lake::Depth"
