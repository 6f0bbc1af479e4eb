# hsa-ld
