"""`duckrow agent`: an agent of a Puppet server."""
