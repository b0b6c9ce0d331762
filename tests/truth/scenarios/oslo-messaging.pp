keystone_config { 'DEFAULT/x':
  value => 1,
}

oslo::db { 'keystone_config':
  connection  => 'sqlite:///x',
  max_retries => 5,
}

oslo::log { 'keystone_config':
  debug      => true,
  use_syslog => true,
}

oslo::messaging::rabbit { 'keystone_config':
  rabbit_use_ssl => false,
  heartbeat_rate => 2,
}

oslo::messaging::notifications { 'keystone_config':
  driver => ['messaging'],
  topics => ['n'],
}

oslo::cache { 'keystone_config':
  enabled => true,
  backend => 'dogpile.cache.null',
}

oslo::policy { 'keystone_config':
  policy_file => '/etc/p.yaml',
}

oslo::middleware { 'keystone_config':
  enable_proxy_headers_parsing => true,
}

oslo::concurrency { 'keystone_config':
  lock_path => '/var/lock',
}
