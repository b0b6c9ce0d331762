"""Puppetfiles as r10k and librarian write them, read in a closed world."""

from __future__ import annotations

import pytest

from duckrow.puppet.module_sources.puppetfile import Entry, read_puppetfile
from duckrow.puppet.module_sources.release import FORGE, GIT, LOCAL, TARBALL
from duckrow.source.errors import InputError


def read(text: str) -> list[Entry]:
    return read_puppetfile("Puppetfile", text.encode()).entries


def only(text: str) -> Entry:
    (entry,) = read(text)
    return entry


def test_the_forge_and_the_directory() -> None:
    found = read_puppetfile(
        "Puppetfile", b"forge 'https://forge.example.com'\nmoduledir 'thirdparty'\n"
    )
    assert found.forge == "https://forge.example.com"
    assert found.moduledir == "thirdparty"


def test_defaults() -> None:
    found = read_puppetfile("Puppetfile", b"# nothing\n")
    assert (found.forge, found.moduledir, found.entries) == ("", "modules", [])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("mod 'duck/pond'", ">= 0.0.0"),
        ("mod 'duck-pond', :latest", ">= 0.0.0"),
        ("mod 'duck/pond', 'latest'", ">= 0.0.0"),
        ("mod 'duck/pond', '1.2.3'", "1.2.3"),
        ("mod 'duck/pond', '>= 1.0.0 < 2.0.0'", ">= 1.0.0 < 2.0.0"),
        ('mod("duck/pond", "1.x") # the pond', "1.x"),
        ("mod 'duck/pond', version: '1.2.3'", "1.2.3"),
        ("mod 'duck/pond', type: 'forge', version: '1.2.3'", "1.2.3"),
        ("wanted = '1.2.3'\nmod 'duck/pond', wanted", "1.2.3"),
    ],
)
def test_modules_of_the_forge(text: str, wanted: str) -> None:
    entry = only(text)
    assert (entry.kind, entry.name, entry.directory) == (FORGE, "duck-pond", "pond")
    assert entry.text == wanted


@pytest.mark.parametrize(
    ("option", "ref"),
    [
        (":ref => 'v1.0'", "v1.0"),
        (":tag => 'v1.0'", "v1.0"),
        (":branch => 'feature/a'", "feature/a"),
        (f":commit => '{'a' * 40}'", "a" * 40),
        ("branch: 'main', default_branch: 'x'", "main"),
        ("exclude_spec: true", ""),
    ],
)
def test_modules_in_git(option: str, ref: str) -> None:
    entry = only(f"mod 'pond',\n  :git => 'https://example.com/pond.git',\n  {option}\n")
    assert (entry.kind, entry.location, entry.ref, entry.line) == (
        GIT,
        "https://example.com/pond.git",
        ref,
        1,
    )


def test_git_by_type() -> None:
    entry = only("mod 'pond', type: 'git', source: 'https://example.com/p', ref: 'v1'")
    assert (entry.kind, entry.location, entry.ref) == (GIT, "https://example.com/p", "v1")


@pytest.mark.parametrize(
    "text",
    [
        "mod 'pond', :tarball => 'https://example.com/p.tar.gz'",
        "mod 'pond', :type => 'tarball', :source => 'https://example.com/p.tar.gz'",
        "mod 'pond', tar: 'https://example.com/p.tar.gz'",
    ],
)
def test_tarballs(text: str) -> None:
    entry = only(text)
    assert (entry.kind, entry.location) == (TARBALL, "https://example.com/p.tar.gz")


def test_the_digest_of_a_tarball() -> None:
    text = f"mod 'pond', type: 'tarball', source: 'file:///p.tar.gz', version: '{'A' * 64}'"
    assert only(text).sha256 == "a" * 64


@pytest.mark.parametrize("text", ["mod 'pond', local: true", "mod 'pond', :type => 'local'"])
def test_local_modules(text: str) -> None:
    assert only(text).kind == LOCAL


def test_code_may_compute() -> None:
    entries = read("%w[pond lake].each do |name|\n  mod \"duck/#{name}\", '1.0.0'\nend\n")
    assert [(each.name, each.line) for each in entries] == [("duck-pond", 2), ("duck-lake", 2)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mod 'duck/pond'\nmod 'a', [\n", "Puppetfile:"),
        ("mod 'duck/pond'\n\nquack 1\n", "Puppetfile:3: undefined method"),
        ("mod 'duck/pond', 'one'\n", "Puppetfile:1: Unparsable version range"),
        ("mod 'duck/pond', 1\n", "Puppetfile:1: .*a version is a string"),
        ("\nmod 'duck/pond'\nmod 'drake/pond'\n", "Puppetfile:3: .*already asked for in line 2"),
        ("mod 'Duck/Pond'\n", "Puppetfile:1: mod takes the name"),
        ("mod '../pond'\n", "Puppetfile:1: mod takes the name"),
        ("mod :pond\n", "Puppetfile:1: mod takes the name"),
        ("mod\n", "Puppetfile:1: mod takes the name"),
        ("mod 'pond', git: 'x', ref: '--upload-pack=touch'\n", "Puppetfile:1: .*not the name of a"),
        ("mod 'pond', git: 'x', ref: 'a..b'\n", "Puppetfile:1: .*not the name of a ref"),
        ("mod 'pond', svn: 'x'\n", "Puppetfile:1: .*no option svn"),
        ("mod 'pond', type: 'svn'\n", "Puppetfile:1: modules of type svn"),
        ("mod 'pond', type: 'git'\n", "Puppetfile:1: .*names no git location"),
        ("forge 1\n", "Puppetfile:1: forge takes one string"),
        ("forge 'x'\n`touch here`\n", "Puppetfile:2: a Puppetfile cannot use a command"),
        ("File.read('/etc/passwd')\n", "Puppetfile:1: a Puppetfile cannot use a look"),
        ("system('true')\n", "Puppetfile:1: a Puppetfile cannot use system"),
        ("while true do end\n", "a Puppetfile cannot use more than"),
        ("raise 'no'\n", "Puppetfile:1: no"),
        ("def quack; quack; end\nquack\n", "Puppetfile: the Ruby code calls itself"),
        ("throw :pond\n", "Puppetfile:1: uncaught throw :pond"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(text)
