class { 'ironic::db':
  database_connection => 'mysql+pymysql://i:pw@10.0.0.1/ironic',
}

class { 'ironic':
  default_transport_url => 'rabbit://i:pw@10.0.0.1:5672/',
}

class { 'ironic::conductor':
  enabled_hardware_types => ['ipmi', 'redfish'],
}

class { 'ironic::drivers::pxe': }
