"""Filling in ERB templates: the self of a template, and the text that comes of it."""

from __future__ import annotations

import re
from functools import partial

from duckrow.puppet.ruby_code.calling import error_message, origin_of
from duckrow.puppet.ruby_code.host import interpreter_for
from duckrow.puppet.ruby_code.lending import lend, lent_by
from duckrow.puppet.ruby_code.scope import ScopeHost, includes
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import call_method, methods_of, send
from duckrow.ruby.erb import to_ruby as erb_to_ruby
from duckrow.ruby.errors import (
    LimitError,
    RubyError,
    RubySyntaxError,
    ThrowJump,
    UnsupportedError,
)
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyObject, symbol
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.unit import RubyUnit
    from duckrow.ruby.values.kinds import Proc

_NO_WORD = re.compile(r"\W")
_KNOWN = frozenset("scope file classes all_tags tags has_variable? binding to_s inspect".split())


class Output:
    """The output of a template so far; compiled templates call `put` for each piece of it."""

    __slots__ = ("pieces", "put")

    ruby_class_name = "String"

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.put = self.pieces.append

    def text(self) -> str:
        return "".join(self.pieces)

    def ruby_append(self, ruby: Interpreter, value: object) -> None:
        self.pieces.append(value if type(value) is str else to_s(ruby, value))

    def ruby_responds_to(self, _ruby: Interpreter, name: str) -> bool:
        return name in ("<<", "concat", "to_s")

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        if name in ("<<", "concat"):
            self.pieces += map(partial(to_s, ruby), arguments)
            return self
        from duckrow.ruby.core.text.string_mutators import MUTATORS

        if name in MUTATORS:
            new, result = MUTATORS[name](ruby, self.text(), *arguments)
            self.pieces[:] = [new]
            return result
        return send(ruby, self.text(), name, *arguments, block=block)


_METHODS = "methods of templates"


class TemplateHost(ScopeHost):
    """The self of a template: its instance variables are the variables of the manifest."""

    __slots__ = ("defined", "file", "output", "own", "variables")

    ruby_class_name = "Puppet::Parser::TemplateWrapper"

    def __init__(self, scope: Scope, file: str | None) -> None:
        super().__init__(scope)
        self.file = file
        self.output = Output()
        self.variables: dict[str, Any] | None = None
        self.own: dict[str, Any] = {}
        # Methods that templates define belong to all templates that come after.
        self.defined: dict[str, Any] = scope.build.memo.setdefault(_METHODS, {})

    def ruby_define(self, _ruby: Interpreter, name: str, function: object) -> None:
        self.defined[name] = function

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        return name in self.defined or name in _KNOWN or super().ruby_responds_to(ruby, name)

    def ruby_variable(self, _ruby: Interpreter, name: str) -> Any:
        if name in self.own:
            return self.own[name]
        found = self.scope.find(name)
        if found is None and not self.scope.is_set(name):
            # Names with other signs than letters have underscores in a template.
            if self.variables is None:
                seen = self.scope.all_variables()
                # The name of one that only has letters is the same: it is not set.
                self.variables = {
                    _NO_WORD.sub("_", each): value
                    for each, value in seen.items()
                    if not each.isidentifier()
                }
            found = self.variables.get(name)
        made = self.own[name] = lend(self.scope, found)
        return made

    def ruby_has_variable(self, ruby: Interpreter, name: str) -> bool:
        return self.ruby_variable(ruby, name) is not None

    def ruby_set_variable(self, _ruby: Interpreter, name: str, value: object) -> None:
        self.own[name] = value

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[Any, ...], block: Proc | None
    ) -> Any:
        if name == "__output__":
            return self.output
        if name in self.defined:
            return call_method(ruby, self.defined[name], self, arguments, block)
        match name:
            case "scope":
                return ScopeHost(self.scope)
            case "file":
                return self.file
            case "classes":
                return super().ruby_send(ruby, "catalog", (), None).ask_classes(ruby)
            case "all_tags":
                return super().ruby_send(ruby, "catalog", (), None).ask_tags(ruby)
            case "__method__" | "__callee__":
                # Ruby's ERB runs a template inside its method `result`.
                return symbol("result")
            case "tags":
                raise RubyError("NotImplementedError", "Call 'all_tags' instead.")
            case "to_s" | "inspect":
                return f"template[{self.file or 'inline'}]"
            case "binding":
                return self
            case "has_variable?":
                return includes(ruby, self, *arguments)
            case "instance_variables":
                seen = [*self.scope.all_variables(), *self.own]
                return [symbol(f"@{_NO_WORD.sub('_', each)}") for each in dict.fromkeys(seen)]
        if name in LEVELS:
            return self.log_message(ruby, name, list(arguments))
        if not self.knows(ruby, name):
            if arguments or block:
                raise RubyError("NoMethodError", f"undefined method `{name}' for {self._shown()}")
            raise RubyError(
                "NameError", f"undefined local variable or method `{name}' for {self._shown()}"
            )
        return super().ruby_send(ruby, name, arguments, block)

    def knows(self, ruby: Interpreter, name: str) -> bool:
        from duckrow.ruby.core.objects.kernel import METHODS

        if name in METHODS or name in methods_of(ruby, RubyObject):
            return True
        return name == "class"

    def _shown(self) -> str:
        return "#<Puppet::Parser::TemplateWrapper>"


class TemplateError(Exception):
    """An error in a template, with its line."""

    is_of_template = True

    def __init__(self, detail: str, cause: BaseException) -> None:
        super().__init__(detail)
        self.detail = detail
        self.file, self.line = origin_of(cause)


def fill_in(scope: Scope, template: bytes, file: str | None) -> str:
    """Return the text that a template makes in a scope."""
    loaders = scope.build.loaders
    files = loaders.ruby_files if file is None else loaders.ask_as(file, lambda: loaders.ruby_files)
    ruby = interpreter_for(scope, files)
    lent = lent_by(scope)
    lent.depth += 1
    try:
        host = TemplateHost(scope, file)
        made = to_s(ruby, _unit(scope, template, file).run(ruby, host))
        lent.finish(scope)
        return made
    except UnsupportedError as error:
        raise TemplateError(_unsupported(error), error) from error
    except (RubyError, ThrowJump, ZeroDivisionError, RecursionError) as error:
        raise TemplateError(error_message(ruby, error), error) from error
    except EvaluationError as error:
        raise TemplateError(error.message, error) from error
    finally:
        lent.leave()


def _unit(scope: Scope, template: bytes, file: str | None) -> RubyUnit:
    """Return the compiled template; compiles of one environment share it."""
    loaders = scope.build.loaders
    # A text belongs to the code that has it.
    key = f"ERB {file or ''}", template, loaders.view() if file is None else None
    unit: RubyUnit | None = loaders.templates.get(key)
    if unit is None:
        # The text of an inline template may hold values, and secrets: it stays in memory.
        cache = None if file is None else loaders.cache
        unit = load_ruby(template, file or "(erb)", cache, erb_to_ruby)
        loaders.templates.keep(key, unit, len(template))
    return unit


def _unsupported(error: UnsupportedError) -> str:
    if isinstance(error, (LimitError, RubySyntaxError)):
        return error.construct
    return f"{error} is outside of the Ruby that duckrow runs in templates"
