"""From names to files and from files to names.

    class and define    apache::vhost::proxy    manifests/vhost/proxy.pp
                        apache                  manifests/init.pp
    function            apache::bool2httpd      functions/bool2httpd.pp
    type                Apache::LogLevel        types/loglevel.pp
    function in Python  apache::pw              lib/duckrow/functions/apache/pw.py
    function in Ruby    apache::pw              lib/puppet/functions/apache/pw.rb
    older Ruby          pw                      lib/puppet/parser/functions/pw.rb
    resource type       a2mod                   lib/puppet/type/a2mod.rb

All are below the directory of the module. Files in Puppet leave out the name of the module, since
they can hold nothing else; files in `lib` spell names out, since those may be anybody's. An
environment's directory is searched like a module that may hold any name, so in it nothing is left
out: environment::f is in functions/environment/f.pp.
"""

from __future__ import annotations

PUPPET, PYTHON, RUBY, LEGACY_RUBY = "puppet", "python", "ruby", "legacy ruby"

# The files of functions: language, directory, suffix; in the order in which they are tried.
FUNCTIONS = (
    (PYTHON, "lib/duckrow/functions", ".py"),
    (RUBY, "lib/puppet/functions", ".rb"),
    (PUPPET, "functions", ".pp"),
    (LEGACY_RUBY, "lib/puppet/parser/functions", ".rb"),
)
TYPES = (
    (RUBY, "lib/puppet/datatypes", ".rb"),
    (PUPPET, "types", ".pp"),
)
RESOURCE_TYPES = ((RUBY, "lib/puppet/type", ".rb"),)
MANIFESTS = "manifests"
INIT = f"{MANIFESTS}/init.pp"
TYPE_SET = "types/init_typeset.pp"

# The directories of a module that a name can lead into.
TOP_DIRECTORIES = frozenset(
    directory.partition("/")[0] for _, directory, _ in (*FUNCTIONS, *TYPES, *RESOURCE_TYPES)
) | {MANIFESTS}

FileKinds = tuple[tuple[str, str, str], ...]


def module_of(name: str) -> str:
    """Return the name of the module that a name belongs to: its first part."""
    return name.partition("::")[0]


def manifests_for(name: str) -> list[str]:
    """List the files that may define a class or define, in the order in which they are read.

    `init.pp` always comes first: it may hold other names of the module. Then come the file of the
    name itself and those of the enclosing namespaces.
    """
    parts = name.split("::")[1:]
    files = [INIT]
    files += [f"{MANIFESTS}/{'/'.join(parts[:end])}.pp" for end in range(len(parts), 0, -1)]
    return files


def files_for(name: str, file_kinds: FileKinds, *, is_environment: bool) -> list[tuple[str, str]]:
    """List the files that may hold a function or type, each with the language it is written in."""
    spelt = name.replace("::", "/")
    below = spelt if is_environment else spelt.partition("/")[2]
    return [
        (language, f"{directory}/{below if language is PUPPET else spelt}{suffix}")
        for language, directory, suffix in file_kinds
        if below or language is not PUPPET
    ]


def name_in(file: str, module: str, file_kinds: FileKinds) -> str | None:
    """Return the name that a file of a module should define, or None.

    An environment's own directory is the module "".
    """
    for language, directory, suffix in file_kinds:
        if file.startswith(f"{directory}/") and file.endswith(suffix):
            spelt = file[len(directory) + 1 : -len(suffix)].replace("/", "::")
            return f"{module}::{spelt}" if language is PUPPET and module else spelt
    return None


def class_in(file: str, module: str) -> str | None:
    """Return the name of the class or define that a manifest of a module is named for."""
    if file == INIT:
        return module
    return name_in(file, module, ((PUPPET, MANIFESTS, ".pp"),))
