class { 'mcollective':
  client              => true,
  middleware_hosts    => ['broker1.example.com'],
  middleware_password => 'pw',
}
