# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The pattern rules: one include, from every kind of source, in parallel, rebuilt when a source changes.
# With the compilers they go on to cc_opencl.sh and cc_cuda.sh.
cat >Makefile <<'M'
HSAEMU_OBJ = .kernel.o
include $(shell hsaemu-cc --rules)
all: vecadd.img saxpy.img nbody.img
M
cp "$TOP/examples/vecadd.hsail" .
cp "$TOP/examples/ptx/saxpy.ptx" .
hsail-as "$TOP/examples/nbody.hsail" -o nbody.brig
MAKEFLAGS= MAKELEVEL=0 # this is no part of the make that runs the tests
export MAKEFLAGS MAKELEVEL
make -s -j4
for made in vecadd.brig vecadd.kernel.o vecadd.img saxpy.hsail saxpy.img nbody.img; do [ -s $made ]; done
make -q
sleep 0.01
touch saxpy.ptx
[ "$(make -n | grep -c .)" = 4 ]
make -s FINFLAGS=-O0
make -q

# Several objects in one image; two files of one name, whose modules have their folders' names; out of the
# tree; names that a shell would read.
mkdir -p x y z
sed 's/saxpy/first/' saxpy.ptx >x/k.ptx
sed 's/saxpy/second/' saxpy.ptx >y/k.ptx
cp saxpy.ptx z/k.ptx
cp saxpy.ptx 'a(b)&c.ptx'
cat >Makefile <<'M'
HSAEMU_BUILD = out
include $(shell hsaemu-cc --rules)
all: both.img x/k.img out/z/k.img
both.img: x/k.o y/k.o
	$(HSAEMU_LINK)
x/k.img: y/k.o
M
make -s -j4
hsa-ld x/k.o y/k.o -o plain.img
cmp plain.img both.img
cmp plain.img x/k.img
[ "$(sed -n 's/^module \([^:]*\):.*/\1/p' x/k.hsail y/k.hsail out/z/k.hsail | tr '\n' ' ')" = '&x_k.ptx &y_k.ptx &z_k.ptx ' ]
[ ! -e z/k.hsail ] && [ -s out/z/k.o ] || exit 1
make -q
make -s 'a(b)&c.hsail'
[ -s 'a(b)&c.hsail' ]

# From where it is installed, under a path with other tools before it.
make -s -C "$TOP" install BUILD="${BUILD#"$TOP"/}" MODE="$(basename "$BUILD")" \
	DESTDIR="$PWD/root" PREFIX=/usr >log 2>&1 || { cat log; exit 1; }
mkdir installed
cp vecadd.hsail installed
echo "include $PWD/root/usr/share/hsaemu/hsaemu.mk" >installed/Makefile
PATH=/usr/bin:/bin make -C installed vecadd.img >log
grep -q "$PWD/root/usr/bin/hsail-as" log
cmp installed/vecadd.img vecadd.img || { make -s -B vecadd.img && cmp installed/vecadd.img vecadd.img; }
[ "$("$PWD/root/usr/bin/hsaemu-cc" --rules)" = "$PWD/root/usr/share/hsaemu/hsaemu.mk" ]
