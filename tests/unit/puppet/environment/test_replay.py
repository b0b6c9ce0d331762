"""A recorded compile of a whole environment runs again without a file, a clock or a command."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from duckrow.puppet.compiler.cache import Cache
from duckrow.puppet.world import RecordedWorld, World

FILES = {
    "puppet.conf": """
        [main]
        strict = warning
        strict_variables = false
        node_terminus = exec
        external_nodes = ROOT/enc
    """,
    "enc": """
        #!/bin/sh
        echo "classes: {pond: {depth: 3}}"
        echo "parameters: {role: web}"
        echo "environment: production"
    """,
    "environments/production/environment.conf": """
        modulepath = modules:more*:$basemodulepath
        config_version = version
    """,
    "environments/production/version": "#!/bin/sh\necho v7\n",
    "environments/production/manifests/a.pp": "notify { 'a': message => lookup('greeting') }\n",
    "environments/production/manifests/b.pp": """
        node default {
          notify { 'facts': message => "${facts['os']['family']} ${role} ${osfamily}" }
          notify { 'generated': message => generate('/bin/echo', 'quack') }
          notify { 'random': message => fqdn_rand(1000000) }
          notify { 'date': message => strftime('%F', 'current') }
          notify { 'settings': message => $settings::confdir }
        }
    """,
    "hiera.yaml": """
        version: 5
        hierarchy:
          - {name: nodes, path: "nodes/%{trusted.certname}.yaml"}
          - {name: all, glob: "all/*.yaml"}
    """,
    "data/nodes/duck.yaml": "pond::ducks: [mallard]\n",
    "data/all/one.yaml": """
        lookup_options: {"pond::ducks": {merge: unique}}
        greeting: "hello %{facts.os.family}"
    """,
    "environments/production/hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]\n",
    "environments/production/data/c.yaml": "pond::ducks: [teal]\n",
    "environments/production/modules/pond/hiera.yaml": """
        version: 5
        hierarchy: [{name: keys, lookup_key: "pond::data"}]
    """,
    "environments/production/modules/pond/functions/data.pp": """
        function pond::data(String $key, Hash $options, Puppet::LookupContext $context) {
          if $key == 'pond::colour' { 'green' } else { $context.not_found }
        }
    """,
    "environments/production/modules/pond/metadata.json": '{"name": "x-pond", "version": "1.0.0"}',
    "environments/production/modules/pond/manifests/init.pp": """
        class pond(Pond::Depth $depth, Array $ducks, String $colour) {
          file { '/pond': content => epp('pond/pond.epp', { 'depth' => $depth }) }
          file { '/erb': content => template('pond/pond.erb') }
          file { '/file': content => file('pond/file') }
          duckling { 'd': sound => pond::shout('quack') }
        }
    """,
    "environments/production/modules/pond/types/depth.pp": "type Pond::Depth = Integer[0, 9]\n",
    "environments/production/modules/pond/templates/pond.epp": "<%= $depth %> deep\n",
    "environments/production/modules/pond/templates/pond.erb": "<%= @ducks.join(',') %>, "
    "<%= @colour %>, <%= scope['facts']['os']['family'] %>\n",
    "environments/production/modules/pond/files/file": "plain\n",
    "environments/production/modules/pond/lib/puppet/functions/pond/shout.rb": """
        Puppet::Functions.create_function(:'pond::shout') do
          dispatch :shout do
            param 'String', :text
          end
          def shout(text)
            text.upcase
          end
        end
    """,
    "environments/production/more_modules/nest/lib/puppet/type/duckling.rb": """
        Puppet::Type.newtype(:duckling) do
          newparam(:name, namevar: true)
          newproperty(:sound)
        end
    """,
}

# Compiles the catalog of a node with a world, from the configuration file on: prints it as JSON.
PROGRAM = """
import json, sys
from duckrow.puppet.catalog.to_data import catalog_data
from duckrow.puppet.environment import Node, compile_catalog
from duckrow.puppet.environment.enc import classify
from duckrow.puppet.environment.find import find_environment
from duckrow.puppet.loaders.sources import Sources
from duckrow.puppet.settings.conf import read_conf, settings_in
from duckrow.puppet.settings.settings import Settings

def compiled(world, root, cache=None):
    given = {"confdir": root, "codedir": root, "environmentpath": root + "/environments"}
    path = root + "/puppet.conf"
    found = settings_in(read_conf(path, world), path, ("main", "server"))
    settings = Settings({**found, **given}, world)
    said = classify(settings, "duck", world)
    node = Node("duck", world.facts, classes=said.classes, parameters=said.parameters)
    environment = find_environment(settings, said.environment, cache and Sources(cache))
    result = compile_catalog(environment, node)
    assert result.ok, result.failure.message
    return json.dumps(catalog_data(result.build))
"""

# Loses every door to the operating system that is not the import of a Python module.
LOCKED = """
import builtins, io, os, pickle, posix, sys, time

root, recording = sys.argv[1:]
with open(recording, "rb") as file:
    answers = pickle.load(file)

def refuse(*arguments, **options):
    raise AssertionError(f"asked the operating system: {arguments}")

for name in ("stat lstat listdir scandir readlink open access getcwd urandom uname geteuid "
             "posix_spawn fork execve getenv").split():
    setattr(os, name, refuse)
os.environ.clear()
time.time_ns = time.time = time.localtime = refuse
builtins.open = io.open = refuse
PYTHON = tuple(os.path.normpath(path) for path in [*sys.path, sys.prefix, sys.base_prefix] if path)

def watch(event, arguments):
    if event in ("open", "os.listdir", "os.scandir"):
        path = arguments[0]
        if not (isinstance(path, str) and path.startswith(PYTHON)):
            raise AssertionError(f"{event} {arguments}")
    elif event.startswith(("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "socket.")):
        raise AssertionError(f"{event} {arguments}")

sys.addaudithook(watch)
from duckrow.puppet.world import ReplayedWorld
sys.stdout.write(compiled(ReplayedWorld(answers), root))
"""


def write_environment(root: Path) -> None:
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n").replace("ROOT", str(root)))
        if text.lstrip().startswith("#!"):
            path.chmod(0o755)


def test_a_recorded_compile_replays_without_the_machine(tmp_path: Path) -> None:
    root = tmp_path / "etc"
    write_environment(root)
    names: dict[str, object] = {}
    exec(PROGRAM, names)
    compiled = names["compiled"]
    assert callable(compiled)
    facts = {"os": {"family": "Debian"}, "osfamily": "Debian"}
    world = RecordedWorld(World(facts))
    catalog = compiled(world, str(root), Cache(str(root / "cache")))
    assert not (root / "cache").exists()
    for expected in ("3 deep", "mallard,teal, green, Debian", "plain", "QUACK", "hello Debian"):
        assert expected in catalog, expected
    assert "quack\\n" in catalog
    assert '"version": "v7"' in catalog
    recording = tmp_path / "recording"
    recording.write_bytes(pickle.dumps(world.answers))
    shutil.rmtree(root)
    replayed = subprocess.run(
        [sys.executable, "-c", PROGRAM + LOCKED, str(root), str(recording)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout == catalog
