class good::notafun { }
