"""Queries of the store: PuppetDB's AST and PQL, compiled to SQL for both databases."""
