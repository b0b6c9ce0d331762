"""Fetching over HTTP, streamed, with what is secret kept from those it is not meant for."""
