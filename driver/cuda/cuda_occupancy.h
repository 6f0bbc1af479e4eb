// hsaemu-cc has included all that CUDA has here.
