# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An indirect call of what is no function ends the dispatch; so does a null handle.
cp "$T/indirect.hsail" a.hsail
hsa-run a.hsail -k '&wrong' --grid=1 -a '&note' --check '&count=list(1)'
for level in off auto; do
	for handle in 0 '&self' data; do
		status=0
		hsa-run a.hsail --fin=--simd=$level -k '&wrong' --grid=1 -a "$(
			[ "$handle" = data ] && echo 'data=u64[4]:7' || echo "$handle")" 2>err || status=$?
		[ $status = 126 ] && grep -F "kernel '&wrong': indirect call of no function" err || {
			echo "$level, $handle: $status" && cat err && exit 1
		}
	done
done
! hsa-run a.hsail -k '&wrong' --grid=1 -a '&nothing' 2>err || exit 1
grep -F "the image has no variable or kernel '&nothing'" err
