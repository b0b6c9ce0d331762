"""Checks of one file each, and of many files on several cores."""
