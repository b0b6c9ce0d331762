# The string that opens on line 4 never ends.
node default {
  notify { 'row':
    message => "ducks in a row,
  }
}
