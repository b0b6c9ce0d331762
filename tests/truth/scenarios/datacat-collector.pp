datacat { '/tmp/demo':
  template => 'apache/mod/alias.conf.erb',
}

datacat_fragment { 'a':
  target => '/tmp/demo',
  data   => { 'sheeps' => ['x'] },
}

datacat_collector { 'c':
  target_resource => File['/tmp/y'],
  target_field    => 'content',
  source_key      => 'k',
}

file { '/tmp/y': }
