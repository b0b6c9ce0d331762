# A duck.
define pond::duck (
  Integer[0] $position = 0,
  Pond::Sound $sound = 'quack',
) {
  include pond::row
  notify { "duck ${title}":
    message => "${sound} from ${position}",
    before  => Notify['end of the row'],
  }
}
