"""Plugins: Python code that runs before a compile and looks at the catalog after it.

plugin   the class that a plugin overrides, and the node that it sees
find     from the names of a setting to plugins, of modules and of entry points
effects  what a plugin did, for logs and reports
values   the checks of values that plugins return
output   where the output of a plugin goes
facts    facts with others put over them
catalog  the finished catalog as a plugin sees and changes it
phases   the plugins of one compile: when each method runs
"""

from duckrow.puppet.plugins.plugin import Plugin
from duckrow.puppet.values.sensitive import Sensitive

__all__ = ["Plugin", "Sensitive"]
