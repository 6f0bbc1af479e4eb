forms-level avx2 0/30 avx2
