class { 'mistral::db':
  database_connection => 'mysql+pymysql://m:pw@10.0.0.1/mistral',
}

class { 'mistral::keystone::authtoken':
  password => 'pw',
}

class { 'mistral':
  default_transport_url => 'rabbit://m:pw@10.0.0.1:5672/',
}

class { 'mistral::api': }

class { 'mistral::engine': }
