class { 'ntp':
  servers         => ['ntp1.example.com', 'ntp2.example.com iburst'],
  restrict        => ['127.0.0.1', '-6 ::1'],
  driftfile       => '/var/lib/ntp/drift',
  disable_monitor => true,
  iburst_enable   => true,
  service_enable  => false,
  interfaces      => ['eth0'],
  panic           => 0,
}
