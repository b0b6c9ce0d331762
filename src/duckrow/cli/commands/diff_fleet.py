"""Two versions of code, and the nodes to compile with both."""

from __future__ import annotations

from duckrow.cli.options import UsageError
from duckrow.cli.target import read_facts
from duckrow.diff.exports import with_exports
from duckrow.diff.nodes import Options
from duckrow.diff.tree_world import DirectoryTree
from duckrow.diff.versions import NodeInput, VersionName
from duckrow.facts.given import put_given, read_given
from duckrow.machine.git_trees import GitObjects
from duckrow.machine.paths import absolute, files_in, is_directory, is_file, is_program
from duckrow.machine.this_process import cores
from duckrow.puppet.environment.enc import ClassifierError, classify, has_classifier
from duckrow.puppet.environment.find import find_directory
from duckrow.puppet.world import World
from duckrow.source.errors import InputError
from duckrow.source.plain_text import is_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.diff.exports import Stores
    from duckrow.diff.ignore import Rules
    from duckrow.diff.report import NodeResult
    from duckrow.puppet.settings.settings import Settings

_KINDS = ("git", "environment", "directory")
_ENDS = (".yaml", ".yml", ".json")
_ENVIRONMENT = ("environment.conf", "manifests", "modules")  # an environment has one of them
_CODE = ("manifest", "default_manifest", "modulepath")  # settings that name code elsewhere


def compare_fleet(
    arguments: Arguments,
    settings: Settings,
    rules: Rules,
    filters: list[str],
    cache: str | None,
    console: Console,
) -> Iterator[NodeResult]:
    """Compare the catalogs of nodes between two versions."""
    from duckrow.diff.pool import compare_nodes

    old, new = (find_version(word, arguments, settings) for word in arguments.words)
    nodes = find_nodes(arguments, settings, console)
    _set_facts(nodes, arguments)
    _classify(nodes, arguments, settings)
    options = Options(
        rules,
        filters,
        dict(settings.given),
        shows_data=not arguments.has("no-data"),
        shows_order=not arguments.has("no-order"),
        compiles_all=arguments.has("compile-all"),
    )

    def compare(some: list[NodeInput], options: Options) -> Iterator[NodeResult]:
        work = (old, new, options, cache)
        if arguments.has("scheduler"):
            from duckrow.diff.cluster import compare_on_cluster

            return compare_on_cluster(work, some, arguments.get("scheduler"))
        jobs = min(arguments.count("jobs", cores()), len(some))
        return compare_nodes(work, some, jobs)

    def compare_again(names: list[str], stores: Stores) -> Iterator[NodeResult]:
        wanted = set(names)
        some = [node for node in nodes if node.name in wanted]
        return compare(some, options.with_stores(stores))

    results = with_exports(compare(nodes, options), compare_again)
    from duckrow.cli.jobs import shows_progress

    if shows_progress(console, len(nodes)):
        from duckrow.cli.progress import with_progress

        results = with_progress(results, len(nodes), console, "comparing", "nodes")
    return results


def _set_facts(nodes: list[NodeInput], arguments: Arguments) -> None:
    """Set the facts that the command line gives, on all nodes and in both versions."""
    if arguments.has("fact"):
        given = read_given(arguments.all("fact"))
        for node in nodes:
            node.facts = put_given(node.facts, given)


def _classify(nodes: list[NodeInput], arguments: Arguments, settings: Settings) -> None:
    """Ask the classifier of --enc, or of the settings, about all nodes."""
    if arguments.has("enc"):
        program = absolute(arguments.get("enc"))
        if not is_program(program.partition(" ")[0]):
            raise InputError(
                f"cannot run {program}",
                why="it is no executable file",
                hint="--enc PROGRAM names a program that gets the name of a node",
            )
        settings = settings.with_values({"node_terminus": "exec", "external_nodes": program})
    if not has_classifier(settings):
        return
    world = World()
    for node in nodes:
        if node.error:
            continue
        try:
            node.classification = classify(settings, node.name, world)
        except ClassifierError as error:
            node.error = str(error)


