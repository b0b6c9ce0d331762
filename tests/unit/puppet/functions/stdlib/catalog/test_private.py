"""assert_private(): a class or define that only the code of its own module may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog

MANIFESTS = {
    "duck/manifests/init.pp": "class duck { include duck::egg\n duck::feather { 'f': } }",
    "duck/manifests/egg.pp": "class duck::egg { assert_private() }",
    "duck/manifests/nest.pp": "class duck::nest { assert_private('ask the duck') }",
    "duck/manifests/feather.pp": "define duck::feather() { assert_private() }",
    "fox/manifests/init.pp": "class fox { include duck::egg }",
    "fox/manifests/plucks.pp": "class fox::plucks { [1].each |$n| { duck::feather { 'f': } } }",
    "fox/manifests/inherits.pp": "class fox::inherits inherits duck::egg { }",
    "stdlib/lib/puppet/parser/functions/assert_private.rb": "",
}


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    for name, text in MANIFESTS.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("code", "error_message"),
    [
        ("include duck", ""),
        ("include fox", "Class duck::egg is private"),
        ("include duck::egg", "Class duck::egg is private"),
        ("include duck::nest", "ask the duck"),
        ("duck::feather { 'x': }", "Definition duck::feather is private"),
        ("include fox::plucks", "Definition duck::feather is private"),
        ("include fox::inherits", "Class duck::egg is private"),
        ("include duck, fox", ""),  # it has been evaluated already
    ],
)
def test_who_may_ask(modules: Path, code: str, error_message: str) -> None:
    done = compile_catalog(Environment(code=code, modulepath=[str(modules)]), Node("duck", {}))
    if error_message:
        assert done.failure is not None
        assert f"Function Call, {error_message} (" in str(done.failure.to_data()["message"])
    else:
        assert done.failure is None
