"""The module protocol: lines of a module that set classes, variables, lists and data.

    +class  -class  =name=text  @name={ "a", "b" }  %name=JSON  &name=file
    ^context=bundle  ^meta=tag,tag  ^persistence=minutes

Variables go to a bundle with the name of the module, until ^context names another.
"""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.classes.table import DEFAULT, canonify
from duckrow.cfengine.functions.helpers.byte_strings import to_bytes
from duckrow.cfengine.functions.helpers.command_lines import first_word
from duckrow.cfengine.functions.helpers.common import (
    BUFFER,
    NAME,
    fatal,
    in_buffer,
    located,
    split_at,
)
from duckrow.cfengine.functions.helpers.paths import base_name
from duckrow.cfengine.functions.io.data_files import kind_of, read_data
from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.json_text import JsonError, copied
from duckrow.cfengine.values.numbers import saturated
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context

_LONGEST_NAME = 256
_BUNDLE = re.compile(r"context=([^\n]{1,50})")
_META = re.compile(r"meta=([^\n]{1,1024})")
_PERSISTENCE = re.compile(r"persistence=\s*([+-]?\d+)", re.ASCII)
_BUNDLE_NAME = re.compile(r"[a-zA-Z0-9_]+")
_TOKEN = re.compile(r"""[ \t]*([{},]|'[^']*'|"[^"]*")""")


