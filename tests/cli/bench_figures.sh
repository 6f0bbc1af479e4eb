# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What --json saved gives the same tables, and figures, without another run.
bench() { "$BUILD/bin/hsaemu-bench" --top "$TOP" "$@"; }

# three kernels whose times are halved by twice the threads, save reduction's; sse halves them, avx2 not
make_rows() {
	for threads in 1 2 4 8; do
		for name in vecadd saxpy reduction; do
			wall=$(awk -v n=$threads -v name=$name 'BEGIN { print name == "reduction" ? 16 : 16 / n }')
			cell="\"cpu_ms\": 16, \"cpu_ms_samples\": [15, 16, 18], \"wall_ms\": $wall, \"wall_ms_samples\": [$wall]"
			cell="{${cell%]*}, $wall, $wall]}"
			echo " {\"case\": \"$name\", \"size\": \"cache\", \"what\": \"\\\"w\\\" \\u00e9\", \"threads\": $threads,
  \"off\": $cell,
  \"sse\": $(echo "$cell" | sed 's/15, 16, 18/7.5, 8, 9/'),
  \"avx2\": {\"missing\": \"none here\"}},"
		done
	done | sed '$s/,$//'
}
{
	echo '{"machine": {"model": "It'"'"'s `date` \"x\"", "cpus": 8, "memory_mib": 4096, "system": "S 1", "load": 0.5},'
	echo '"version": "0", "mcpu": "native", "repeat": 3, "least_ms": 10, "rows": ['
	make_rows
	echo ']}'
} >saved.json

# the table has minima, their ratios and means, and how far medians are from them
bench --from saved.json >out
grep -q '^It.s `date` "x", 8 CPUs, 4 GiB, S 1, load 0.50; ' out
grep -q '^vecadd  *15.00  *7.500  *- |  *2.00$' out
grep -q '^reduction  *16.00  *16.00  *- |  *1.00 |  *1.00$' out
grep -q '^all  *1.000  *1.000 ' out
grep -q '^medians are 6.7 % above minima on average, at most 6.7 % (off of vecadd); 0 of 3 rows are noisy$' out
grep -A1 '^all  *2.000  *1.000 ' out | grep -q '^  medians  *2.000  *1.000 '
[ "$(grep -c '^  medians ' out)" = 4 ]
bench --from saved.json --medians >out
[ "$(grep -c '^  medians ' out)" = 16 ]
grep -A1 '^vecadd  *15.00' out | grep -q '^  medians  *16.00  *8.000  *- |  *2.00$'

# a row whose median is far from its minimum is noisy, and has its medians; ratios are of minima
awk '/"vecadd"/ && !seen { seen = 1; hit = 1 } hit && /"sse"/ { sub("7.5, 8, 9", "7.5, 30, 7.6, 12, 30"); sub("\\[16, 16, 16", "&, 16, 16"); hit = 0 } { print }' \
	saved.json >noisy.json
bench --from noisy.json >out
grep -A1 '^vecadd  *15.00  *7.500  *- |  *2.00 | noisy: sse +60 %$' out | grep -q '^  medians  *16.00  *12.00  *- |  *1.33$'
grep -q '; 1 of 3 rows are noisy$' out
[ "$(grep -c '| noisy: ' out)" = 1 ]
grep -q '^no avx2: none here$' out

# bytes and operations of a case give rates of our last column, beside triad's
sed 's/"case": "vecadd"/&, "bytes": 48e6, "flops": 6e6, "triad_gbs": 12.8/' saved.json >roof.json
bench --from roof.json >out
grep -q '^vecadd  *15.00  *7.500  *- |  *2.00 | 6.4 GB/s, 50 % of triad, 0.8 GFLOP/s$' out
grep -q '^vecadd  *8.000  *8.000  *- |  *1.00 |  *2.00 | 6 GB/s, 47 % of triad, 0.75 GFLOP/s$' out
[ "$(grep -c GB/s out)" = 4 ]

