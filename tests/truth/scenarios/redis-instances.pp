class { 'redis':
  bind             => '0.0.0.0',
  maxmemory        => '1gb',
  maxmemory_policy => 'allkeys-lru',
  appendonly       => true,
  requirepass      => 'pw',
  default_install  => false,
}

redis::instance { '6380':
  port => 6380,
}

redis::instance { '6381':
  port    => 6381,
  slaveof => '10.0.0.1 6379',
}
