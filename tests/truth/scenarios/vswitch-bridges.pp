class { 'vswitch::ovs': }

vs_bridge { 'br-ex':
  ensure => present,
}

vs_port { 'eth1':
  bridge => 'br-ex',
  ensure => present,
}
