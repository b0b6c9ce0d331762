"""Make a simulated fleet: a control repository with two versions, and facts of its nodes.

    python3 make_fleet.py DIRECTORY [--nodes 2000] [--roles 60]

DIRECTORY/control is a git repository with the tags v1 and v2; DIRECTORY/facts has a file for each
node. Every node has one of the roles and one of three sets of facts. Between v1 and v2 a template,
a manifest, the data of all nodes, the data of one node and a README change.
"""

import argparse
import json
import os
import subprocess
from pathlib import Path

PROFILES = 40
PER_ROLE = 5  # profiles of a role
FACT_SETS = (
    ("Debian", "Debian", "12", "apt", 4, 8),
    ("Ubuntu", "Debian", "22.04", "apt", 8, 16),
    ("Rocky", "RedHat", "9.3", "dnf", 16, 64),
)

SITE = """# One role per node, by the name of the node.
node default {
  $role = regsubst($facts['networking']['hostname'], '-[0-9]+$', '')
  include profile::base
  include "role::${role}"
}
"""
HIERA = """version: 5
defaults: {datadir: data, data_hash: yaml_data}
hierarchy:
  - name: all levels
    paths:
      - "nodes/%{trusted.certname}.yaml"
      - "os/%{facts.os.family}.yaml"
      - "common.yaml"
"""
BASE = """# What every node has.
class profile::base (
  String $motd,
  Array[String] $packages,
  Hash[String, Hash] $admins,
  Integer $keep_days = 14,
) {
  file { '/etc/motd':
    content => epp('profile/motd.epp', { text => $motd }),
  }
  package { $packages: ensure => installed }
  $admins.each |String $name, Hash $admin| {
    user { $name: * => { ensure => present, shell => '/bin/bash' } + $admin }
    file { "/home/${name}":
      ensure  => directory,
      owner   => $name,
      require => User[$name],
    }
  }
  profile::setting { ['vm.swappiness', 'net.core.somaxconn', 'fs.file-max']: keep => $keep_days }
}
"""
SETTING = """# One line of a configuration directory.
define profile::setting (Integer $keep, String $value = '1') {
  file { "/etc/sysctl.d/${title}.conf":
    content => "${title} = ${value}\\n# kept for ${keep} days\\n",
    mode    => '0644',
  }
  ~> exec { "sysctl ${title}":
    command     => "/sbin/sysctl -p /etc/sysctl.d/${title}.conf",
    refreshonly => true,
  }
}
"""
MOTD = """<%- | String $text | -%>
<%= $text %>
This is <%= $facts['networking']['fqdn'] %>, <%= $facts['os']['name'] %>.
"""
CONFIGURATION = """<%- | String $name, Integer $port, Integer $workers | -%>
# <%= $name %>
port = <%= $port %>
workers = <%= $workers %>
<% Integer[1, 10].each |$number| { -%>
pool.<%= $number %> = <%= $number * $workers %>
<% } -%>
"""
PROFILE = """# Profile NAME: a package, its configuration and its service.
class profile::NAME (
  Integer $port,
  String $ensure = 'running',
) {
  $package = $facts['os']['family'] ? {
    'Debian' => 'NAME-server',
    default  => 'NAME',
  }
  package { $package: ensure => installed }
  -> file { '/etc/NAME':
    ensure => directory,
    mode   => 'MODE',
  }
  -> file { '/etc/NAME/NAME.conf':
    content => epp('profile/configuration.epp', {
      name    => 'NAME',
      port    => $port,
      workers => $facts['processors']['count'],
    }),
  }
  ~> service { 'NAME': ensure => $ensure, enable => true }
  Integer[1, 6].each |$number| {
    file { "/etc/NAME/part-${number}.conf":
      content => "part ${number} of NAME on port ${port}\\n",
      notify  => Service['NAME'],
    }
  }
  $hour = fqdn_rand(24, 'NAME')
  file { '/etc/cron.d/NAME':
    content => "0 ${hour} * * * root /usr/bin/rotate NAME\\n",
  }
}
"""


