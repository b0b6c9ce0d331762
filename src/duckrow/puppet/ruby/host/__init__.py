"""What Ruby code of modules sees of Puppet: scopes, templates, functions, settings."""
