class { 'ssh::server':
  storeconfigs_enabled => false,
  options              => {
    'PermitRootLogin'     => 'no',
    'Port'                => [22, 2222],
    'Match User www-data' => { 'ChrootDirectory' => '%h', 'ForceCommand' => 'internal-sftp' },
  },
}

class { 'ssh::client':
  storeconfigs_enabled => false,
  options              => { 'Host *.example.com' => { 'User' => 'bob', 'Port' => '2200' } },
}

ssh::server::match_block { 'sftp':
  type    => 'Group',
  options => { 'ChrootDirectory' => '/srv/%u' },
}
