"""Ruby code of modules, and Puppet's objects for it: scope, functions, Facter, Puppet::*, types."""
