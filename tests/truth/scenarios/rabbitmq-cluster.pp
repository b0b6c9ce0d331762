class { 'rabbitmq':
  service_manage           => true,
  port                     => 5672,
  delete_guest_user        => true,
  config_cluster           => true,
  cluster_nodes            => ['rabbit1', 'rabbit2'],
  cluster_node_type        => 'ram',
  erlang_cookie            => 'COOKIE',
  wipe_db_on_cookie_change => true,
  config_variables         => { 'hipe_compile' => true },
  environment_variables    => { 'RABBITMQ_NODENAME' => 'node01' },
}

rabbitmq_user { 'dan':
  admin    => true,
  password => 'bar',
}

rabbitmq_vhost { 'myvhost':
  ensure => present,
}

rabbitmq_user_permissions { 'dan@myvhost':
  configure_permission => '.*',
  read_permission      => '.*',
  write_permission     => '.*',
}

rabbitmq_exchange { 'ex@myvhost':
  ensure   => present,
  user     => 'dan',
  password => 'bar',
  type     => 'topic',
}
