# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which kernels become vector code, on a processor whose gathers are slow.
choice() { # CASE KERNEL FORM
	ptx2hsail --emit=brig "$TOP/bench/$1.ptx" -o k.brig
	hsail-fin -mcpu=znver4 -O0 --emit=llvm-ir -Rpass=simd -Rpass-missed=simd k.brig -o k.ll 2>err
	grep -F "kernel '&$2' is $3 code" err || { echo "$1: &$2 is not $3 code"; exit 1; }
}
# halfwords in tables of the lanes' own
choice amd/RadixSort permute scalar
choice amd/RadixSort histogram scalar
# loops over lists of different length
choice rodinia/bfs BFS_1 scalar
choice rodinia/bfs BFS_2 vector
# loops whose ends follow from ids are much the same for all lanes
choice amd/SimpleConvolution simpleConvolution vector
# bytes of the lanes' own, and then sums of columns by as many iterations as there are work-items
choice amd/Histogram histogram256 vector
# gathers, but a barrier after every few instructions
choice rodinia/huffman vlc_encode_kernel_sm64huff vector
choice rodinia/nw nw_kernel1 vector
# loops with barriers and fences in them, which go round without waiting for anybody else
choice rodinia/btree findRangeK vector
! grep 'by a dispatcher' err || exit 1
choice rodinia/lavamd kernel_gpu_opencl vector
! grep 'by a dispatcher' err || exit 1
