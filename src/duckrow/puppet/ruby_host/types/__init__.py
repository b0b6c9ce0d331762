"""Puppet::Type and its parameters and properties, for types of modules that are written in Ruby."""
