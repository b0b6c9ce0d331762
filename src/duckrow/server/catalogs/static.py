"""Static catalogs: the code_id of a compile, and metadata of sources in its catalog."""

from __future__ import annotations

from duckrow.puppet.file_serving.static import inline_metadata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.file_serving.server import FileServer
    from duckrow.server.environments.versioned_code import VersionedCode


class StaticCatalogs:
    """Makes catalogs static where versions of code are known."""

    __slots__ = ("_code", "_files")

    def __init__(self, code: VersionedCode | None, files: FileServer) -> None:
        self._code = code
        self._files = files

    def code_id(self, environment: Environment) -> str | None:
        """Return the version of the code of an environment; ask before the compile.

        Raises CodeError.
        """
        return None if self._code is None else self._code.code_id(environment.name)

    def finish(
        self,
        data: dict[str, object],
        environment: Environment,
        code_id: str | None,
        checksum_types: str | None,
    ) -> None:
        """Complete the data of a catalog.

        `checksum_types` are those of the agent, None if it asks for no static catalog. Raises
        FileServingError.
        """
        data["code_id"] = code_id
        is_wanted = checksum_types is not None and bool(environment.settings["static_catalogs"])
        if code_id is not None and checksum_types is not None and is_wanted:
            inline_metadata(data, environment, self._files, checksum_types)
