# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The bench compares, verifies and reports; its times are looked at by nobody here.
bench() { "$BUILD/bin/hsaemu-bench" --top "$TOP" --least 0 --repeat 2 "$@"; }

bench --size small --case=vecadd,dispatches --simd=off,sse --peers=gcc --threads=1,2 --json=out.json >out
grep -q '^vecadd ' out
grep -q '^dispatches ' out
grep -q '^design' out
# every cell of the kernels has its samples, loops have none of the empty one
[ "$(grep -o '"cpu_ms_samples": \[[0-9.e-]*, [0-9.e-]*\]' out.json | wc -l)" = 10 ]
[ "$(grep -c '"missing"' out.json)" = 0 ]
[ "$(grep -o '"threads": [0-9]*' out.json | sort | uniq -c | tr -s ' \n' ' ')" = \
	' 2 "threads": 1 2 "threads": 2 ' ]
# beside them are their median and minimum
grep -o '"cpu_ms": [0-9.e-]*, "cpu_ms_least": [0-9.e-]*, "cpu_ms_samples": .[0-9.e-]*, [0-9.e-]*' out.json |
	awk -F '[][,: "]+' '{ least = $7 < $8 ? $7 : $8; near = ($7 + $8) / 2 - $3; n += $5 == least && near * near < 1e-9 * $3 * $3 }
		END { if (n != 10) { print n " of 10"; exit 1 } }'

# a case that says its work has rates: 12 bytes and an operation for each of the 1000 sums of vecadd
[ "$(grep -c '^vecadd .* GB/s, [0-9]* % of triad, [0-9.]* GFLOP/s' out)" = 2 ]
[ "$(grep -c '"case": "vecadd".*"bytes": 12000, "flops": 1000, "triad_gbs": [0-9.]*,' out.json)" = 2 ]
[ "$(grep -c '"bytes"' out.json)" = 2 ]

# a row is a line, after one on the machine; the last one says that this is all
[ "$(cut -c1-12 out.json | tr '\n' ' ')" = '{"machine":  {"case": "ve {"case": "di {"case": "ve {"case": "di {"finished": ' ]

# what cannot be run is named once, and is no reason to fail
bench --size small --case=vecadd,nn --simd=off --peers=pocl --threads=1 >out
[ "$(grep -c '^no pocl: ' out)" = 1 ]

# loops with libmvec call it, those that may reorder sums do; both are right enough
bench --size small --case=amd/BlackScholes,reduction --simd=off --peers=gcc-mvec,gcc-assoc --threads=1 >out
grep -q '^case  *off  *gcc-mvec  *gcc-assoc |  *off  *C-mvec$' out
[ "$(grep -cE '^(reduction|amd/BlackScholes) +[0-9.]+ +[0-9.]+ +[0-9.]+ [|] ' out)" = 2 ] || { cat out; exit 1; }
nm -D "$BUILD/bench/loops-gcc-mvec.so" | grep -q ' U _ZGV.*_expf'
! nm -D "$BUILD/bench/loops-gcc.so" | grep ' U _ZGV' || exit 1
bench --quick --case=vecadd --simd=off >out
grep -q '^case  *off  *gcc  *clang |' out

# PoCL runs batches of launches with the same results, where cases wait for them, too
if [ -e "$BUILD/bench/engine-opencl.so" ] && [ -e /etc/OpenCL/vendors/pocl.icd ]; then
	bench --size small --case=rodinia/srad,amd/FloydWarshall,rodinia/bfs --simd=off --peers=pocl,pocl-batch --threads=1 >out
	grep -q '^case  *off  *pocl  *pocl-batch |  *off  *pocl$' out
	[ "$(grep -cE '^(rodinia/srad|amd/FloydWarshall|rodinia/bfs)  *[0-9.]+ +[0-9.]+ +[0-9.]+ [|]' out)" = 3 ] || { cat out; exit 1; }
fi

# times of ispc are those of its suite, in one thread; where the program is not, that is said once
bench --size small --suite=ispc,papers --case=ispc/mandelbrot,ispc/binomial,nn --simd=off --peers=ispc --threads=1 >out
if [ -e "$BUILD/bench/loops-ispc.so" ]; then
	[ "$(grep -cE '^ispc/(mandelbrot|binomial) +[0-9.]+ +[0-9.]+ [|] +[0-9.]+ +[0-9.]+' out)" = 2 ]
	! grep '^no ispc' out || exit 1
else
	[ "$(grep -c '^no ispc: loops-ispc.so was not built' out)" = 1 ]
fi
grep -qE '^nn +[0-9.]+ +- [|]' out

