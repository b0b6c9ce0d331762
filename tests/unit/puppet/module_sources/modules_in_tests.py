"""Modules for tests: written as directories and as tar files of the Forge."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path


def metadata(name: str, version: str, needs: Mapping[str, str] | None = None) -> dict[str, object]:
    """Return the metadata.json of a module of the author duck."""
    listed = [
        {"name": f"duck/{each}", "version_requirement": text}
        for each, text in (needs or {}).items()
    ]
    return {"name": f"duck-{name}", "version": version, "dependencies": listed}


def directory(where: Path, name: str, version: str, needs: Mapping[str, str] | None = None) -> Path:
    """Write a module as a directory."""
    module = where / name
    (module / "manifests").mkdir(parents=True)
    (module / "metadata.json").write_text(json.dumps(metadata(name, version, needs)))
    (module / "manifests" / "init.pp").write_text(f"class {name} {{ notice('{version}') }}\n")
    return module


def tarball(where: Path, name: str, version: str, needs: Mapping[str, str] | None = None) -> Path:
    """Write a module as a tar file of the Forge."""
    where.mkdir(parents=True, exist_ok=True)
    path = where / f"duck-{name}-{version}.tar.gz"
    files = {
        "metadata.json": json.dumps(metadata(name, version, needs)),
        "manifests/init.pp": f"class {name} {{ notice('{version}') }}\n",
    }
    with tarfile.open(path, "w:gz") as file:
        for each, text in files.items():
            info = tarfile.TarInfo(f"duck-{name}-{version}/{each}")
            info.size = len(text)
            file.addfile(info, io.BytesIO(text.encode()))
    return path
