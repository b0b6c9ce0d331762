"""Facts written in Ruby: Facter, the files of modules, and resolutions."""
