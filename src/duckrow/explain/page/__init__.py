"""The page: one HTML file that shows a run, its graph, and the reasons for everything in it.

`html` writes it from plain data. `static` has its style and its scripts, `static/vendor` the
libraries that they use.
"""
