exec-level avx2 avx2
