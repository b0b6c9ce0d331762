class { 'horizon':
  secret_key      => 'big',
  allowed_hosts   => ['h.example.com'],
  keystone_url    => 'http://10.0.0.1:5000',
  cache_server_ip => ['10.0.0.1'],
  neutron_options => { 'enable_lb' => true },
}
