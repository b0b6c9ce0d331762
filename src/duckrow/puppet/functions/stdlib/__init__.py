"""The functions of the module stdlib (8.5.0), so that they need no Ruby.

They exist only where a module named stdlib has a Ruby file of that name; the loaders then call the
function here instead of the Ruby code. `table` lists them. The chapters are those of the built-in
functions, and `validate`, `network` and `passwords`.

Many names became built-in functions later (abs, empty, join). Manifests find the built-in function
first, so the functions of those names here serve only Ruby code.
"""
