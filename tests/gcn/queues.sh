# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels that wait for others, under the timing model: dispatches give way to each other, by cycles and not by the host's
# time, so that any number of threads computes the same in the same number of cycles.
[ -x "$BUILD/tests/hsa/waiting_kernels" ] || { echo "make test-programs"; exit 1; }
cycles() { # REPORT: each dispatch's kernel and cycles
	sed -n 's/^{"dispatch": [0-9]*, "kernel": "\([a-z_]*\)".* "cycles": \([0-9]*\), "time_.*/\1 \2/p' "$1"
}
instructions() { # REPORT: and of each dispatch
	sed -n 's/^  "device": .* "instructions": \([0-9]*\), "branch_.*/\1/p' "$1"
}
for model in tahiti multi2sim; do
	for threads in 1 4; do
		hsa-run --deep=$model -j $threads --run "$TOP/tests/exec/queues.run" --report=r.json
		# not cycles: these depend on where in a page the host has descriptors of kernels, which are read
		cycles r.json | cut -d' ' -f1 >$model.$threads
		instructions r.json >>$model.$threads
		cmp $model.1 $model.$threads
	done
	[ "$(grep -c '^child$' $model.1)" = 503 ] || { cat $model.1; exit 1; }
	[ "$(grep -c '^[1-9][0-9]*$' $model.1)" = "$(grep -c '^[a-z]' $model.1)" ]
done

# A program of the HSA runtime: kernels wait for what other queues do, or packets behind them.
for model in tahiti multi2sim; do
	for threads in 1 4; do
		HSAEMU_DEEP=$model HSAEMU_THREADS=$threads HSAEMU_BINDIR=$BUILD/bin "$BUILD/tests/hsa/waiting_kernels" same
	done
done

# The cycles of a dispatch that waits for another one. Waits without an end are told, also while another dispatch waits.
cat >w.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &memory(kernarg_u64 %p) {
	ld_kernarg_u64 $d0, [%p];
@again:
	atomic_ld_global_scacq_system_b32 $s0, [$d0];
	cmp_eq_b1_u32 $c0, $s0, 0;
	cbr_b1 $c0, @again;
};
prog kernel &signal(kernarg_sig64 %s) {
	ld_kernarg_sig64 $d0, [%s];
@again:
	signal_wait_lt_scacq_s64_sig64 $d1, $d0, 1;
	cmp_ge_b1_s64 $c0, $d1, 1;
	cbr_b1 $c0, @again;
};
// puts a dispatch of a kernel into a queue, and waits for its end
prog kernel &parent(kernarg_u64 %q, kernarg_u64 %object, kernarg_u64 %args, kernarg_sig64 %done) {
	ld_kernarg_u64 $d0, [%q];
	ld_kernarg_u64 $d1, [%object];
	ld_kernarg_u64 $d2, [%args];
	ld_kernarg_sig64 $d4, [%done];
	add_u64 $d5, $d2, 64;
	st_global_u64 $d2, [$d5];
	addqueuewriteindex_rlx_u64 $d6, [$d0], 1;
	ld_u64 $d7, [$d0+8];
	st_u32 0x00010001, [$d7+4];
	st_u32 1, [$d7+8];
	st_u32 1, [$d7+12];
	st_u64 0x100000001, [$d7+16];
	st_u64 0, [$d7+24];
	st_u64 $d1, [$d7+32];
	st_u64 $d5, [$d7+40];
	st_u64 0, [$d7+48];
	st_u64 $d4, [$d7+56];
	atomicnoret_st_screl_system_b32 [$d7], 0x00011402;
	ld_u64 $d7, [$d0+16];
	signalnoret_st_screl_b64_sig64 $d7, $d6;
@again:
	signal_wait_lt_scacq_s64_sig64 $d5, $d4, 1;
	cmp_ge_b1_s64 $c0, $d5, 1;
	cbr_b1 $c0, @again;
};
prog kernel &unit(kernarg_u64 %p) {
	ld_kernarg_u64 $d0, [%p];
	workgroupid_u32 $s0, 0;
	shl_u32 $s1, $s0, 3;
	cvt_u64_u32 $d1, $s1;
	add_u64 $d0, $d0, $d1;
	cuid_u32 $s2;
	maxcuid_u32 $s3;
	st_global_u32 $s2, [$d0];
	st_global_u32 $s3, [$d0+4];
};
END
cat >w.run <<'END'
image w.hsail
run memory { buffer p u32[1] dispatch &memory grid(1) args(p) }
run signal { signal s = 1 dispatch &signal grid(1) args(s) }
run parent {
	queue q[2]
	signal done = 1
	buffer args u64[16]
	dispatch &parent grid(1) args(q, &memory, args, done)
}
END
cat >c.run <<'END'
image w.hsail
run parent {
	queue q[2]
	signal done = 1
	buffer args u64[16]
	dispatch &parent grid(1) args(q, &unit, args, done)
}
END
for threads in 1 4; do
	hsa-run --deep -j $threads --run c.run --report=r.json
	cycles r.json >cycles.$threads
	cmp cycles.1 cycles.$threads
done
[ "$(grep -c '^[a-z]* [1-9][0-9]*$' cycles.1)" = 2 ]
struck="no wavefront has ended for as many cycles as the watchdog allows"
for threads in 1 4; do
	status=0
	timeout 60 hsa-run --deep --set watchdog=100000 -j $threads --run w.run >out 2>&1 || status=$?
	[ $status = 126 ] && [ "$(grep -c "kernel '&[a-z]*': $struck" out)" = 3 ] || { cat out; exit 1; }
	status=0
	timeout 60 hsa-run --deep --timeout=1 -j $threads --run w.run >out 2>&1 || status=$?
	[ $status = 124 ] && [ "$(grep -c ' did not end within ' out)" = 3 ] || { cat out; exit 1; }
	[ "$(grep -c 'note: work-group' out)" = 3 ] || { cat out; exit 1; }
	[ "$(grep -cE 'work-item 0 (runs|lets others run), code at .* \(w.hsail:' out)" = 3 ] || { cat out; exit 1; }
done

# Compute units are the model's.
command -v python3 >/dev/null || { echo "no python3"; exit 0; }
for threads in 1 4; do
	hsa-run --deep --set compute_units=12 -j $threads w.hsail -k '&unit' --grid 6400 --group 64 -a 'p=u32[200]' \
		--out p=units.$threads --report=u.json
	python3 - units.$threads <<'END'
import array, collections, json, sys
words = array.array('I', open(sys.argv[1], 'rb').read())
assert set(words[1::2]) == {11}
count = collections.Counter(words[0::2])
units = {u['cu']: u['work_groups'] for u in json.load(open('u.json'))['dispatches'][0]['compute_units']}
assert count == {u: n for u, n in units.items() if n != 0}, (count, units)
END
done
cmp units.1 units.4
