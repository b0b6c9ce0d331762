class { 'tempest':
  setup_venv          => false,
  git_clone           => false,
  tempest_config_file => '/etc/tempest/tempest.conf',
  image_name          => 'cirros',
  flavor_name         => 'm1.tiny',
  auth_version        => 'v3',
  configure_images    => false,
  configure_networks  => false,
}
