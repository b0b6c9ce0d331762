"""Accounts: users, groups, their passwords, and the tools that change them."""
