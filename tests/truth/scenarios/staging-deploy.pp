class { 'staging':
  path  => '/opt/staging',
  owner => 'root',
  group => 'root',
}

staging::deploy { 'sample.tar.gz':
  source => 'http://example.com/sample.tar.gz',
  target => '/usr/local',
}

staging::file { 'x.jar':
  source => 'http://example.com/x.jar',
}
