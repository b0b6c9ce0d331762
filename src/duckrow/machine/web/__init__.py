"""Fetching over HTTP, streamed; secrets go only to the hosts they are meant for."""
