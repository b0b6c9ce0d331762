"""Ruby's library: JSON, YAML, Digest, File, Math, IPAddr, ... as far as modules use them.

Each file has a function `make` that returns constants by their whole name; a file is imported when
one of its constants is first used. Classes that touch processes, sockets or files are below `host`,
for Ruby code that has a machine; for other code they exist by name and reject every call.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_HERE = "duckrow.ruby.library"

# The file that knows a family of constants, by the first part of their name.
FAMILIES = {
    "JSON": f"{_HERE}.json_",
    "PSON": f"{_HERE}.json_",
    "YAML": f"{_HERE}.yaml_",
    "Psych": f"{_HERE}.yaml_",
    "Digest": f"{_HERE}.digest",
    "OpenSSL": f"{_HERE}.openssl",
    "Base64": f"{_HERE}.base64_",
    "DeepMerge": f"{_HERE}.deep_merge_",
    "Hocon": f"{_HERE}.hocon_",
    "TOML": f"{_HERE}.toml_",
    "Marshal": f"{_HERE}.marshal_",
    "Math": f"{_HERE}.math_",
    "Float": f"{_HERE}.math_",
    "Regexp": f"{_HERE}.math_",
    "Errno": f"{_HERE}.errno_",
    "File": f"{_HERE}.files",
    "FileTest": f"{_HERE}.files",
    "Pathname": f"{_HERE}.pathname_",
    "IPAddr": f"{_HERE}.ip_address",
    "Socket": f"{_HERE}.ip_address",
    "URI": f"{_HERE}.uri",
    "ERB": f"{_HERE}.escapes",
    "CGI": f"{_HERE}.escapes",
    "Shellwords": f"{_HERE}.escapes",
    "Set": f"{_HERE}.objects",
    "SortedSet": f"{_HERE}.objects",
    "Struct": f"{_HERE}.objects",
    "OpenStruct": f"{_HERE}.objects",
    "Enumerator": f"{_HERE}.objects",
    "Time": f"{_HERE}.times",
    "Date": f"{_HERE}.times",
    "DateTime": f"{_HERE}.times",
    "Encoding": "duckrow.ruby.core.text.encoding",
    "Random": f"{_HERE}.random_",
    "SecureRandom": f"{_HERE}.random_",
    "Gem": f"{_HERE}.versions",
    "Zlib": f"{_HERE}.versions",
}
# The file below `host` that knows a family of constants, for Ruby code that has a machine.
ON_HOST = {
    "IO": "io",
    "StringIO": "io",
    "STDIN": "io",
    "STDOUT": "io",
    "STDERR": "io",
    "Dir": "directories",
    "ERB": "templates",
    "FileUtils": "file_utils",
    "Tempfile": "temporary",
    "Etc": "accounts",
    "Open3": "pipes",
    "OpenSSL": "openssl_tool",
    "Process": "process",
    "Signal": "process",
    "Timeout": "process",
    "TimeoutError": "process",
    "Pathname": "pathname",
    "CSV": "csv_",
    "Thread": "threads",
    "Mutex": "threads",
    "Monitor": "threads",
    "MonitorMixin": "threads",
    "ConditionVariable": "threads",
    "Queue": "threads",
    "SizedQueue": "threads",
    "Benchmark": "small",
    "Singleton": "small",
    "Forwardable": "small",
    "RbConfig": "small",
    "Logger": "small",
    "StringScanner": "small",
    "Augeas": "augeas_",
    "REXML": "rexml",
    "Net": "http",
    "OpenURI": "open_uri",
    "Socket": "sockets",
    "IPAddr": "sockets",
    "TCPSocket": "sockets",
    "SocketError": "sockets",
    "Resolv": "sockets",
}
# Constants that exist by name only. Without a machine, those of ON_HOST do so too.
_UNSUPPORTED = frozenset(
    (
        "ARGF BigDecimal Binding Bundler Complex DATA DRb Fiber Fiddle GC ObjectSpace "
        "OptionParser PStore PTY Ractor Rational RubyVM SDBM Syslog Tmpdir TracePoint UDPSocket "
        "UNIXSocket WIN32OLE"
    ).split()
)
# Those of them that Ruby does not load by itself: code that asks whether they exist does without.
_NOT_LOADED = frozenset("BigDecimal Bundler DRb Fiddle PStore PTY SDBM Tmpdir WIN32OLE".split())


def find_in_library(ruby: Interpreter, path: str) -> Any:
    """Return a constant of Ruby's library by its whole name, or None."""
    known = ruby.known
    found = known.made.get(path)
    if found is not None:
        return found
    family = path.partition("::")[0]
    if family in ruby.host.families:
        return ruby.host.constant(ruby, path)
    file = _file_of(ruby, path)
    if file is not None:
        with known.lock:
            if file not in known.read:
                for name, value in import_module(file).make(ruby).items():
                    # A file that shares a family with one below `host` makes constants of both.
                    if _file_of(ruby, name) in (file, None):
                        known.made[name] = value
                known.read.add(file)
            return known.made.get(path)
    if path == "ENV":
        # Without a machine a new one for each that asks: nothing of it is kept.
        return ruby.host.environment if ruby.host.has_machine else {}
    if path.startswith("RUBY_"):
        return _VERSION.get(path)
    if family in _UNSUPPORTED or family in ON_HOST:
        from duckrow.ruby.library.unsupported import UnsupportedConstant

        made = known.made[path] = UnsupportedConstant(path, family not in _NOT_LOADED)
        return made
    return None


def _file_of(ruby: Interpreter, path: str) -> str | None:
    """Return the file that makes a constant, or None."""
    family = path.partition("::")[0]
    if ruby.host.has_machine and family in ON_HOST:
        return f"{_HERE}.host.{ON_HOST[family]}"
    return FAMILIES.get(family)


_VERSION = {
    "RUBY_VERSION": "3.1.2",
    "RUBY_PLATFORM": "x86_64-linux-gnu",
    "RUBY_ENGINE": "ruby",
    "RUBY_PATCHLEVEL": 20,
    "RUBY_RELEASE_DATE": "2022-04-12",
}
