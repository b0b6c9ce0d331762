"""Files of modules that are not Ruby: the error has the file and the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

TYPE = "Puppet::Type.newtype(:egg) do\n  newparam(:name)\n  newproperty(:size)\nend\n"
FILES = {
    "puppet/type/egg.rb": TYPE,
    "puppet/type/nut.rb": "Puppet::Type.newtype(:nut) do\n  newparam(:name) do\nend\n",
    "puppet/provider/egg/basket.rb": "Puppet::Type.type(:egg).provide(:basket) do\n  x(\nend\n",
    "puppet/functions/shell.rb": "Puppet::Functions.create_function(:shell) do\n  x(\nend\n",
    "facter/yolk.rb": "Facter.add(:yolk) do\n  setcode(\nend\n",
}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "nest" / "lib" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "nest" / "lib"


@pytest.mark.parametrize(
    ("code", "message", "is_applied"),
    [
        (
            "nut { a: }",
            (
                "Error while evaluating a Resource Statement, Could not autoload puppet/type/nut: "
                "LIB/puppet/type/nut.rb:3: syntax error, unexpected end-of-input, expecting `end'"
            ),
            False,
        ),
        (
            "egg { a: size => 1 }",
            (
                "Egg[a]: Could not evaluate: LIB/puppet/provider/egg/basket.rb:3: syntax error, "
                "unexpected `end', expecting ')'"
            ),
            True,
        ),
        (
            "notice(shell())",
            (
                "Error while evaluating a Function Call, LIB/puppet/functions/shell.rb:3: "
                "syntax error, unexpected `end', expecting ')' (line: 1"
            ),
            False,
        ),
    ],
)
def test_apply(
    library: Path,
    capsys: pytest.CaptureFixture[str],
    code: str,
    message: str,
    is_applied: bool,
) -> None:
    modulepath = str(library.parent.parent)
    code = f"{code} notify {{ after: }}"
    assert main(["apply", "--no-state", "--modulepath", modulepath, "-e", code]) == 1
    said = capsys.readouterr()
    assert message.replace("LIB", str(library)) in said.err
    assert ("after" in said.out) is is_applied


def test_a_fact(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["facts", "--modulepath", str(library.parent.parent), "yolk"])
    file = library / "facter" / "yolk.rb"
    assert (
        f"Error loading fact {file}: {file}:3: syntax error, unexpected `end', expecting ')'"
        in capsys.readouterr().err
    )


def test_other_types_of_a_module_with_a_broken_one_work(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (library / "puppet/provider/egg/basket.rb").write_text(
        "Puppet::Type.type(:egg).provide(:basket) { def size; 1; end }"
    )
    modulepath = str(library.parent.parent)
    assert main(["apply", "--no-state", "--modulepath", modulepath, "-e", "egg { a: }"]) == 0
    assert "syntax error" not in capsys.readouterr().err
