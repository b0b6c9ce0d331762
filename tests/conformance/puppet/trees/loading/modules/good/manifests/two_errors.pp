class good::two_errors {
  $A = 1
  $B = 2
}
