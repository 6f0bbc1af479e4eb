forms-level avx512 0/200 0/320 avx512vl
