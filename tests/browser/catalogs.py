"""Large catalogs and their pages, for tests and benchmarks."""

from __future__ import annotations

import os
import time

from benchmarks.compile_modules import FACTS, MODULES, PROGRAMS

from duckrow.explain.page.html import page
from duckrow.machine.local import LocalMachine
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.explain.graph import ReasonedGraph
from duckrow.puppet.explain.page_data import page_data
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.settings.settings import Settings

APACHE = PROGRAMS["apache, 50 hosts"]
HAS_APACHE = os.path.isdir(f"{MODULES}/apache")
# Users with a file and a service each: every second one in a class of its own.
LAKE = """
define lake::duck() {
  user { "duck${title}": ensure => present }
  -> file { "/srv/ducks/${title}/feathers.conf": content => "quack ${title}\n" }
  ~> service { "quack-${title}": ensure => running }
}
class lake {
  Integer[1, 720].each |$number| { lake::duck { "${number}": } }
}
class lake::visitors {
  Integer[721, 1000].each |$number| {
    user { "duck${number}": ensure => present }
    -> file { "/srv/ducks/${number}/feathers.conf": content => "quack ${number}\n" }
    ~> service { "quack-${number}": ensure => running }
    notify { "hello ${number}": require => Service["quack-${number}"] }
  }
}
include lake
class { 'lake::visitors': require => Class['lake'] }
file { ['/srv', '/srv/ducks']: ensure => directory }
Integer[1, 1000].each |$number| { file { "/srv/ducks/${number}": ensure => directory } }
"""


class MadePage:
    """A page, the number of resources on it, and the CPU time that it took after the compile."""

    def __init__(self, title: str, code: str) -> None:
        settings = Settings({"strict": "warning", "strict_variables": "false"})
        environment = Environment(code=code, modulepath=[MODULES], settings=settings)
        record = Record()
        result = compile_catalog(environment, Node("bench.example.com", FACTS), listener=record)
        assert result.failure is None, result.failure.message
        self.count = len(result.build.resources)
        began = time.process_time()
        graph = ReasonedGraph(Recorded(result.build, record), LocalMachine())
        self.text = page(page_data(graph, title))
        self.seconds = time.process_time() - began
