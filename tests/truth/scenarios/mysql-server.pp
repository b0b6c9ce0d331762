class { 'mysql::server':
  root_password           => 'strongpw',
  remove_default_accounts => true,
  override_options        => {
    'mysqld' => {
      'max_connections' => '1024',
      'bind-address'    => '0.0.0.0',
      'sql_mode'        => ['A', 'B'],
    },
    'client' => { 'port' => 3307 },
  },
}

mysql::db { 'app':
  user     => 'app',
  password => 'pw',
  host     => 'localhost',
  grant    => ['SELECT', 'UPDATE'],
  charset  => 'utf8',
}

mysql_user { 'bob@%':
  ensure                   => present,
  max_connections_per_hour => '0',
}

include mysql::client
