alternatives { 'editor':
  path => '/usr/bin/vim.basic',
}

alternative_entry { '/usr/bin/x':
  ensure   => present,
  altlink  => '/usr/bin/ed',
  altname  => 'ed',
  priority => 10,
  require  => Package['x'],
}

package { 'x': }

cron { 'job':
  command => '/bin/true',
  user    => 'root',
  hour    => [2, 4],
  minute  => 0,
  weekday => ['Monday'],
}

host { 'db1':
  ip           => '10.0.0.1',
  host_aliases => ['db', 'db1.example.com'],
}

mount { '/mnt/x':
  ensure  => mounted,
  device  => '/dev/sdb1',
  fstype  => 'ext4',
  options => 'noatime',
  atboot  => true,
  dump    => 0,
  pass    => 2,
}

mailalias { 'root':
  recipient => ['ops@example.com'],
}

ssh_authorized_key { 'bob@host':
  user => 'bob',
  type => 'ssh-rsa',
  key  => 'AAAAB3',
}

sshkey { 'host.example.com':
  type         => 'ssh-rsa',
  key          => 'AAAA',
  host_aliases => ['h'],
}

augeas { 'sudoers':
  context => '/files/etc/sudoers',
  changes => ['set Defaults/x y', 'rm foo'],
  onlyif  => 'match x size == 0',
}

selboolean { 'httpd_can_network_connect':
  value      => on,
  persistent => true,
}

posix_acl { '/srv/x':
  action     => set,
  permission => ['user::rwx', 'group::r-x', 'other::---', 'mask::rwx'],
}
