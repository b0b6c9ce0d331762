"""Types in Ruby for `duckrow describe`: their texts, laid out as `puppet describe` does it."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.ruby_host.types.docs import TypeHelp
    from duckrow.puppet.settings.settings import Settings

WIDTH = 76
_START = re.compile(r"^(\s+)", re.M)


def help_finder(
    library: Library, settings: Settings, console: Console, *, with_providers: bool = True
) -> Callable[[str], TypeHelp | None]:
    """Return a function that runs the file of a type in Ruby and returns its texts."""
    from duckrow.cli.ruby_facts import ruby_facts
    from duckrow.facts.lazy import LazyFacts
    from duckrow.machine.local import LocalMachine
    from duckrow.puppet.ruby_host.host import MachineHost
    from duckrow.puppet.ruby_host.types.docs import read_help

    host = MachineHost(
        LocalMachine(),
        [f"{module.path}/lib" for module in library.modules.values()],
        lambda _level, _message: None,  # what files say while they are read
        lambda: LazyFacts(ruby=ruby_facts(lambda: settings)),
        settings,
        library.ruby_files.cache,
        library.find_type,
    )
    if not with_providers:
        host.directories = ()

    def find(name: str) -> TypeHelp | None:
        if host.files.find(f"puppet/type/{name}.rb") is None:
            return None
        try:
            return read_help(host, name)
        except Exception as error:
            console.print_message(f"Warning: Could not load {name}: {error}", "type", "warning")
            return None

    return find


def described(found: TypeHelp, arguments: Arguments, meta: dict[str, str]) -> str:
    """Return the text about a type; `meta` holds the texts of the metaparameters."""
    return "".join(_lines(found, arguments, meta)).removesuffix("\n")


def _lines(found: TypeHelp, arguments: Arguments, meta: dict[str, str]) -> Iterator[str]:
    is_short = arguments.has("short")
    yield _header(found.name, "=")
    yield f"{_wrapped(found.doc, 0, scrubs=True)}\n\n"
    yield _header("Parameters")
    yield from _attributes(found.attributes, found.keys, is_short=is_short)
    if arguments.has("meta"):
        yield _header("Meta Parameters")
        yield from _attributes(meta, set(), is_short=is_short)
    if not found.providers:
        return
    yield _header("Providers")
    if not arguments.has("providers"):
        yield _line(_wrapped(", ".join(found.providers), 4))
        return
    for name, text in found.providers.items():
        yield f"\n- **{name}**\n"
        yield _line(_wrapped(text, 4, scrubs=True))


def _attributes(texts: dict[str, str], keys: set[str], *, is_short: bool) -> Iterator[str]:
    if is_short:
        yield _line(_wrapped(", ".join(sorted(texts)), 4))
        return
    for name, text in sorted(texts.items()):
        mark = " (*namevar*)" if name in keys and name != "name" else ""
        yield f"\n- **{name}**{mark}\n"
        yield _line(_wrapped(text, 4, scrubs=True))


def _header(text: str, line: str = "-") -> str:
    return f"\n{text}\n{line * len(text)}\n"


def _line(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _wrapped(text: str, indent: int, *, scrubs: bool = False) -> str:
    """Break a text into lines; a line break of the text counts as one more character."""
    if not text:
        return ""
    work = _without_indent(text) if scrubs else text
    width = WIDTH - indent
    pattern = re.compile(rf"(.{{0,{width}}})[ \n]")
    lines = []
    while len(work) > width:
        match = pattern.match(work)
        if match is None:
            lines.append(work[:width])
            work = work[width:]
        else:
            lines.append(match[1])
            work = work[match.end() :]
    if work:
        lines.append(work)
    before = " " * indent
    return before + f"\n{before}".join(lines)


def _without_indent(text: str) -> str:
    """Remove the first indent of the text from all of its lines."""
    found = _START.search(text) if "\n" in text else None
    return text if found is None else re.sub(f"^{found[1]}", "", text, flags=re.M)
