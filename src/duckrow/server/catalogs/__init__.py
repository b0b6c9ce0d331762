"""Catalogs: from a request to a worker and back.

endpoints   a request becomes a job, or the answer of an unchanged catalog
unchanged   catalogs whose compile would ask the same questions and get the same answers
questions   records what a compile asks
queue       jobs wait in the web process until a worker is free
workers     processes that share warmed environments; each runs compile
"""
