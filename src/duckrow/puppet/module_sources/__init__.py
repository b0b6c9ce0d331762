"""Where modules come from: found, chosen, locked and installed.

release      one version of a module, what it needs, and where it lies
puppetfile   reads a Puppetfile
directories, forge, git, tarballs
the sources: they list releases
solver       chooses one version of each module; knows no modules, only names and numbers
candidates   the question that is put to the solver, and the sentences about a conflict
lock         the file that holds the answer
install      fills a directory from a lock
"""
