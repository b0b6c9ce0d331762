# The heron wades.
class heron {
  notice("the heron sees a ${lake::depth()} lake")
}
