# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Group variables, fbarriers and private variables of several modules, also in functions that call
# themselves.
cp "$T/shared_group.text" main.hsail
cp "$T/shared_group.lib" library.hsail
hsail-as main.hsail && hsail-as library.hsail || exit 1
cat >x.run <<-END
	image a.hso
	run shared {
		buffer o u32[128]
		dispatch &k grid(128) group(64) args(o)
		// four times further
		check o: each((i % 64 + 4) % 64 + 1 + 1000 + i % 64 * 100 + 1 + 1400000)
	}
	run alone {
		buffer o u32[64]
		dispatch &alone grid(64) group(32) args(o)
		check o: each(i % 32 ^ 1)
	}
END
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	hsail-fin --simd=$level main.brig && hsail-fin --simd=$level library.brig || exit 1
	hsa-ld --map=map main.o library.o -o a.hso
	grep 'group memory of the program 560' map && grep 'private memory of modules 256' map || exit 1
	hsa-run --run x.run || { echo "$level" && exit 1; }
done
# memory that no kernel reaches is not there
hsa-ld --keep '&alone' --map=map main.o library.o -o a.hso
! grep 'group memory of the program' map || exit 1
hsail-fin --fibers=item main.brig && hsa-ld main.o library.o -o a.hso && hsa-run --run x.run || exit 1
! hsa-ld main.o -o b.hso 2>err || exit 1
grep -F "undefined variable '&far'" err
sed 's/&shared\[64\]/\&shared[65]/' library.hsail >wrong.hsail
hsail-as wrong.hsail && hsail-fin wrong.brig || exit 1
! hsa-ld main.o wrong.o -o b.hso 2>err || exit 1
grep -F "'&shared' does not match its other definition: another array size" err
sed 's/prog group_u32 &shared\[64\]/prog group_u32 \&shared[0xfffffff]/' main.hsail >large.hsail
sed 's/prog group_u32 &shared\[64\]/prog group_u32 \&shared[0xfffffff]/' library.hsail >large_library.hsail
hsail-as large.hsail && hsail-as large_library.hsail && hsail-fin large.brig && hsail-fin large_library.brig || exit 1
! hsa-ld large.o large_library.o -o b.hso 2>err || exit 1
grep -F "kernel '&k' and the functions it may call have more than 1 GiB of group memory" err
sed 's/&calls\[20\]/\&calls[0xfffffff]/' library.hsail >large_library.hsail
sed -i 's/group_u32 &shared\[0xfffffff\]/group_u32 \&shared[64]/' large.hsail
hsail-as large_library.hsail && hsail-as large.hsail && hsail-fin large_library.brig && hsail-fin large.brig || exit 1
! hsa-ld large.o large_library.o -o b.hso 2>err || exit 1
grep -F "kernel '&k' and the functions it may call have more than 1 GiB of private memory" err
