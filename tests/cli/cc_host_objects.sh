# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What makefiles link beside kernels, of other compilers, is left out of an image with a note that names it.
. "$T/common.subr"
cp "$TOP/examples/vecadd.hsail" k.hsail
cat >b.cpp <<'C'
extern "C" int puts(const char *);
struct object { object() { puts("b"); } ~object() { puts("e"); } } before_main;
int b() { return 1; }
C
echo 'int c(void) { return 3; }' >c.c
clang-19 -c b.cpp
gcc -c c.c
gcc -shared -fPIC c.c -o libc3.so
ar rc d.a c.o b.o
hsaemu-cc -O0 k.hsail -o wanted.img
left_out() { # FILE...: each with its note
	for file; do
		echo "hsaemu-cc: note: '$file' is another compiler's, for the host, and left out; -x obj says otherwise"
	done >notes
	cat err
	cmp err notes
}
expect_status 0 hsaemu-cc -O0 k.hsail b.o c.o d.a -o x.img
left_out b.o c.o d.a
cmp x.img wanted.img
expect_status 0 hsaemu-cc -O0 k.hsail ./libc3.so -o x.img
expect_line err 'note: without effect on kernels for the CPU: ./libc3.so$'
cmp x.img wanted.img
# kernels in an archive beside host code are found as before
hsaemu-cc -O0 -c k.hsail -o k.o
ar rc both.a k.o b.o
expect_status 0 hsaemu-cc k.o both.a -o x.img
[ ! -s err ]
# a program without kernels, whose sources would be taken, too
expect_status 0 hsaemu-cc -MMD b.o -o host.img
left_out b.o
[ -s host.img ] && [ ! -e host.d ] || exit 1
expect_status 0 hsaemu-cc -O0 -c b.o k.hsail
left_out b.o
# who means it gets the linker's word, and what nvcc made is no host code alone
expect_status 1 hsaemu-cc k.o -x obj b.o -o x.img
expect_line err 'b.o:.init_array+0x0: error: constructors and destructors cannot run in an image'
echo 'const char fat[] __attribute__((section(".nv_fatbin"))) = "x";' >gpu.c
gcc -c gpu.c
expect_status 3 hsaemu-cc k.o gpu.o
expect_line err "error: unsupported: 'gpu.o' has kernels for GPUs only; hsaemu-cc makes those for the CPU, of their source$"
for suffix in cubin fatbin gpu; do
	expect_status 3 hsaemu-cc k.o k.$suffix
	expect_line err "error: unsupported: 'k.$suffix' is for GPUs; what kernels are made of is their source or PTX$"
done
# what is no object at all
echo text >text.o
expect_status 1 hsaemu-cc k.o text.o -o x.img
expect_line err 'text.o: error: neither an ELF object nor an archive'
expect_status 4 hsaemu-cc k.o missing.o -o x.img
expect_line err "cannot read 'missing.o'"
