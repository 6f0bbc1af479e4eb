forms-level off-v2 0/10
