"""Providers of the resource type cron."""
