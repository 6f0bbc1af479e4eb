# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --resume measures what the file of --json lacks, and nothing else.
bench() {
	"$BUILD/bin/hsaemu-bench" --top "$TOP" --least 0 --repeat 2 --size small --simd=off --peers=gcc "$@"
}
keys() { sed -n 's/^{"case": "\([^"]*\)".*"threads": \([0-9]*\).*/\1 \2/p' "$1" | tr '\n' ';'; }

# a file that is not there, or empty, is a new one
: >run.json
bench --case=vecadd,nn --threads=1 --json run.json --resume >/dev/null
[ "$(keys run.json)" = 'vecadd 1;nn 1;' ]
cp run.json first.json

# rows that are there stay, others come behind them; tables have all
bench --case=vecadd,nn,saxpy,dispatches --threads=1,2 --json run.json --resume >out
head -n "$(wc -l <first.json)" run.json | cmp - first.json
[ "$(keys run.json)" = 'vecadd 1;nn 1;saxpy 1;dispatches 1;vecadd 2;saxpy 2;nn 2;dispatches 2;' ]
[ "$(tail -1 run.json)" = '{"finished": true}' ]
for name in vecadd nn saxpy; do [ "$(grep -c "^$name .*[0-9] |  *[0-9]" out)" = 2 ]; done
[ "$(sed -n '/^CPU time of hsail-fin/,$p' out | grep -c '^[a-z]*  *[0-9.]*$')" = 4 ]
"$BUILD/bin/hsaemu-bench" --from run.json >saved
sed -n '/^size/,/^medians/p' out >want
sed -n '/^size/,/^medians/p' saved | cmp - want

# nothing is left to do
cp run.json second.json
bench --case=vecadd,nn --threads=1 --json run.json --resume >/dev/null
[ "$(keys run.json)" = "$(keys second.json)" ]

# a line that was cut is measured again, and so is a row that a signal ended, or that lacks a column
head -n 2 first.json >run.json
sed -n 3p first.json | cut -c1-100 | tr -d '\n' >>run.json
bench --case=vecadd,nn --threads=1 --json run.json --resume >/dev/null
[ "$(keys run.json)" = 'vecadd 1;nn 1;' ]
head -n 2 run.json | cmp - <<A
$(head -n 2 first.json)
A
[ "$(wc -l <run.json)" = 4 ]

sed '/"nn"/s/"threads": 1,/& "partial": true,/; s/finished/interrupted/' first.json >run.json
"$BUILD/bin/hsaemu-bench" --from run.json >out
grep -q '^nn .* | interrupted$' out
grep -q '^the run was interrupted' out
bench --case=vecadd,nn --threads=1 --json run.json --resume >/dev/null
[ "$(keys run.json)" = 'vecadd 1;nn 1;nn 1;' ]
"$BUILD/bin/hsaemu-bench" --from run.json >out
[ "$(grep -c '^nn ' out)" = 1 ]
! grep -q interrupted out || exit 1

bench --case=vecadd --threads=1 --simd=off,sse --json run.json --resume >/dev/null
[ "$(keys run.json)" = 'vecadd 1;nn 1;nn 1;vecadd 1;' ]

# what was measured otherwise is no part of the same run
cp first.json run.json
while read -r what option; do
	status=0
	bench --case=vecadd --threads=1 $option --json run.json --resume >out 2>err || status=$?
	[ $status = 1 ]
	[ ! -s out ]
	grep -q "error: run.json: cannot go on, it was measured with another $what\$" err || { cat err; exit 1; }
	cmp run.json first.json
done <<'A'
--repeat --repeat=3
--least --least=1
-mcpu -mcpu=haswell
A
sed '1s/"model": "/&x/' first.json >run.json
! bench --case=vecadd --threads=1 --json run.json --resume 2>err || exit 1
grep -q 'another machine$' err
echo '{"machine": {"model": "x", "cpus": 1, "memory_mib": 1, "system": "", "load": 0}, "version": "0", "mcpu": "native",
"repeat": 2, "least_ms": 0, "rows": []}' >run.json
! bench --case=vecadd --threads=1 --json run.json --resume 2>err || exit 1
grep -q 'cannot go on, ' err
sed '2s/.*/{"case": }/' first.json >run.json
! bench --case=vecadd --threads=1 --json run.json --resume 2>err || exit 1
grep -q "run.json: byte $(($(head -n 1 first.json | wc -c) + 9)): expected a value" err

# a full disk is told
[ ! -e /dev/full ] || {
	status=0
	bench --case=vecadd --threads=1 --json /dev/full >out 2>err || status=$?
	[ $status = 4 ]
	grep -q 'error: cannot write /dev/full: No space left' err
}
