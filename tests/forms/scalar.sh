forms-level off 0/1
