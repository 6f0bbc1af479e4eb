brig-dis_SRCS := brig-dis/main.c
brig-dis_LIBS := libhsaemu-core
PROGRAMS += brig-dis
