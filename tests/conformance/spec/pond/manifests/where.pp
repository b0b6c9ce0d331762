# Says where the pond is.
class pond::where {
  notify { "in ${server_facts['environment']}, ${facts['networking']['fqdn']}": }
}
