ini_setting { 'a':
  ensure  => present,
  path    => '/etc/a.ini',
  section => 'main',
  setting => 'k',
  value   => 'v',
}

ini_subsetting { 'b':
  ensure            => present,
  path              => '/etc/b',
  section           => '',
  key_val_separator => '=',
  setting           => 'JAVA_ARGS',
  subsetting        => '-Xmx',
  value             => '512m',
}

$defaults = { 'path' => '/tmp/foo.ini' }
inifile::create_ini_settings(
  { 'section1' => { 'setting1' => 'value1', 'settings2' => { 'ensure' => 'absent' } } },
  $defaults
)
