"""Write man pages from the option lists that parse the command line."""

from __future__ import annotations

from duckrow import __version__
from duckrow.cli.options import COMMANDS, COMMON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cli.options import Command, Option


def overview_page(exit_codes: Iterable[tuple[str, str]]) -> str:
    """Return the page of duckrow itself."""
    # The pages of the commands are named duckrow-apply and so on.
    commands = (
        (f"\\fBduckrow\\-{name}\\fR(1)", _escaped(summary)) for name, summary in COMMANDS.items()
    )
    return "\n".join(
        [
            *_head("duckrow", "Puppet and CFEngine 3 in Python"),
            ".SH SYNOPSIS",
            ".B duckrow",
            "[\\fIOPTION\\fR...] \\fICOMMAND\\fR ...",
            ".SH DESCRIPTION",
            "duckrow runs Puppet manifests and CFEngine policies. A command works on what it is",
            "given: manifests (.pp), templates (.epp), policies (.cf), catalogs and policies in",
            "JSON, and directories of them.",
            ".SH COMMANDS",
            *_terms(commands),
            ".SH OPTIONS",
            "Every command has these options; they may also come before the command.",
            *_options(COMMON),
            ".SH EXIT STATUS",
            *_terms((f"\\fB{code}\\fR", _escaped(text)) for code, text in exit_codes),
            "",
        ]
    )


def command_page(command: Command) -> str:
    """Return the page of a command."""
    name = f"duckrow-{command.name}"
    lines = [
        *_head(name, COMMANDS[command.name]),
        ".SH SYNOPSIS",
        f".B duckrow {command.name}",
        _escaped(command.usage),
    ]
    if command.notes:
        lines += [".SH DESCRIPTION", *_guarded(command.notes)]
    lines += [".SH OPTIONS", *_options((*command.options, *COMMON)), ".SH EXAMPLES"]
    for line, meaning in command.examples:
        lines += [".TP", f"\\fB{_escaped(line)}\\fR", _escaped(meaning)]
    return "\n".join([*lines, ".SH SEE ALSO", "\\fBduckrow\\fR(1)", ""])


def _head(name: str, summary: str) -> list[str]:
    title = f'.TH {name.upper()} 1 "" "duckrow {__version__}"'
    return [title, ".SH NAME", f"{_escaped(name)} \\- {_escaped(summary)}"]


def _options(options: Iterable[Option]) -> Iterable[str]:
    return _terms((_names(option), _escaped(option.text)) for option in options)


def _names(option: Option) -> str:
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in option.names)
    if not option.metavar:
        return names
    value = f"\\fI{_escaped(option.metavar)}\\fR"
    return f"{names}[={value}]" if option.is_switch else f"{names} {value}"


def _terms(rows: Iterable[tuple[str, str]]) -> list[str]:
    return [line for left, right in rows for line in (".TP", left, right)]


def _guarded(text: str) -> Iterable[str]:
    """Escape lines of text; a dot or a quote at the beginning is no request."""
    for line in text.splitlines():
        escaped = _escaped(line)
        yield f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def _escaped(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return escaped.replace("…", "...")
