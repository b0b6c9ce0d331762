class { 'memcached':
  max_memory      => '50%',
  listen_ip       => '0.0.0.0',
  tcp_port        => 11212,
  max_connections => 2048,
  user            => 'memcache',
}
