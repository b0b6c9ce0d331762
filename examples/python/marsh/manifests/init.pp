# How deep the marsh is comes from the plugin marsh::inventory.
class marsh (Integer $depth) {
  notify { 'depth':
    message => "${depth} m at ${facts['bank']}",
  }
  notify { 'ducks': }
}
