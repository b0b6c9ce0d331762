class { 'sahara::db':
  database_connection => 'mysql+pymysql://s:pw@10.0.0.1/sahara',
}

class { 'sahara::keystone::authtoken':
  password => 'pw',
}

class { 'sahara':
  default_transport_url => 'rabbit://s:pw@10.0.0.1:5672/',
}

class { 'sahara::service::api': }

class { 'sahara::service::engine': }
