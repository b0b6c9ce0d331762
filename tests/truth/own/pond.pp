# A small site: every kind of reason occurs.
File {
  mode => '0640',
}

class { 'pond':
  depth => 3,
}

include pond::ducks

@notify { 'evening':
  message => 'the ducks go home',
}
Notify <| title == 'evening' |>

file { '/srv/sign':
  ensure  => file,
  content => "no fishing\n",
  require => Class['pond::ducks'],
}

Class['pond'] -> Notify['evening']
