"""What does a run cost that finds a host as it should be, beside Puppet?

Each scenario is a small manifest of real modules: the Debian packages puppet-module-*. It is
applied twice to a throw-away copy of this host, an overlay over /, by each engine on a copy of its
own; then runs that have nothing to do are measured as whole commands, in processor time. Scenarios
whose modules are not installed are left out. Only root can lay an overlay.

    python benchmarks/second_runs.py [--rounds N] [NAME...]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.apply import duckrow, environment, once, puppet
from benchmarks.rows import Row, at_least_one, check_names, options_of, show

MODULES = "/usr/share/puppet/modules"
# Everything that is changed stays in the folder $1 below /dev, in memory, which the copy sees, too.
# The copy has its own processes: facter reads /proc/1, which a container may hide from root.
# None of them is systemd: systemctl has nothing to reload.
COPY = """
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root" &&
for part in sys dev; do mount --rbind /$part "$1/root/$part" || exit 1; done
mount -t proc proc "$1/root/proc" || exit 1
export SYSTEMD_OFFLINE=1
root=$1 && shift && exec chroot "$root/root" "$@"
"""


class Scenario(NamedTuple):
    """A manifest, the modules that it needs, and commands that prepare the host."""

    manifest: str
    modules: tuple[str, ...] = ()
    setup: str = ":"


SCENARIOS = {
    "files and directories": Scenario("""
file { '/srv/pond': ensure => directory, mode => '0750' }
Integer[1, 20].each |$i| {
  file { "/srv/pond/duck${i}": content => "duck ${i}\\n", mode => '0640', owner => 'nobody' }
}
file { '/srv/pond/first': ensure => link, target => 'duck1' }
exec { 'count': command => '/bin/ls /srv/pond > /srv/count', creates => '/srv/count' }
"""),
    "accounts": Scenario("""
group { 'ducks': gid => 4711 }
user { ['mallard', 'teal']: gid => 'ducks', shell => '/bin/sh', groups => ['games'] }
file { '/srv/nest': ensure => directory, owner => 'mallard', group => 'ducks' }
"""),
    "entries of system files": Scenario(
        """
Integer[1, 9].each |$i| {
  host { "duck${i}.pond.example": ip => "192.0.2.${i}", host_aliases => ["duck${i}"] }
}
mailalias { 'ducks': recipient => ['mallard', 'teal'] }
sshkey { 'pond.example': type => 'ssh-ed25519', key => 'AAAAC3NzaC1lZDI1NTE5AAAAIA==' }
""",
        ("host_core", "mailalias", "sshkeys_core"),
    ),
    "settings of ini files": Scenario(
        """
Integer[1, 20].each |$i| {
  ini_setting { "s${i}":
    path => '/srv/pond.ini', section => "part${$i % 3}", setting => "s${i}", value => "v${i}",
  }
}
ini_subsetting { 'mx':
  path       => '/srv/pond.ini',
  section    => 'java',
  setting    => 'args',
  subsetting => '-Xmx',
  value      => '1g',
}
""",
        ("inifile",),
    ),
    "lines of files": Scenario(
        """
file { '/srv/lines': content => "a\\n", replace => false }
-> file_line { 'b': path => '/srv/lines', line => 'b' }
-> file_line { 'c': path => '/srv/lines', line => 'c=2', match => '^c=' }
""",
        ("stdlib",),
    ),
    "concat": Scenario(
        """
concat { '/srv/pond.conf': mode => '0644' }
Integer[1, 20].each |$i| {
  concat::fragment { "f${i}": target => '/srv/pond.conf', content => "line ${i}\\n", order => $i }
}
""",
        ("concat", "stdlib"),
    ),
    "ntp": Scenario(
        """
class { 'ntp':
  servers        => ['192.0.2.1', '192.0.2.2 iburst'],
  package_manage => false,
  service_manage => false,
}
""",
        ("ntp", "stdlib"),
    ),
    "systemd": Scenario(
        """
class { 'systemd': manage_journald => false }
systemd::unit_file { 'duck.service': content => "[Service]\\nExecStart=/bin/true\\n" }
systemd::dropin_file { 'more.conf': unit => 'duck.service', content => "[Service]\\nNice=5\\n" }
systemd::tmpfile { 'duck.conf': content => "d /run/duck 0755 root root -\\n" }
""",
        ("systemd", "stdlib", "inifile"),
    ),
    "apt": Scenario(
        """
class { 'apt': update => { 'frequency' => 'reluctantly' } }
apt::pin { 'ducks': packages => ['hello', 'sl'], priority => 700, version => '2.*' }
apt::conf { 'quiet': content => "APT::Install-Recommends \\"false\\";\\n", priority => 90 }
""",
        ("apt", "stdlib"),
    ),
    "OpenStack's settings": Scenario(
        """
