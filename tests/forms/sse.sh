forms-level sse 0/60
