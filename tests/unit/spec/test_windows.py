"""Examples whose facts are those of Windows: rspec-puppet 5 with Puppet 7.23 decides the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from duckrow.spec.runner import Job, run_file
from duckrow.spec.windows import is_windows

if TYPE_CHECKING:
    from pathlib import Path

WINDOWS, DEBIAN = "{ os: { 'name' => 'windows' } }", "{ os: { 'name' => 'Debian' } }"
# A resource, and whether it compiles on Windows and on Debian.
RESOURCES = [
    ("file { 'C:/foo': ensure => file }", True, False),
    ("file { 'C:foo': ensure => file }", False, False),
    ("file { '/foo': ensure => file }", False, True),
    ("file { '//server/share/x': }", True, True),
    ("file { 'C:\\\\foo\\\\bar': } file { 'C:/foo': ensure => directory }", True, False),
    ("file { 'C:/foo': } file { 'x': path => 'C:/foo' }", False, False),
    ("file { 'C:/a': source => 'C:/b' }", False, False),
    ("file { 'C:/a': source => '/b' }", False, False),
    ("file { 'C:/a/b': } file { 'C:/a': require => File['C:/a/b'] }", True, False),
    ("exec { 'C:/x.exe': provider => windows }", True, False),
    ("exec { 'x.exe': path => 'C:/y', provider => windows, cwd => 'C:/z' }", True, False),
    ("exec { 'x.exe': path => '/y', provider => windows, creates => '/z' }", False, True),
]
# The same, decided by facts of the older form: those the reference reads.
WITH_OLDER_FACTS: list[tuple[str, bool, bool | None]] = [
    ("file { 'C:/a//b': ensure => file } file { 'C:/a/b': ensure => file }", True, False),
    ("file { 'C:/A': ensure => file } file { 'c:/a': ensure => file }", True, False),
    ("file { 'C:\\a': ensure => file } file { 'C:/a': ensure => file }", True, False),
    ("file { 'C:/a/../b': ensure => file } file { 'C:/b': ensure => file }", True, False),
    ("file { '/etc/x': ensure => file }", False, True),
    ("file { 'C:/': ensure => directory } file { 'C:/x': ensure => file }", True, False),
    ("file { 'C:': ensure => directory }", False, False),
    ("exec { 'cmd.exe /c dir': }", False, False),
    ("exec { 'ls': path => '/bin' }", True, True),
    ("exec { '/bin/ls': }", False, True),
    ("exec { 'C:/x/y.exe': }", True, False),
    ("exec { 'ls': path => '/bin', provider => posix }", True, True),
    ("exec { 'ls': provider => shell }", True, True),
    ("exec { 'ls': provider => windows }", False, False),
    ("exec { 'ls': provider => powershell }", False, False),
    ("exec { 'ls': path => 'C:/a;C:/b' }", True, True),
    ("exec { 'ls.exe': path => 'C:/a', cwd => '/tmp' }", False, True),
    ("exec { 'ls.exe': path => 'C:/a', cwd => 'C:/tmp' }", True, False),
    ("exec { 'C:/ls.exe': user => 'x' }", True, False),
    ("file { 'C:/x': mode => '0644', owner => 'x', group => 'y' }", True, False),
    ("file { 'C:/x': ensure => 'C:/target' }", True, False),
    ("file { 'C:/x': ensure => link, target => '/target' }", True, False),
    ("file { 'C:/x': source => 'C:/y' }", False, False),
    ("file { 'C:/x': source => 'y' }", False, False),
    ("file { 'C:/x': source => '/y' }", False, False),
    ("file { '//server/share/x': ensure => file }", True, True),
    ("file { '//server': ensure => file }", False, True),
    ("service { 'x': ensure => running, enable => manual }", True, False),
    ("service { 'x': enable => mask }", False, None),  # systemd can mask
    ("service { 'x': enable => delayed }", True, False),
    ("package { 'x': ensure => latest }", False, True),
    (
        "package { 'x': ensure => '1.0', install_options => ['/S'], source => 'C:/x.msi' }",
        True,
        True,
    ),
    ("package { 'a': name => 'x' } package { 'b': name => 'x', provider => windows }", False, True),
    (
        "user { 'x': ensure => present, password => 'y', managehome => true, shell => '/bin/sh' }",
        True,
        True,
    ),
    ("user { 'x': ensure => present, home => 'C:/x' }", True, True),
    ("user { 'x': ensure => present, home => '/home/x' }", True, True),
    ("tidy { 'C:/x': }", True, True),
    (
        (
            "file { 'C:/a': ensure => directory } "
            "file { 'C:/a/b': ensure => file, before => File['C:/a'] }"
        ),
        True,
        False,
    ),
    (
        (
            "file { 'C:/a': ensure => directory, require => Exec['x'] } "
            "exec { 'x': command => 'C:/a/b.exe', cwd => 'C:/a' }"
        ),
        True,
        False,
    ),
    ("filebucket { 'x': path => 'C:/x' } file { 'C:/q': backup => 'x' }", True, False),
]
OLDER_WINDOWS = "{ operatingsystem: 'windows', osfamily: 'windows', os: { 'name' => 'windows' } }"
OLDER_DEBIAN = "{ operatingsystem: 'Debian', osfamily: 'Debian', os: { 'name' => 'Debian' } }"


def compiles(module: Path, facts: str, code: str) -> bool:
    file = module / "spec/hosts/some_spec.rb"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f"describe 'web' do\n  let(:facts) {{ {facts} }}\n"
        f"  let(:pre_condition) {{ <<'CODE' }}\n{code}\nCODE\n"
        "  it { is_expected.to compile }\nend\n"
    )
    (found,) = run_file(Job(str(file), str(module), [])).examples
    assert found.status in ("passed", "failed"), found.message
    return found.status == "passed"


@pytest.mark.parametrize(("code", "on_windows", "on_debian"), RESOURCES)
def test_resources(code: str, on_windows: bool, on_debian: bool, tmp_path: Path) -> None:
    assert compiles(tmp_path, WINDOWS, code) is on_windows
    assert compiles(tmp_path, DEBIAN, code) is on_debian


@pytest.mark.parametrize(("code", "on_windows", "on_debian"), WITH_OLDER_FACTS)
def test_resources_with_older_facts(
    code: str, on_windows: bool, on_debian: bool | None, tmp_path: Path
) -> None:
    assert compiles(tmp_path, OLDER_WINDOWS, code) is on_windows
    if on_debian is not None:
        assert compiles(tmp_path, OLDER_DEBIAN, code) is on_debian
    if code.startswith(("exec", "service")):
        # The reference has no provider then, and ends with a NoMethodError.
        assert compiles(tmp_path, WINDOWS, code) is on_windows


@pytest.mark.parametrize(
    "check",
    ["unless => 'test.exe'", "onlyif => ['C:/a.exe', 'test.exe']", "refresh => 'test.exe'"],
)
def test_the_checks_of_an_exec_are_qualified(check: str, tmp_path: Path) -> None:
    code = f"exec {{ 'C:/x.exe': {check} }}"
    assert not compiles(tmp_path, OLDER_WINDOWS, code)
    assert compiles(tmp_path, OLDER_WINDOWS, code.replace("'test.exe'", "'C:/test.exe'"))


def test_an_exec_follows_the_files_it_names(tmp_path: Path) -> None:
    code = (
        "file { 'C:/x.exe': require => Exec['a'] } "
        "exec { 'a': command => 'C:/y.exe', unless => '%s' }"
    )
    assert compiles(tmp_path, OLDER_WINDOWS, code % "C:/z.exe")
    more = "file { 'C:/y.exe': require => File['C:/x.exe'] }"
    assert not compiles(tmp_path, OLDER_WINDOWS, f"{code % 'C:/z.exe'} {more}")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, False),
        ({"os": {"family": "windows"}}, True),
        ({"os": {"name": "Debian", "family": "windows"}}, False),
        ({"osfamily": "Windows"}, True),
        ({"operatingsystem": "windows", "os": {"name": "Debian"}}, True),
        ({"os": "windows"}, False),
    ],
)
def test_the_first_fact_that_names_the_system_decides(
    facts: dict[str, object], expected: bool
) -> None:
    assert is_windows(facts) is expected
