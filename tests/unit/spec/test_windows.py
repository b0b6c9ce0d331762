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
