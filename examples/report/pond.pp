# The reeds cannot grow: their directory does not exist.
file { "${facts['pond']}/none/reeds": ensure => file }
-> notify { 'the reeds grow': }
