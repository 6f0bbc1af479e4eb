# hsa-run
