"""How fast do real modules compile, beside the installed Puppet?

The modules are those of Debian's puppet-module packages; without them nothing is measured. Neither
side looks for changed files between two compiles, as with `environment_timeout = unlimited`.
`first` is the first compile of a fresh process, for us with the code of an earlier run in the
cache; `warm` is the best of the following ones. One process and one core each, CPU time.

    python benchmarks/compile_modules.py [--rounds N] [NAME...]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.rows import Puppet, Row, at_least_one, check_names, options_of, show

MODULES = "/usr/share/puppet/modules"
FACTS_FILE = Path(__file__).parents[1] / "tests/conformance/puppet/facts/debian12.json"
FACTS = {
    **json.loads(FACTS_FILE.read_bytes()),
    "clientversion": "7.23.0",
    "libvirt_uuid": "c5c3b8a4-1f0e-4d5a-9d0b-0123456789ab",
    "os_workers": 2,
    "root_home": "/root",
    "service_provider": "systemd",
}
PROGRAMS = {
    "apache, 50 hosts": """
class { 'apache': mpm_module => 'prefork' }
include apache::mod::ssl
Integer[1, 50].each |$i| {
  apache::vhost { "site${i}.example.com": port => 80, docroot => "/var/www/s${i}", ssl => false }
}
include ntp
""",
    "nova, neutron, keystone": """
class { 'keystone::db': database_connection => 'mysql+pymysql://k:secret@127.0.0.1/keystone' }
class { 'keystone': service_name => 'httpd' }
include keystone::wsgi::apache
class { 'keystone::bootstrap': password => 'secret' }
class { 'nova::db':
  database_connection     => 'mysql+pymysql://n:secret@127.0.0.1/nova',
  api_database_connection => 'mysql+pymysql://n:secret@127.0.0.1/nova_api',
}
class { 'nova': default_transport_url => 'rabbit://n:secret@127.0.0.1:5672/' }
class { 'nova::keystone::authtoken': password => 'secret' }
class { 'nova::api': service_name => 'httpd' }
include nova::wsgi::apache_api
include nova::conductor
include nova::scheduler
class { 'neutron':
  default_transport_url => 'rabbit://n:secret@127.0.0.1:5672/',
  core_plugin           => 'ml2',
}
class { 'neutron::db': database_connection => 'mysql+pymysql://n:secret@127.0.0.1/neutron' }
class { 'neutron::keystone::authtoken': password => 'secret' }
include neutron::server
class { 'neutron::plugins::ml2': }
include neutron::agents::dhcp
include neutron::agents::l3
""",
}


def measure(code: str, rounds: int, cache: str) -> list[float]:
    """Compile a program several times in this process, which begins as commands do."""
    from duckrow.machine.own_modules import find_own_modules_quickly
    from duckrow.machine.this_process import collect_garbage_rarely

    find_own_modules_quickly()
    collect_garbage_rarely()
    from duckrow.puppet.compiler.cache import Cache
    from duckrow.puppet.environment import Environment, Node, compile_catalog
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.settings.settings import Settings

    settings = Settings({"strict": "warning", "strict_variables": "false"})
    environment = Environment(
        code=code,
        modulepath=[MODULES],
        settings=settings,
        sources=Sources(Cache(cache)),
        is_fixed=True,
    )
    times = []
    for _ in range(rounds):
        began = time.process_time()
        result = compile_catalog(environment, Node("bench.example.com", FACTS))
        times.append(time.process_time() - began)
        assert result.failure is None, result.failure.to_data()["message"]
    return times


def ours(code: str, rounds: int) -> list[float]:
    """Measure in fresh processes: one to fill the cache, one that counts."""
    with tempfile.TemporaryDirectory() as cache:
        os.chmod(cache, 0o700)
        for count in (1, rounds):
            done = subprocess.run(
                [sys.executable, __file__, "--measure", str(count), cache],
                input=code,
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
    found: list[float] = json.loads(done.stdout)
    return found


def rows(rounds: int, names: list[str] | None = None) -> Iterator[Row]:
    """Measure each program, Puppet first, each in new processes; two rows for each."""
    if not os.path.isdir(f"{MODULES}/apache"):
        return
    for name, code in PROGRAMS.items():
        if names and not any(part in name for part in names):
            continue
        puppet = Puppet()
        theirs = puppet.seconds(code, rounds + 1, [MODULES], FACTS)
        puppet.end()
        mine = ours(code, rounds + 1)
        yield Row(f"{name}, first", mine[0], min(theirs[:1], default=None))
        yield Row(f"{name}, warm", min(mine[1:]), min(theirs[1:], default=None))


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(sys.stdin.read(), int(sys.argv[2]), sys.argv[3])))
        return
    options = options_of(__doc__)
    options.add_argument("--rounds", type=at_least_one, default=4, help="of each row (4)")
    chosen = options.parse_args()
    check_names(chosen.names, PROGRAMS)
    if not os.path.isdir(f"{MODULES}/apache"):
        print("the puppet-module packages are not installed")
        return
    show(rows(chosen.rounds, chosen.names))


if __name__ == "__main__":
    main()
