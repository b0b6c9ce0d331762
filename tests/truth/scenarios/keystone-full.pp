class { 'keystone::cache':
  backend          => 'dogpile.cache.memcached',
  memcache_servers => ['10.0.0.1:11211'],
  enabled          => true,
}

class { 'keystone::logging':
  debug => true,
}

class { 'keystone::db':
  database_connection  => 'mysql+pymysql://keystone:pw@10.0.0.1/keystone',
  database_max_retries => -1,
}

class { 'keystone': }

class { 'keystone::bootstrap':
  password   => 'adminpw',
  public_url => 'http://10.0.0.1:5000',
  region     => 'RegionOne',
}

class { 'keystone::wsgi::apache':
  ssl     => false,
  workers => 2,
}

include keystone::cors
