class { 'postgresql::globals':
  version => '13',
}

include postgresql::server

Integer[1, 20].each |$i| {
  postgresql::server::db { "db${i}":
    user     => "u${i}",
    password => "p${i}",
  }
}
