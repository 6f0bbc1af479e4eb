forms-level off-v2 0/20 0/200
