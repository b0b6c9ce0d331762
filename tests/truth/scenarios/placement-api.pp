class { 'placement::keystone::authtoken':
  password => 'pw',
}

class { 'placement::db':
  database_connection => 'mysql+pymysql://p:pw@10.0.0.1/placement',
}

class { 'placement': }

class { 'placement::api':
  sync_db => true,
}
