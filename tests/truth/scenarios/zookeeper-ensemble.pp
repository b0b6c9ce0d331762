class { 'zookeeper':
  id                      => '1',
  servers                 => { '1' => '10.0.0.1', '2' => '10.0.0.2', '3' => '10.0.0.3' },
  client_port             => 2181,
  snap_retain_count       => 3,
  purge_interval          => 24,
  max_allowed_connections => 60,
}