def find_version(word: str, arguments: Arguments, settings: Settings) -> VersionName:
    """Return the version that a word of the command line names."""
    kind, _, rest = word.partition(":")
    if kind not in _KINDS or not rest:
        kind, rest = "", word
    environment = str(settings.get("environment") or "production")
    has_code = any(name in settings.given for name in _CODE)
    if kind in ("", "directory") and is_directory(rest):
        if not has_code:
            _expect_environment(word, DirectoryTree(rest).names("") or [])
        return VersionName(word, absolute(rest), environment=environment)
    objects = GitObjects(arguments.get("repository", "."))
    if kind in ("", "git"):
        tree = objects.tree_of(rest)
        if tree:
            if not has_code:
                _expect_environment(word, objects.list_tree(tree))
            return VersionName(word, objects.directory, tree, environment)
    if kind in ("", "environment"):
        directory = find_directory(settings, rest)
        if directory is not None:
            return VersionName(word, directory, environment=environment)
    raise _not_found(kind, rest, objects, str(settings["environmentpath"]))


def _not_found(kind: str, name: str, objects: GitObjects, environments: str) -> InputError:
    if not kind and is_file(name):
        return InputError(
            f"{name} is a file",
            why="a catalog in a file NAME.json is compared with another one only",
            hint="duckrow compile --format json -o FILE writes the catalog of the other side",
        )
    why = f"the repository is {objects.directory}, and the environments are in {environments}"
    hint = "--repository DIR and --environmentpath DIR name others"
    if kind in ("", "git") and objects.is_shallow():
        why = f"the repository {objects.directory} is a shallow clone, which lacks older commits"
        hint = "git fetch --unshallow gets them; git fetch origin BRANCH gets a branch"
    what = {"": "directory, git ref or environment", "git": "git ref"}.get(kind, kind)
    return InputError(f"there is no {what} {name}", why=why, hint=hint)


def _expect_environment(word: str, paths: Collection[str]) -> None:
    """Expect that a directory holds an environment; two empty ones would have no difference."""
    if any(name in paths for name in _ENVIRONMENT):
        return
    inside = next((path for path in paths if path.endswith("/environment.conf")), "")
    inside = inside or next((path for path in paths if path.endswith("/manifests")), "")
    directory = inside.rpartition("/")[0]
    place = f"{word}{'/' if ':' in word else ':'}{directory}" if directory else ""
    raise InputError(
        f"{word} holds no environment",
        why="it has no environment.conf, manifests or modules",
        hint=f"{place} names one in it" if place else "name its directory, or --modulepath DIR",
    )


def find_nodes(arguments: Arguments, settings: Settings, console: Console) -> list[NodeInput]:
    """Return the nodes to compare, with their facts."""
    names = list(dict.fromkeys(arguments.listed("node")))
    if arguments.has("node") and not names:
        raise UsageError("--node takes names of nodes, not an empty text")
    if arguments.has("facts-from"):
        if arguments.has("facts"):
            raise UsageError("--facts and --facts-from exclude each other")
        from duckrow.cli.commands.diff_facts import facts_from

        return facts_from(arguments.get("facts-from"), names, settings, console)
    path = arguments.get("facts")
    if not path:
        if not names:
            raise UsageError("which nodes? --node names them, --facts and --facts-from list them")
        return [NodeInput(name, {}) for name in names]
    if not is_directory(path):
        facts = read_facts(path)
        if not names:
            trusted = facts.get("clientcert") or _certname(facts)
            names = [str(trusted or _stem(path.rpartition("/")[2]))]
        return [NodeInput(name, facts) for name in names]
    return _from_directory(path, names)


def _certname(facts: dict[str, object]) -> object:
    networking = facts.get("networking")
    return networking.get("fqdn") if isinstance(networking, dict) else facts.get("fqdn")


def _from_directory(path: str, names: list[str]) -> list[NodeInput]:
    files = {_stem(name): f"{path}/{name}" for name in files_in(path) if name.endswith(_ENDS)}
    odd = [name for name in files if not is_text(name)]
    if odd:
        raise InputError(f"the name of a file in {path} is not UTF-8: {odd[0]!a}")
    missing = [name for name in names if name not in files]
    if missing:
        raise InputError(f"{path} has no facts of {', '.join(missing)}")
    if not files:
        raise InputError(
            f"{path} has no facts", hint="facts of a node are in NODE.yaml or NODE.json"
        )
    return [_with_facts(name, files[name]) for name in names or sorted(files)]


def _with_facts(name: str, file: str) -> NodeInput:
    """Return a node with the facts in a file, or with the error of a file that is invalid."""
    try:
        return NodeInput(name, read_facts(file))
    except InputError as error:
        found = NodeInput(name, {})
        found.error = str(error)
        return found


def _stem(name: str) -> str:
    for end in _ENDS:
        if name.endswith(end):
            return name.removesuffix(end)
    return name
