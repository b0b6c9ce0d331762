class { 'gitolite':
  user            => 'git',
  userhome        => '/srv/git',
  umask           => '0027',
  git_config_keys => '.*',
  admin_key       => 'ssh-rsa AAAA admin',
}
