class { 'aodh::db':
  database_connection => 'mysql+pymysql://a:pw@10.0.0.1/aodh',
}

class { 'aodh::keystone::authtoken':
  password => 'pw',
}

class { 'aodh':
  default_transport_url => 'rabbit://a:pw@10.0.0.1:5672/',
}

class { 'aodh::api': }

class { 'aodh::evaluator': }

class { 'aodh::notifier': }
