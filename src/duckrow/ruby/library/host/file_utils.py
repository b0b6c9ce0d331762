"""FileUtils: copying, moving, removing and making files and directories."""

from __future__ import annotations

from os.path import basename, dirname, join

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.library.host.asking import (
    absolute,
    errors_at,
    facts_of,
    files_of,
    kernel_error,
    path_of,
)
from duckrow.ruby.library.host.directories import remove_directory
from duckrow.ruby.library.host.files import METHODS as FILE
from duckrow.ruby.library.host.opening import new_mode, write_in_place
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files
    from duckrow.ruby.interpreter import Interpreter


def _paths(ruby: Interpreter, value: object) -> list[str]:
    return [path_of(ruby, each) for each in (value if isinstance(value, list) else [value])]


def _is_directory(ruby: Interpreter, path: str) -> bool:
    facts = files_of(ruby, "FileUtils").facts(absolute(ruby, path), follow=True)
    return facts is not None and facts.kind == "directory"


def _target(ruby: Interpreter, source: str, target: str) -> str:
    """Return the path that a file gets: below the target if that is a directory."""
    return join(target, basename(source.rstrip("/"))) if _is_directory(ruby, target) else target


# ---- directories


def _mkdir(ruby: Interpreter, _self: object, paths: object, *arguments: object) -> object:
    _, options = options_of(arguments)
    mode = options.get("mode")
    for path in _paths(ruby, paths):
        with errors_at("dir_s_mkdir", path):
            files_of(ruby, "FileUtils.mkdir").make_directory(
                absolute(ruby, path), new_mode(0o777) if mode is None else to_int(ruby, mode)
            )
    return paths


def make_directories(ruby: Interpreter, path: str, mode: int | None = None) -> None:
    """Make a directory and its missing parents; all of them get the mode."""
    where = absolute(ruby, path).rstrip("/") or "/"
    files = files_of(ruby, "FileUtils.mkdir_p")
    missing: list[str] = []
    while (facts := files.facts(where, follow=True)) is None:
        missing.append(where)
        where = dirname(where)
    if facts.kind != "directory":
        number = 17 if not missing else 20
        raise kernel_error(number, "dir_s_mkdir", missing[-1] if missing else path)
    for each in reversed(missing):
        with errors_at("dir_s_mkdir", each):
            files.make_directory(each, new_mode(0o777) if mode is None else mode)


def _mkdir_p(ruby: Interpreter, _self: object, paths: object, *arguments: object) -> object:
    _, options = options_of(arguments)
    mode = options.get("mode")
    for path in _paths(ruby, paths):
        make_directories(ruby, path, None if mode is None else to_int(ruby, mode))
    return paths


def _rmdir(ruby: Interpreter, self: object, paths: object, *_: object) -> object:
    for path in _paths(ruby, paths):
        remove_directory(ruby, self, path)
    return paths


# ---- removing


def _remove(*, recursive: bool, forces: bool = False) -> Callable[..., object]:
    def remove(ruby: Interpreter, _self: object, paths: object, *arguments: object) -> object:
        _, options = options_of(arguments)
        quiet = forces or truthy(options.get("force"))
        files = files_of(ruby, "FileUtils.rm")
        for path in _paths(ruby, paths):
            where = absolute(ruby, path)
            try:
                facts = facts_of(ruby, "apply2files", path, follow=False)
                if facts.kind == "directory" and not recursive:
                    raise kernel_error(21, "apply2files", path)
                with errors_at("apply2files", path):
                    files.remove(where, recursive=recursive)
            except RubyError:
                if not quiet:
                    raise
        return paths

    return remove


# ---- copying


def _copy_attributes(files: Files, facts: FileFacts, path: str) -> None:
    files.set_owner(path, facts.uid, facts.gid)
    files.set_mode(path, facts.mode & 0o7777)
    files.set_times(path, facts.mtime_ns, atime_ns=facts.atime_ns)


