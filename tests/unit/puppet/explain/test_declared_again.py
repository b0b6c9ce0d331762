"""Resources that are declared again by the rules of the catalog builder."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

MANIFEST = """\
define pond($a = 1, $b = 2) { }
class one {
  notify { 'dig': message => 'm' }
  pond { 'x': a => 5 }
}
class two {
  notify { 'dig': loglevel => 'warning' }
  pond { 'x': b => 7 }
}
include one
include two
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("value Notify[dig] message", "has message => 'm' from the declaration  (site.pp:3:19)"),
        (
            "value Notify[dig] loglevel",
            "has loglevel => 'warning' from a further declaration  (site.pp:7:19)",
        ),
        ("value Pond[x] a", "has a => 5 from the declaration  (site.pp:4:15)"),
        ("value Pond[x] b", "has b => 7 from a further declaration  (site.pp:8:15)"),
        ("resource Pond[x]", "  Pond[x] is declared by Class[One]  (site.pp:4:3)"),
        ("resource Pond[x]", "  again: Pond[x] is declared by Class[Two]  (site.pp:8:3)"),
    ],
)
def test_the_declaration_that_adds_an_attribute_is_named(
    question: str,
    answer: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("site.pp").write_text(MANIFEST)
    words = ["--augmenting-resources", "--confdir", str(tmp_path), "site.pp"]
    assert main(["explain", *question.split(), *words]) == 0
    assert answer in capsys.readouterr().out
