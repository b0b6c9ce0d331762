# The lake.
class lake {
  notice('lake 2.1.0')
}
