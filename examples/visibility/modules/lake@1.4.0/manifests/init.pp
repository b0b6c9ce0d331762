# The lake.
class lake {
  notice('lake 1.4.0')
}