def copy_file(ruby: Interpreter, source: str, path: str, *, preserves: bool) -> None:
    """Copy the content of a file; a new file gets the mode of the source."""
    files = files_of(ruby, "FileUtils.cp")
    facts = facts_of(ruby, "rb_sysopen", source)
    if facts.kind == "directory":
        raise kernel_error(21, "rb_sysopen", source)
    with errors_at("rb_sysopen", source):
        data = files.read(absolute(ruby, source))
    where = absolute(ruby, path)
    with errors_at("rb_sysopen", path):
        write_in_place(files, where, data, facts.mode & 0o777)
        if preserves:
            _copy_attributes(files, facts, where)


def _cp(ruby: Interpreter, _self: object, sources: object, target: object, *rest: object) -> None:
    _, options = options_of(rest)
    destination = path_of(ruby, target)
    for source in _paths(ruby, sources):
        copy_file(
            ruby,
            source,
            _target(ruby, source, destination),
            preserves=truthy(options.get("preserve")),
        )


def copy_tree(ruby: Interpreter, source: str, path: str, *, preserves: bool) -> None:
    """Copy a file, link or directory with all that is below it."""
    files = files_of(ruby, "FileUtils.cp_r")
    facts = facts_of(ruby, "rb_file_s_lstat", source, follow=False)
    where = absolute(ruby, path)
    if facts.target is not None:
        with errors_at("rb_file_s_symlink", path):
            files.make_link(where, facts.target)
        return
    if facts.kind != "directory":
        copy_file(ruby, source, path, preserves=preserves)
        return
    if files.facts(where, follow=True) is None:
        with errors_at("dir_s_mkdir", path):
            files.make_directory(where, new_mode(facts.mode & 0o777))
    for name in files.names(absolute(ruby, source)):
        copy_tree(ruby, join(source, name), join(path, name), preserves=preserves)
    if preserves:
        _copy_attributes(files, facts, where)


def _cp_r(ruby: Interpreter, _self: object, sources: object, target: object, *rest: object) -> None:
    _, options = options_of(rest)
    destination = path_of(ruby, target)
    for source in _paths(ruby, sources):
        path = _target(ruby, source, destination)
        if source.endswith("/."):
            source, path = source[:-2], destination
        if truthy(options.get("remove_destination")):
            files_of(ruby, "FileUtils.cp_r").remove(absolute(ruby, path), recursive=True)
        copy_tree(ruby, source, path, preserves=truthy(options.get("preserve")))


def _mv(ruby: Interpreter, _self: object, sources: object, target: object, *_: object) -> int:
    destination = path_of(ruby, target)
    files = files_of(ruby, "FileUtils.mv")
    for source in _paths(ruby, sources):
        path = _target(ruby, source, destination)
        try:
            FILE["rename"](ruby, None, source, path)
        except RubyError as error:
            if error.class_name != "Errno::EXDEV":
                raise
            copy_tree(ruby, source, path, preserves=True)
            files.remove(absolute(ruby, source), recursive=True)
    return 0


def _install(
    ruby: Interpreter, _self: object, sources: object, target: object, *arguments: object
) -> None:
    rest, options = options_of(arguments)
    del rest
    mode = options.get("mode")
    for source in _paths(ruby, sources):
        path = _target(ruby, source, path_of(ruby, target))
        facts_of(ruby, "rb_file_s_stat", source)
        files_of(ruby, "FileUtils.install").remove(absolute(ruby, path))
        copy_file(ruby, source, path, preserves=truthy(options.get("preserve")))
        if mode is not None:
            _chmod(ruby, None, mode, path)
        if options.get("owner") is not None or options.get("group") is not None:
            _chown(ruby, None, options.get("owner"), options.get("group"), path)


