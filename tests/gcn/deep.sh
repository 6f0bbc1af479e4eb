# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run --deep: models and their parameters, reports and traces; figures are the same for any number of threads, and no
# cycle goes away when a latency grows.
deep="$TOP/examples/deepsim"
fails() { # STATUS TEXT HSA-RUN'S ARGUMENTS
	status=0
	want=$1
	text=$2
	shift 2
	hsa-run "$@" >out 2>&1 || status=$?
	[ "$status" = "$want" ] && grep -qF -e "$text" out || { echo "'$*' exits $status, not $want"; cat out; exit 1; }
}
value() { # KEY FILE: the first number of the key in JSON
	sed -n "s/.*\"$1\": \([0-9][0-9]*\).*/\1/p" "$2" | head -1
}

# The paper's kernels, on any number of threads; those that run often are of fewer numbers.
sed "s|65536|4096|; s|image \.\./|image $TOP/examples/|" "$deep/fwt.run" >fwt.run
sed "s|262144|65536|; s|786429|196603|; s|/ 256\]|/ 256]|; s|image \.\./|image $TOP/examples/|" "$deep/reduction.run" >reduction.run
cp "$deep/nbody.run" "$deep/nbody.hsail" .
for r in nbody fwt reduction; do
	for model in tahiti multi2sim; do
		hsa-run --deep=$model -j 1 --cus=4 --run "$r.run" --report=1.json
		hsa-run --deep=$model -j 2 --cus=4 --run "$r.run" --report=2.json
		hsa-run --deep=$model -j 4 --cus=4 --run "$r.run" --report=4.json
		cmp 1.json 2.json
		cmp 1.json 4.json
	done
done
# A look at N-body: 8 work-groups on 8 compute units, and by Multi2Sim's rules 3 to 8 cycles for each instruction of a pool,
# which has all wavefronts of a work-group.
hsa-run --deep=multi2sim --run "$deep/nbody.run" --report=n.json
cycles=$(value cycles n.json)
instructions=$(value instructions n.json)
[ "$((cycles * 8))" -ge "$((instructions * 3))" ]
[ "$((cycles * 8))" -le "$((instructions * 8))" ]

# Counts do not depend on time.
hsa-run --deep --run "$deep/nbody.run" --report=t.json
for key in instructions vector_alu_instructions vector_register_reads lds_reads scalar_register_writes vector_memory_lines; do
	[ "$(value $key n.json)" = "$(value $key t.json)" ] || [ $key = vector_memory_lines ] || { echo "$key"; exit 1; }
done
hsa-run --deep --set vl1_latency=500 --set memory_latency=1000 --run "$deep/nbody.run" --report=s.json
[ "$(value instructions s.json)" = "$(value instructions t.json)" ]
[ "$(value cycles s.json)" -gt "$(value cycles t.json)" ]

# Latencies: no cycle goes away when one grows; FORMS_SHARE=0/1 asks for more steps. By small steps that holds where wavefronts
# that begin together do the same; in Reduction work-groups begin when others have ended, and which are first changes with latencies.
for r in nbody fwt reduction; do
	case $r in
	nbody) steps="16 ${FORMS_SHARE:+64} 256" ;;
	fwt) steps="1 ${FORMS_SHARE:+2} 3 ${FORMS_SHARE:+4} 16 ${FORMS_SHARE:+64}" ;;
	reduction) steps="${FORMS_SHARE:+64} 256" ;;
	esac
	hsa-run --deep --run "$r.run" --report=before.json
	before=$(sed -n 's/^"cycles": \([0-9]*\).*/\1/p' before.json)
	for p in barrier_latency lds_latency sl1_latency vl1_latency l2_latency memory_latency memory_row_latency; do
		now=$(hsa-run --deep --print-model | sed -n "s/^$p = \([0-9]*\).*/\1/p")
		last=$before
		for more in $steps; do
			hsa-run --deep --set $p=$((now + more)) --run "$r.run" --report=after.json
			after=$(sed -n 's/^"cycles": \([0-9]*\).*/\1/p' after.json)
			[ "$after" -ge "$last" ] || { echo "$r: $p + $more: $last cycles fall to $after"; exit 1; }
			last=$after
		done
	done
done

# Models.
hsa-run --deep=multi2sim --set simds=2 --print-model >m.txt
grep -q '^model = multi2sim$' m.txt
grep -q '^simds = 2 #' m.txt
hsa-run --deep --model=m.txt --print-model | cmp - m.txt
printf '# mine\n\nvalu_full=8 # slow\n' >mine.txt
hsa-run --deep --model=mine.txt --print-model | grep -q '^valu_full = 8 '
hsa-run --deep --model=mine.txt --run "$deep/nbody.run" >out
grep -q '^model tahiti; \* marks what was set$' out
grep -qE ' valu_full +\* +8 ' out
fails 2 "the timing model has no parameter 'l2_latenc'; did you mean 'l2_latency'?" --deep --set l2_latenc=1 --run "$deep/nbody.run"
fails 2 "'simds' must be from 1 to 8, not 9" --deep --set simds=9 --run "$deep/nbody.run"
fails 2 "the value of 'simds' must be a number, not 'x'" --deep --set simds=x --run "$deep/nbody.run"
fails 2 "'l2_banks' (7) must be a multiple of 'memory_channels' (6)" --deep --set l2_banks=7 --run "$deep/nbody.run"
fails 2 "'vl1_bytes' (100) must be a multiple of 64 times 'vl1_ways' (4)" --deep --set vl1_bytes=100 --run "$deep/nbody.run"
fails 2 "--model, --set NAME=VALUE, --print-model, --report and --trace are about a model of time: they need --deep" \
	--set simds=1 --run "$deep/nbody.run"
