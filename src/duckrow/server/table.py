"""The table of all endpoints."""

from __future__ import annotations

from duckrow.ca.requests import LARGEST as LARGEST_REQUEST
from duckrow.puppet.file_serving.bucket import MOST_BYTES as LARGEST_BACKUP
from duckrow.server import status
from duckrow.server.ca import administration as ca_administration
from duckrow.server.ca import endpoints as ca
from duckrow.server.catalogs.endpoints import Catalogs
from duckrow.server.environments import tasks, versioned_code
from duckrow.server.environments.deploys import Deploys
from duckrow.server.environments.endpoint import get_environments
from duckrow.server.files import bucket
from duckrow.server.files import endpoints as files
from duckrow.server.fleet_page.access import START as FLEET
from duckrow.server.http.routes import Route, Routes
from duckrow.server.http.unpacking import GZIP
from duckrow.server.nodes import endpoints as nodes
from duckrow.server.page import Page
from duckrow.server.puppetdb import admin, archive, commands, meta, metrics, query
from duckrow.server.reports import endpoint as reports
from duckrow.store.query.rows import PREFIX as QUERIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.catalogs.queue import CompileQueue
    from duckrow.server.catalogs.unchanged import UnchangedCatalogs
    from duckrow.server.http.exchange import Answer, Request
    from duckrow.server.page import Counts
    from duckrow.server.site import Site
    from duckrow.server.store.storing import Storing

_LARGEST_SIGN_IN = 8192  # bytes of the form


def make_routes(
    queue: CompileQueue,
    unchanged: UnchangedCatalogs,
    counts: Counts,
    storing: Storing | None = None,
) -> Routes:
    """Return the routes of the server."""
    routes = Routes()
    deploys = Deploys(queue)
    page = Page(counts, queue, unchanged)
    routes.add("GET", "/", Route(page.page))
    routes.add("GET", "/metrics", Route(page.metrics))
    routes.add("GET HEAD", "/status/v1/simple", Route(status.simple, is_quick=True))
    # A database that hangs holds up nobody else.
    routes.add("GET HEAD", "/status/v1/services", Route(status.services, threads=4))
    _add_v3(routes, Catalogs(queue, deploys, unchanged, counts, storing), storing)
    _add_ca(routes)
    _add_store(routes)
    _add_administration(routes)
    _add_fleet_page(routes)
    for name in ("environment-cache", "jruby-pool"):
        route = Route(later=deploys.forget_environments)
        routes.add("DELETE", f"/puppet-admin-api/v1/{name}", route)
    return routes


def _add_v3(routes: Routes, catalogs: Catalogs, storing: Storing | None) -> None:
    start = "/puppet/v3"
    routes.add("GET POST", f"{start}/catalog", Route(later=catalogs.answer))
    routes.add("POST", "/puppet/v4/catalog", Route(later=catalogs.answer_v4))
    routes.add("GET", f"{start}/node", Route(nodes.node, is_slow=True))
    routes.add("PUT", f"{start}/facts", Route(later=nodes.FactUploads(storing).put))
    routes.add("GET", f"{start}/environments", Route(get_environments))
    routes.add("GET POST", f"{start}/file_metadata", Route(files.get_file_metadata))
    routes.add("GET POST", f"{start}/file_metadatas", Route(files.get_file_metadatas))
    routes.add("GET POST", f"{start}/file_content", Route(files.get_file_content))
    static = Route(versioned_code.get_static_file_content, is_slow=True)
    routes.add("GET", f"{start}/static_file_content", static)
    routes.add("GET", f"{start}/tasks", Route(tasks.get_tasks, is_slow=True))
    routes.add("PUT", f"{start}/report", Route(reports.put_report))
    routes.add("GET", f"{start}/file_bucket_file", Route(bucket.get_bucket_file))
    routes.add("HEAD", f"{start}/file_bucket_file", Route(bucket.head_bucket_file))
    backup = Route(upload=bucket.put_bucket_file, largest=LARGEST_BACKUP)
    routes.add("PUT POST", f"{start}/file_bucket_file", backup)


def _add_ca(routes: Routes) -> None:
    start = "/puppet-ca/v1"
    routes.add("GET", f"{start}/certificate", Route(ca.certificate))
    routes.add("GET", f"{start}/certificate_request", Route(ca.certificate_request))
    submit = Route(ca.submit_request, is_slow=True, largest=LARGEST_REQUEST)
    routes.add("PUT", f"{start}/certificate_request", submit)
    routes.add("GET", f"{start}/certificate_revocation_list", Route(ca.revocation_list))
    routes.add("POST", f"{start}/certificate_renewal", Route(ca.renew))
    admin = ca_administration
    routes.add("DELETE", f"{start}/certificate_request", Route(admin.delete_request))
    routes.add("PUT", f"{start}/certificate_revocation_list", Route(admin.put_revocation_list))
    routes.add("GET", f"{start}/certificate_status", Route(admin.get_status))
    routes.add("PUT", f"{start}/certificate_status", Route(admin.put_status))
    routes.add("DELETE", f"{start}/certificate_status", Route(admin.delete_status))
    routes.add("GET", f"{start}/certificate_statuses", Route(admin.get_statuses))
    routes.add("PUT", f"{start}/clean", Route(admin.put_clean))
    routes.add("POST", f"{start}/sign", Route(admin.post_sign))
    routes.add("GET", f"{start}/expirations", Route(admin.get_expirations))


def _add_store(routes: Routes) -> None:
    # Commands wait together for one sync of the disk: many threads make it worth its time.
    command = Route(
        commands.post_command,
        threads=32,
        largest=commands.LARGEST,
        encodings=(GZIP,),
    )
    routes.add("POST", "/pdb/cmd/v1", command)
    # Queries have threads of their own: agents do not wait for them.
    queries = Route(query.get_query, threads=8)
    routes.add("GET HEAD POST", QUERIES, queries)
    routes.add("GET HEAD", "/pdb/meta/v1", Route(meta.get_meta, is_quick=True))
    routes.add("GET", "/metrics/v2", Route(metrics.get_metrics))


def _add_fleet_page(routes: Routes) -> None:
    # The page is imported when somebody opens it: 20 ms of a start, and few servers have visitors.
    def get(site: Site, request: Request) -> Answer:
        from duckrow.server.fleet_page.endpoint import get

        return get(site, request)

    def post(site: Site, request: Request) -> Answer:
        from duckrow.server.fleet_page.endpoint import post

        return post(site, request)

    # People wait for people: a long question of one delays neither agents nor the store.
    routes.add("GET", FLEET, Route(get, threads=4))
    routes.add("POST", FLEET, Route(post, largest=_LARGEST_SIGN_IN))


def _add_administration(routes: Routes) -> None:
    # Purging a node or cleaning takes its time.
    routes.add("POST", "/pdb/admin/v1", Route(admin.post_command, is_slow=True))
    routes.add("GET", "/pdb/admin/v1", Route(admin.get_statistics, is_slow=True))
    routes.add("GET", "/pdb/admin/v1/archive", Route(archive.get_archive, is_slow=True))
    upload = Route(upload=archive.post_archive, largest=archive.LARGEST, threads=2)
    routes.add("POST", "/pdb/admin/v1/archive", upload)
