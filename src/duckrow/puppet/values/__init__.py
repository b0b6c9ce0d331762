"""The values of the Puppet language that Python lacks, and how the reference writes values."""
