# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A kernel calls a function and reads a variable of another module.
. "$T/program.subr"

hsa-ld main.o part.o -o k.hso
[ "$(hsa-run k.hso --kernel '&k' --grid 4 --arg 'out=u32[4]' --print out)" = "out[0] 2 4 60 800" ]
[ "$(nm -D --defined-only k.hso | sed 's/.* //' | sort | tr '\n' ' ')" = "fn.twice k k.kd table " ]
ar rc libpart.a part.o
hsa-ld main.o -L. -lpart -o - | cmp -n 64 - k.hso
