"""Ties the rooms together: a node and its facts in, a catalog out.

environment = Environment("production", modulepath=["/etc/modules"], code="notice(1)")
result = compile_catalog(environment, Node("pond.example.com"))
"""

from duckrow.puppet.environment.compile import Result, compile_catalog
from duckrow.puppet.environment.environment import Environment
from duckrow.puppet.environment.node import Node

__all__ = ["Environment", "Node", "Result", "compile_catalog"]
