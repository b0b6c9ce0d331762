class { 'openssl':
  package_ensure         => present,
  ca_certificates_ensure => latest,
}

openssl::certificate::x509 { 'foo.example.com':
  country      => 'CH',
  organization => 'Example.com',
  commonname   => 'foo.example.com',
  state        => 'Here',
  locality     => 'Myplace',
  unit         => 'MyUnit',
  altnames     => ['a.com', 'b.com'],
  email        => 'c@foo.com',
  days         => 3456,
  base_dir     => '/var/www/ssl',
  owner        => 'www-data',
}
