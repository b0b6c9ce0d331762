class { 'ipaclient':
  password      => 'rainbows',
  domain        => 'pixiedust.com',
  realm         => 'PIXIEDUST.COM',
  mkhomedir     => false,
  automount     => true,
  ssh           => true,
  fixed_primary => true,
}
