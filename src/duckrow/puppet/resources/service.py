"""service: a daemon that runs or not, now and after the next start."""

from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "service",
    properties={
        "ensure": "stopped running",
        "enable": "true false manual mask delayed",
        "logonaccount": "",
        "flags": "",
    },
    parameters={
        "logonpassword": "",
        "binary": "",
        "hasstatus": "true false",
        "name": "",
        "path": "",
        "pattern": "",
        "restart": "",
        "start": "",
        "status": "",
        "stop": "",
        "control": "",
        "hasrestart": "true false",
        "manifest": "",
        "timeout": "",
        "provider": "",
    },
    features={
        "enable": "enableable",
        "logonaccount": "manages_logon_credentials",
        "flags": "flaggable",
        "logonpassword": "manages_logon_credentials",
        "timeout": "configurable_timeout",
    },
)
