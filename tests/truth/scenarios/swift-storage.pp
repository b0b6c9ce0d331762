class { 'swift':
  swift_hash_path_suffix => 'suffix',
}

class { 'swift::storage':
  storage_local_net_ip => '10.0.0.5',
}

class { 'swift::ringbuilder':
  part_power     => 18,
  replicas       => 3,
  min_part_hours => 1,
}

swift::storage::server { '6000':
  type                 => 'object',
  devices              => '/srv/node',
  storage_local_net_ip => '10.0.0.5',
  pipeline             => ['object-server'],
  config_file_path     => 'object-server.conf',
}
