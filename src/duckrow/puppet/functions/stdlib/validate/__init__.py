"""The validate functions of stdlib, which fail for a wrong value."""
