"""Types and providers of modules run by an installed Puppet, for those that ours cannot run."""
