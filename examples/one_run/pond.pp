# Puppet digs the pond.
file { "${facts['place']}/pond": ensure => directory }
