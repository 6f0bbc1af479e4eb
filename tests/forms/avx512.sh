forms-level avx512 0/100 avx512vl
