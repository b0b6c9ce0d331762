"""Puppet::Provider and the classes that providers of modules inherit from."""
