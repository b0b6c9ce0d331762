"""vcsrepo: a repository of a version control system, and its working copy."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "vcsrepo",
    namevars=("path",),
    properties={
        "ensure": "present bare mirror absent latest",
        "revision": r"/^\S+$/",
    },
    parameters={
        "path": "",
        "source": "",
        "fstype": "",
        "owner": "",
        "group": "",
        "user": "",
        "excludes": "",
        "force": "true false",
        "compression": "",
        "basic_auth_username": "",
        "basic_auth_password": "",
        "identity": "",
        "module": "",
        "remote": "",
        "configuration": "",
        "cvs_rsh": "",
        "depth": "",
        "branch": "",
        "p4config": "",
        "submodules": "true false",
        "conflict": "",
        "trust_server_cert": "true false",
        "keep_local_changes": "true false",
        "http_proxy": "",
        "umask": "",
        "skip_hooks": "true false",
        "safe_directory": "true false",
        "provider": "",
    },
    features={
        "fstype": "filesystem_types",
        "compression": "gzip_compression",
        "basic_auth_username": "basic_auth",
        "basic_auth_password": "basic_auth",
        "identity": "ssh_identity",
        "module": "modules",
        "remote": "multiple_remotes",
        "configuration": "configuration",
        "cvs_rsh": "cvs_rsh",
        "depth": "depth",
        "branch": "branch",
        "p4config": "p4config",
        "submodules": "submodules",
    },
    summary="Looks after a working copy of a repository.",
    attribute_help={
        "ensure": "Whether it is there: present, bare, mirror, absent or latest.",
        "revision": "The commit, tag or branch.",
        "path": "Where the working copy is.",
        "source": "Where it comes from: an address, or several by name.",
        "fstype": "The kind of file system of a Subversion repository.",
        "owner": "Whose files they are.",
        "group": "The group of the files.",
        "user": "Who runs the tool.",
        "excludes": "Files that the tool ignores.",
        "force": "Whether what is there already is removed to make room.",
        "compression": "How much is compressed on the way, for CVS.",
        "basic_auth_username": "The name that the server is given.",
        "basic_auth_password": "The password that the server is given.",
        "identity": "The file of the SSH key.",
        "module": "The module of a CVS repository.",
        "remote": "What the source is called.",
        "configuration": "The directory of the tool's settings.",
        "cvs_rsh": "The program by which CVS reaches its server.",
        "depth": "How much of the history is fetched.",
        "branch": "The branch to fetch.",
        "p4config": "The settings file of Perforce.",
        "submodules": "Whether submodules are fetched too.",
        "conflict": "What is done about conflicts, for Subversion.",
        "trust_server_cert": "Whether the server's certificate may be wrong.",
        "keep_local_changes": "Whether changes made by hand survive.",
        "http_proxy": "The address of a proxy.",
        "umask": "The umask that the tool runs with.",
        "skip_hooks": "Whether hooks are left out.",
        "safe_directory": "Whether the path is marked as safe for other users.",
    },
)


class VcsrepoType(Behaviour):
    """The path of a repository, its source, and the revision to check out."""

    __slots__ = ()
    providers = ("git",)
    defaults = {"remote": "origin", "submodules": "true"}

    def munge_path(self, desired: Desired, value: object) -> str:
        if type(value) is not str or not value.startswith("/"):
            raise ValueError(f"Path must be absolute: {value}")
        return value.rstrip("/") or "/"

    def munge_umask(self, desired: Desired, value: object) -> int:
        try:
            return int(str(value), 8)
        except ValueError:
            raise ValueError(f"The umask specification is invalid: {value}") from None

    def autorequire(self, desired: Desired) -> Related:
        yield "package", ["git", "git-core"]


BEHAVIOUR = VcsrepoType(TABLE)
