# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What make install puts where, and that the tools work from there.
root=$PWD/root
make_in() { # TARGET [VARIABLE...]; whatever flags it was built with
	MAKEFLAGS='' make -s -C "$TOP" -o "${BUILD#"$TOP"/}/flags" BUILD="${BUILD#"$TOP"/}" MODE="$(basename "$BUILD")" \
		DESTDIR="$root" PREFIX=/opt/hsaemu "$@" >log 2>&1 || { cat log; exit 1; }
}
make_in install
cd root/opt/hsaemu
for file in bin/hsaemu-cc bin/hsaemu-nvcc share/hsaemu/hsaemu.mk share/hsaemu/cuda/cuda_runtime.h \
	share/hsaemu/cuda/crt/sm_70_rt.hpp share/hsaemu/opencl/hsaemu_opencl.h share/man/man1/hsaemu-cc.1 \
	share/man/man1/hsaemu-nvcc.1 share/man/man1/hsaemu-hipcc.1 bin/hsaemu-hipcc share/hsaemu/hip/hip/hip_names.h \
	share/hsaemu/hip/hipcub/block/block_scan.hpp share/hsaemu/linked_units.c lib/hsaemu/cuda-pack \
	lib/hsaemu/cuda/bin/nvcc lib/hsaemu/cuda/include/cuda_runtime.h lib/hsaemu/cuda/lib64/libcudadevrt.a \
	bin/hsail-as bin/brig-dis bin/hsail-fin bin/hsa-ld bin/hsa-run bin/ptx2hsail bin/gcn-dis \
	lib/libhsaemu-core.a lib/hsaemu/libhsahelpers.a lib/hsaemu/cl2ptx lib/hsaemu/clang-stamp lib/pkgconfig/hsaemu-core.pc \
	lib/libhsaemu.a lib/libhsaemu-fin.a lib/libhsaemu-tools.a lib/pkgconfig/hsaemu-tools.pc \
	lib/pkgconfig/hsaemu.pc lib/pkgconfig/hsaemu-shared.pc include/hsaemu/hsaemu.h \
	share/man/man3/hsaemu.3 share/doc/hsaemu/examples/saxpy.c \
	include/hsaemu/rt.h include/hsaemu/kernel_abi.def share/man/man1/hsa-ld.1 \
	share/man/man5/hsa-run.5 share/bash-completion/completions/hsa-run; do
	[ -s "$file" ] || { echo "$file is not installed"; exit 1; }
done
case $BUILD in
*release|*debug)
	[ -s lib/hsaemu/libhsaemu-fin.so ]
	[ "$(readlink lib/libhsaemu.so)" = libhsaemu.so.0 ]
	[ -s lib/libhsaemu.so ]
	[ "$(cat lib/hsaemu/hsaemu.icd)" = /opt/hsaemu/lib/hsaemu/libhsaemu-opencl.so ]
	[ -s lib/hsaemu/libhsaemu-opencl.so ] && [ ! -e "$root/etc" ] || exit 1 ;;
esac
[ ! -e include/hsaemu/compiler.h ] # is between the halves of the library
[ "$(readlink lib/hsaemu/cuda/lib64/libcudart.so.12)" = ../../libcudart.so.12 ]
[ "$(lib/hsaemu/cuda/bin/nvcc --toolkit)" = "$PWD/lib/hsaemu/cuda" ]
PATH=$PWD/bin:$PATH
hsail-as "$TOP/examples/nbody.hsail" -o - | hsail-fin - -o "$W/n.o"
hsa-ld "$W/n.o" -o "$W/n.img"
# What was installed can be taken away, also from other folders, and nothing of others with it.
cd "$W"
echo mine >root/opt/hsaemu/bin/mine
make_in uninstall
left=$(find root ! -type d)
[ "$left" = root/opt/hsaemu/bin/mine ] || { echo "left: $left"; exit 1; }
make_in install LIBDIR=/opt/hsaemu/lib64 MANDIR=/opt/man OCL_SYSTEM=1
case $BUILD in
*release|*debug)
	[ "$(cat root/etc/OpenCL/vendors/hsaemu.icd)" = /opt/hsaemu/lib64/hsaemu/libhsaemu-opencl.so ] ;;
esac
grep -q '^libdir=/opt/hsaemu/lib64$' root/opt/hsaemu/lib64/pkgconfig/hsaemu-core.pc
[ -s root/opt/man/man1/hsa-ld.1 ]
make_in uninstall LIBDIR=/opt/hsaemu/lib64 MANDIR=/opt/man OCL_SYSTEM=1
left=$(find root ! -type d)
[ "$left" = root/opt/hsaemu/bin/mine ] || { echo "left: $left"; exit 1; }
