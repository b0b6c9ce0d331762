class { 'mongodb::globals':
  manage_package_repo => false,
  version             => '4.4.0',
}

class { 'mongodb::server':
  port    => 27018,
  verbose => true,
  auth    => true,
  bind_ip => ['127.0.0.1', '10.0.0.1'],
  replset => 'rs0',
}

mongodb::db { 'testdb':
  user          => 'user1',
  password_hash => 'a15fbfca5e3a758be80ceaf42458bcd8',
}
