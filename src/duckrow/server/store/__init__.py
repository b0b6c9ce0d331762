"""The store of the site: which one the settings name, what requests store there, and cleaning."""
