"""The external node classifier: a program that gets a node's name and prints YAML.

    classes: {ntp: {servers: [a, b]}, ssh: }      or a list of names
    parameters: {role: web}
    environment: staging

It is run by its argument vector, never through a shell.
"""

from __future__ import annotations

from duckrow.source.errors import DuckrowError, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.world import World


class ClassifierError(DuckrowError):
    """A classifier that cannot be run, or an answer that cannot be used."""


class Classification:
    """The answer of a classifier; missing parts are None or empty."""

    __slots__ = ("classes", "environment", "parameters")

    def __init__(
        self, classes: Any = None, parameters: Any = None, environment: str | None = None
    ) -> None:
        self.classes: dict[str, Any] = classes or {}
        self.parameters: dict[str, Any] = parameters or {}
        self.environment = environment


def has_classifier(settings: Settings) -> bool:
    """Return whether an external program classifies nodes. Raises InputError for a typo."""
    terminus = settings["node_terminus"]
    if terminus not in ("plain", "exec"):
        raise InputError(
            f"Could not find terminus {terminus} for indirection node",
            why="the setting node_terminus names it",
            hint="node_terminus is plain, or exec for the program of external_nodes",
        )
    return bool(terminus == "exec")


def classify(settings: Settings, node_name: str, world: World) -> Classification:
    """Run the classifier for a node."""
    command = str(settings["external_nodes"])
    if command == "none":
        raise ClassifierError(
            "You must set the 'external_nodes' parameter to use the external node terminus"
        )
    words = command.split()
    if not words or not words[0].startswith("/"):
        raise ClassifierError("You must set the exec parameter to a fully qualified command")
    words.append(node_name)
    try:
        status, output = world.run(words, "/")
    except OSError as error:
        raise ClassifierError(
            f"Failed to find {node_name} via exec: "
            f"Could not execute posix command: {error.strerror} - {words[0]}"
        ) from error
    if status != 0:
        raise ClassifierError(
            f"Failed to find {node_name} via exec: "
            f"Execution of '{' '.join(words)}' returned {status}: "
        )
    if not output.strip():
        raise ClassifierError(f"Could not find node {node_name}")
    return read_answer(output, node_name)


def read_answer(output: bytes, node_name: str) -> Classification:
    """Parse the output of a classifier."""
    from duckrow.data.errors import DataError
    from duckrow.data.yaml import load
    from duckrow.ruby.values.keys import to_key

    about = f"Could not load external node results for {node_name}"
    try:
        said = load(output, "<unknown>", to_key)
    except DataError as error:
        raise ClassifierError(f"{about}: {error}") from error
    if not isinstance(said, dict):
        raise ClassifierError(f"{about}: the answer is not a hash")
    answer = {_word(key): value for key, value in said.items()}
    classes = answer.get("classes")
    if isinstance(classes, list):
        classes = dict.fromkeys(map(_word, classes))
    elif isinstance(classes, str):
        classes = {classes: None}
    elif classes is not None and not isinstance(classes, dict):
        raise ClassifierError(f"{about}: classes are neither names nor a hash")
    parameters = answer.get("parameters")
    if parameters is not None and not isinstance(parameters, dict):
        raise ClassifierError(f"{about}: parameters are no hash")
    environment = answer.get("environment")
    return Classification(
        {_word(name): value or {} for name, value in (classes or {}).items()},
        {_word(name): value for name, value in (parameters or {}).items()},
        None if environment is None else _word(environment),
    )


def _word(key: object) -> str:
    """Return a key as text; Ruby programs write symbols, with a colon before them."""
    return str(getattr(key, "name", key)).removeprefix(":")