def _touch(ruby: Interpreter, _self: object, paths: object, *_: object) -> object:
    files = files_of(ruby, "FileUtils.touch")
    for path in _paths(ruby, paths):
        where = absolute(ruby, path)
        with errors_at("rb_sysopen", path):
            if files.facts(where, follow=True) is None:
                files.append(where, b"", new_mode(0o666), follow=True)
            else:
                files.set_times(where, ruby.host.now(), follow=True)
    return paths


# ---- links


def _ln_s(ruby: Interpreter, _self: object, targets: object, link: object, *rest: object) -> int:
    _, options = options_of(rest)
    destination = path_of(ruby, link)
    for target in _paths(ruby, targets):
        path = _target(ruby, target, destination)
        if truthy(options.get("force")):
            files_of(ruby, "FileUtils.ln_s").remove(absolute(ruby, path))
        FILE["symlink"](ruby, None, target, path)
    return 0


def _ln_sf(ruby: Interpreter, _self: object, target: object, link: object, *_: object) -> int:
    path = _target(ruby, path_of(ruby, target), path_of(ruby, link))
    files = files_of(ruby, "FileUtils.ln_sf")
    with errors_at("rb_file_s_symlink", path):
        files.make_link(absolute(ruby, path), path_of(ruby, target))
    return 0


def _ln(ruby: Interpreter, _self: object, target: object, link: object, *_: object) -> object:
    path = _target(ruby, path_of(ruby, target), path_of(ruby, link))
    return FILE["link"](ruby, None, target, path)


# ---- attributes


_WHO = {"u": 0o4700, "g": 0o2070, "o": 0o1007, "a": 0o7777}
_WHAT = {"r": 0o444, "w": 0o222, "x": 0o111, "s": 0o6000, "t": 0o1000}


def mode_of(ruby: Interpreter, mode: object, facts: FileFacts) -> int:
    """Return the bits of a mode: a number, or words such as u+x,go-w."""
    if not isinstance(mode, str):
        return to_int(ruby, mode) & 0o7777
    bits = facts.mode & 0o7777
    for clause in mode.split(","):
        what = clause.lstrip("".join(_WHO))
        who = clause[: len(clause) - len(what)] or "a"
        if not what:
            raise argument_error(f"invalid file mode: {mode}")
        if what[0] not in "=+-":
            raise argument_error(f"invalid `who' symbol in file mode: {what[0]}")
        mask = 0
        for letter in who:
            mask |= _WHO[letter]
        while what:
            sign, end = what[0], 1
            while end < len(what) and what[end] not in "=+-":
                end += 1
            bits = _changed(bits, mask, sign, what[1:end], facts.kind == "directory")
            what = what[end:]
    return bits


def _changed(bits: int, who: int, sign: str, what: str, is_directory: bool) -> int:
    """Return bits after one sign and its letters; `who` is the mask of the users meant."""
    change = 0
    for letter in what:
        if letter in _WHAT:
            change |= _WHAT[letter]
        elif letter in "ugo":  # the bits that these users have
            own = _WHO[letter]
            change |= (bits & own) // (own & 0o111) * (who & 0o111)
        elif letter != "X":
            raise argument_error(f"invalid `perm' symbol in file mode: {letter}")
        elif is_directory:
            change |= 0o111
    if sign == "+":
        return bits | who & change
    return bits & ~(who & change) if sign == "-" else bits & ~who | who & change


def _chmod(ruby: Interpreter, _self: object, mode: object, paths: object, *_: object) -> object:
    for path in _paths(ruby, paths):
        facts = facts_of(ruby, "rb_file_s_stat" if isinstance(mode, str) else "apply2files", path)
        FILE["chmod"](ruby, None, mode_of(ruby, mode, facts), path)
    return paths


def _account(ruby: Interpreter, value: object, kind: str) -> int | None:
    """Return the id of a user or group by name or number."""
    if value is None or isinstance(value, int):
        return value
    users = ruby.host.machine("FileUtils.chown").users
    word = to_s(ruby, value)
    found = users.uid(word) if kind == "user" else users.gid(word)
    if found is None:
        raise argument_error(f"can't find {kind} for {word}")
    return found


