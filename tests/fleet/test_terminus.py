"""The real terminus of PuppetDB with our store: in `puppet apply`, and in a real puppetserver.

    make agents RUBYLIB=DIR                         puppet apply with puppet-terminus-puppetdb
    make agents PUPPETSERVER='java …' PUPPETSERVER_DIR=DIR

RUBYLIB has the files of Puppet and of the terminus, in one directory. PUPPETSERVER is the command
that starts puppetserver, to which --config and --bootstrap-config are added: for Debian's package

    java -Djruby.lib=/usr/share/jruby/lib --add-opens java.base/sun.nio.ch=ALL-UNNAMED
        --add-opens java.base/java.io=ALL-UNNAMED -jar /usr/share/puppetserver/puppetserver.jar

PUPPETSERVER_DIR is a directory that it may write to, if it may not write to that of the test. Our
server has the authority; puppetserver compiles only, as the second server of a site does.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.unit.server.running import RunningServer

from duckrow.ca.host_files import HostFiles
from duckrow.ca.pem import make_key
from duckrow.ca.requests import make_request
from duckrow.server.authorization.default_rules import DEFAULT_AUTH_CONF

COMPILER = "compile.lab"
PATIENCE = 600.0  # seconds until puppetserver answers on a busy machine
QUERY = 'nodes[certname] { certname ~ "lab$" order by certname }'
MANIFEST = f"""
@@notify {{ "from ${{trusted['certname']}}": tag => 'pond' }}
Notify <<| tag == 'pond' |>>
$names = puppetdb_query('{QUERY}').map |$node| {{ $node['certname'] }}
notify {{ 'known': message => "known: $names" }}
"""
SERVICES = """
puppetlabs.services.request-handler.request-handler-service/request-handler-service
puppetlabs.services.jruby.jruby-puppet-service/jruby-puppet-pooled-service
puppetlabs.services.jruby-pool-manager.jruby-pool-manager-service/jruby-pool-manager-service
puppetlabs.services.puppet-profiler.puppet-profiler-service/puppet-profiler-service
puppetlabs.trapperkeeper.services.webserver.jetty9-service/jetty9-service
puppetlabs.trapperkeeper.services.webrouting.webrouting-service/webrouting-service
puppetlabs.services.config.puppet-server-config-service/puppet-server-config-service
puppetlabs.services.master.master-service/master-service
puppetlabs.trapperkeeper.services.authorization.authorization-service/authorization-service
puppetlabs.services.versioned-code-service.versioned-code-service/versioned-code-service
puppetlabs.trapperkeeper.services.scheduler.scheduler-service/scheduler-service
puppetlabs.trapperkeeper.services.status.status-service/status-service
puppetlabs.trapperkeeper.services.metrics.metrics-service/metrics-service
puppetlabs.trapperkeeper.services.metrics.metrics-service/metrics-webservice
puppetlabs.services.jruby.jruby-metrics-service/jruby-metrics-service
puppetlabs.services.ca.certificate-authority-disabled-service/certificate-authority-disabled-service
"""


@pytest.fixture(autouse=True)
def _agents(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--agents"):
        pytest.skip("needs the real Puppet: make agents")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunningServer]:
    """Our server with the authority and the store; another server and some nodes are known."""
    server = RunningServer(tmp_path / "store", "autosign = true\n")
    server.write_conf(
        "store.conf", f"store: {{ certificate-allowlist: [{COMPILER}, huey.lab, dewey.lab] }}"
    )
    with server:
        for name in ("huey.lab", "dewey.lab"):
            server.add_node(name)
        write_authority(server, server.directory / "ssl")
        yield server


def write_authority(server: RunningServer, ssldir: Path) -> None:
    for target, source in (("certs/ca.pem", "ca_crt.pem"), ("crl.pem", "ca_crl.pem")):
        (ssldir / target).write_bytes((server.directory / "ca" / source).read_bytes())


def asked(server: RunningServer, query: str) -> list[dict[str, object]]:
    path = f"/pdb/query/v4?query={quote(query)}"
    found: list[dict[str, object]] = server.ask("GET", path, node="localhost").json()
    return found


def expect_stored(server: RunningServer, *names: str) -> None:
    """Check that the store has everything about some nodes."""
    fields = "certname, facts_environment, catalog_environment, latest_report_status"
    rows = asked(server, f"nodes[{fields}] {{ order by certname }}")
    assert [row["certname"] for row in rows] == sorted(names)
    for row in rows:
        assert row["facts_environment"] == row["catalog_environment"] == "production", row
        assert row["latest_report_status"] == "changed", row
    exported = asked(server, "resources[title] { exported = true order by title }")
    assert [row["title"] for row in exported] == [f"from {name}" for name in sorted(names)]


# ---- puppet apply


def test_puppet_apply_with_the_terminus(store: RunningServer, tmp_path: Path) -> None:
    library = os.environ.get("RUBYLIB", "")
    probe = ["ruby", "-e", "require 'puppet'; require 'puppet/util/puppetdb'"]
    has_ruby = shutil.which("ruby") is not None
    if not has_ruby or subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("needs puppet-terminus-puppetdb, or RUBYLIB with it and Puppet")
    conf = tmp_path / "conf"
    conf.mkdir()
    (conf / "puppetdb.conf").write_text(f"[main]\nserver_urls = https://localhost:{store.port}\n")
    (conf / "routes.yaml").write_text("apply: {facts: {terminus: facter, cache: puppetdb_apply}}\n")
    (tmp_path / "site.pp").write_text(MANIFEST)
    outputs = []
    for name in ("huey.lab", "dewey.lab"):
        command = ["ruby", "-S", "puppet", "apply", "--confdir", str(conf), "--color=false"]
        command += ["--vardir", f"{tmp_path}/var-{name}", "--ssldir", f"{store.directory}/ssl"]
        command += ["--certname", name, "--reports", "puppetdb", "--environment", "production"]
        command += ["--storeconfigs", "--storeconfigs_backend", "puppetdb"]
        done = subprocess.run(
            [*command, str(tmp_path / "site.pp")],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "RUBYLIB": library},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        outputs.append(done.stdout)
    assert "Notify[from huey.lab]/message: " in outputs[1]
    assert "known: [dewey.lab, huey.lab]" in outputs[1]  # facts are stored before a compile
    expect_stored(store, "huey.lab", "dewey.lab")


# ---- puppetserver


class PuppetServer:
    """A puppetserver that compiles, with certificates of our authority and our store."""

    def __init__(self, directory: Path, command: list[str], store: RunningServer) -> None:
        self.directory = directory
        self._command = command
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.port = listening.getsockname()[1]
        self._write_files(store)
        self._process: subprocess.Popen[bytes]

    def _write_files(self, store: RunningServer) -> None:
        top = self.directory
        for name in ("conf", "conf.d", "services.d", "var", "run", "log", "ssl"):
            (top / name).mkdir(parents=True)
        manifests = top / "code/environments/production/manifests"
        manifests.mkdir(parents=True)
        (manifests / "site.pp").write_text(MANIFEST)
        key = make_key("ec", 0, "prime256v1")
        request = make_request(COMPILER, key, [f"DNS:{COMPILER}", "DNS:localhost"])
        files = HostFiles(str(top / "ssl"))
        files.write_keys(COMPILER, key)
        files.write_certificate(COMPILER, store.authority.sign_own(request))
        write_authority(store, top / "ssl")
        settings = {f"{name}dir": f"{top}/{name}" for name in ("conf", "var", "code", "ssl")}
        settings |= {f"{name}dir": f"{top}/{name}" for name in ("run", "log")}
        settings |= {"certname": COMPILER, "basemodulepath": f"{top}/modules"}
        lines = [f"{name} = {value}" for name, value in settings.items()]
        lines += ["[server]", "storeconfigs = true", "storeconfigs_backend = puppetdb"]
        lines += ["reports = puppetdb"]
        (top / "conf/puppet.conf").write_text("\n".join(["[main]", *lines, ""]))
        urls = f"[main]\nserver_urls = https://localhost:{store.port}\n"
        (top / "conf/puppetdb.conf").write_text(urls)
        routes = "server:\n  facts:\n    terminus: puppetdb\n    cache: yaml\n"
        (top / "conf/routes.yaml").write_text(routes)
        (top / "services.d/bootstrap.cfg").write_text(SERVICES.lstrip())
        for name, text in self._configuration().items():
            (top / "conf.d" / name).write_text(text)

    def _configuration(self) -> dict[str, str]:
        top = self.directory
        places = ", ".join(
            f"server-{name}-dir: {top}/{name}" for name in ("conf", "code", "var", "run", "log")
        )
        services = "puppetlabs.trapperkeeper.services"
        routes = {
            "puppetlabs.services.master.master-service/master-service": "/puppet",
            f"{services}.status.status-service/status-service": "/status",
            f"{services}.metrics.metrics-service/metrics-webservice": "/metrics",
        }
        return {
            "auth.conf": DEFAULT_AUTH_CONF,
            "webserver.conf": "webserver: { client-auth: want, ssl-host: 127.0.0.1, "
            f"ssl-port: {self.port} }}",
            "web-routes.conf": f"web-router-service: {json.dumps(routes)}",
            "metrics.conf": "metrics: { server-id: localhost }",
            "puppetserver.conf": "jruby-puppet: { ruby-load-path: "
            f"[/usr/lib/puppetserver/ruby/vendor_ruby], gem-home: {top}/var/gems, gem-path: "
            f"[{top}/var/gems, /usr/lib/puppetserver/vendored-jruby-gems], {places}, "
            "max-active-instances: 1 }\nhttp-client: {}\nprofiler: {}",
        }

    def __enter__(self) -> PuppetServer:
        if os.geteuid() == 0:  # puppetserver may run as another user
            subprocess.run(["chmod", "-R", "a+rwX", str(self.directory)], check=True)
        words = ["--config", f"{self.directory}/conf.d"]
        words += ["--bootstrap-config", f"{self.directory}/services.d"]
        with (self.directory / "log/out").open("wb") as log:
            self._process = subprocess.Popen([*self._command, *words], stdout=log, stderr=log)
        limit = time.monotonic() + PATIENCE
        while self.status("/status/v1/simple") != 200:
            text = (self.directory / "log/out").read_text()
            assert self._process.poll() is None, text[-3000:]
            assert time.monotonic() < limit, text[-3000:]
            time.sleep(0.5)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(120)

    def status(self, path: str) -> int:
        """Return the status of an answer; 0 without one."""
        context = ssl.create_default_context(cafile=str(self.directory / "ssl/certs/ca.pem"))
        url = f"https://localhost:{self.port}{path}"
        try:
            with urllib.request.urlopen(url, context=context, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0


def run_agent(name: str, directory: Path, compiler: int, authority: int) -> str:
    """Run a real agent; return what it prints."""
    command = ["puppet", "agent", "--onetime", "--no-daemonize", "--verbose", "--color=false"]
    for kind in ("conf", "var", "run", "log", "ssl"):
        command += [f"--{kind}dir", str(directory / kind)]
    command += ["--certname", name, "--server", "localhost", "--serverport", str(compiler)]
    command += ["--ca_server", "localhost", "--ca_port", str(authority), "--detailed-exitcodes"]
    command += ["--no-usecacheonfailure", "--waitforcert", "0", "--no-pluginsync"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 2), done.stdout + done.stderr
    return done.stdout


def test_a_real_puppetserver_with_our_store(tmp_path: Path) -> None:
    command = shlex.split(os.environ.get("PUPPETSERVER", ""))
    if not command:
        pytest.skip("needs the real puppetserver: PUPPETSERVER is the command that starts it")
    if shutil.which("puppet") is None:
        pytest.skip("needs the real puppet agent")
    ours = RunningServer(tmp_path / "store", "autosign = true\n")
    ours.write_conf("store.conf", f"store: {{ certificate-allowlist: [{COMPILER}] }}")
    parent = os.environ.get("PUPPETSERVER_DIR") or str(tmp_path)
    with ours, tempfile.TemporaryDirectory(dir=parent) as directory:
        with PuppetServer(Path(directory) / "ps", command, ours) as server:
            # A server whose CA service is disabled answers nothing about certificates, nor do we.
            assert server.status("/puppet-ca/v1/certificate/ca") == 404
            names = ("huey.lab", "dewey.lab")
            outputs = [run_agent(name, tmp_path / name, server.port, ours.port) for name in names]
        assert "Notify[from huey.lab]/message: " in outputs[1]
        assert "known: [dewey.lab, huey.lab]" in outputs[1]
        expect_stored(ours, *names)
