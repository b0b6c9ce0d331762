class { 'designate::db':
  database_connection => 'mysql+pymysql://d:pw@10.0.0.1/designate',
}

class { 'designate::keystone::authtoken':
  password => 'pw',
}

class { 'designate':
  default_transport_url => 'rabbit://d:pw@10.0.0.1:5672/',
}

class { 'designate::api': }

class { 'designate::central': }

class { 'designate::backend::bind9': }