keystone_config { 'DEFAULT/debug': value => true }
keystone_config { 'database/connection': value => 'mysql://a:b@c/d', secret => true }
nova_config { 'DEFAULT/list': value => ['a', 'b'] }
neutron_config { 'DEFAULT/core_plugin': value => 'ml2' }
cinder_config { 'DEFAULT/enabled_backends': value => 'lvm' }
""",
        ("keystone", "nova", "neutron", "cinder", "openstacklib", "oslo", "stdlib", "inifile"),
        "mkdir -p /etc/keystone /etc/nova /etc/neutron /etc/cinder && "
        "touch /etc/keystone/keystone.conf /etc/nova/nova.conf /etc/cinder/cinder.conf "
        "/etc/neutron/neutron.conf",
    ),
    "alternatives": Scenario(
        """
alternative_entry { '/srv/quack2':
  ensure => present, altlink => '/usr/bin/quack', altname => 'quack', priority => 20,
}
alternatives { 'quack': path => '/srv/quack1', require => Alternative_entry['/srv/quack2'] }
""",
        ("alternatives",),
        "touch /srv/quack1 /srv/quack2 && chmod 755 /srv/quack1 /srv/quack2 && "
        "update-alternatives --install /usr/bin/quack quack /srv/quack1 10",
    ),
    "datacat": Scenario(
        """
datacat { '/srv/data': template_body => "<% @data.keys.sort.each do |k| %><%= k %>\\n<% end %>" }
datacat_fragment { 'one': target => '/srv/data', data => { 'a' => [1], 'b' => 'x' } }
datacat_fragment { 'two': target => '/srv/data', data => { 'c' => 'y' } }
""",
        ("datacat",),
    ),
    "packages and services": Scenario("""
package { ['bash', 'dpkg', 'apt', 'coreutils']: ensure => installed }
package { 'no-such-duck': ensure => purged }
service { 'no-such-duck': ensure => stopped }
"""),
}


@contextmanager
def host(setup: str) -> Iterator[tuple[Path, list[str]]]:
    """Make a copy of this host; yield its folder and the command that runs another one in it."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        folder = Path(name)
        # Debian's Puppet makes the directory of its state only at the usual path.
        for part in ("upper", "work", "root", "modules", "var/state"):
            (folder / part).mkdir(parents=True)
        inside = ["unshare", "--mount", "--pid", "--fork", "sh", "-c", COPY, "sh", name]
        subprocess.run([*inside, "sh", "-c", setup], check=True, stdout=subprocess.DEVNULL)
        yield folder, inside


def seconds(scenario: Scenario, rounds: int, *, with_puppet: bool) -> tuple[float, float] | None:
    """Return the processor time of the best run with nothing to do, and its memory."""
    with host(scenario.setup) as (folder, inside):
        manifest = folder / "site.pp"
        manifest.write_text(scenario.manifest)
        for name in scenario.modules:
            (folder / "modules" / name).symlink_to(f"{MODULES}/{name}")
        command = (puppet if with_puppet else duckrow)(folder, str(manifest))
        if command is None:
            return None
        changes = [*inside, *command, "--detailed-exitcodes"]
        settings = {"env": environment(folder), "stdout": subprocess.DEVNULL}
        for expected in ((0, 2), (0,)):  # perhaps changes; nothing to do
            code = subprocess.run(changes, check=False, **settings).returncode  # type: ignore[call-overload]
            if code not in expected:
                raise SystemExit(f"{' '.join(changes)} ended with {code}, not with {expected[-1]}")
        times = [once(command, folder, inside) for _ in range(rounds)]
    return min(busy for _, busy, _ in times), max(memory for _, _, memory in times)


def measured(rounds: int, names: list[str] | None = None) -> Iterator[Row]:
    """Measure each scenario, Puppet first."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return
    for name, scenario in SCENARIOS.items():
        if names and not any(part in name for part in names):
            continue
        if not all(os.path.isdir(f"{MODULES}/{each}") for each in scenario.modules):
            continue
        theirs = seconds(scenario, min(rounds, 2), with_puppet=True)
        mine = seconds(scenario, max(rounds, 5), with_puppet=False)
        assert mine is not None
        yield Row(name, mine[0], None if theirs is None else theirs[0], mine[1])


def rows(rounds: int) -> Iterator[Row]:
    """Yield the scenario with the median ratio."""
    found = [row for row in measured(rounds) if row.ratio is not None]
    if found:
        found.sort(key=lambda row: row.ratio or 0)
        median = found[len(found) // 2]
        work = f"apply: a second run, median of {len(found)} scenarios"
        yield median._replace(work=work)


def main() -> None:
    options = options_of(__doc__)
    options.add_argument("--rounds", type=at_least_one, default=5, help="of each row (5)")
    chosen = options.parse_args()
    check_names(chosen.names, SCENARIOS)
    if os.geteuid() != 0:
        print("only root can lay an overlay")
        return
    show(measured(chosen.rounds, chosen.names))


if __name__ == "__main__":
    main()
