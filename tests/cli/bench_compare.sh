# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --compare prints what changed between two saved runs, --csv what a program reads.
bench() { "$BUILD/bin/hsaemu-bench" --top "$TOP" "$@"; }
list() { awk -v from="$1" -v step="$2" -v n="$3" 'BEGIN { for (i = 0; i < n; i++) printf "%s%g", i ? ", " : "", from + i * step }'; }
cell() { echo "\"$1\": {\"cpu_ms_samples\": [$2], \"wall_ms_samples\": [$3]}"; }
head='{"machine": {"model": "M", "cpus": 8, "memory_mib": 4096, "system": "S 1", "load": 0.5}, "version": "0", "mcpu": "native", "repeat": 10, "least_ms": 4}'
row() { echo "{\"case\": \"$1\", \"size\": \"cache\", \"threads\": $2, $3}"; }

# vecadd: twice as fast; saxpy: the least is less, but not more than chance makes it; walls count with threads
{
	echo "$head"
	row vecadd 1 "$(cell off "$(list 10 0.1 10)" "$(list 99 1 10)"), $(cell gcc "$(list 4 0.1 10)" "$(list 4 0.1 10)")"
	row saxpy 1 "$(cell off "$(list 8 1 10)" "$(list 8 1 10)"), \"gcc\": {\"missing\": \"says \\\"no\\\"\"}"
	row nn 1 "$(cell off "$(list 8 1 10)" "$(list 8 1 10)")"
	row vecadd 2 "$(cell off "$(list 1 1 10)" "$(list 6 0.1 10)")"
	echo '{"finished": true}'
} >old.json
{
	echo "$head" | sed 's/"S 1"/"S 2"/'
	row vecadd 1 "$(cell off "$(list 5 0.1 10)" "$(list 1 1 10)"), $(cell gcc "$(list 4 0.1 10)" "$(list 4 0.1 10)")"
	row saxpy 1 "$(cell off "$(list 4 1.7 10)" "$(list 8 1 10)"), $(cell gcc "$(list 4 0.1 10)" "$(list 4 0.1 10)"), $(cell sse 1 1)"
	row vecadd 2 "$(cell off "$(list 1 1 10)" "$(list 3 0.1 10)")"
	row fft 2 "$(cell off 1 1)"
	echo '{"finished": true}'
} >new.json
bench --compare old.json new.json --csv out.csv >out
cat >want <<'A'
another system: S 1, then S 2

size cache, 1 thread, CPU time: minima of the old run / those of the new one
case                                 off         gcc
vecadd                            2.000*      1.000
saxpy                             2.000           -
geometric mean                    2.000       1.000
1 of 3 differ (*: p < 0.01 by the test of Mann and Whitney; of as many that are equal about 0.0 would)

size cache, 2 threads, wall time: minima of the old run / those of the new one
case                                 off         gcc
vecadd                            2.000*          -
geometric mean                    2.000           -
1 of 1 differ (*: p < 0.01 by the test of Mann and Whitney; of as many that are equal about 0.0 would)
in the old run only: nn, size cache, threads 1
in the new run only: fft, size cache, threads 2
A
sed 's/ *$//' out | diff want -
cat >want <<'A'
case,size,threads,column,old_ms,new_ms,ratio,p
vecadd,cache,1,off,10,5,2,1.08e-05
vecadd,cache,1,gcc,4,4,1,1
A
head -n 3 out.csv | diff want -
grep -Eq '^saxpy,cache,1,off,8,4,2,0[.][0-9]+$' out.csv
grep -Eq '^vecadd,cache,2,off,6,3,2,1.08e-05$' out.csv
[ "$(wc -l <out.csv)" = 5 ]

# one run as a table
bench --from old.json --csv out.csv >/dev/null
cat >want <<'A'
case,size,threads,column,least_ms,median_ms,samples,missing
vecadd,cache,1,off,10,10.45,10,
vecadd,cache,1,gcc,4,4.45,10,
saxpy,cache,1,off,8,12.5,10,
saxpy,cache,1,gcc,,,0,"says ""no"""
nn,cache,1,off,8,12.5,10,
vecadd,cache,2,off,6,6.45,10,
A
diff want out.csv
bench --least 0 --repeat 2 --size small --case=vecadd,nn --simd=off --peers=none --threads=1 --csv run.csv >/dev/null
[ "$(grep -cE '^(vecadd|nn),small,1,off,[0-9.e-]+,[0-9.e-]+,2,$' run.csv)" = 2 ]

# what is wrong is refused, and no input is overwritten
while read -r want options; do
	status=0
	bench $options >out 2>err || status=$?
	[ $status = "$want" ]
	[ ! -s out ]
done <<'A'
2 --compare old.json
2 new.json
2 --compare old.json new.json new.json
2 --compare old.json new.json --case=vecadd
2 --compare old.json new.json --svg x.svg
2 --compare old.json new.json --from old.json
2 --compare old.json new.json --csv ./new.json
4 --compare old.json missing.json
4 --compare old.json new.json --csv none/x
1 --compare old.json out.csv
2 --verify . --csv x.csv
A
