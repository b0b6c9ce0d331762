class good::withnode { }
node default { }
