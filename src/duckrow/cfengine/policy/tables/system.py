"""Promise types about users, services, storage, databases and guests, and their bodies."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import (
    ANY_TEXT,
    ANYTHING,
    BOOLEAN,
    COUNT,
    INTEGER,
    NAME,
    PATH,
)

PROMISE_TYPES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "databases": {
        "database_columns": ("slist", ANY_TEXT),
        "database_operation": ("option", "create,delete,drop,cache,verify,restore"),
        "database_rows": ("slist", ".*,.*"),
        "database_server": ("body", None),
        "database_type": ("option", "sql,ms_registry"),
        "registry_exclude": ("slist", ANYTHING),
    },
    "guest_environments": {
        "environment_host": ("string", "[a-zA-Z0-9_]+"),
        "environment_interface": ("body", None),
        "environment_resources": ("body", None),
        "environment_state": ("option", "create,delete,running,suspended,down"),
        "environment_type": (
            "option",
            "xen,kvm,esx,vbox,test,xen_net,kvm_net,esx_net,test_net,zone,ec2,eucalyptus",
        ),
    },
    "services": {
        "service_dependencies": ("slist", NAME),
        "service_method": ("body", None),
        "service_policy": ("string", ANYTHING),
    },
    "storage": {
        "mount": ("body", None),
        "volume": ("body", None),
    },
    "users": {
        "description": ("string", ANYTHING),
        "group_primary": ("string", ANYTHING),
        "groups_secondary": ("slist", ANY_TEXT),
        "home_bundle": ("bundle", None),
        "home_bundle_inherit": ("option", BOOLEAN),
        "home_dir": ("string", PATH),
        "password": ("body", None),
        "policy": ("option", "present,absent,locked"),
        "shell": ("string", PATH),
        "uid": ("int", INTEGER),
    },
}

BODIES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "database_server": {
        "db_server_connection_db": ("string", ANYTHING),
        "db_server_host": ("string", ANYTHING),
        "db_server_owner": ("string", ANYTHING),
        "db_server_password": ("string", ANYTHING),
        "db_server_type": ("option", "postgres,mysql"),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
    },
    "environment_interface": {
        "env_addresses": ("slist", ANYTHING),
        "env_name": ("string", ANYTHING),
        "env_network": ("string", ANYTHING),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
    },
    "environment_resources": {
        "env_baseline": ("string", PATH),
        "env_cpus": ("int", COUNT),
        "env_disk": ("int", COUNT),
        "env_memory": ("int", COUNT),
        "env_spec": ("string", ANY_TEXT),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
    },
    "mount": {
        "edit_fstab": ("option", BOOLEAN),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "mount_options": ("slist", ANYTHING),
        "mount_server": ("string", ANYTHING),
        "mount_source": ("string", PATH),
        "mount_type": ("option", "nfs,nfs2,nfs3,nfs4,panfs,cifs"),
        "unmount": ("option", BOOLEAN),
    },
    "password": {
        "data": ("string", ANYTHING),
        "format": ("option", "plaintext,hash"),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
    },
    "service_method": {
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "service_args": ("string", ANYTHING),
        "service_autostart_policy": ("option", "none,boot_time,on_demand"),
        "service_bundle": ("bundle", None),
        "service_dependence_chain": (
            "option",
            "ignore,start_parent_services,stop_child_services,all_related",
        ),
        "service_type": ("option", "windows,generic"),
    },
    "volume": {
        "check_foreign": ("option", BOOLEAN),
        "freespace": ("string", "[0-9]+[MBkKgGmb%]"),
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "scan_arrivals": ("option", BOOLEAN),
        "sensible_count": ("int", COUNT),
        "sensible_size": ("int", COUNT),
    },
}
