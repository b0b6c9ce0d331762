# How deep the lake is.
function lake::depth() >> String {
  'shallow'
}