# C is the faster of the exact loops, C-mvec of those with libmvec; those that reorder sums are in neither
cells() { # NAME MS...
	while [ $# -gt 0 ]; do
		echo ", \"$1\": {\"cpu_ms_samples\": [$2, $2], \"wall_ms_samples\": [$2, $2]}"
		shift 2
	done
}
{
	sed -n 1,2p saved.json
	echo '{"case": "vecadd", "size": "cache", "threads": 1'
	cells auto 2 gcc 8 clang 6 gcc-mvec 5 clang-mvec 3 gcc-assoc 1 clang-assoc 1
	echo '}]}'
} >peers.json
bench --from peers.json >out
grep -q '^case  *auto  *gcc  *clang  *gcc-mvec  *clang-mvec  *gcc-assoc  *clang-assoc |  *C  *C-mvec$' out
grep -q '^vecadd  *2.000  *8.000  *6.000  *5.000  *3.000  *1.000  *1.000 |  *3.00  *1.50$' out

# without gnuplot the script is there, and the reason
mkdir empty
! PATH=$PWD/empty "$BUILD/bin/hsaemu-bench" --from saved.json --curves c.svg >/dev/null 2>err || exit 1
grep -q '^hsaemu-bench: no c.svg: gnuplot is not installed; it draws c.svg.gp$' err
for what in "title 'size cache; It''s \`date\` \"x\", 8 CPUs'" "set output 'c.svg'" \
	"set xtics ('1' 1, '2' 2, '4' 4, '8' 8)" 'set logscale xy 2' "title 'ideal'" "title 'vecadd'" \
	"title 'geometric mean of 3'" "set xtics ('off' 0, 'sse' 1)"; do
	grep -q "$what" c.svg.gp || { echo "no $what"; cat c.svg.gp; exit 1; }
done
sed -n '/^$threads/,/^END/p' c.svg.gp >data
printf '$threads << END\n1 1 1 1 1\n2 2 2 1 1.587\n4 4 4 1 2.52\n8 8 8 1 4\nEND\n' | cmp - data
sed -n '/^$lanes/,/^END/p' c.svg.gp >data
printf '$lanes << END\n0 1 1 1 1\n1 2 2 2 2\nEND\n' | cmp - data

# what is no comparison is refused
refused() { # TEXT, JSON from standard input
	! bench --from /dev/stdin >/dev/null 2>err || exit 1
	grep -q "^hsaemu-bench: error: /dev/stdin: $1" err || { cat err; exit 1; }
}
echo '{"rows": [1, }' | refused "byte 13: expected a value"
echo '{"rows": []}' | refused "no comparison of hsaemu-bench: lacks or has a strange 'machine'"
sed 's/"vecadd"/"vecsub"/' saved.json | refused "there is no case 'vecsub'"
sed 's/\[15, 16, 18\]/[15, 16]/' saved.json | refused 'not as many samples'
sed 's/"threads": 8/"threads": 0/' saved.json | refused "out of range: 'threads'"
awk 'BEGIN { for (i = 0; i < 100; i++) printf "[" }' | refused 'byte 64: nested too deep'
[ ! -e date ]
status=0
bench --from missing.json 2>err || status=$?
[ $status = 4 ]
grep -q '^missing.json: error: cannot open' err
for option in --case=nn --repeat=5 --least=10 --patience=120 -mcpu=native --language=opencl --scheduler=static --list; do
	status=0
	bench --from saved.json $option 2>err || status=$?
	[ $status = 2 ]
	grep -q 'error: --from goes with --svg, --curves, --csv and --medians only' err
done

status=0
bench --from saved.json --svg ./saved.json 2>err || status=$?
[ $status = 2 ]
grep -q "input file 'saved.json' is the same as output file" err

# what a run saves can be read
bench --least 0 --repeat 2 --size small --case=vecadd --simd=off,sse --peers=none --threads=1,2 --json run.json |
	sed -n '/^size/,/^medians/p' >out
bench --from run.json | sed -n '/^size/,/^medians/p' | cmp - out

command -v gnuplot >/dev/null || { echo "gnuplot is not installed"; exit 77; }
bench --from saved.json --svg bars.svg --curves c.svg >/dev/null
for figure in bars c; do
	grep -q '<svg ' $figure.svg
	grep -q 'It.*s `date`' $figure.svg
	cp $figure.svg first.svg
	bench --from saved.json --svg bars.svg --curves c.svg >/dev/null
	cmp $figure.svg first.svg
done
# a curve for each kernel, the means and the ideal, in both panels
[ "$(grep -o '>geometric mean of 3<' c.svg | wc -l)" = 2 ]
[ "$(grep -o '>vecadd<' c.svg | wc -l)" = 2 ]
[ "$(grep -o '>ideal<' c.svg | wc -l)" = 1 ]
[ "$(grep -c '<path stroke=' c.svg)" -ge 9 ]
