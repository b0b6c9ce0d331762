"""The store: facts, catalogs and reports of nodes, with PuppetDB's commands and queries."""
