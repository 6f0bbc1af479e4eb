# The bench compares, verifies and reports; its times are looked at by nobody here.
bench() { "$BUILD/bin/hsaemu-bench" --top "$TOP" --least 0 --repeat 2 "$@"; }

bench --size small --case=vecadd,dispatches --simd=off,sse --peers=gcc --threads=1,2 --json=out.json >out
grep -q '^vecadd ' out
grep -q '^dispatches ' out
grep -q '^design' out
# every cell of the kernels has its samples, loops have none of the empty one
[ "$(grep -c '"cpu_ms_samples": \[[0-9.e-]*, [0-9.e-]*\]' out.json)" = 10 ]
[ "$(grep -c '"missing"' out.json)" = 0 ]
[ "$(grep -o '"threads": [0-9]*' out.json | sort | uniq -c | tr -s ' \n' ' ')" = \
	' 2 "threads": 1 2 "threads": 2 ' ]

# what cannot be run is named once, and is no reason to fail
bench --size small --case=vecadd,nn --simd=off --peers=pocl --threads=1 >out
[ "$(grep -c '^no pocl: ' out)" = 1 ]

bench --suite rodinia --size small --simd=off --peers=gcc --threads=1 >out
grep -q '^rodinia/nn  *[0-9]' out
! grep -q '^vecadd' out

for wrong in --case=none --suite=none --simd=mmx --peers=me --size=huge --threads=x --repeat=0; do
	status=0
	bench $wrong 2>err || status=$?
	[ $status = 2 ]
	grep -q "^hsaemu-bench: error: " err
done
