package { 'redis-sentinel': }

class { 'redis::sentinel':
  master_name      => 'main',
  redis_host       => '10.0.0.1',
  quorum           => 2,
  failover_timeout => 30000,
}
