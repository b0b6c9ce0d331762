"""Environments of the site: which there are, their tasks, versions of their code, deploys."""
