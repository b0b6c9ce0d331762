"""The same input gives the same catalog, byte for byte.

Whatever order Python's hashes have, and whether code comes from the cache or is made anew. The
version of a catalog is the time unless `config_version` gives another, so it does here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SITE = """
class base($users = { 'huey' => 1001, 'dewey' => 1002 }) {
  $users.each |$name, $uid| {
    @user { $name: uid => $uid, tag => ['ducks', "u${uid}"], require => Package['pond'] }
  }
  package { 'pond': ensure => installed, alias => 'water' }
}
define nest($eggs = 2) { }
"""
MORE = """
class more inherits base {
  Package['pond'] { ensure => latest }
  nest { ['a', 'b']: eggs => 3, before => User['huey'] }
  User <| tag == 'ducks' |> { shell => '/bin/sh' }
  file { '/pond': ensure => directory, mode => '0755' } ~> exec { '/bin/true': refreshonly => true }
  notify { 'rich': message => Timestamp('2020-01-01'), noop => true }
  notify { 'secret': message => Sensitive('x') }
}
include more
"""


def test_twenty_runs_give_the_same_bytes(tmp_path: Path) -> None:
    manifests = tmp_path / "environments" / "production" / "manifests"
    manifests.mkdir(parents=True)
    (manifests / "a.pp").write_text(SITE)
    (manifests / "b.pp").write_text(MORE)
    (manifests.parent / "environment.conf").write_text("config_version = /bin/echo 1\n")
    words = ["compile", "--environmentpath", str(tmp_path / "environments"), "--format", "json"]
    seen = set()
    for seed in range(20):
        cache = tmp_path / ("cold" if seed % 2 else "warm") / (str(seed) if seed % 2 else "")
        done = subprocess.run(
            [sys.executable, "-m", "duckrow", *words, "--node", "pond.example.com"],
            env={**os.environ, "PYTHONHASHSEED": str(seed), "XDG_CACHE_HOME": str(cache)},
            capture_output=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1
    assert b'"title":"rich"' in seen.pop().replace(b'": "', b'":"')
