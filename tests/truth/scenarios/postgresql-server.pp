class { 'postgresql::globals':
  version  => '13',
  encoding => 'UTF-8',
  locale   => 'en_US.UTF-8',
}

class { 'postgresql::server':
  listen_addresses        => '*',
  ip_mask_allow_all_users => '10.0.0.0/8',
  postgres_password       => 'pw',
}

postgresql::server::db { 'app':
  user     => 'app',
  password => postgresql_password('app', 'secret'),
}

postgresql::server::role { 'reader':
  password_hash => postgresql_password('reader', 'r'),
  createdb      => false,
}

postgresql::server::database_grant { 'g':
  privilege => 'CONNECT',
  db        => 'app',
  role      => 'reader',
}

postgresql::server::pg_hba_rule { 'allow app':
  description => 'app hosts',
  type        => 'host',
  database    => 'app',
  user        => 'app',
  address     => '10.1.0.0/16',
  auth_method => 'md5',
}

postgresql::server::config_entry { 'work_mem':
  value => '64MB',
}
