"""Functions of stdlib about data types: questions and conversions."""
