class { 'murano::db':
  database_connection => 'mysql+pymysql://m:pw@10.0.0.1/murano',
}

class { 'murano':
  default_transport_url => 'rabbit://m:pw@10.0.0.1:5672/',
  data_dir              => '/var/lib/murano',
}

class { 'murano::api': }

class { 'murano::engine': }
