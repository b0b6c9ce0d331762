"""Open pages of puppetboard on a store: run by the Python of an installed puppetboard.

    PYTHON benchmarks/stored/crawl.py HOST PORT NODE OTHER

Prints JSON: how many pages, the seconds of the quicker of two turns, the requests of a turn with
their seconds, and pages whose status is not the expected one.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time

TABLE = (
    "draw=1&start=0&length=10&order[0][column]=0&order[0][dir]=asc"
    "&search[value]=&search[regex]=false"
)


def pages(node: str, other: str, report: str) -> list[str]:
    """Return the addresses of all kinds of pages."""
    of_fleet = [
        "/",
        "/nodes",
        "/nodes?status=changed",
        "/inventory",
        f"/inventory/json?{TABLE}",
        "/reports",
        f"/reports/json?{TABLE}",
        "/failures",
        "/facts",
        "/fact/kernelrelease",
        f"/fact/kernelrelease/json?{TABLE}",
        "/metrics",
        "/metric/puppetlabs.puppetdb.population:name=num-nodes",
        "/catalogs",
        f"/catalogs/json?{TABLE}",
        "/classes",
        f"/classes/json?{TABLE}",
        "/radiator",
        "/daily_reports_chart.json",
        "/query",
        "/status",
    ]
    of_node = [
        f"/node/{node}",
        f"/node/{node}/facts/json",
        f"/reports/{node}",
        f"/reports/{node}/json?{TABLE}",
        f"/report/{node}/{report}",
        f"/catalog/{node}",
        f"/catalogs/compare/{node}...{other}",
        f"/daily_reports_chart.json?certname={node}",
    ]
    below = [f"/production{each}" for each in of_fleet if each not in ("/status", "/query")]
    return [*of_fleet, *of_node, *below]


def main() -> None:
    host, port, node, other = sys.argv[1:]
    with tempfile.NamedTemporaryFile("w", suffix=".py") as settings:
        settings.write(
            f"PUPPETDB_HOST = {host!r}\nPUPPETDB_PORT = {port}\nSECRET_KEY = {'x' * 32!r}\n"
            "ENABLE_CATALOG = True\nENABLE_CLASS = True\nOFFLINE_MODE = True\n"
            "DEFAULT_ENVIRONMENT = '*'\nLOGLEVEL = 'error'\n"
        )
        settings.flush()
        os.environ["PUPPETBOARD_SETTINGS"] = settings.name
        import requests  # type: ignore[import-untyped, unused-ignore]
        from puppetboard.app import app  # type: ignore[import-not-found]
    waited: list[float] = []
    really_send = requests.Session.send

    def send(*given: object, **options: object) -> object:
        began = time.perf_counter()
        answer = really_send(*given, **options)
        waited.append(time.perf_counter() - began)
        return answer

    requests.Session.send = send
    found = requests.get(f"http://{host}:{port}/pdb/query/v4/nodes/{node}").json()
    client = app.test_client()
    best, wrong = 1e9, []
    addresses = pages(node, other, found["latest_report_hash"])
    for _ in range(2):
        waited.clear()
        began = time.perf_counter()
        wrong = [
            (each, status) for each in addresses if (status := client.get(each).status_code) != 200
        ]
        best = min(best, time.perf_counter() - began)
    print(
        json.dumps(
            {
                "pages": len(addresses),
                "seconds": best,
                "requests": len(waited),
                "waited": sum(waited),
                "wrong": wrong,
            }
        )
    )


if __name__ == "__main__":
    main()
