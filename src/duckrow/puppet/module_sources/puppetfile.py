"""Read a Puppetfile: Ruby code that calls `mod`, `forge` and `moduledir`, and nothing else.

The code runs in duckrow's own Ruby, in a world of its own: it reads no file and starts no command.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.module_sources.release import (
    ANY,
    FORGE,
    GIT,
    LOCAL,
    TARBALL,
    forge_name,
)
from duckrow.puppet.ruby_code.calling import origin_of
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.ruby.errors import RubyError, RubySyntaxError, UnsupportedError
from duckrow.ruby.host import Host
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.nesting import main_object
from duckrow.ruby.running import running_frame
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.kinds import own_class
from duckrow.source.errors import InputError
from duckrow.source.module_names import is_module_name, short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

_REFS = ("ref", "tag", "commit", "branch")
_KNOWN = frozenset(
    (
        *_REFS,
        "git",
        "tarball",
        "tar",
        "local",
        "path",
        "type",
        "source",
        "version",
        "default_branch",
        "sha256digest",
        "exclude_spec",
    )
)


class Entry:
    """One `mod` of a Puppetfile: the module, which versions are asked for, and where it lies."""

    __slots__ = ("default", "kind", "line", "location", "name", "range", "ref", "sha256", "text")

    def __init__(self, name: str, line: int) -> None:
        self.name = forge_name(name)
        self.line = line
        self.kind = FORGE
        self.text = ANY  # the range as it is written
        self.range = SemVerRange.parse(ANY)
        self.location = ""  # a URL or a path
        self.ref = ""  # of a git repository; empty is its default branch
        self.default = ""  # the branch that counts if the repository has no such ref
        self.sha256 = ""  # the digest that a tarball must have

    @property
    def directory(self) -> str:
        return short_name(self.name)


class Puppetfile:
    """The content of a Puppetfile."""

    __slots__ = ("entries", "forge", "moduledir", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self.forge = ""
        self.moduledir = "modules"
        self.entries: list[Entry] = []


class _World(Host):
    """The world of a Puppetfile, without files."""

    __slots__ = ()

    def _unsupported(self) -> UnsupportedError:
        return UnsupportedError("a look at the files or the random numbers of the host")


def read_puppetfile(path: str, content: bytes) -> Puppetfile:
    """Read a Puppetfile. Raises InputError with the file and the line."""
    found = Puppetfile(path)
    ruby = Interpreter(host=_World())
    main = main_object(ruby)
    methods = own_class(main).methods

    def mod(_ruby: Interpreter, _self: object, *words: object, **options: object) -> None:
        found.entries.append(_entry(path, _line(), words, options, found.entries))

    def forge(_ruby: Interpreter, _self: object, *words: object, **_options: object) -> None:
        found.forge = _only_text(path, "forge", words)

    def moduledir(_ruby: Interpreter, _self: object, *words: object, **_options: object) -> None:
        found.moduledir = _only_text(path, "moduledir", words)

    methods["mod"], methods["forge"], methods["moduledir"] = mod, forge, moduledir
    try:
        load_ruby(content, path).run(ruby, main)
    except RubySyntaxError as error:
        raise InputError(str(error)) from None
    except UnsupportedError as error:
        _, line = origin_of(error)
        raise _error(path, line, f"a Puppetfile cannot use {error}") from None
    except RubyError as error:
        _, line = origin_of(error)
        hint = ""
        if error.missing is not None:
            hint = "a Puppetfile has mod, forge and moduledir"
        raise _error(path, line, str(error), hint) from None
    except RecursionError:
        raise InputError(f"{path}: the Ruby code calls itself without end") from None
    return found


def _entry(
    path: str, line: int, words: tuple[object, ...], named: dict[str, object], before: list[Entry]
) -> Entry:
    """Return the entry of one call of `mod`."""
    name, *rest = words or (None,)
    if not isinstance(name, str) or not _is_name(name):
        raise _error(path, line, f"mod takes the name of a module, as 'author/name', not {name!r}")
    entry = Entry(name, line)
    for each in before:
        if each.directory == entry.directory:
            raise _error(
                path, line, f"the module {entry.directory} is already asked for in line {each.line}"
            )
    options: dict[str, object] = {str(key): value for key, value in named.items()}
    for each_word in rest:
        if isinstance(each_word, dict):
            options |= {str(key): value for key, value in each_word.items()}
        else:
            options["version"] = each_word
    unknown = [key for key in options if key not in _KNOWN]
    if "install_path" in options:
        raise _error(
            path,
            line,
            f"mod {name!r}: install_path is not available",
            "moduledir names the directory of all modules",
        )
    if unknown:
        raise _error(path, line, f"mod {name!r} has no option {unknown[0]}")
    _fill(entry, options, path)
    return entry


def _fill(entry: Entry, options: dict[str, object], path: str) -> None:
    kind = str(options.get("type", ""))
    source = options.get("source")
    for key, kind_of_key in (("git", GIT), ("tarball", TARBALL), ("tar", TARBALL), ("path", "")):
        if key in options:
            source, kind = options[key], kind_of_key or "path"
    if kind == "local" or options.get("local"):
        entry.kind = LOCAL
    elif kind in ("git", "tarball", "tar", "path"):
        if not isinstance(source, str) or not source:
            raise _error(path, entry.line, f"mod {entry.name!r} names no {kind} location")
        entry.kind = {"git": GIT, "path": "path"}.get(kind, TARBALL)
        entry.location = source
        given = [key for key in _REFS if key in options]
        if len(given) > 1:
            raise _error(path, entry.line, f"mod {entry.name!r} has both {given[0]} and {given[1]}")
        entry.ref = _ref(entry, options[given[0]], path) if given else ""
        if "default_branch" in options:
            entry.default = _ref(entry, options["default_branch"], path)
    elif kind not in ("", "forge"):
        raise _error(
            path, entry.line, f"modules of type {kind} are unknown: forge, git, tarball, local"
        )
    version = options.get("version")
    if entry.kind == TARBALL:
        digest = options.get("sha256digest", version)
        entry.sha256 = digest.lower() if isinstance(digest, str) and len(digest) == 64 else ""
        if entry.sha256:
            return
    if entry.kind in (GIT, TARBALL, LOCAL) and version is None:
        return
    _ask_for(entry, version, path)


def _ask_for(entry: Entry, version: object, path: str) -> None:
    """Note the versions that an entry asks for."""
    if version is None or str(version) in ("latest", "present"):
        return
    if not isinstance(version, str):
        raise _error(path, entry.line, f"mod {entry.name!r}: a version is a string or :latest")
    entry.text = version
    try:
        entry.range = SemVerRange.parse(version)
    except InvalidValueError as error:
        hint = "the version of a tarball is its SHA256 digest" if entry.kind == TARBALL else ""
        raise _error(path, entry.line, str(error), hint) from None


def _ref(entry: Entry, given: object, path: str) -> str:
    """Return the ref of a git repository; none that git could read as an option."""
    from duckrow.puppet.module_sources.git import is_ref

    ref = str(given) if isinstance(given, (str, Symbol)) else ""
    if not is_ref(ref):
        raise _error(path, entry.line, f"mod {entry.name!r}: {given!r} is not the name of a ref")
    return ref


def _is_name(name: str) -> bool:
    author, separator, short = forge_name(name).rpartition("-")
    return is_module_name(short) and (not separator or author.isalnum())


def _only_text(path: str, method: str, words: tuple[object, ...]) -> str:
    if len(words) != 1 or not isinstance(words[0], str) or not words[0]:
        raise _error(path, _line(), f"{method} takes one string")
    return words[0]


def _line() -> int:
    """Return the line of the Puppetfile that runs now."""
    frame = running_frame()
    return 0 if frame is None else frame.f_lineno


def _error(path: str, line: int | None, what: str, hint: str = "") -> InputError:
    return InputError(f"{path}:{line}: {what}" if line else f"{path}: {what}", hint=hint)
