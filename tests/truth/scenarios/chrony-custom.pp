class { 'chrony':
  servers    => ['ntp1.example.com', 'ntp2.example.com'],
  queryhosts => ['10/8'],
}
