"""From a name such as apache::vhost to a compiled definition: where it is, and reading it there."""
