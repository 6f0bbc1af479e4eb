# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run --profile: exact counts, whatever the code is made for and however many threads run it.
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
cp "$T/profile.text" profile.hsail
hsail-as profile.hsail -o profile.brig

# has FILE KEY:VALUE...: the first of these keys in the JSON, that is the total, has the value
has()
{
	json=$1
	shift
	for pair; do
		value=$(grep -o "\"${pair%:*}\": [0-9]*" "$json" | head -n 1)
		[ "${value#*: }" = "${pair#*:}" ] || {
			echo "$level: ${pair%:*} is ${value#*: }, not ${pair#*:}"
			exit 1
		}
	done
}

for level in $levels; do
	hsail-fin --profile --simd=$level profile.brig -o profile.o
	hsa-ld profile.o -o profile.img
	for threads in 1 3; do
		hsa-run profile.img -k nbody --grid 2048 -a f32[8192]:ramp:0:0.5 -a f32[8192] \
			-a f32[8192] -a f32[8192] -a 2048 -j $threads --cus 8 --profile=json >nbody.json
		has nbody.json global_load:81920 global_store:16384 group_load:16777216 \
			group_store:65536 group_load_bytes:67108864 barrier:32768 \
			branch:4210688 tlb_accesses:98304
		[ "$(grep -o '"global_load": 10240, "global_load_bytes": 40960' nbody.json | wc -l)" = 8 ]
	done

	# 32 lanes: lane n goes n + 1 times around; the odd branch is for lanes that are still there in
	# even turns; 40 work-items are one wave and eight lanes of another
	hsa-run profile.img -k diverge --grid 40 --group 40 -a u32[40] --profile=json >diverge.json
	has diverge.json divergent_branch:58 wave_branch:100 branch:1420 jump:146
	has diverge.json integer:750 global_store:40

	# 64 KiB by words; one page each; and all one
	for stride in 4 4096 0; do
		hsa-run profile.img -k pages --grid 64 --group 64 -a in=u32[65536] -a u32[64] -a $stride \
			--cus 1 --tlb 16,4,4096 --profile=json >pages.$stride
		has pages.$stride global_load:64 flat_load:64 flat_store:64 global_atomic:64 \
			tlb_accesses:256
	done
	has pages.4 tlb_misses:2
	has pages.0 tlb_misses:2
	has pages.4096 tlb_misses:68

	# Waves whose rows, or halves of rows, are in pages of their own, in a TLB that cannot keep them all: the
	# same misses as item by item.
	for run in '64,8 16,4 2048' '64,8 16,4 4096' '64,8 16,2 4100' '100,9 32,2 4000' '40,12 8,8 2044' \
		'70,7 20,3 8192' '70,7 5,7 1028' '130,3 64,1 4096'; do
		set -- $run
		hsa-run profile.img -k rows --grid $1 --group $2 -a u32[30000] -a $3 -a 61 -a 7 --cus 1 \
			--tlb 4,2,4096 --profile=json >rows.json
		misses=$(grep -o '"tlb_misses": [0-9]*' rows.json | head -n 1)
		[ $level != off ] || echo "$misses" >"rows.$1.$2.$3"
		[ "$misses" = "$(cat "rows.$1.$2.$3")" ] || { echo "$level, $run: $misses"; exit 1; }
	done

	for stride in 8:2 4096:594 1028:40; do
		hsa-run profile.img -k again --grid 100 --group 50 -a u32[110000] -a ${stride%:*} --cus 1 \
			--tlb 8,2,4096 --profile=json >again.json
		has again.json tlb_accesses:600 tlb_misses:${stride#*:}
	done

	# functions count wherever they are: &twice is inlined, &fib calls itself 177 times
	hsa-run profile.img -k calls --grid 40 --group 40 -a u32[40] --cus 1 --profile=json >calls.json
	has calls.json call:7120 global_store:40
	grep -q '"name": "&fib", "instructions": 67080,' calls.json
	grep -q '"name": "&twice", "instructions": 160,' calls.json
done

# as text
hsa-run profile.img -k nbody --grid 2048 -a f32[8192] -a f32[8192] -a f32[8192] -a f32[8192] -a 2048 \
	--cus 2 --profile >text
grep -Eq '^  group loads +16777216 +67108864 bytes$' text
grep -Eq '^  1 .* 8388608 ' text

# code that does not count, and TLBs that cannot be
hsail-fin profile.brig -o plain.o
hsa-ld plain.o -o plain.img
status=0
hsa-run plain.img -k diverge --grid 40 -a u32[40] --profile 2>err || status=$?
[ $status = 125 ]
[ "$(cat err)" = "plain.img: error: it has no code that counts: finalize it with hsail-fin --profile" ] ||
	{ cat err; exit 1; }
for tlb in 3,2 64,4,4095 0 8,4,4096,1 x; do
	status=0
	hsa-run profile.img -k diverge --grid 40 -a u32[40] --profile --tlb $tlb 2>err || status=$?
	[ $status = 125 ] || [ $status = 2 ] || { echo "--tlb $tlb: $status"; exit 1; }
done
hsa-run profile.img -k diverge --grid 40 -a u32[40] --profile --tlb 3,2,4096 2>err || :
grep -q 'a TLB of 3 entries, 2 ways and pages of 4096 bytes: page size and number of sets must be powers of two, and there may be 1048576 entries' err
hsa-run profile.img -k diverge --grid 40 -a u32[40] --profile --tlb 3,x 2>err || :
grep -q "'3,x' is no --tlb: expected ENTRIES, WAYS and PAGE, as in 64,4,4096" err
# an image that counts runs without anybody who asks
hsa-run profile.img -k diverge --grid 40 -a u32[40]
