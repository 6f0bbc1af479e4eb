forms-level avx512 0/12 avx512vl
