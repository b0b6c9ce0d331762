"""Smaller parts of Puppet that code of providers uses."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.unit import load_ruby

LOGGED: list[str] = []


def run(code: str, directories: tuple[str, ...] = ()) -> object:
    LOGGED.clear()
    host = MachineHost(
        LocalMachine(), directories, lambda level, text: LOGGED.append(f"{level}: {text}"), dict, {}
    )
    return load_ruby(code.encode(), "x.rb").run(host.interpreter(), None)


class Handler(BaseHTTPRequestHandler):
    """Answers with the question; /old is elsewhere."""

    def do_POST(self) -> None:
        if self.path == "/old":
            self.send_response(302)
            self.send_header("Location", "/new")
            self.end_headers()
            return
        if self.path == "/away":  # the same server under another name
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{self.server.server_port}/new")  # type: ignore[attr-defined]
            self.end_headers()
            return
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        user = self.headers.get("Authorization", "nobody")
        body += self.headers.get("Cookie", "").encode("latin-1").decode()
        answer = f"{self.command} {self.path} {user} {body}".encode()
        self.send_response(201)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def test_the_http_client(url: str) -> None:
    made = run(f"""
        http = Puppet.runtime[:http]
        one = http.get(URI("{url}/old"), options: {{ basic_auth: {{ user: "a", password: "b" }} }})
        text = nil
        http.post(URI("{url}/x"), "data", params: {{ q: 1 }}) do |response|
          response.read_body {{ |data| text = data }}
        end
        [one.code, one.success?, one.reason, one.body, text]
    """)
    assert made == [201, True, "Created", "GET /new Basic YTpi ", "POST /x?q=1 nobody data"]


@pytest.mark.parametrize(("path", "body"), [("old", "Basic YTpi c=1"), ("away", "nobody ")])
def test_another_host_gets_no_secrets(path: str, body: str, url: str) -> None:
    made = run(f"""
        auth = {{ user: "a", password: "b" }}
        http = Puppet.runtime[:http]
        cookie = {{ "Cookie" => "c=1" }}
        http.get(URI("{url}/{path}"), headers: cookie, options: {{ basic_auth: auth }}).body
    """)
    assert made == f"GET /new {body}"


def test_credentials_in_a_url_are_used(url: str) -> None:
    address = url.replace("//", "//a:b@")
    made = run(f'Puppet.runtime[:http].get(URI("{address}/new")).body')
    assert made == "GET /new Basic YTpi "


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ('{ "Cookie" => ["a=1", "b=2"] }', "GET /new nobody a=1, b=2"),
        ('{ "Cookie" => "a\\r\\nX-Evil: 1" }', "header field value cannot include CR/LF"),
        ('{ "Cookie" => "\u2192" }', "GET /new nobody \u2192"),
    ],
)
def test_the_values_of_headers(headers: str, body: str, url: str) -> None:
    made = run(f"""
        begin
          Puppet.runtime[:http].get(URI("{url}/new"), headers: {headers}).body
        rescue ArgumentError => error
          error.message
        end
    """)
    assert made == body


@pytest.mark.parametrize("limit", [0, 1])
def test_the_limit_counts_redirects(limit: int, url: str) -> None:
    made = run(f"""
        http = Puppet.runtime[:http]
        plain = http.get(URI("{url}/new"), options: {{ redirect_limit: {limit} }}).code
        begin
          [plain, http.get(URI("{url}/old"), options: {{ redirect_limit: {limit} }}).code]
        rescue Puppet::HTTP::TooManyRedirects
          [plain, "too many"]
        end
    """)
    assert made == [201, 201 if limit else "too many"]


def test_a_client_that_cannot_connect() -> None:
    code = 'begin; Puppet.runtime[:http].get(URI("http://127.0.0.1:1/")); '
    made = run(code + "rescue Puppet::HTTP::HTTPError => e; e.class.name; end")
    assert made == "Puppet::HTTP::ConnectionError"


def test_certificates_of_puppet_are_not_there() -> None:
    with pytest.raises(UnsupportedError, match="own certificates"):
        run('Puppet.runtime[:http].get(URI("https://127.0.0.1:1/"))')


def test_an_action_is_tried_again() -> None:
    made = run("""
        count = 0
        Puppet::Util::RetryAction.retry_action(retries: 2, retry_exceptions: [ArgumentError]) do
          count += 1
          raise ArgumentError, "again" if count < 2
        end
        begin
          Puppet::Util::RetryAction.retry_action(retries: 0) { raise "no" }
        rescue Puppet::Util::RetryAction::RetryException::RetriesExceeded => error
          [count, error.message]
        end
    """)
    assert made == [2, "0 exceeded"]
    assert LOGGED == ["info: Caught exception ArgumentError:again retrying"]


def test_a_command_of_its_own() -> None:
    made = run("""
        make = ->(name) { Puppet::Provider::Command.new(:it, name, Puppet::Util, Puppet::Util::Execution, { failonfail: true }) }
        begin
          make.call("no-such-command").execute
        rescue Puppet::MissingCommand => error
          [make.call("echo").execute("a", "b").to_s, error.message]
        end
    """)  # noqa: E501
    assert made == ["a b\n", "Command it is missing"]


def test_a_message_that_is_logged_once() -> None:
    run("""
        warnings = Puppet::Util::Warnings
        2.times { warnings.notice_once("quack"); warnings.warnonce("q") }
    """)
    assert LOGGED == ["notice: quack", "warning: q"]


def test_files_of_the_load_path_are_required(tmp_path: object) -> None:
    directory = f"{tmp_path}/gems/pond"
    run(f'FileUtils.mkdir_p("{directory}"); File.write("{directory}/duck.rb", "DUCK = 3")')
    assert run(f'$LOAD_PATH.unshift("{directory}"); require "duck"; DUCK') == 3


def test_toml() -> None:
    made = run("""
        text = TOML::Generator.new({ "b" => 1, "a" => { "x" => ["y", true], "n" => { "m" => 1.5 } } }).body
        [text, TOML.load(text), TOML.load("d = [{ q = 'a' }]")]
    """)  # noqa: E501
    data = {"b": 1, "a": {"x": ["y", True], "n": {"m": 1.5}}}
    assert made == [
        'b = 1\n\n[a]\nx = ["y", true]\n\n[a.n]\nm = 1.5\n',
        data,
        {"d": [{"q": "a"}]},
    ]


def test_attributes_of_native_types_are_classes() -> None:
    code = "[Puppet::Type::File::Owner < Puppet::Property, Puppet::Type::File.name.to_s]"
    assert run(code) == [True, "file"]


def test_values_settings_and_contexts() -> None:
    made = run("""
        selinux = Object.new.extend(Puppet::Util::SELinux)
        no_boolean = begin
          Puppet::Coercion.boolean("perhaps")
        rescue => error
          error.message
        end
        [Puppet::Coercion.boolean("Yes"), Puppet::Coercion.boolean(:false), no_boolean,
         selinux.selinux_support?, selinux.get_selinux_current_context("/etc"),
         selinux.parse_selinux_context(:selrange, "u:r:t:s0:c1"),
         selinux.parse_selinux_context(:seltype, "u:r:t"),
         Puppet::Util::Log.level, Puppet.settings.values(:production, :main).interpolate(:nothing)]
          .inspect
    """)
    shown = 'true, false, "expected a boolean value", false, nil, "s0:c1", "t", :notice, nil'
    assert made == f"[{shown}]"


def test_patterns_of_addresses() -> None:
    made = run("""
        four = ["1.2.3.4", "256.1.1.1", "1.2.3"].map { |text| text.match?(Resolv::IPv4::Regex) }
        six = ["::1", "1:2:3:4:5:6:7:8", "1:2", "::ffff:1.2.3.4", "fe80::1%eth0", "::1\\n"]
        [four, six.map { |text| text.match?(Resolv::IPv6::Regex) }]
    """)
    assert made == [[True, False, False], [True, True, False, True, True, False]]
