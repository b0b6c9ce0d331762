"""`duckrow agent`: an agent of a Puppet server.

    servers.py        which server to ask: server, server_list, ca_server, SRV records
    client.py         requests to a server, and what its answers mean
    tls.py            the files of TLS
    failures.py       why a connection failed: each cause has a message of its own
    identity.py       the key, the request and the certificate of this node, below ssldir
    bootstrap.py      from nothing to a certificate: CA, CRL, request, waiting, renewal
    directories.py    the directories of an agent and their modes
    metadata.py       the metadata of files on a server
    plugins.py        pluginsync: files of modules that facts, types and providers need
    catalogs.py       the request for a catalog, and the catalog of the last run
    environment.py    types, providers and functions of plugins; the catalog made ready to apply
    served_files.py   file sources puppet:///…, and the file bucket of the server
    reports.py        send the report; spool it if that fails
    run.py            one run up to the catalog: environment, plugins, facts
    run_lock.py       one run at a time; disable and enable
    code_source.py    the code of an agent without a server: git or a package, and its signature
    schedule.py       when the daemon runs

`cli/runs/agent_run.py` applies the catalog and sends the report.
"""
