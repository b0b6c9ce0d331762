"""Reading a file of Ruby that defines a function of the language."""

from __future__ import annotations

from duckrow.puppet.ruby_code.calling import error_message
from duckrow.puppet.ruby_code.host import host_for
from duckrow.puppet.ruby_code.newer_functions import NewerFunction
from duckrow.puppet.ruby_code.older_functions import OlderFunction
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.exceptions import RESCUED
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.types.model.base import Type


def read_newer(
    data: bytes,
    name: str,
    file: str,
    module_name: str,
    files: RubyFiles,
    find_type: Callable[[str], Type | None],
) -> Callable[..., object]:
    """Return the function that a file in lib/puppet/functions defines."""
    loaded = f"The code loaded from {file}"
    if b"Puppet::Functions.create_function" not in data:
        raise EvaluationError(
            f"{loaded} does not seem to be a Puppet 4x API function - no create_function call."
        )
    host = host_for(files)
    ruby = Interpreter(files.known, host)
    result = _run(ruby, data, file, files)
    if not (isinstance(result, RubyModule) and result.is_class):
        raise EvaluationError(
            f"{loaded} did not produce a Function class when evaluated. Got '{class_name(result)}'"
        )
    made = (each for each in host.made if isinstance(each, NewerFunction))
    found = next((each for each in made if each.class_ is result), None)
    if found is None or found.name != name:
        actual = result.name if found is None else found.name
        raise EvaluationError(
            f"{loaded} produced mis-matched name, expected '{name}', got {actual}"
        )
    found.files = files
    found.module_name = module_name
    found.find_type = find_type
    return found.function()


def read_older(data: bytes, name: str, file: str, files: RubyFiles) -> LegacyFunction:
    """Return the function that a file in lib/puppet/parser/functions defines."""
    loaded = f"The code loaded from {file}"
    if b"newfunction" not in data:
        raise EvaluationError(
            f"{loaded} does not seem to be a Puppet 3x API function - no 'newfunction' call."
        )
    _reject_methods(data, file)
    host = host_for(files)
    ruby = Interpreter(files.known, host)
    result = _run(ruby, data, file, files)
    if not isinstance(result, dict):
        raise EvaluationError(
            f"Illegal legacy function definition! {loaded} did not return the result of calling "
            f"'newfunction'. Got '{class_name(result)}'"
        )
    made = [each for each in host.made if isinstance(each, OlderFunction)]
    found = made[-1] if made else None
    if found is None or found.name != name:
        actual = "" if found is None else f"function_{found.name}"
        raise EvaluationError(
            f"{loaded} produced mis-matched name, expected 'function_{name}', got '{actual}'"
        )
    found.files = files
    return as_function(found)


def as_function(made: OlderFunction) -> LegacyFunction:
    """Return the function that manifests call."""
    return LegacyFunction(made.name, made.run, made.arity, made.is_statement, wants_locals=True)


def _reject_methods(data: bytes, file: str) -> None:
    """Reject methods in the file of an older function: they would be everybody's."""
    if b"def " not in data:
        return
    from duckrow.ruby.compiler.translate import parse_ruby

    waiting = [parse_ruby(data).root_node]
    while waiting:
        node = waiting.pop()
        name = node.child_by_field_name("name")
        if node.type in ("method", "singleton_method") and name is not None and name.text:
            raise EvaluationError(
                f"Illegal method definition of method '{name.text.decode()}' in source {file} on "
                f"line {name.start_point[0] + 1} in legacy function. See "
                "https://puppet.com/docs/puppet/latest/functions_refactor_legacy.html "
                "for more information"
            )
        waiting += reversed(node.children)


def _run(ruby: Interpreter, data: bytes, file: str, files: RubyFiles) -> object:
    """Run a file; return its value."""
    unit = load_ruby(data, file, files.cache)
    try:
        with files.known.lock:
            return unit.run(ruby, main_object(ruby))
    except RESCUED as error:
        raise EvaluationError(error_message(ruby, error)) from error
