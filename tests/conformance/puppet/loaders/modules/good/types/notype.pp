function good::notype() {}
