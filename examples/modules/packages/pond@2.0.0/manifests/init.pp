# The pond.
class pond {
  notice('pond 2.0.0')
}