fails 2 "they need --deep" --deep=none --report=x --run "$deep/nbody.run"
status=0
HSAEMU_DEEP_SET=simds hsa-run --deep --run "$deep/nbody.run" >out 2>&1 || status=$?
[ $status = 2 ]
grep -q "a setting is NAME=VALUE, not 'simds'" out
printf 'simds = 4\nmodel = multi2sim\n' >bad.txt
fails 2 "bad.txt:2:1: error: 'model' must be the first line" --deep --model=bad.txt --run "$deep/nbody.run"
printf 'simds\n' >bad.txt
fails 2 "bad.txt:1:1: error: expected 'name = value', not 'simds'" --deep --model=bad.txt --run "$deep/nbody.run"
printf 'model = fermi\n' >bad.txt
fails 2 "there is no model 'fermi'" --deep --model=bad.txt --run "$deep/nbody.run"
fails 127 "nowhere.txt" --deep --model=nowhere.txt --run "$deep/nbody.run"
fails 126 "a work-group needs more than the model has of vector registers" --deep --set simd_vgprs=4 --run "$deep/nbody.run"
fails 126 "a work-group needs more than the model has of LDS" --deep --set lds_bytes=1024 --run "$deep/nbody.run"
fails 126 "no wavefront has ended for as many cycles as the watchdog allows" --deep --set watchdog=5000 --run "$deep/nbody.run"
grep -qE 'wavefront 0 of work-group 0, 0, 0 \(compute unit 0, SIMD 0\) (runs|waits .*) at ' out

# HSAIL's counts of the same dispatches on the host, beside the machine's.
for model in none tahiti; do
	hsa-run --deep=$model --profile --run "$deep/nbody.run" >both.txt 2>&1 || { cat both.txt; exit 1; }
	grep -qE '^ *instructions of waves +2236288$' both.txt
done
grep -qE '^ *instructions of waves, of wavefronts +2236288 +[1-9][0-9]*$' both.txt

# A dispatch that is stopped: where its wavefronts were, once, however many threads worked on it.
cat >spin.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &spin(kernarg_u64 %p) {
	ld_kernarg_align(8)_u64 $d0, [%p];
@again:
	ld_global_align(4)_u32 $s0, [$d0];
	cmp_ne_b1_u32 $c0, $s0, 77;
	cbr_b1 $c0, @again;
	ret;
};
END
fails 124 "kernel '&spin' did not end within 0.300 s" --deep -j 4 spin.hsail -k '&spin' --grid 192 --group 64 -a 'p=u32[1]' --timeout=0.3
[ "$(grep -c 'note: work-group' out)" = "$(grep -cE 'note: work-group \([0-2], 0, 0\): 64 work-items from 0 on .*, code at' out)" ]

# Reports and traces.
hsa-run --deep --run "$deep/fwt.run" --report=r.txt --trace=t.json >out
[ ! -s out ]
[ "$(grep -c '^dispatch [0-9]*: kernel walsh_pass, grid 32768 x 1 x 1' r.txt)" = 16 ]
grep -qE '^16 dispatches, [0-9]+ cycles' r.txt
grep -qE '^ +[0-9]+ +[0-9.]+ % +[0-9]+ +64.00  walsh.hsail:20$' r.txt
[ "$(grep -c '"ph": "X"' t.json)" = 8192 ]
fails 4 'nowhere/r.txt' --deep --run "$deep/fwt.run" --report=nowhere/r.txt
command -v python3 >/dev/null || { echo "no python3"; exit 0; }
python3 - <<'END'
import json
for name in '1.json', 'n.json', 't.json':
    json.load(open(name))
for d in json.load(open('1.json'))['dispatches']:
    f = d['device']
    assert sum(f['stalls'].values()) == f['resident_cycles']
    assert sum(f[k + '_instructions'] for k in ('branch', 'lds', 'scalar_alu', 'scalar_memory', 'vector_alu',
        'vector_memory', 'export', 'sync')) == f['instructions']
    for k in f:
        if k != 'stalls':
            assert f[k] == sum(c[k] for c in d['compute_units']), k
    m = d['memory']
    assert f['vl1_reads'] - f['vl1_hits'] + f['sl1_reads'] - f['sl1_hits'] + f['vl1_bypasses'] == m['l2_reads']
    assert sum(l['cycles'] for l in d['lines']) == f['resident_cycles']
ends = {}
for e in json.load(open('t.json'))['traceEvents']:
    if e['ph'] == 'X':
        slot = e['pid'], e['tid']
        assert e['ts'] >= ends.get(slot, 0) - 1e-9
        ends[slot] = e['ts'] + e['dur']
END
