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
