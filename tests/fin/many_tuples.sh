# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A kernel with very many stores of one tuple is finalized, and in no time.
{
	cat <<'END'
module &many_tuples:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %p)
{
	ld_kernarg_u64 $d0, [%p];
	workitemabsid_u64 $d1, 0;
	shl_u64 $d1, $d1, 4;
	add_u64 $d0, $d0, $d1;
	ld_v4_global_u32 ($s1, $s2, $s3, $s4), [$d0];
END
	k=1
	while [ $k -le 940 ]; do
		echo "	st_v4_global_u32 ($""s1, $""s2, $""s3, $""s4), [$""d0 + $((k * 1048576))];"
		k=$((k + 1))
	done
	echo "	ret;"
	echo "};"
} >many.hsail
hsail-as many.hsail -o many.brig
timeout 60 hsail-fin -O1 -mcpu=x86-64-v4 many.brig -o many.o
