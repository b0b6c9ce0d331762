ensure_packages(['vim', 'git'], { 'ensure' => 'latest' })
ensure_packages({ 'curl' => { 'ensure' => 'present' } })
ensure_resource('user', 'bob', { 'ensure' => 'present', 'shell' => '/bin/sh' })
ensure_resource('user', 'bob', { 'ensure' => 'present', 'shell' => '/bin/sh' })
ensure_resources('group', { 'g1' => { 'gid' => 5001 }, 'g2' => {} }, { 'ensure' => 'present' })

file_line { 'l':
  path  => '/etc/x',
  line  => 'a=b',
  match => '^a=',
}

anchor { 'begin': } -> class { 'stdlib': } -> anchor { 'end': }

include stdlib::stages
notice(defined_with_params(User['bob'], { 'shell' => '/bin/sh' }), getparam(User['bob'], 'shell'))
