"""Accounts of a machine: users, groups, their secrets, and the tools that change them."""
