class pond { }