def control_files(roles: int) -> dict[str, str]:
    files = {
        "README.md": "# The control repository of a simulated fleet\n",
        "environment.conf": "modulepath = site-modules:modules\n",
        "hiera.yaml": HIERA,
        "manifests/site.pp": SITE,
        "site-modules/profile/manifests/base.pp": BASE,
        "site-modules/profile/manifests/setting.pp": SETTING,
        "site-modules/profile/templates/motd.epp": MOTD,
        "site-modules/profile/templates/configuration.epp": CONFIGURATION,
        "data/os/Debian.yaml": "profile::base::packages: [vim, curl, apt-transport-https]\n",
        "data/os/RedHat.yaml": "profile::base::packages: [vim-enhanced, curl, dnf-utils]\n",
    }
    common = ["profile::base::motd: Be kind to ducks.", "profile::base::admins:"]
    common += [f"  admin{number}: {{uid: {5000 + number}}}" for number in range(12)]
    for number in range(PROFILES):
        name = f"p{number:02}"
        text = PROFILE.replace("NAME", name).replace("MODE", "0755")
        files[f"site-modules/profile/manifests/{name}.pp"] = text
        common.append(f"profile::{name}::port: {8000 + number}")
    for number in range(roles):
        included = [f"p{(number * 7 + step * 11) % PROFILES:02}" for step in range(PER_ROLE)]
        lines = "".join(f"  include profile::{name}\n" for name in dict.fromkeys(included))
        files[f"site-modules/role/manifests/r{number:02}.pp"] = (
            f"# Role r{number:02}.\nclass role::r{number:02} {{\n{lines}}}\n"
        )
    files["data/common.yaml"] = "---\n" + "\n".join(common) + "\n"
    return files


def changes(files: dict[str, str]) -> dict[str, str]:
    p03 = "site-modules/profile/manifests/p03.pp"
    common = "data/common.yaml"
    return {
        "README.md": files["README.md"] + "\nRead it.\n",
        p03: files[p03].replace("'0755'", "'0750'"),
        common: files[common].replace("profile::p11::port: 8011", "profile::p11::port: 9011"),
        "data/nodes/r05-0005.example.com.yaml": "profile::p35::ensure: stopped\n",
        "site-modules/role/manifests/r02.pp": "# Role r02.\nclass role::r02 {\n"
        "  include profile::p14\n  include profile::p25\n  include profile::p39\n"
        "  Class['profile::p14'] -> Class['profile::p25']\n}\n",
    }


def facts_of(number: int, role: str) -> dict[str, object]:
    name, family, release, packages, count, memory = FACT_SETS[number % len(FACT_SETS)]
    host = f"{role}-{number:04}"
    return {
        "networking": {
            "fqdn": f"{host}.example.com",
            "hostname": host,
            "domain": "example.com",
            "ip": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
        },
        "os": {"name": name, "family": family, "release": {"full": release}},
        "package_provider": packages,
        "processors": {"count": count},
        "memory": {"system": {"total_bytes": memory << 30}},
        "kernel": "Linux",
        "disks": {f"sd{letter}": {"size_bytes": 10**12} for letter in "abcd"},
    }


def git(directory: Path, *words: str) -> None:
    same = {
        f"GIT_{who}_{what}": text
        for who in ("AUTHOR", "COMMITTER")
        for what, text in (
            ("NAME", "fleet"),
            ("EMAIL", "fleet@example.com"),
            ("DATE", "2024-01-01T00:00:00Z"),
        )
    }
    command = ["git", "-c", "init.defaultBranch=main", "-C", str(directory), *words]
    subprocess.run(command, check=True, env={**os.environ, **same})  # noqa: S603


def write(directory: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=Path)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--roles", type=int, default=60)
    given = parser.parse_args()
    control, facts = given.directory / "control", given.directory / "facts"
    files = control_files(given.roles)
    write(control, files)
    git(control, "init", "-q")
    for version, content in (("v1", files), ("v2", changes(files))):
        write(control, content)
        git(control, "add", "-A")
        git(control, "commit", "-q", "-m", version)
        git(control, "tag", version)
    facts.mkdir()
    for number in range(given.nodes):
        role = f"r{number % given.roles:02}"
        found = facts_of(number, role)
        (facts / f"{role}-{number:04}.example.com.json").write_text(json.dumps(found))


if __name__ == "__main__":
    main()
