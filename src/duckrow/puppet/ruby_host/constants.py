"""The constants of Puppet and Facter on a host, and the file that makes each of them.

Each file in `MAKERS` has `make(ruby)`, which returns the constants of its family by their whole
names. A constant that is not there and needs no catalog comes from `ruby_code`.
"""

from __future__ import annotations

from importlib import import_module

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_code.puppet import find as find_in_compiler
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

# The file of a constant, by its name or by the beginning of its name; the longest one counts.
MAKERS: dict[str, str] = {
    "Facter": "facts.facter",
    "Puppet": "util.puppet",
    "Puppet::Application": "util.application",
    "Puppet::FileServing": "util.file_serving",
    "Puppet::FileSystem": "util.file_system",
    "Puppet::Module": "util.environments",
    "Puppet::Node": "util.environments",
    "Puppet::Util": "util.util",
    "Puppet::Util::Checksums": "util.checksums",
    "Puppet::Util::Diff": "util.checksums",
    "Puppet::Util::IniConfig": "util.ini_config",
    "Puppet::Util::SymbolicFileMode": "util.checksums",
    "Puppet::Util::Errors": "util.errors",
    "Puppet::Util::Execution": "util.execution",
    "Puppet::Util::Feature": "util.features",
    "Puppet::HTTP": "util.http",
    "Puppet::SSL": "util.http",
    "Puppet::Util::RetryAction": "util.retry_action",
    "Puppet::Util::SELinux": "util.selinux",
    "Puppet::Parameter": "types.parameter",
    "Puppet::Property": "types.property",
    "Puppet::Provider": "providers.provider",
    "Puppet::Provider::Command": "providers.command",
    "Puppet::Provider::Package": "providers.base_classes",
    "Puppet::Provider::ParsedFile": "providers.parsed_file",
    "Puppet::Util::FileParsing": "providers.file_parsing",
    "Puppet::Util::FileType": "providers.file_types",
    "Puppet::Resource": "types.resource",
    "Puppet::ResourceApi": "resource_api.register",
    "Puppet::Type": "types.type_object",
}


def find(ruby: Interpreter, path: str) -> object:
    """Return the constant of a name such as Puppet::Util, or None."""
    known = ruby.known
    found: object = known.made.get(path)
    if found is not None:
        return found
    prefix = path
    while prefix:
        file = MAKERS.get(prefix)
        if file is not None:
            with known.lock:
                if file not in known.read:
                    known.read.add(file)
                    for name, value in (
                        import_module(f"duckrow.puppet.ruby_host.{file}").make(ruby).items()
                    ):
                        known.made.setdefault(name, value)
            found = known.made.get(path)
            if found is not None:
                return found
        prefix = prefix.rpartition("::")[0]
    type_name = path.removeprefix("Puppet::Type::")
    if type_name != path:
        # Types are loaded by their names, those of duckrow itself too.
        first, *rest = type_name.split("::")
        found = _find_type(ruby, first)
        for name in rest:
            found = found.constants.get(name) if isinstance(found, RubyModule) else None
        return found
    return find_in_compiler(ruby, path)


def _find_type(ruby: Interpreter, name: str) -> object:
    return send(ruby, find(ruby, "Puppet::Type"), "type", Symbol(name.lower()))
