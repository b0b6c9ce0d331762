"""The completion for zsh."""

from __future__ import annotations

from duckrow.cli.completions.table import DIRECTORIES, FILES, Completed, kind_of
from duckrow.cli.options import COMMON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.options import Option

_BEGIN = """\
#compdef duckrow
# Completion of duckrow for zsh: put this into a file _duckrow in a directory of $fpath.

_duckrow() {
    local context state line curcontext="$curcontext"
    local -a commands
    commands=(
"""
_COMMANDS = """\
    )
    _arguments -C -A '-*' \\
"""
_STATE = """\
        '1:command:->command' \\
        '*::argument:->arguments'
    case $state in
        command) _describe 'command' commands ;;
        arguments)
            case $line[1] in
"""
_END = """\
            esac ;;
    esac
}

if [[ $funcstack[1] == _duckrow ]]; then
    _duckrow "$@"
else
    compdef _duckrow duckrow
fi
"""


def zsh_script(commands: list[Completed]) -> str:
    """Return the script."""
    lines = [_BEGIN]
    lines += [f"        {_quoted(f'{each.name}:{each.summary}')}\n" for each in commands]
    lines.append(_COMMANDS)
    # Before the command there are only the common options.
    lines += [f"        {_spec(option)} \\\n" for option in COMMON]
    lines.append(_STATE)
    for command in commands:
        lines.append(f"                {command.name}) _arguments \\\n")
        lines += [f"                    {_spec(option)} \\\n" for option in command.options]
        if command.actions:
            action = f"1:action:({' '.join(command.actions)})"
            lines.append(f"                    {_quoted(action)} \\\n")
        lines.append("                    '*:file:_files' ;;\n")
    lines.append(_END)
    return "".join(lines)


def _spec(option: Option) -> str:
    """Return the specification of an option for _arguments."""
    text = f"[{_escaped(option.text)}]"
    value = ""
    if option.metavar and not option.is_switch:
        value = f":{_escaped(option.metavar)}:{_action(option)}"
    if len(option.names) == 1:
        return _quoted(f"*{option.names[0]}{text}{value}")
    together = " ".join(option.names)
    either = ",".join(option.names)
    return f"'({together})'{{{either}}}{_quoted(text + value)}"


def _action(option: Option) -> str:
    if option.choices:
        return f"({' '.join(option.choices)})"
    return {FILES: "_files", DIRECTORIES: "_files -/"}.get(kind_of(option), " ")


def _escaped(text: str) -> str:
    for letter in "\\[]:":
        text = text.replace(letter, f"\\{letter}")
    return text


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
