class { 'barbican::db':
  database_connection => 'mysql+pymysql://b:pw@10.0.0.1/barbican',
}

class { 'barbican::keystone::authtoken':
  password => 'pw',
}

class { 'barbican': }

class { 'barbican::api':
  host_href => 'http://10.0.0.1:9311',
}
