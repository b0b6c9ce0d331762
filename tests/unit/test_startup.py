"""What a trivial run imports, guarded as a list: start-up is a feature.

A time would depend on the machine; `benchmarks/startup.py` measures it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMMAND = os.path.join(os.path.dirname(sys.executable), "duckrow")

# Slow to import and never needed to read and judge a manifest.
TOO_HEAVY_FOR_A_SMALL_RUN = {
    "argparse",
    "asyncio",
    "concurrent.futures",
    "dataclasses",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "pathlib",
    "rich",
    "threading",
    "typing",
}

# What a compile with cached code has no use for unless a manifest asks.
TOO_HEAVY_FOR_A_SMALL_COMPILE = (
    "ast",
    "duckrow.data",
    "duckrow.puppet.hiera",
    "duckrow.puppet.syntax",
    "duckrow.puppet.types",
    "duckrow.puppet.validation",
    "duckrow.ruby",
    "enum",
    "functools",
    "hashlib",
    "orjson",
    "re",
    "yaml",
)

# What the check of a function's arguments may load of the type system.
LIGHT = {"duckrow.puppet.types", "duckrow.puppet.types.conditions"}

# Runs the installed script as Python would, then lists on a line of its own what was imported.
WATCHED = """
import os, sys
sys.argv = sys.argv[1:]
os._exit = sys.exit
try:
    if sys.argv:
        with open(sys.argv[0], "rb") as script:
            exec(script.read())
except SystemExit as end:
    assert not end.code
print("imported:", *sys.modules)
"""


def imported_by(*command: str) -> set[str]:
    """Give the modules that a command, or without one a bare interpreter, has imported."""
    out = subprocess.check_output([sys.executable, "-c", WATCHED, *command], text=True)
    return set(out.rpartition("imported:")[2].split())


def heavy(modules: set[str]) -> set[str]:
    return {each for each in modules - LIGHT if each.startswith(TOO_HEAVY_FOR_A_SMALL_COMPILE)}


def test_the_version_costs_three_small_modules() -> None:
    extra = imported_by(COMMAND, "--version") - imported_by()
    assert extra == {"duckrow", "duckrow.cli", "duckrow.cli.main"}


def test_help_reads_no_sub_command() -> None:
    modules = imported_by(COMMAND, "--help")
    assert "duckrow.cli.commands.help" in modules
    assert (
        not {"duckrow.cli.commands.validate", "duckrow.cli.commands.dump", "duckrow.puppet"}
        & modules
    )


def test_a_small_compile_needs_neither_parser_nor_types(tmp_path: Path) -> None:
    words = ("compile", "--confdir", str(tmp_path), "--cache-dir", str(tmp_path), "-e", "notice(1)")
    imported_by(COMMAND, *words)  # from now on the code is in the cache
    extra = imported_by(COMMAND, *words) - imported_by()
    assert not heavy(extra)
    assert not TOO_HEAVY_FOR_A_SMALL_RUN & extra
    assert "duckrow.puppet.runtime.signatures" not in extra  # any argument is right for notice
    assert len(extra) < 89


def test_a_small_apply_imports_nothing_heavy(tmp_path: Path) -> None:
    place = str(tmp_path)
    words = ("apply", "--confdir", place, "--cache-dir", place, "--state-dir", place)
    imported_by(COMMAND, *words, "-e", "notice(1)")  # from now on the code is in the cache
    extra = imported_by(COMMAND, *words, "-e", "notice(1)") - imported_by()
    assert not heavy(extra)
    assert not TOO_HEAVY_FOR_A_SMALL_RUN & extra
    assert not {"_sqlite3", "zlib"} & extra  # the journal takes the report
    assert "duckrow.machine.files.local" not in extra  # no resource asks for a file


# A run that neither declares patterns nor fails has no use for these.
TOO_HEAVY_FOR_A_SMALL_CATALOG = (
    "ast",
    "ctypes",
    "duckrow.puppet.hiera.config",
    "duckrow.puppet.syntax",
    "duckrow.puppet.types.assignable",
    "duckrow.puppet.types.check.",
    "duckrow.puppet.types.common",
    "duckrow.puppet.types.describe",
    "duckrow.puppet.types.format",
    "duckrow.puppet.types.infer",
    "duckrow.puppet.types.instance_others",
    "duckrow.puppet.types.new",
    "duckrow.puppet.types.normalize",
    "duckrow.puppet.types.parse",
    "duckrow.puppet.types.rich_data",
    "duckrow.puppet.types.type_text",
    "duckrow.puppet.validation",
    "duckrow.regexp",
    "enum",
    "hashlib",
    "json",
    "re",
    "yaml",
)
TYPED_CLASS = """
class pond(Integer $size = 1, String[1] $name_ = 'x', Enum[a, b] $kind = a,
           Optional[String] $owner = undef, Array[String] $ducks = [duck]) { }
