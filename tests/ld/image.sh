# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The image of position-independent C code works with dlopen() and standard tools.
cat >a.c <<'END'
extern int table[4];
static int twice(int a) { return 2 * a; }
static int (*const functions[])(int) = {twice};
int common, *where = &common;
__attribute__((weak)) int weak(void) { return 1; }
int f(int n) { common = n; return functions[0](table[n]) + *where + weak(); }
END
echo 'int table[4] = {1, 2, 3, 4}; int big[1 << 20]; int weak(void) { return big[9] + 100; }' >b.c
cat >main.c <<'END'
#include <dlfcn.h>
int main(void)
{
	void *h = dlopen("./a.hso", RTLD_NOW);
	int (*f)(int) = h ? (int (*)(int))dlsym(h, "f") : 0;
	return f && f(3) == 8 + 3 + 100 ? 0 : 1;
}
END
gcc -fcommon -fPIC -O1 -g -c a.c b.c
gcc main.c -o main
hsa-ld --no-default-helpers a.o b.o -o a.hso
./main
readelf -aW a.hso >out 2>err
[ ! -s err ] || { cat err; exit 1; }
objdump -dr a.hso >/dev/null
objdump -S a.hso | grep -q 'return functions'          # lines of relocated debug information
nm -D a.hso | grep ' T f$'
[ "$(stat -c %s a.hso)" -lt 100000 ]                   # big is in .bss
[ "$(readelf -lW a.hso | grep -c RWE)" = 0 ]
# the same from standard input and through a response file
cat a.o | hsa-ld --no-default-helpers - b.o -o - | cat >c.hso
objdump -s -j .text -j .data c.hso | tail -n +3 >c
objdump -s -j .text -j .data a.hso | tail -n +3 | cmp - c
echo '--no-default-helpers a.o b.o -o b.hso' >args
hsa-ld @args
cmp a.hso b.hso
