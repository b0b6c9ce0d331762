"""Puppet and Puppet::Util as code of modules calls them on a host."""
