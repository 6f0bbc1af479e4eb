forms-level avx2 0/160 0/240 avx2