class Module:
    """A running module; its settings hold until it changes them."""

    __slots__ = ("_bundle", "_command", "_context", "_minutes", "_tags")

    def __init__(self, context: Context, command: str) -> None:
        self._context = context
        self._command = command
        self._bundle = canonify(base_name(first_word(command)))
        self._tags: tuple[str, ...] = ()
        self._minutes = 0
        context.log.verbose(f"Module context '{self._bundle}'")

    def apply_line(self, line: str, *, is_shown: bool) -> None:
        """Apply a protocol line; other lines are logged or ignored."""
        sign, rest = line[:1], line[1:]
        if sign == "^":
            self._set(line, rest)
        elif sign in ("+", "-"):
            self._class(sign, rest, len(to_bytes(line)))
        elif sign in ("=", "@"):
            self._text_or_list(sign, rest, len(to_bytes(line)))
        elif sign == "&":
            self._file(rest)
        elif sign == "%":
            self._json(rest)
        elif sign and is_shown:
            self._context.log.info(f"M '{self._command}': {line}")

    def _set(self, line: str, rest: str) -> None:
        log = self._context.log
        if (found := _BUNDLE.match(rest)) is not None:
            name = found[1]
            if _BUNDLE_NAME.fullmatch(name):
                log.verbose(f"Module changed variable context from '{self._bundle}' to '{name}'")
                self._bundle = name
            else:
                log.error(
                    "Module protocol was given an unacceptable ^context directive "
                    f"'{name}', skipping"
                )
        elif (found := _META.match(rest)) is not None:
            log.verbose(f"Module set meta tags to '{found[1]}'")
            self._tags = (*dict.fromkeys(split_at(found[1], ",")), "source=module")
        elif (found := _PERSISTENCE.match(rest)) is not None:
            self._minutes = saturated(found[1])
            log.verbose(f"Module set persistence to {self._minutes} minutes")
        else:
            log.info(f"Unknown extended module command '{line}'")

    def _class(self, sign: str, rest: str, size: int) -> None:
        context = self._context
        if size > NAME:
            context.log.error(
                f"Module protocol was given an overlong {sign}class line ({size} bytes), skipping"
            )
            return
        name = in_buffer(rest, NAME)
        if sign == "+":
            context.log.verbose(f"Activating classes from module protocol: '{name}'")
            self._log_invalid_name(name)
            context.set_class(name, "namespace", self._tags)
            if self._minutes > 0 and context.state is not None:
                context.log.verbose(
                    f"Module set persistent class '{name}' for {self._minutes} minutes"
                )
                context.state.save_class(context, name, self._minutes, "preserve", self._tags)
            return
        context.log.verbose(f"Deactivating classes from module protocol: '{name}'")
        self._log_invalid_name(name)
        for each in split_at(name, ","):
            found = context.classes.get(context.namespace, each)
            if found is not None and found.is_hard:
                raise fatal(f"Cannot negate the reserved class '{each}'")
            context.cancel_class(each)

    def _text_or_list(self, sign: str, rest: str, size: int) -> None:
        log = self._context.log
        if size > BUFFER + 256 - (sign == "@"):
            log.error(
                f"Module protocol was given an overlong variable {sign}line ({size} bytes), "
                "skipping"
            )
            return
        name, text = self._split(rest)
        value: Any = text
        if sign == "@":
            value = self._read_list(text)
            if not value:
                log.error(f"Module protocol could not parse variable {name}'s data content {text}")
                return
            if max(len(to_bytes(item)) for item in value) > NAME:
                log.error(
                    "Module protocol was given a variable @ line with an oversize entry, skipping"
                )
                return
        log.verbose(f"Defined variable '{name}' in context '{self._bundle}' with value '{text}'")
        self._put(name, value, "string" if sign == "=" else "slist")

    def _file(self, rest: str) -> None:
        context = self._context
        name, path = self._split(rest)
        try:
            next(iter(context.machine.files_now.pieces(located(context, path))), b"")
        except IsADirectoryError:
            pass
        except OSError:
            context.log.error(f"could not load module file '{path}'")
            return
        try:
            value = read_data(context, "module file protocol", path, kind_of(path))
        except FunctionFailed as failure:
            if failure.message:
                context.log.write(failure.level, failure.message)
            return
        self._put(name, value, "data")

    def _json(self, rest: str) -> None:
        log = self._context.log
        name = rest.partition("=")[0][:_LONGEST_NAME]
        self._log_invalid_name(name)
        text = rest[len(name) + 1 :]
        try:
            value = parse(text)
        except JsonError as error:
            log.info(f"Failed to parse JSON '' for module protocol: {error.message}")
            return
        if not isinstance(value, dict | list):
            log.info("Module protocol JSON '' should be object or array; wasn't")
            return
        log.verbose(
            f"Defined data container variable '{name}' in context '{self._bundle}' "
            f"with value '{text}'"
        )
        self._put(name, copied(value), "data")

    def _split(self, rest: str) -> tuple[str, str]:
        name, _, text = rest.partition("=")
        name = name[:_LONGEST_NAME]
        self._log_invalid_name(name)
        return name, in_buffer(text) if name else ""

    def _log_invalid_name(self, name: str) -> None:
        for char in name:
            if not (char.isascii() and char.isalnum()) and char not in ".-_[]/@":
                self._context.log.verbose(
                    f"Module protocol contained an illegal character '{char}' in class/variable "
                    f"identifier '{name}'."
                )

    def _put(self, name: str, value: object, kind: str) -> None:
        bare, bracket, indices = name.partition("[")
        scope = "" if "." in bare else f"{self._bundle}."
        namespace = "" if ":" in bare else f"{DEFAULT}:"
        self._context.put(f"{namespace}{scope}{bare}{bracket}{indices}", value, kind, self._tags)

    def _read_list(self, text: str) -> list[str]:
        """Parse a list such as { "a", 'b' }; an invalid one is logged and empty."""
        items, fault = _split_list(text)
        if fault is None:
            return items
        # An error at the last character is only seen at the end.
        ending = " (unexpected end of input)" if fault + 1 >= len(text) else ""
        self._context.log.error(f"Parsing error : Malformed string{ending}")
        return []


def _split_list(text: str) -> tuple[list[str], int | None]:
    """Return the items of a list and the position of an error."""
    items: list[str] = []
    expected = "{"
    offset = 0
    while (token := _TOKEN.match(text, offset)) is not None:
        mark = token[1]
        if mark[0] in "\"'" and expected == "item":
            items.append(mark[1:-1])
            expected = ",}"
        elif mark in expected:
            expected = {"{": "item", ",": "item", "}": ""}[mark]
        else:
            return [], token.start(1)
        offset = token.end()
    rest = text[offset:].lstrip(" \t")
    if not rest:
        return items, None if not expected else len(text)
    is_open = expected == "item" and rest[0] in "\"'"
    return [], len(text) if is_open else len(text) - len(rest)
