class { 'tftp':
  directory => '/srv/tftp',
  address   => '10.0.0.1',
  inetd     => false,
}

tftp::file { 'pxelinux.0':
  content => 'x',
}
