sysctl::value { 'net.ipv4.ip_forward':
  value => '1',
}

sysctl::value { 'vm.swappiness':
  value  => '10',
  target => '/etc/sysctl.d/10.conf',
}

kmod::load { 'br_netfilter': }

kmod::blacklist { 'floppy': }

kmod::alias { 'bond0':
  source => 'bonding',
}

kmod::option { 'bond0 mode':
  module => 'bond0',
  option => 'mode',
  value  => '1',
}
