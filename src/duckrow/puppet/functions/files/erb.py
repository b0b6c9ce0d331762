"""template(files...) and inline_template: render ERB templates."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.module_files import TEMPLATES, find_in_module
from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.ruby_code.template import TemplateError, fill_in
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.files import read_file
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_MARK = b"\xef\xbb\xbf"  # byte order mark


def _template(scope: Scope, arguments: list[object]) -> str:
    """Render ERB template files and join the results."""
    return "".join(_filled_in(scope, name) for name in arguments)


def _filled_in(scope: Scope, name: Any) -> str:
    path = find_in_module(scope, name, TEMPLATES)
    if path is None:
        raise EvaluationError(f"Could not find template '{name}'", missing=("template", str(name)))

    # A template is read once per compile, however often it is rendered.
    contents = scope.build.memo.setdefault("templates", {})
    content = contents.get(path)
    if content is None:
        content = contents[path] = read_file(scope.build.world, path).removeprefix(_MARK)
    try:
        return fill_in(scope, content, path)
    except TemplateError as error:
        raise EvaluationError(
            f"Failed to parse template {name}:\n"
            f"  Filepath: {error.file or path}\n"
            f"  Line: {error.line or 1}\n"
            f"  Detail: {error.detail}\n"
        ) from error


TEMPLATE = LegacyFunction("template", _template, arity=-2, wants_locals=True)


def _inline_template(scope: Scope, arguments: list[object]) -> str:
    """Render ERB templates given as strings and join the results."""
    try:
        return "".join(fill_in(scope, _text(each), None) for each in arguments)
    except TemplateError as error:
        raise EvaluationError(f"Failed to parse inline template: {error.detail}") from error


def _text(value: object) -> bytes:
    if type(value) is not str:
        wrong = no_method("encoding", value)
        raise EvaluationError(f"Failed to parse inline template: {wrong.message}")
    return value.encode("utf-8", "surrogateescape")


INLINE_TEMPLATE = LegacyFunction("inline_template", _inline_template, arity=-2, wants_locals=True)