class { pond: size => 3, ducks => [a, b] }
"""


def imported_by_second_run(place: Path, *words: str) -> set[str]:
    """Give what a run imports once its code is in the cache."""
    command, *rest = words
    options = ("--confdir", str(place), "--cache-dir", str(place))
    imported_by(COMMAND, command, *options, *rest)
    return imported_by(COMMAND, command, *options, *rest) - imported_by()


def too_heavy(modules: set[str]) -> set[str]:
    return {
        each
        for each in modules
        for heavy_one in TOO_HEAVY_FOR_A_SMALL_CATALOG
        if each == heavy_one or each.startswith(heavy_one.rstrip(".") + ".")
    } | (TOO_HEAVY_FOR_A_SMALL_RUN & modules)


def test_a_notify_needs_no_database_and_few_modules(tmp_path: Path) -> None:
    words = ("apply", "--state-dir", str(tmp_path / "state"), "-e", 'notify { "x": }')
    extra = imported_by_second_run(tmp_path, *words)
    assert not too_heavy(extra)
    assert not {"_sqlite3", "functools", "zlib"} & extra
    assert len(extra) < 163


def test_a_file_needs_few_modules(tmp_path: Path) -> None:
    code = f'file {{ "{tmp_path}/pond": content => "quack\n" }}'
    words = ("apply", "--state-dir", str(tmp_path / "state"), "-e", code)
    extra = imported_by_second_run(tmp_path, *words)
    assert not too_heavy(extra)
    assert len(extra) < 206


def test_a_class_with_typed_parameters_needs_few_modules(tmp_path: Path) -> None:
    extra = imported_by_second_run(tmp_path, "compile", "-e", TYPED_CLASS)
    assert not too_heavy(extra)
    assert not {"functools", "collections", "_sqlite3"} & extra
    assert len(extra) < 149


def test_a_sub_command_imports_no_other() -> None:
    modules = imported_by(COMMAND, "validate", "-e", "notice(1)")
    assert "duckrow.cli.commands.validate" in modules
    assert "duckrow.cli.commands.dump" not in modules


def test_a_small_run_imports_nothing_heavy() -> None:
    extra = imported_by(COMMAND, "validate", "-e", "notice(1)") - imported_by()
    assert not TOO_HEAVY_FOR_A_SMALL_RUN & extra


def test_a_server_imports_the_page_of_the_fleet_for_its_first_visitor(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("import duckrow.server.table")
    modules = imported_by(str(script))
    page = {each for each in modules if each.startswith("duckrow.server.fleet_page.")}
    assert page == {"duckrow.server.fleet_page.access", "duckrow.server.fleet_page.settings"}


def test_each_language_is_imported_only_for_its_own_files(tmp_path: Path) -> None:
    policy = tmp_path / "hello.cf"
    policy.write_text('bundle agent main { reports: "quack"; }')
    policy.chmod(0o600)
    state = ("--state-dir", str(tmp_path / "state"))
    words = ("apply", *state, "--no-lock", str(policy))
    imported_by(COMMAND, *words)  # from now on the policy is in the cache
    of_policy = imported_by(COMMAND, *words)
    assert "duckrow.cfengine.agent.run" in of_policy
    assert not [each for each in of_policy if each.startswith(("duckrow.puppet", "duckrow.ruby"))]
    assert not heavy(of_policy - imported_by())
    assert not {"_sqlite3", "zlib", "json", "re"} & (of_policy - imported_by())
    of_manifest = imported_by_second_run(tmp_path, "apply", *state, "-e", "notice(1)")
    assert "duckrow.puppet.apply.run" in of_manifest
    assert not [each for each in of_manifest if each.startswith("duckrow.cfengine")]


def test_a_check_of_a_policy_without_variables_evaluates_nothing(tmp_path: Path) -> None:
    policy = tmp_path / "hello.cf"
    policy.write_text('bundle agent main { reports: "quack"; }')
    policy.chmod(0o600)
    words = (
        os.path.join(os.path.dirname(COMMAND), "cf-promises"),
        "-w",
        str(tmp_path),
        str(policy),
    )
    imported_by(*words)  # from now on the policy is in the cache
    extra = imported_by(*words) - imported_by()
    assert not {each for each in extra if each.startswith("duckrow.cfengine.evaluation.bundles.p")}
    assert not {"duckrow.cfengine.agent.run", "duckrow.cfengine.functions.table"} & extra
    assert len(extra) < 83


def test_a_local_copy_imports_no_network(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_text("quack")
    policy = tmp_path / "copy.cf"
    policy.write_text(
        f"""bundle agent main {{ files: "{tmp_path}/copy" copy_from => local; }}
        body copy_from local {{ source => "{source}"; servers => {{ "localhost" }}; }}"""
    )
    policy.chmod(0o600)
    words = ("apply", "--state-dir", str(tmp_path / "state"), "--no-lock", str(policy))
    found = imported_by(COMMAND, *words)
    assert (tmp_path / "copy").read_text() == "quack"
    assert not [each for each in found if each.startswith(("duckrow.cfengine.net", "OpenSSL"))]
    assert not {"ssl", "_ssl", "socket", "cryptography"} & found
