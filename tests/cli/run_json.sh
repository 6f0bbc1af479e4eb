# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run: independent runs of one file, each a JSON line; the highest status counts.
. "$T/common.subr"
cp "$TOP/examples/vecadd.hsail" .
cat >all.run <<'END'
image vecadd.hsail
let n = 100
run good {
	buffer a f32[n] : ramp(0, 0.25)
	buffer c f32[n]
	dispatch &vecadd grid(n) args(a, a, c)
	check c : ramp(0, 0.5)
	print c[98, 2]
}
run bad {
	buffer c f32[2]
	check c : 1
}
run missing { dispatch &nothing grid(1) }
run after { buffer b b16[2] : 10 print b }
END
expect_status 127 hsa-run --run all.run --json --repeat 3
[ "$(wc -l <out)" = 4 ]
command -v python3 >/dev/null || exit 0
python3 - <<'END'
import json
runs = [json.loads(line) for line in open('out')]
assert [(r['run'], r['status']) for r in runs] == [
    ('good', 0), ('bad', 1), ('missing', 127), ('after', 0)], runs
good, bad, missing, after = runs
assert good['kernels'][0]['name'] == '&vecadd' and good['kernels'][0]['dispatches'] == 1
assert good['dispatch_ns'] > 0 and good['messages'] == []
assert good['checks'] == [{'name': 'c', 'elements': 100, 'mismatches': 0}]
assert good['prints'] == [{'name': 'c', 'type': 'f32', 'first': 98, 'values': [49, 49.5]}]
assert bad['checks'][0]['mismatches'] == 2 and bad['checks'][0]['got'] == '0'
assert 'no kernel' in missing['messages'][0] and missing['outcome'] == 'not found'
assert after['prints'][0]['values'] == ['0x000a', '0x000a']
END
