"""The resource types that need no module: one type per file, found by name on first use.

from duckrow.puppet.resources import find

find("file").is_attribute("mode")         # True
find("file").unique_key("/srv/www/", {})  # ("/srv/www",)
"""

from duckrow.puppet.resources.index import MODULES, find

__all__ = ["MODULES", "find"]
