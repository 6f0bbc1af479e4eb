# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What hsaemu-nvcc makes of one file: objects with a container, PTX, containers, archives, rules for make, what it keeps.
. "$T/nvcc.subr"
mkdir inc 'a b' made kept
echo '#define N 3' >inc/n.h
echo '#define M 4' >'a b/m h.h'
: >inc/d.h
cat >'k x.cu' <<'C'
#include <vector>
#include "n.h"
#include "m h.h"
#ifdef __CUDA_ARCH__
#include "d.h"
#endif
extern "C" __global__ void k(int *p) { p[threadIdx.x] = N * M; }
std::vector<int *> launched;
void launch(int *p) { k<<<1, 1>>>(p); launched.push_back(p); }
C
echo '#include "n.h"
int x() { return N; }' >x.cpp
echo 'int y(void) { return 1; }' >y.c
in="-Iinc"
container_of() { # OBJECT FILE
	objcopy --dump-section .nv_fatbin="$2" "$1" copy.o
}
kinds() { perl -0777 -ne 'print join " ", map { unpack "V", substr $_, 64 + 32 * $_[0] + 32 * $_, 4 } 0 .. unpack("V", substr $_, 24, 4) - 1' "$1"; }
expect_status 0 hsaemu-nvcc -c $in -I'a b' 'k x.cu' x.cpp y.c
[ ! -s err ]
container_of 'k x.o' a.bin
head -c 7 a.bin | grep -q '^HSAcuda$'
readelf -SW 'k x.o' | grep -q '\.nv_fatbin .* 64$' # members are aligned, too
nm 'k x.o' | grep -q ' U __cudaRegisterFatBinary$'
nm x.o y.o | grep -q cuda && exit 1
hsaemu-nvcc -c $in -I'a b' 'k x.cu' -o again.o # the same each time
cmp 'k x.o' again.o
hsaemu-nvcc -dc $in -I'a b' 'k x.cu' -o one.o
cp one.o two.o
hsaemu-nvcc -dc $in -I'a b' 'k x.cu' -o one.o
cmp one.o two.o
# the image is what hsaemu-cc makes, and runs
hsaemu-nvcc -cubin $in -I'a b' 'k x.cu' -o k.cubin
hsaemu-nvcc -fatbin $in -I'a b' 'k x.cu'
cmp k.cubin 'k x.fatbin'
cmp k.cubin a.bin
perl -0777 -ne 'for my $i (0 .. unpack("V", substr $_, 24, 4) - 1) {
	my ($kind, $arch, $first, $bytes) = unpack "VVQQ", substr $_, 64 + 32 * $i, 24;
	die "arch $arch, first $first" if $arch != 75 || $first % 64;
	open my $f, ">", "member.$kind" or die; print $f substr $_, $first, $bytes }' k.cubin
hsa-run member.1 -k k --grid 2 -a o=s32[2] --check o=list:12:12 2>err || { cat err; exit 1; }
hsaemu-nvcc -ptx $in -I'a b' 'k x.cu'
cmp 'k x.ptx' member.2
hsaemu-nvcc -fatbin -arch sm_80 'k x.ptx' -o p.fatbin # from PTX
[ -s p.fatbin ]
# without kernels there is no container
echo 'int f() { return 1; }' >n.cu
hsaemu-nvcc -c n.cu
readelf -SW n.o | grep -q nv_fatbin && exit 1
hsaemu-nvcc -lib $in -I'a b' 'k x.cu' y.o x.cpp -o l.a
[ "$(ar t l.a | tr '\n' ' ')" = 'k x.o y.o x.o ' ]
hsaemu-nvcc -odir made -c y.c x.cpp $in
[ -s made/y.o ] && [ -s made/x.o ] || exit 1
hsaemu-nvcc -c -keep -keep-dir kept $in -I'a b' 'k x.cu' -o o.o
cmp o.o 'k x.o'
[ "$(ls kept | tr '\n' ' ')" = 'k x.brig k x.fatbin k x.hsail k x.ptx ' ]
hsaemu-nvcc -E $in -I'a b' 'k x.cu' | grep -q 'p\[threadIdx.x\] = 3 \* 4;'
hsaemu-nvcc -E x.cpp $in -o x.i
grep -q 'return 3;' x.i

# rules: what either side includes, but none of HSAEmu's headers with -MM
hsaemu-nvcc -MM $in -I'a b' 'k x.cu' >rule
cat >wanted <<'R'
k\ x.o: k\ x.cu \
  inc/n.h \
  a\ b/m\ h.h \
  inc/d.h
R
diff wanted rule
hsaemu-nvcc -M -MT t $in -I'a b' 'k x.cu' -o rule
grep -q '^t: k\\ x.cu' rule && grep -q '/hsaemu_cuda.h' rule && grep -q 'inc/d.h' rule && grep -q '/vector' rule || exit 1
hsaemu-nvcc -MMD -MP -c $in -I'a b' 'k x.cu' x.cpp
[ "$(grep -c . 'k x.d')" = 7 ]
grep -qx 'a\\ b/m\\ h.h:' 'k x.d'
[ "$(head -n 1 x.d)" = 'x.o: x.cpp inc/n.h' ]
hsaemu-nvcc -MD -c $in x.cpp -o made/z.o
grep -q '^made/z.o: x.cpp ' made/z.d
hsaemu-nvcc -MMD -MF d -MT 'u' -c $in -I'a b' 'k x.cu' -o made/z.o
grep -q '^u: ' d
