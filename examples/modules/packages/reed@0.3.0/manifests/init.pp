# The reed.
class reed {
  notice('reed 0.3.0')
}
