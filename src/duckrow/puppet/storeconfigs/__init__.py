"""What a compile asks of a store of catalogs, and what a run gives it.

store.py              the interface of a store: questions and commands
configuration.py      puppetdb.conf
puppetdb.py           a PuppetDB, over HTTPS
facts_payload.py, catalog_payload.py, catalog_edges.py, report_payload.py    what commands carry
storing.py            the commands of one run, in their order
"""
