"""duckrow runs Puppet manifests and CFEngine policies, and can say why in which order.

The public names live in their rooms; the ones most programs start from:

    from duckrow.puppet.syntax import parse
    from duckrow.puppet.validation import validate
"""

__version__ = "0.1.0"
PUPPET_VERSION = "8.0.0"  # of Puppet, that agents, servers and manifests see
CFENGINE_VERSION = "3.21.0"  # of CFEngine, that policies, peers and scripts see
