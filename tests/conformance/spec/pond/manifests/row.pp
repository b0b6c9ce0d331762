# The end of the row.
class pond::row {
  notify { 'end of the row': }
}
