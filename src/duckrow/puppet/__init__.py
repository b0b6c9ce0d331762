"""The Puppet language."""

# The version of Puppet that agents, servers and manifests see.
PUPPET_VERSION = "8.0.0"
