forms-level off 0/1 0/8
