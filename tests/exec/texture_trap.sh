# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A place outside of a surface is a trap when PTX says so, at every level.
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
cp "$T/textures.ptx" .
for level in $levels; do
	for access in 'r unsigned_int8' 'r unorm_int8'; do
		cat >x.run <<-END
			image textures.ptx --simd=$level
			rwimg a 1d[3] $access
			buffer bytes u64[2] : list(a, 0)
			dispatch &outside grid(40) group(40) args(bytes)
		END
		status=0
		hsa-run --run x.run 2>err || status=$?
		[ $status = 126 ] && grep 'debugtrap' err || { echo "$level: $status"; cat err; exit 1; }
	done
done
