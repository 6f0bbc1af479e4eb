exec-level sse
