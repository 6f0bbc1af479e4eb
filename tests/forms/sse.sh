forms-level sse 0/160 0/320
