"""The endpoints of PuppetDB: commands, queries, and what describes the store itself."""
