concat { '/etc/motd':
  owner => 'root',
  group => 'root',
  mode  => '0644',
  order => 'numeric',
  warn  => true,
}

concat::fragment { 'header':
  target  => '/etc/motd',
  content => "Welcome\n",
  order   => '01',
}

concat::fragment { 'footer':
  target  => '/etc/motd',
  content => "Bye\n",
  order   => 99,
}

['a', 'b', 'c'].each |$i, $n| {
  concat::fragment { "part-${n}":
    target  => '/etc/motd',
    content => "part ${n}\n",
    order   => 10 + $i,
  }
}

concat { 'by-tag':
  path           => '/tmp/bytag',
  ensure_newline => true,
  backup         => false,
}

concat_fragment { 'raw':
  target  => 'by-tag',
  content => 'x',
  tag     => 'sometag',
}
