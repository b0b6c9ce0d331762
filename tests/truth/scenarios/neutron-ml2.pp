class { 'neutron::keystone::authtoken':
  password => 'pw',
  auth_url => 'http://10.0.0.1:5000',
}

class { 'neutron::db':
  database_connection => 'mysql+pymysql://n:pw@10.0.0.1/neutron',
}

class { 'neutron':
  default_transport_url => 'rabbit://n:pw@10.0.0.1:5672/',
  core_plugin           => 'ml2',
  service_plugins       => ['router', 'metering'],
  bind_host             => '0.0.0.0',
}

class { 'neutron::server':
  sync_db     => true,
  api_workers => 2,
  rpc_workers => 2,
}

class { 'neutron::plugins::ml2':
  type_drivers         => ['flat', 'vlan', 'vxlan'],
  tenant_network_types => ['vxlan'],
  mechanism_drivers    => ['openvswitch'],
  network_vlan_ranges  => ['physnet1:1000:2000'],
  vni_ranges           => ['1:1000'],
}

class { 'neutron::agents::ml2::ovs':
  bridge_mappings => ['physnet1:br-ex'],
  tunnel_types    => ['vxlan'],
  local_ip        => '10.0.0.5',
  manage_vswitch  => false,
}

class { 'neutron::agents::dhcp':
  interface_driver => 'openvswitch',
}

class { 'neutron::agents::l3':
  interface_driver => 'openvswitch',
}

class { 'neutron::agents::metadata':
  shared_secret => 's',
  metadata_host => '10.0.0.1',
}
