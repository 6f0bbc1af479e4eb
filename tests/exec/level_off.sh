exec-level off
