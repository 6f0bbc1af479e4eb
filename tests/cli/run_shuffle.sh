# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --scheduler=shuffle runs each work-group once, in an order that --seed gives.
. "$T/common.subr"
cat >order.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &order(kernarg_u64 %next, kernarg_u64 %out)
{
	ld_kernarg_align(8)_width(all)_u64 $d0, [%next];
	ld_kernarg_align(8)_width(all)_u64 $d1, [%out];
	atomic_add_global_scar_system_u32 $s0, [$d0], 1;
	workgroupid_u32 $s1, 0;
	cvt_u64_u32 $d2, $s0;
	shl_u64 $d2, $d2, 2;
	add_u64 $d1, $d1, $d2;
	st_global_u32 $s1, [$d1];
};
END
run() { # OPTION...: the groups in their order, one a line
	hsa-run -j1 --grid=20 --group=1 -a 'u32[1]' -a 'out=u32[20]' --print out "$@" order.hsail |
		sed 's/^out[^ ]* //' | tr ' ' '\n'
}
seq 0 19 >all
run >plain
cmp plain all
run --scheduler=shuffle --seed=1 >one
run --scheduler=shuffle --seed=1 >again
run --scheduler=shuffle --seed=2 >two
run --scheduler=shuffle >zero
cmp one again
for f in one two zero; do
	sort -n $f | cmp - all
done
differ() { # A B
	cmp -s "$1" "$2" || return 0
	echo "$1 and $2 are the same"
	exit 1
}
differ one all
differ one two
differ one zero
