"""Programs of the operator have threads of their own."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.unit.server.running import RunningServer

from duckrow.server.settings import THREADS


def test_classifiers_that_hang_do_not_delay_files(tmp_path: Path) -> None:
    """The classifiers end only after a file was served."""
    program, go = tmp_path / "classify", tmp_path / "go"
    program.write_text(
        f"#!/bin/sh\ntouch {tmp_path}/begun-$1\n"
        f"while [ ! -e {go} ]; do sleep 0.05; done\necho 'classes: []'\n"
    )
    program.chmod(0o755)
    conf = f"node_terminus = exec\nexternal_nodes = {program}\n"
    names = [f"duck{i}.lab" for i in range(THREADS)]
    server = RunningServer(tmp_path, conf)
    for name in names:
        server.add_node(name)
    with server, ThreadPoolExecutor(THREADS) as pool:
        catalogs = [pool.submit(server.catalog, name) for name in names]
        try:
            while len(list(tmp_path.glob("begun-*"))) < THREADS:
                assert not any(each.done() for each in catalogs)
                time.sleep(0.02)
            path = "/puppet/v3/environments"
            assert server.ask("GET", path, node=names[0]).status == 200
            assert not any(each.done() for each in catalogs)
        finally:
            go.touch()
        assert [each.result().status for each in catalogs] == [200] * THREADS
