vcsrepo { '/opt/app':
  ensure     => present,
  provider   => git,
  source     => 'https://git.example.com/app.git',
  revision   => 'v1',
  user       => 'app',
  submodules => false,
}

include archive

archive { '/tmp/app.tar.gz':
  source        => 'https://example.com/app.tar.gz',
  extract       => true,
  extract_path  => '/opt',
  creates       => '/opt/app',
  checksum      => '0123456789abcdef',
  checksum_type => 'md5',
  cleanup       => true,
}

archive::download { 'x.tgz':
  url           => 'http://example.com/x.tgz',
  digest_string => '0123456789abcdef',
}
