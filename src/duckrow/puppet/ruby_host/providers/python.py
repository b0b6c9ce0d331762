"""Providers in Python for types in Ruby: lib/duckrow/providers/TYPE/NAME.py of a module.

Such a file takes the place of the Ruby file of the same name, which is not read. It has a class
PROVIDER, a Provider of the engine. For Ruby code it is a provider class without methods, which the
type finds, prefers and rejects like any other. The type stays in Ruby: its properties write the
messages about changes and, if they have their own `insync?`, compare the values.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.machine.paths import read_bytes
from duckrow.puppet.providers.base import Broken, Provider
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.entry import enter
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import ABSENT, PythonFileError, class_at
from duckrow.puppet.ruby_host.types.known import attributes
from duckrow.puppet.ruby_host.types.property import METHODS
from duckrow.puppet.ruby_host.types.values import collection_of
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.dispatch import call_method, send
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol
from duckrow.source.python_files import run_file, text_of_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.providers.base import Change, State
    from duckrow.puppet.resources.desired import Desired
    from duckrow.puppet.ruby_host.host import MachineHost
    from duckrow.ruby.interpreter import Interpreter

_PROVIDER = " provider in Python"


def find_python(ruby: Interpreter, type_name: str, name: str) -> str | None:
    """Return the path of the Python file of a provider, or None."""
    return machine_host(ruby).files.find(f"duckrow/providers/{type_name}/{name}.py")


def provide_python(ruby: Interpreter, type_: RubyModule, name: str, file: str) -> None:
    """Make the class that stands for a provider in Python."""
    host = machine_host(ruby)
    machine = host.machine("a provider in Python")
    made = _read(file, name, host)
    class_ = send(ruby, type_, "provide", symbol(name))
    assert isinstance(class_, RubyModule)
    class_.variables[_PROVIDER] = made

    def is_suitable(ruby: Interpreter, self: RubyModule, *short: object) -> object:
        if self is class_:
            try:
                return made.is_suitable(machine)
            except Exception as error:
                raise _failed(error) from error
        # A provider in Ruby that inherits from this one has its own confines.
        usual = class_at(ruby, "Puppet::Provider").find_singleton("suitable?")
        assert usual is not None
        return call_method(ruby, usual, self, short, None)

    class_.singleton["suitable?"] = is_suitable
    for feature in sorted(made.features):
        send(ruby, class_, "has_feature", symbol(feature))


def python_provider(class_: RubyModule | None) -> Provider | None:
    """Return the provider in Python that a class stands for, or None.

    A provider in Ruby that inherits from one in Python lacks the methods of its parent: its
    resources fail.
    """
    found = None if class_ is None else class_.variables.get(_PROVIDER)
    if isinstance(found, Provider):
        return found
    parent = None if class_ is None else class_.parent
    while isinstance(parent, RubyModule):
        if _PROVIDER in parent.variables:
            assert class_ is not None
            name, other = class_.variables["name"], parent.variables["name"]
            return Broken(
                f"The provider {name} inherits from the provider {other}, which a file in Python "
                f"replaces. Replace {name} by a file in Python too, or select another provider"
            )
        parent = parent.parent
    return None


def _read(file: str, name: str, host: MachineHost) -> Provider:
    """Run a file and make its provider."""
    try:
        names = run_file(read_bytes(file), file, f"duckrow_provider_{name}")
        found = names.get("PROVIDER")
        if not (isinstance(found, type) and issubclass(found, Provider)):
            raise PythonFileError(f"{file} defines no class PROVIDER that is a Provider")
        made: OfRubyType = type(found.__name__, (OfRubyType, found), {})()
        made.host = host
        made.name = made.name or name
        made.bind(host.machine("a provider in Python"))
    except PythonFileError:
        raise
    except (Exception, SystemExit) as error:
        raise _failed(error) from error
    return made


def _failed(error: BaseException) -> PythonFileError:
    return PythonFileError(f"The provider in Python failed: {text_of_error(error)}")


class OfRubyType(Provider):
    """Lets a provider in Python compare values and write messages as its type in Ruby does."""

    host: MachineHost

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        of = _property(desired, name)
        if of is None or of.class_.find_method("insync?") is METHODS["insync?"]:
            return super().is_in_sync(desired, name, current, wanted)
        return enter(
            self.host,
            lambda ruby: truthy(send(ruby, of, "safe_insync?", _of_type(ruby, of, current))),
        )

    def plan(self, state: State, desired: Desired) -> list[Change]:
        changes = super().plan(state, desired)
        for each in changes:
            of = _property(desired, each.property)
            if of is not None and each.message is None and not each.is_sensitive:
                self._use_words(each, of)
        return changes

    def _use_words(self, change: Change, of: RubyObject) -> None:
        """Let the property of the type write the messages about a change."""

        def ask(method: str, *values: object) -> str:
            return enter(
                self.host,
                lambda ruby: to_s(
                    ruby, send(ruby, of, method, *(_of_type(ruby, of, each) for each in values))
                ),
            )

        change.message = lambda: ask("change_to_s", change.old, change.new)
        change.old_text = ask("is_to_s", change.old)
        change.new_text = ask("should_to_s", change.new)


def _property(desired: Desired, name: str) -> RubyObject | None:
    """Return the property of a resource in Ruby."""
    made = desired.instance
    found = attributes(made).get(symbol(name)) if isinstance(made, RubyObject) else None
    return found if isinstance(found, RubyObject) else None


def _of_type(ruby: Interpreter, of: RubyObject, value: object) -> object:
    """Return a value of a provider in Python as the property knows it: words are symbols."""
    if value == ABSENT.name:
        return ABSENT
    found = to_ruby(value)
    if not isinstance(found, str):
        return found
    word = collection_of(of.class_).munge(ruby, found)
    return word if isinstance(word, Symbol) else found
