class { 'mysql::server':
  root_password => 'x',
  restart       => true,
  databases     => { 'd1' => { 'ensure' => 'present' } },
  users         => { 'u@localhost' => { 'ensure' => 'present' } },
  grants        => {
    'u@localhost/d1.*' => { 'user' => 'u@localhost', 'table' => 'd1.*', 'privileges' => ['ALL'] },
  },
}

class { 'mysql::server::backup':
  backupuser     => 'bk',
  backuppassword => 'pw',
  backupdir      => '/var/backups/mysql',
  backuprotate   => 7,
  time           => ['1', '15'],
}

class { 'mysql::bindings':
  python_enable => true,
  perl_enable   => true,
}
