"""Puppet source to syntax tree and back: lexer, parser, nodes, printer and notations."""

from duckrow.puppet.syntax.encoding import decode
from duckrow.puppet.syntax.parser import parse, parse_source
from duckrow.puppet.syntax.trivia import tokens

__all__ = ["decode", "parse", "parse_source", "tokens"]
