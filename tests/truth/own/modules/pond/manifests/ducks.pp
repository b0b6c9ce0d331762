# The ducks, and the nests that they build.
class pond::ducks (
  Integer $count = 2,
) {
  require pond

  Integer[1, $count].each |$number| {
    pond::nest { "nest ${number}":
      material => 'straw',
    }
  }

  notify { 'quack':
    message => 'all are here',
  }

  Pond::Nest <| |> ~> Notify['quack']
}
