function good::deep::g() { good::f('x') }
