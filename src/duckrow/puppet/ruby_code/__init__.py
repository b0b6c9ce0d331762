"""Ruby code of modules and what Puppet lends to it: scope, functions, Facter, Puppet::*, types."""
