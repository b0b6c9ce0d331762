"""Static catalogs: metadata of file sources in the catalog, so that the agent need not ask.

    data["code_id"] = code_id
    inline_metadata(data, environment, server, "sha256.md5")

Only files of modules in the directory of the environment can be asked for by code_id: of other
sources the agent asks for metadata as usual. A module in a package is one of these, since the
program that knows the versions of code knows no packages.
"""

from __future__ import annotations

from duckrow.machine.files.digests import CHECKSUMS
from duckrow.puppet.file_serving.errors import FileServingError, NoSuchFileError
from duckrow.puppet.file_serving.options import PERMISSIONS, Options
from duckrow.source.module_names import leads_into_archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from duckrow.puppet.file_serving.modules import ServedEnvironment
    from duckrow.puppet.file_serving.server import FileServer

    class StaticEnvironment(ServedEnvironment, Protocol):
        """What static catalogs ask of an environment."""

        @property
        def directory(self) -> str | None:
            """Its directory."""


_MODULES = "puppet:///modules/"
_RECURSIVE = (True, "true", "remote")


def common_checksum(types: str) -> str:
    """Return the first checksum type of an agent, such as sha256.md5. Raises FileServingError."""
    for each in types.split("."):
        if each in CHECKSUMS:
            return each
    known = ", ".join(f":{each}" for each in CHECKSUMS)
    raise FileServingError(
        f"Unable to find a common checksum type between agent '{types}' and master '[{known}]'."
    )


def inline_metadata(
    data: dict[str, object], environment: StaticEnvironment, server: FileServer, types: str
) -> list[str]:
    """Add metadata to the data of a catalog; return the paths of all files that it depends on.

    Raises FileServingError if a source does not exist, as the reference does.
    """
    work = _Inlining(environment, server, common_checksum(types))
    resources = data.get("resources")
    for resource in resources if isinstance(resources, list) else ():
        if resource.get("type") == "File":
            work.add(str(resource.get("title")), resource.get("parameters") or {})
    if work.metadata:
        data["metadata"] = work.metadata
    if work.recursive_metadata:
        data["recursive_metadata"] = work.recursive_metadata
    return work.paths


class _Inlining:
    """The metadata of one catalog."""

    __slots__ = ("_checksum", "_environment", "_server", "metadata", "paths", "recursive_metadata")

    def __init__(self, environment: StaticEnvironment, server: FileServer, checksum: str) -> None:
        self._environment = environment
        self._server = server
        self._checksum = checksum
        self.metadata: dict[str, object] = {}
        self.recursive_metadata: dict[str, object] = {}
        self.paths: list[str] = []

    def add(self, title: str, parameters: Mapping[str, object]) -> None:
        """Add the metadata of a file resource."""
        given = parameters.get("source")
        sources = [given] if isinstance(given, str) else given if isinstance(given, list) else []
        texts = [each.rstrip("/") for each in sources if isinstance(each, str)]
        if not texts or len(texts) != len(sources) or parameters.get("ensure") == "absent":
            return
        # Another server knows its own files, and what a mount holds may depend on the node.
        if not all(each.startswith(_MODULES) for each in texts):
            return
        if parameters.get("recurse") in _RECURSIVE:
            self._add_trees(title, texts, parameters)
        else:
            self._add_file(title, texts, given, parameters)

    def _add_file(
        self, title: str, sources: list[str], given: object, parameters: Mapping[str, object]
    ) -> None:
        options = self._options(parameters)
        for source in sources:
            try:
                key = source.removeprefix("puppet:///")
                found = self._server.metadata_as_data(self._environment, key, options)
            except NoSuchFileError:
                continue
            path = str(found["path"])
            self.paths.append(path)
            uri = self._content_uri(path)
            if uri is not None:
                self.metadata[title] = {**found, "content_uri": uri, "source": source}
            return
        raise FileServingError(f"Could not get metadata for {_shown(given)}")

    def _add_trees(self, title: str, sources: list[str], parameters: Mapping[str, object]) -> None:
        """Add the metadata of trees, of the first that exists unless sourceselect is all."""
        from orjson import loads

        options = self._options(parameters)
        found: dict[str, object] = {}
        for source in sources:
            try:
                key = source.removeprefix("puppet:///")
                listed = self._server.paths_below(self._environment, key, options)
            except NoSuchFileError:
                continue
            entries = [loads(each) for each in listed.values()]
            root = str(entries[0]["path"])
            self.paths.append(root)
            uri = self._content_uri(root)
            if uri is None:
                return  # the agent asks for all of them
            for each in entries:
                relative = each["relative_path"]
                each["content_uri"] = uri if relative == "." else f"{uri}/{relative}"
            found[source] = entries
            if parameters.get("sourceselect", "first") == "first":
                break
        if found:
            self.recursive_metadata[title] = found

    def _options(self, parameters: Mapping[str, object]) -> Options:
        checksum = str(parameters.get("checksum") or self._checksum)
        if checksum not in CHECKSUMS:
            raise FileServingError(f"Unsupported checksum type {checksum}")
        permissions = str(parameters.get("source_permissions") or "ignore")
        if permissions not in PERMISSIONS:
            raise FileServingError(f"Unsupported source_permission {permissions}")
        limit, most = parameters.get("recurselimit"), parameters.get("max_files")
        ignore = parameters.get("ignore") or []
        return Options(
            follow=parameters.get("links") == "follow",
            checksum=checksum,
            permissions=permissions,
            depth=None if limit is None else int(str(limit)),
            ignore=[str(each) for each in (ignore if isinstance(ignore, list) else [ignore])],
            most=0 if most is None else int(str(most)),
        )

    def _content_uri(self, path: str) -> str | None:
        """Return where the agent gets a content by code_id; None if it cannot."""
        directory = self._environment.directory
        if directory is None or leads_into_archive(path):
            return None
        if not path.startswith(f"{directory}/"):
            return None
        relative = path[len(directory) + 1 :]
        names = relative.split("/")
        if len(names) < 4 or names[2] != "files":
            return None
        return f"puppet:///{relative}"


def _shown(source: object) -> str:
    """Return the source of a resource as the reference shows it in errors."""
    if isinstance(source, list):
        return "[" + ", ".join(f'"{each}"' for each in source) + "]"
    return str(source)
