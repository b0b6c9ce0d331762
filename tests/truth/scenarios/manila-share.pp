class { 'manila::db':
  database_connection => 'mysql+pymysql://m:pw@10.0.0.1/manila',
}

class { 'manila::keystone::authtoken':
  password => 'pw',
}

class { 'manila':
  default_transport_url => 'rabbit://m:pw@10.0.0.1:5672/',
}

class { 'manila::api': }

class { 'manila::scheduler': }

class { 'manila::share': }