# --suite and --case choose what both name
bench --list --suite=rodinia,papers --case=vecadd,nn,rodinia/nn,dispatches >out
[ "$(tr -s ' ' <out)" = 'vecadd papers,design,hsail
nn papers,design,hsail
rodinia/nn rodinia' ] || { cat out; exit 1; }
bench --list >out
[ "$(wc -l <out)" -gt 30 ]
status=0
bench --suite=amd --case=vecadd 2>err || status=$?
[ $status = 2 ]
grep -q 'error: no case of --case is in a set of --suite' err

# what was measured is kept when a signal comes, which then ends the bench
mkdir tmp
for signal in INT TERM; do
	: >log
	TMPDIR=$PWD/tmp perl -e 'my $pid = fork; if (!$pid) { $SIG{INT} = $SIG{TERM} = "DEFAULT"; exec @ARGV[2 .. $#ARGV] or die }
		open my $out, "<", $ARGV[1]; my $seen = 0;
		while (!$seen) { select undef, undef, undef, 0.05; seek $out, 0, 0; $seen = grep /^vecadd /, <$out>; }
		kill $ARGV[0], $pid; waitpid $pid, 0; printf "signal %d\n", $? & 127' $signal log \
		sh -c "exec \"$BUILD/bin/hsaemu-bench\" --top '$TOP' --least 0 --repeat 2 --size small --case=vecadd,saxpy,fft,nbody,scan \
			--simd=off --peers=none --threads=1,1,1,1,1,1 --json=part.json >log 2>err" >end 2>perl.err
	[ "$(cat end)" = "signal $([ $signal = INT ] && echo 2 || echo 15)" ] || { cat end err perl.err; exit 1; }
	grep -q 'interrupted; part.json has what was measured, --resume goes on' err
	[ "$(tail -1 part.json)" = '{"interrupted": true}' ]
	bench() { "$BUILD/bin/hsaemu-bench" --top "$TOP" "$@"; }
	bench --from part.json >out
	grep -q '^vecadd ' out
	grep -q 'the run was interrupted' out
	[ -z "$(ls -A tmp)" ]
	rm part.json
done
bench() { "$BUILD/bin/hsaemu-bench" --top "$TOP" --least 0 --repeat 2 "$@"; }

# files that cannot be written are refused before anything is run
for option in --json=none/x --json=. --svg=none/x --curves=none/x; do
	status=0
	bench --case=vecadd $option >out 2>err || status=$?
	[ $status = 4 ] && [ ! -s out ] || { echo "$option"; cat out err; exit 1; }
	grep -q 'error: cannot' err
done

# a line of a terminal says how far it is
SHELL=/bin/sh script -qec "'$BUILD/bin/hsaemu-bench' --top '$TOP' --least 0 --repeat 1 --size small --case=vecadd,nn --simd=off --peers=none --threads=1,1" \
	typescript >/dev/null </dev/null
grep -q 'row 1 of 4 (vecadd)' typescript
grep -Eq 'row 4 of 4 \(nn\), about 0:00:0[0-9] left' typescript

# a source that is not there, or is wrong, is an error
mkdir -p top/bench/rodinia
status=0
"$BUILD/bin/hsaemu-bench" --top top --case=rodinia/nn --size=small --simd=off --peers=none --threads=1 >out 2>err || status=$?
[ $status = 1 ]
grep -q '^hsaemu-bench: error: off of rodinia/nn: there is no bench/rodinia/nn.ptx' err ||
	grep -q '^hsaemu-bench: error: off of rodinia/nn: there is no ' err
echo .version >top/bench/rodinia/nn.ptx
status=0
"$BUILD/bin/hsaemu-bench" --top top --case=rodinia/nn --size=small --simd=off --peers=none --threads=1 >out 2>err || status=$?
[ $status = 1 ]
grep -q '^hsaemu-bench: error: off of rodinia/nn: top/bench/rodinia/nn.ptx:.* error: ' err

bench --suite rodinia --size small --simd=off --peers=gcc --threads=1 >out
grep -q '^rodinia/nn  *[0-9]' out
! grep -q '^vecadd' out || exit 1

for wrong in --case=none --suite=none --simd=mmx --peers=me --size=huge --threads=x --repeat=0 \
	--patience=0 --deferred --resume "--resume --json=-" --scheduler=static --language=cuda "--verify=. --json=x" "--verify=. --simd=off"; do
	status=0
	bench $wrong 2>err || status=$?
	[ $status = 2 ]
	grep -q "^hsaemu-bench: error: " err
done

while read -r known option; do
	status=0
	bench "$option" 2>err || status=$?
	[ $status = 2 ]
	grep -q "^hsaemu-bench: error: there is no .*'; did you mean '$known'?$" err || { cat err; exit 1; }
done <<'A'
vecadd --case=vecdad
rodinia/nn --case=saxpy,rodina/nn
rodinia --suite=rodina
avx2 --simd=axv2
pocl --peers=gcc,pcol
small --size=samll
A
