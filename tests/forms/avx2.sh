forms-level avx2 0/80 avx2
