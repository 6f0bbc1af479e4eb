forms-level sse 0/80