def _chown(
    ruby: Interpreter, _self: object, user: object, group: object, paths: object, *_: object
) -> object:
    uid, gid = _account(ruby, user, "user"), _account(ruby, group, "group")
    for path in _paths(ruby, paths):
        FILE["chown"](ruby, None, uid, gid, path)
    return paths


def _below(ruby: Interpreter, path: str) -> list[str]:
    files = files_of(ruby, "FileUtils")
    where = absolute(ruby, path)
    facts = facts_of(ruby, "apply2files", path, follow=False)
    if facts.kind != "directory":
        return [where]
    return [where, *(join(where, name) for name, _ in files.walk(where))]


def _recursively(change: Callable[..., object], count: int) -> Callable[..., object]:
    def changed(ruby: Interpreter, self: object, *arguments: object) -> object:
        paths = arguments[count]
        for path in _paths(ruby, paths):
            for each in _below(ruby, path):
                facts = files_of(ruby, "FileUtils").facts(each)
                if facts is not None and facts.target is None:
                    change(ruby, self, *arguments[:count], each)
        return paths

    return changed


# ---- comparing


def _compare(ruby: Interpreter, _self: object, one: object, other: object) -> bool:
    return FILE["read"](ruby, None, one) == FILE["read"](ruby, None, other)


def _cd(
    ruby: Interpreter, _self: object, path: object, *_: object, block: Proc | None = None
) -> object:
    from duckrow.ruby.constants import find_constant

    return send(ruby, find_constant(ruby, "Dir"), "chdir", path, block=block)


def _unless_noop(change: Callable[..., object]) -> Callable[..., object]:
    """Return a function that changes nothing if the option `noop` is true."""

    def called(
        ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
    ) -> object:
        if truthy(options_of(arguments)[1].get("noop")):
            return None
        if block is None:
            return change(ruby, self, *arguments)
        return change(ruby, self, *arguments, block=block)

    return called


_CHANGES: dict[str, Callable[..., object]] = {
    "mkdir": _mkdir,
    "mkdir_p": _mkdir_p,
    "makedirs": _mkdir_p,
    "mkpath": _mkdir_p,
    "rmdir": _rmdir,
    "rm": _remove(recursive=False),
    "remove": _remove(recursive=False),
    "rm_f": _remove(recursive=False, forces=True),
    "safe_unlink": _remove(recursive=False, forces=True),
    "rm_r": _remove(recursive=True),
    "rm_rf": _remove(recursive=True, forces=True),
    "rmtree": _remove(recursive=True, forces=True),
    "remove_dir": _remove(recursive=True),
    "remove_entry": _remove(recursive=True),
    "remove_entry_secure": _remove(recursive=True),
    "remove_file": _remove(recursive=False),
    "cp": _cp,
    "copy": _cp,
    "copy_file": _cp,
    "cp_r": _cp_r,
    "copy_entry": _cp_r,
    "mv": _mv,
    "move": _mv,
    "install": _install,
    "touch": _touch,
    "ln_s": _ln_s,
    "symlink": _ln_s,
    "ln_sf": _ln_sf,
    "ln": _ln,
    "link": _ln,
    "chmod": _chmod,
    "chmod_R": _recursively(_chmod, 1),
    "chown": _chown,
    "chown_R": _recursively(_chown, 2),
}
METHODS: dict[str, Callable[..., object]] = {
    **{name: _unless_noop(change) for name, change in _CHANGES.items()},
    "compare_file": _compare,
    "identical?": _compare,
    "cmp": _compare,
    "cd": _cd,
    "chdir": _cd,
    "pwd": lambda ruby, _self: absolute(ruby, "."),
}


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the module."""
    made = RubyModule("FileUtils", is_class=False, methods=METHODS, singleton=METHODS)
    return {"FileUtils": made}
