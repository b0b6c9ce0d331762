"""The executables that take the place of the originals: their options, output and exit codes."""

from __future__ import annotations

from duckrow.machine.own_modules import find_own_modules_quickly

find_own_modules_quickly()  # here, since everything that follows is found quickly then
