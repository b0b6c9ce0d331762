"""Puppet's Resource API: types that a module registers as a hash, with providers of get and set."""
