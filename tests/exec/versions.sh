# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code for several processors in one object: the loader takes the best that the machine can run.
levels=x86-64-v2
! grep -qw avx2 /proc/cpuinfo || levels="$levels x86-64-v3"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels x86-64-v4"
best=${levels##* }
list=$(echo "$levels" | tr ' ' ,)
[ "$best" != x86-64-v2 ] || { echo "the processor has no AVX2" && exit 77; }
cp "$T/shared_group.text" main.hsail
cp "$T/shared_group.lib" library.hsail
cp "$T/indirect.hsail" indirect.hsail
for m in main library indirect; do
	hsail-as $m.hsail && hsail-fin -mcpu="$list" $m.brig || exit 1
done
hsail-fin --simd=sse library.brig -o one.o
run() { # IMAGE VERSION: the kernel gives the right numbers with this version
	hsa-run -v "$1" -k '&k' --grid 128 --group 64 -a 'o=u32[128]' \
		--check 'o=each((i % 64 + 4) % 64 + 1 + 1000 + i % 64 * 100 + 1 + 1400000)' 2>err &&
		grep -x "$1: note: code for $2" err || { cat err && exit 1; }
}
hide() { # IMAGE LEVEL...: as for a machine that has none of the levels
	image=$1
	shift
	for l; do
		LC_ALL=C sed -i "s/$l\x00\x00:/x86-64-x9\x00\x00:/" "$image"
	done
}
hsa-ld --map=map main.o library.o -o a.hso
for l in $levels; do
	grep -Fx "processor $l  symbols *:$l" map
	nm a.hso | grep -w "k.kd:$l"
	readelf -sW a.hso | grep -w "fw.turn:$l"
done
brig-dis --notes a.hso | grep -F "symbols_end_in: \":$best\""
run a.hso "$best"
rest=${levels% *}
cp a.hso b.hso && hide b.hso "$best" || exit 1
run b.hso "${rest##* }"
cp a.hso none.hso && hide none.hso $levels || exit 1
! hsa-run none.hso -k '&k' --grid 64 -a 'o=u32[64]' 2>err || exit 1
grep -F "none.hso: error: its code is for x86-64-x9 at least and needs 'x86-64-x9', which this machine lacks" err
# indirect functions are those of the version
hsa-ld indirect.o -o indirect.hso
hsa-run indirect.hso -k '&table' --grid 8 --group 4 -a 'o=u32[8]:99' \
	-a 't=u64[4]:list(&plus, &plus, &times, &times)' --check 'o=list(3, 99, 0, 0, 4, 4, 99, 3)'
# an object with one version is part of all
hsa-ld main.o one.o -o c.hso
run c.hso "$best"
hsail-fin --simd=sse main.brig -o one_main.o
hsa-ld one_main.o library.o -o d.hso
run d.hso "$best"
ar rc liblibrary.a library.o
hsa-ld one_main.o -L. -llibrary -o d.hso
run d.hso "$best"
hsa-ld --keep '&k' main.o library.o -o e.hso
run e.hso "$best"
! nm e.hso | grep alone || exit 1
hsail-fin -mcpu=x86-64-v2,haswell library.brig -o other.o
! hsa-ld main.o other.o -o f.hso 2>err || exit 1
grep -F "other.o: error: its code is for x86-64-v2,haswell, not for the same processors as that of other objects" err
refuse() { # LIST MESSAGE
	! hsail-fin -mcpu="$1" ${3:-} main.brig -o x.o 2>err || exit 1
	grep -F -e "$2" err
}
refuse x86-64-v3,haswell "-mcpu: 'haswell' and 'x86-64-v3' have the same features"
refuse x86-64-v2,ugly "-mcpu: 'ugly' is not a known processor"
refuse a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q "-mcpu: more than 16 processors"
refuse x86-64-v2,x86-64-v3 "--profile: code for several processors; -mcpu must name one" --profile
