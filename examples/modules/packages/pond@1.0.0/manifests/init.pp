# The pond.
class pond {
  notice('pond 1.0.0')
}
