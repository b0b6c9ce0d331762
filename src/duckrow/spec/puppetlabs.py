"""What puppetlabs_spec_helper brings: functions about catalogs, temporary files, fixtures."""

from __future__ import annotations

from os.path import join, normpath

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyModule, symbol
from duckrow.spec.expectations import check
from duckrow.spec.host import suite_of
from duckrow.spec.matchers.collections import ContainExactly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

    Methods = dict[str, Callable[..., object]]


# ---- functions about catalogs


def _parameter(
    ruby: Interpreter, _self: object, catalogue: object, type_: object, title: object, name: object
) -> object:
    """Return a parameter of a resource in a catalog."""
    resource = send(ruby, catalogue, "resource", type_, title)
    return send(ruby, send(ruby, resource, "parameters"), "[]", symbol(to_s(ruby, name)))


def _verify_contents(
    ruby: Interpreter, self: object, catalogue: object, title: object, lines: list[object]
) -> bool:
    """Expect lines in the content of a file."""
    content = to_s(ruby, _parameter(ruby, self, catalogue, "file", title, "content"))
    held = send(ruby, send(ruby, content, "split", "\n"), "&", lines)
    return check(ruby, held, ContainExactly(send(ruby, lines, "uniq")))


FUNCTIONS: Methods = {
    "param_value": _parameter,
    "verify_contents": _verify_contents,
}


# ---- PuppetlabsSpec::Files


def _temporary_name(ruby: Interpreter, _self: object, name: object) -> str:
    """Return the path of a temporary file that does not exist yet."""
    directories = find_constant(ruby, "Dir")
    path = to_s(ruby, send(ruby, directories, "mktmpdir", name))
    send(ruby, directories, "rmdir", path)
    suite_of(ruby).temporary.append(path)
    return path


def _temporary_directory(ruby: Interpreter, self: object, name: object) -> str:
    path = _temporary_name(ruby, self, name)
    send(ruby, find_constant(ruby, "FileUtils"), "mkdir_p", path)
    return path


def _clean_up(ruby: Interpreter, _self: object) -> None:
    """Remove the temporary files that were named."""
    paths = suite_of(ruby).temporary
    while paths:
        send(ruby, find_constant(ruby, "FileUtils"), "rm_rf", paths.pop())


def _absolute(ruby: Interpreter, _self: object, path: object) -> object:
    return send(ruby, find_constant(ruby, "File"), "expand_path", path)


_FILES: Methods = {
    "tmpfilename": _temporary_name,
    "tmpdir": _temporary_directory,
    "make_absolute": _absolute,
}


# ---- PuppetlabsSpec::Fixtures


def _fixture_directory(ruby: Interpreter, _self: object) -> str:
    """Return the directory of the fixtures of the running spec file."""
    suite = suite_of(ruby)
    file = "" if suite.example is None else suite.example.file
    spec = join(suite.directory, "spec")
    inner = file.removeprefix(f"{spec}/").removesuffix("_spec.rb")
    return normpath(join(spec, "fixtures", inner))


def _fixture(ruby: Interpreter, self: object, name: object) -> str:
    return join(_fixture_directory(ruby, self), to_s(ruby, name))


def _read_fixture(ruby: Interpreter, self: object, name: object) -> object:
    return send(ruby, find_constant(ruby, "File"), "read", _fixture(ruby, self, name))


_FIXTURES: Methods = {
    "my_fixture_dir": _fixture_directory,
    "my_fixture": _fixture,
    "my_fixture_read": _read_fixture,
}


def make() -> dict[str, object]:
    """Return the modules by their names."""
    return {
        "PuppetlabsSpec": RubyModule("PuppetlabsSpec", None, is_class=False),
        "PuppetlabsSpec::FIXTURE_DIR": "spec/fixtures",
        "PuppetlabsSpec::Files": RubyModule(
            "PuppetlabsSpec::Files", None, False, _FILES, {"cleanup": _clean_up}
        ),
        "PuppetlabsSpec::Fixtures": RubyModule("PuppetlabsSpec::Fixtures", None, False, _FIXTURES),
    }
