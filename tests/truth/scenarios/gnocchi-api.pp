class { 'gnocchi': }

class { 'gnocchi::db':
  database_connection => 'mysql+pymysql://g:pw@10.0.0.1/gnocchi',
}

class { 'gnocchi::keystone::authtoken':
  password => 'pw',
}

class { 'gnocchi::api': }

class { 'gnocchi::storage::file': }

class { 'gnocchi::metricd': }
