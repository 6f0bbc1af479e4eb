# ptx2hsail
