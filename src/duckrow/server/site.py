"""What every endpoint may use: settings, environments, the authority, and the log."""

from __future__ import annotations

from duckrow.puppet.file_serving.bucket import Bucket
from duckrow.puppet.file_serving.server import FileServer
from duckrow.server.conf_d import AuthConf, versioned_code_of
from duckrow.server.fleet_page.access import PageAccess, is_for_page
from duckrow.server.nodes.fact_store import FactStore, facts_directory
from duckrow.server.puppetdb.access import check_access, is_for_store
from duckrow.server.reports.reporting import Reporting, reports_directory
from duckrow.server.store.health import StoreHealth
from duckrow.server.store.housekeeper import Housekeeper
from duckrow.server.store.open_store import open_store
from duckrow.server.store.own_store import open_records
from duckrow.server.store.settings import StoreSettings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.store import Store
    from duckrow.server.environments.environments import Environments
    from duckrow.server.http.exchange import Request
    from duckrow.server.log import Log


class Site:
    """The site that a server serves; `authority` is None on a server without one.

    The web process owns the store. Other processes are guests, which never rename a damaged file.
    """

    __slots__ = (
        "_opened_store",
        "auth_conf",
        "authority",
        "bucket",
        "environments",
        "facts",
        "files",
        "housekeeper",
        "log",
        "page_access",
        "records",
        "reporting",
        "settings",
        "store_health",
        "store_settings",
        "versioned_code",
    )

    def __init__(
        self,
        settings: Settings,
        environments: Environments,
        log: Log,
        authority: Authority | None = None,
        *,
        owns_store: bool = False,
    ) -> None:
        self.settings = settings
        self.environments = environments
        self.log = log
        self.authority = authority
        self.auth_conf = AuthConf(settings, log)
        self.page_access = PageAccess(settings, log)

        def warn(message: str) -> None:
            log("warning", message)

        self.bucket = Bucket(str(settings["bucketdir"]), warn)
        self.facts = FactStore(facts_directory(settings), log)
        self.files = FileServer(settings, warn)
        self._opened_store: Store | None = None
        self.reporting = Reporting(
            reports_directory(settings), settings, log, find_store=self.find_store
        )
        self.store_settings = StoreSettings(settings)
        address = self.store_settings.address
        self.records = open_records(address, warn, is_guest=not owns_store)
        self.store_health = StoreHealth(self.records.database, log)
        self.housekeeper = Housekeeper(self.records, self.store_settings, log)
        self.versioned_code = versioned_code_of(settings, log)

    def find_store(self) -> Store:
        """Return the store that manifests ask; it is opened after the last fork."""
        if self._opened_store is None:
            self._opened_store = open_store(self.settings, self.log, self.records)
        return self._opened_store

    def check(self, request: Request) -> None:
        """Raise a Refusal unless the client may ask: auth.conf decides.

        The store has a list of its own, and a token opens the page of the fleet, too.
        """
        if is_for_store(request):
            check_access(request, self.store_settings, self.log)
        elif is_for_page(request):
            self.page_access.check(request, self.auth_conf)
        else:
            self.auth_conf.check(request)
