"""The completion for bash."""

from __future__ import annotations

from duckrow.cli.completions.table import DIRECTORIES, FILES, Completed, kind_of
from duckrow.cli.options import COMMON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cli.options import Option

_BEGIN = """\
# Completion of duckrow for bash: source <(duckrow completion bash)

_duckrow() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' action='' i
    COMPREPLY=()
    # bash takes --name=value for three words.
    if [[ $cur == '=' ]]; then
        cur=''
    elif [[ $prev == '=' ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ -z $command ]]; then
            case ${COMP_WORDS[i]} in
"""
_FIND_ACTION = """\
            esac
        elif [[ -z $action && ${COMP_WORDS[i]} != -* ]]; then
            action=${COMP_WORDS[i]}
        fi
    done
    case "$command $prev" in
"""
_CHOOSE = """\
    esac
    if [[ $cur == -* ]]; then
        case $command in
"""
_ACTIONS = """\
        esac
        return
    fi
    if [[ -z $command ]]; then
"""
_ACTIONS_OF = """\
        return
    fi
    if [[ -z $action ]]; then
        case $command in
"""
_END = """\
        esac
    fi
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
complete -F _duckrow duckrow
"""
_WORDS = "mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$cur\")"


def bash_script(commands: list[Completed]) -> str:
    """Return the script."""
    names = [command.name for command in commands]
    lines = [_BEGIN, f"                {'|'.join(names)}) command=${{COMP_WORDS[i]}} ;;\n"]
    lines.append(_FIND_ACTION)
    for command in (Completed("", "", (), COMMON), *commands):
        lines.extend(_values(command))
    lines.append(_CHOOSE)
    for command in commands:
        options = [name for option in command.options for name in option.names]
        lines.append(f"            {command.name}) {_WORDS.format(' '.join(options))} ;;\n")
    # Before the command there are only the common options.
    common = [name for option in COMMON for name in option.names]
    lines.append(f"            *) {_WORDS.format(' '.join(common))} ;;\n")
    lines.append(_ACTIONS)
    lines.append(f"        {_WORDS.format(' '.join(names))}\n")
    lines.append(_ACTIONS_OF)
    for command in commands:
        if command.actions:
            words = _WORDS.format(" ".join(command.actions))
            lines.append(f"            {command.name}) {words}; return ;;\n")
    lines.append(_END)
    return "".join(lines)


def _values(command: Completed) -> Iterator[str]:
    """Write the completion of the values of the options of a command."""
    for option in command.options:
        if not option.metavar or option.is_switch:
            continue
        patterns = "|".join(f"'{command.name} {name}'" for name in option.names)
        yield f"        {patterns}) {_of_value(option)} return ;;\n"


def _of_value(option: Option) -> str:
    if option.choices:
        return _WORDS.format(" ".join(option.choices)) + ";"
    letter = {FILES: "-f", DIRECTORIES: "-d"}.get(kind_of(option), "")
    if not letter:
        return ""
    return f'compopt -o filenames; mapfile -t COMPREPLY < <(compgen {letter} -- "$cur");'
