"""Calls between manifests and Ruby code, in both directions.

An error of the language is a Ruby exception while it passes through Ruby code, which may rescue it;
otherwise the original error comes out, with its location in the manifest. An error of Ruby's own
becomes a plain failure of the call in the manifest.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_code.host import interpreter_for
from duckrow.puppet.ruby_code.lending import lent_by
from duckrow.puppet.ruby_code.values import as_given, from_ruby, to_ruby
from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.errors import ArgumentsError, EvaluationError
from duckrow.puppet.runtime.function import Function
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.errors import (
    LimitError,
    ReturnJump,
    RubyError,
    RubySyntaxError,
    ThrowJump,
    UnsupportedError,
)
from duckrow.ruby.exceptions import message_of
from duckrow.ruby.running import RUBY_MARK
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import Proc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.ruby.interpreter import Interpreter


_WITH_DEFAULTS = frozenset("hiera hiera_array hiera_hash lookup".split())


class LanguageError(RubyError):
    """An error of the language on its way through Ruby code."""

    def __init__(self, original: EvaluationError, class_name: str = "Puppet::ParseError") -> None:
        super().__init__(class_name, original.message)
        self.original = original
        cause = original.__cause__
        if isinstance(cause, RubyError):  # it was one of Ruby's before, in another function
            self.class_name = cause.class_name
            self.class_ = cause.class_
            self.exception = cause.exception


def run_for(
    scope: Scope, files: RubyFiles, run: Callable[..., object], *arguments: object
) -> object:
    """Run Ruby code for a scope; an exception in it becomes an error of the manifest."""
    ruby = interpreter_for(scope, files)
    lent = lent_by(scope)
    lent.depth += 1
    try:
        result = lent.result = run(ruby, *arguments)
        lent.finish(scope)
        return result
    except LanguageError as error:
        raise error.original from error.original.__cause__
    except (RubyError, ThrowJump, ZeroDivisionError, RecursionError) as error:
        raise EvaluationError(error_message(ruby, error)) from error
    except ReturnJump as jump:  # out of the block that is the body of an older function
        lent.result = jump.value
        return jump.value
    finally:
        lent.leave()


def error_message(ruby: Interpreter, error: BaseException) -> str:
    """Return an error message in Ruby's words."""
    if isinstance(error, ThrowJump):
        return f"uncaught throw {inspect(ruby, error.tag)}"
    missing = getattr(error, "missing", None)
    return message_of(error) + ("" if missing is None else _did_you_mean(*missing))


def _did_you_mean(receiver: object, name: str) -> str:
    """Return the hint with similar methods of a value."""
    from duckrow.ruby.core.objects.method_names import NAMES
    from duckrow.ruby.near import suggestion

    own = NAMES.get(class_name(receiver))
    return "" if own is None else suggestion(name, [*own, *NAMES["Object"]])


def origin_of(error: BaseException) -> tuple[str | None, int | None]:
    """Return file and line of the innermost Ruby code that raised an error.

    An error in a function that Ruby code called belongs to that function, if it is in Ruby as well;
    the error of a template has its own location.
    """
    file, line = None, None
    cause: BaseException | None = error
    while cause is not None and not getattr(cause, "is_of_template", False):
        trace = cause.__traceback__
        while trace is not None:
            if RUBY_MARK in trace.tb_frame.f_globals:
                file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        cause = cause.__cause__
    if line is None and isinstance(error, UnsupportedError):
        return error.file, error.line
    return file, line


def unsupported_text(code: str, error: UnsupportedError, file: str | None = None) -> str:
    """Return the sentence about Ruby code that duckrow cannot run.

    `code` names it, such as "The function 'x'"; `file` is its file, for an error that has none.
    """
    if isinstance(error, RubySyntaxError):
        return str(error)
    origin, line = origin_of(error)  # the file may be one that the code requires
    named = origin or file
    where = "" if named is None else f" ({named}:{line})" if line else f" ({named})"
    if isinstance(error, LimitError):
        return f"{code}{where} was stopped: {error}"
    return f"{code}{where} needs {error}, which is outside of the Ruby that duckrow runs"


def call(
    ruby: Interpreter,
    function: Any,
    scope: Scope,
    arguments: list[object],
    block: Proc | None = None,
) -> Any:
    """Call a function of the language from Ruby code.

    One in Ruby gets the values, and returns its result, as they are.
    """
    is_in_ruby = getattr(function, "is_in_ruby", False)
    taken = as_given if is_in_ruby else from_ruby
    if not is_in_ruby:
        lent_by(scope).has_called_native = True
    given = [taken(argument) for argument in arguments]
    if block is not None:
        given.append(block_of(ruby, block, scope))
    try:
        result = function(scope, *given)
        if is_in_ruby:
            is_statement = getattr(function, "is_statement", False)
            return None if is_statement else lent_by(scope).result
        if type(result) is str and getattr(function, "name", "") in _WITH_DEFAULTS:
            # A symbol that was passed as the default is returned as a symbol.
            stood = (each for each in arguments if type(each) is Symbol and each.name == result)
            return next(stood, result)
        return to_ruby(result)
    except EvaluationError as error:
        raise LanguageError(error, _class_of(function, error)) from error


def _class_of(function: object, error: EvaluationError) -> str:
    """Return the class that an error of a function has in Ruby."""
    if isinstance(error, ArgumentsError) or error.message.startswith("Unknown resource type: "):
        return "ArgumentError"
    if error.message.startswith("Function lookup() did not find"):
        return "Puppet::DataBinding::LookupError"
    if error.message.startswith("Duplicate declaration:"):
        return "Puppet::Resource::Catalog::DuplicateResourceError"
    is_plain = isinstance(function, Function) and function.name != "fail" and not error.code
    return "ArgumentError" if is_plain else "Puppet::ParseError"


def block_of(ruby: Interpreter, block: Proc, scope: Scope) -> Block:
    """Return a block of Ruby to a function of the language."""
    count = max(block.count, 0)
    made = Block(
        lambda *values: from_ruby(block(ruby, *map(to_ruby, values))),
        scope,
        low=block.required if block.is_lambda else 0,  # others do without arguments
        high=None if block.has_rest else count,
    )
    made.origin = _running_in(ruby, block)
    return made


def _running_in(ruby: Interpreter, block: Proc) -> Proc:
    """Return a block of Ruby for code that has another interpreter: it runs in its own."""

    def called(_ruby: Interpreter, *values: object) -> object:
        return block(ruby, *values)

    if not block.is_lambda:
        return Proc(called)
    return Proc(called, block.count, block.has_rest, is_lambda=True, required=block.required)


def proc_of(block: Block) -> Proc:
    """Return a block of a manifest, or of other Ruby code, to Ruby code."""
    if block.origin is not None:
        return block.origin  # type: ignore[no-any-return]

    def called(_ruby: Interpreter, *values: object) -> object:
        try:
            return to_ruby(block(*map(from_ruby, values)))
        except EvaluationError as error:
            raise LanguageError(error) from error

    has_rest = block.high is None
    return Proc(called, -1 if has_rest else block.high or 0, has_rest, True, block.low)
