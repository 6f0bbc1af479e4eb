/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Small codes whose cycles have a closed form, and what holds for each run: classes add up, and no
 * cycle goes away when a latency grows. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "hsaemu/gcn_timing.h"

enum {
	V_ADD_F32 = 0x06020301,
	V_RCP_F32 = 0x7e025501,
	S_ADD_U32 = (int)0x80088108,
	S_ENDPGM = (int)0xbf810000,
	S_BARRIER = (int)0xbf8a0000,
	S_NOP_3 = (int)0xbf800003,
	WAIT_LGKM = (int)0xbf8c007f,
	WAIT_VM = (int)0xbf8c0f70,
	S_MOV_M0 = (int)0xbefc03c1,
	V_LSHL_2 = 0x34020082,
	V_LSHL_7 = 0x34020087,
	V_MOV_0 = 0x7e020280,
	LANE_0 = (int)0xbefe0481,        /* s_mov_b64 exec, 1 */
	LOAD_ARGUMENT = (int)0xc0420500, /* s_load_dwordx2 s[4:5], s[4:5], 0 */
	V_MOV_LOW = 0x7e000204,
	V_MOV_HIGH = 0x7e020205,
	BASE_LOW = (int)0xbe880380,
	BASE_HIGH = (int)0xbe890380, /* s8, s9: 0 */
	RECORDS = (int)0xbe8a0380,
	FORMAT = (int)0xbe8b0380,
	CODE_MAX = 1 << 16,
};
static const uint32_t v_add_f64[] = {0xd2c80002, 0x00020502},
		      v_fma_f64[] = {0xd2980002, 0x040a0502}, ds_read[] = {0xd8d80000, 0x02000001},
		      chase[] = {0xe0348000, 0x80020000}, load[] = {0xe0308000, 0x80020200},
		      store[] = {0xe0708000, 0x80020200}, atomic[] = {0xe0c8c000, 0x80020200};

static uint32_t code[CODE_MAX];
static size_t code_count;
static unsigned failures;

static void put(uint32_t word)
{
	code[code_count++] = word;
}
static void put_two(const uint32_t *words)
{
	put(words[0]);
	put(words[1]);
}
static void repeat(uint32_t word, unsigned count)
{
	code_count = 0;
	while (count-- > 0)
		put(word);
	put((uint32_t)S_ENDPGM);
}
static void repeat_two(const uint32_t *words, unsigned count)
{
	code_count = 0;
	while (count-- > 0)
		put_two(words);
	put((uint32_t)S_ENDPGM);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static struct gcn_model model;
static struct gcn_cu_figures total;
static uint64_t memory[GCN_MEMORY_STATISTIC_COUNT];

static void enter(struct gcn_host *h)
{
	(void)h;
}

static void expect(const char *what, uint64_t got, uint64_t wanted)
{
	if (got == wanted)
		return;
	printf("%s: %" PRIu64 ", expected %" PRIu64 "\n", what, got, wanted);
	failures++;
}

static void check_sums(void)
{
	const uint64_t *c = total.count;
	uint64_t stalls = 0;

	for (unsigned n = 0; n < GCN_STALL_COUNT; n++)
		stalls += total.stall[n];
	expect("cycles of wavefronts", stalls, c[GCN_S_resident_cycles]);
	expect("instructions of all classes",
		c[GCN_S_branch_instructions] + c[GCN_S_lds_instructions] +
			c[GCN_S_scalar_alu_instructions] + c[GCN_S_scalar_memory_instructions] +
			c[GCN_S_vector_alu_instructions] + c[GCN_S_vector_memory_instructions] +
			c[GCN_S_export_instructions] + c[GCN_S_sync_instructions],
		c[GCN_S_instructions]);
	expect("reads of L2",
		c[GCN_S_vl1_reads] - c[GCN_S_vl1_hits] + c[GCN_S_sl1_reads] - c[GCN_S_sl1_hits] +
			c[GCN_S_vl1_bypasses],
		memory[GCN_M_l2_reads]);
}

/* Runs the code for so many work-groups of so many work-items; returns cycles. */
static uint64_t run(uint32_t items, uint32_t groups, uint64_t argument)
{
	static _Alignas(4096) uint64_t kernarg[512];
	static const struct gcn_run_options options = {.traces = false};
	struct {
		uint16_t header, setup, size[3], reserved;
		uint32_t grid[3], private_bytes, group_bytes;
		uint64_t object, kernarg, reserved2, signal;
	} packet = {.size = {(uint16_t)items, 1, 1},
		.grid = {items * groups, 1, 1},
		.group_bytes = 16384,
		.kernarg = (uint64_t)(uintptr_t)kernarg};
	/* s[4:5] has the address of the arguments */
	struct gcn_kernel kernel = {
		.name = "k", .descriptor = {.properties = 1 << 0 | 1 << 3, .rsrc2 = 6 << 1}};
	struct gcn_host host = {.enter = enter, .leave = enter};
	struct gcn_object object = {.kernel_count = 0};
	struct gcn_program program;
	struct gcn_dispatch dispatch;
	struct diag d;
	const struct diag_options tool = {.tool = "timing"};

	diag_init(&d, &tool);
	kernarg[0] = argument;
	gcn_program_of_code(&program, code, code_count * sizeof *code);
	if (program.object == NULL)
		program.object = &object;
	const struct gcn_entry entry = {
		.kernel = &kernel, .code = program.regions[0].code, .vgprs = 8, .sgprs = 24};
	if (!gcn_dispatch_init(&dispatch, &program, &entry, &packet, &d)) {
		diag_flush(&d, stdout);
		exit(1);
	}
	struct gcn_run *r = gcn_run_new(&model, &dispatch, &options);
	enum gcn_run_end end = gcn_run_work(r, &host);
	uint64_t cycles = gcn_run_figures(r)->cycles;
	total = gcn_run_figures(r)->total;
	memcpy(memory, gcn_run_figures(r)->memory, sizeof memory);
	expect("end", end, GCN_RUN_DONE);
	check_sums();
	gcn_run_free(r);
	gcn_program_release(&program);
	diag_release(&d);
	return cycles;
}

static void reset(void)
{
	if (!gcn_model_find(&model, "tahiti"))
		exit(1);
}

static uint64_t in_turns(uint64_t cycles)
{
	return (cycles + 3) / 4 * 4;
}

/* ---- units ----------------------------------------------------------------------------------- */

static void test_alus(void)
{
	static const uint8_t waves[] = {1, 2, 4, 8, 16};

	for (unsigned n = 1; n <= 1000; n *= 10) {
		repeat(V_ADD_F32, n);
		expect("dependent vector ALU", run(64, 1, 0), 4 * (n + 1));
		repeat(V_RCP_F32, n);
		expect("transcendental", run(64, 1, 0), 16 * n + 4);
		repeat((uint32_t)S_ADD_U32, n);
		expect("dependent scalar ALU", run(64, 1, 0), 4 * (n + 1));
		repeat((uint32_t)S_NOP_3, n);
		expect("s_nop 3", run(64, 1, 0), 16 * n + 4);
		repeat_two(v_add_f64, n);
		expect("sums of f64", run(64, 1, 0), 8 * n + 4);
		repeat_two(v_fma_f64, n);
		expect("products of f64", run(64, 1, 0), 16 * n + 4);
	}
	repeat(V_ADD_F32, 100);
	for (unsigned k = 0; k < ARRAY_LEN(waves); k++) {
		unsigned w = waves[k], each = (w + 3) / 4;
		reset();
		/* the last SIMD has its turn 3 cycles after the first one */
		expect("on 4 SIMDs", run(64 * w, 1, 0), 400 * each + 4 + (w >= 4 ? 3 : w - 1));
		model.values[GCN_P_group_on_one_simd] = 1;
		if (w <= 10)
			expect("on one SIMD", run(64 * w, 1, 0), 400 * w + 4);
	}
	reset();
}

/* Two wavefronts of a SIMD use both ALUs at once. */
static void test_overlap(void)
{
	code_count = 0;
	for (unsigned n = 0; n < 100; n++) {
		put(V_ADD_F32);
		put((uint32_t)S_ADD_U32);
	}
	put((uint32_t)S_ENDPGM);
	model.values[GCN_P_group_on_one_simd] = 1;
	expect("vector and scalar ALU", run(128, 1, 0), 800 + 4 + 4);
	reset();
}

static uint64_t lds_loop(uint32_t address, unsigned count)
{
	code_count = 0;
	put((uint32_t)S_MOV_M0);
	put(address);
	while (count-- > 0) {
		put_two(ds_read);
		put((uint32_t)WAIT_LGKM);
	}
	put((uint32_t)S_ENDPGM);
	return run(64, 1, 0);
}

static void test_lds(void)
{
	static const struct {
		const char *what;
		uint32_t address, cycles;
	} patterns[] = {{"LDS, one address", V_MOV_0, 2}, {"LDS, side by side", V_LSHL_2, 2},
		{"LDS, one bank", V_LSHL_7, 64}};
	uint64_t latency = model.values[GCN_P_lds_latency];

	for (unsigned k = 0; k < ARRAY_LEN(patterns); k++) {
		expect(patterns[k].what, lds_loop(patterns[k].address, 100),
			4 + 4 + 100 * in_turns(patterns[k].cycles + latency) + 4);
		expect("LDS cycles", total.count[GCN_S_lds_accesses], 100 * patterns[k].cycles);
		expect("LDS conflicts", total.count[GCN_S_lds_conflicts],
			100 * (patterns[k].cycles - 2));
	}
}

static void test_barriers(void)
{
	repeat((uint32_t)S_BARRIER, 100);
	expect("barriers of 1 wavefront", run(64, 1, 0), 100 * (4 + 4) + 4);
	/* each of four SIMDs has its turn 4 cycles after the release at the latest, which is 8
	 * cycles after the last one's turn: these go round by 11 */
	uint64_t some = run(256, 1, 0);
	repeat((uint32_t)S_BARRIER, 200);
	expect("barriers of 4 wavefronts", run(256, 1, 0) - some, 100 * 11);
}

/* ---- memory ---------------------------------------------------------------------------------- */

enum { LINES = 4096 };
static _Alignas(4096) uint64_t chain[LINES][8];

/* Makes a ring of lines. */
static void make_ring(unsigned lines)
{
	for (unsigned n = 0; n < lines; n++)
		chain[n][0] = (uint64_t)(uintptr_t)&chain[(n + 1) % lines][0];
}

/* One lane follows the ring, `steps` times. Returns cycles without those of the beginning and
 * end. */
static uint64_t follow(unsigned steps)
{
	uint64_t all;

	code_count = 0;
	put((uint32_t)LANE_0);
	put((uint32_t)LOAD_ARGUMENT);
	put((uint32_t)BASE_LOW);
	put((uint32_t)BASE_HIGH);
	put((uint32_t)RECORDS);
	put((uint32_t)FORMAT);
	put((uint32_t)WAIT_LGKM);
	put(V_MOV_LOW);
	put(V_MOV_HIGH);
	while (steps-- > 0) {
		put_two(chase);
		put((uint32_t)WAIT_VM);
	}
	put((uint32_t)S_ENDPGM);
	all = run(64, 1, (uint64_t)(uintptr_t)&chain[0][0]);
	return all;
}

static void test_latencies(void)
{
	const uint64_t *p = model.values;
	uint64_t l1 = p[GCN_P_vl1_latency], l2 = l1 + p[GCN_P_l2_latency];
	uint64_t far = l2 + p[GCN_P_memory_latency], row = far + p[GCN_P_memory_row_latency];
	uint64_t none = follow(0), once;

	/* 128 lines fit L1: 8 KiB */
	make_ring(128);
	once = follow(128);
	expect("L1", follow(1280) - once, 1152 * in_turns(l1));
	expect("L1 hits", total.count[GCN_S_vl1_hits], 1152);
	/* 512 lines do not: 32 KiB */
	make_ring(512);
	once = follow(512);
	uint64_t hits = memory[GCN_M_memory_row_hits] - 0;
	expect("L2", follow(1024) - once, 512 * in_turns(l2));
	/* one line is that of the argument, before */
	make_ring(512);
	follow(0);
	uint64_t hits_before = memory[GCN_M_memory_row_hits];
	hits -= hits_before;
	expect("memory", once - none, hits * in_turns(far) + (512 - hits) * in_turns(row));
}

/* Loads that do not wait for each other are one issue apart. */
static uint64_t loads(unsigned count)
{
	code_count = 0;
	put((uint32_t)LANE_0);
	put((uint32_t)LOAD_ARGUMENT);
	put((uint32_t)BASE_LOW);
	put((uint32_t)BASE_HIGH);
	put((uint32_t)RECORDS);
	put((uint32_t)FORMAT);
	put((uint32_t)WAIT_LGKM);
	put(V_MOV_LOW);
	put(V_MOV_HIGH);
	put_two(load);
	put((uint32_t)WAIT_VM);
	for (unsigned n = 0; n < count; n++)
		put_two(load);
	put((uint32_t)WAIT_VM);
	put((uint32_t)S_ENDPGM);
	return run(64, 1, (uint64_t)(uintptr_t)&chain[0][0]);
}

static void test_in_flight(void)
{
	uint64_t none = loads(0), latency = model.values[GCN_P_vl1_latency];

	for (unsigned n = 1; n <= 15; n++)
		expect("loads in flight", loads(n) - none, in_turns(latency + 4 * (n - 1)) - 4);
}

static void test_stores_and_atomics(void)
{
	code_count = 0;
	put((uint32_t)LOAD_ARGUMENT);
	put((uint32_t)BASE_LOW);
	put((uint32_t)BASE_HIGH);
	put((uint32_t)RECORDS);
	put((uint32_t)FORMAT);
	put((uint32_t)WAIT_LGKM);
	put(V_MOV_LOW);
	put(V_MOV_HIGH);
	put_two(store);
	put((uint32_t)WAIT_VM);
	put_two(atomic);
	put((uint32_t)WAIT_VM);
	put((uint32_t)S_ENDPGM);
	run(64, 1, (uint64_t)(uintptr_t)&chain[0][0]);
	/* 16 lanes are looked at together, and all have one line */
	expect("L2 writes", memory[GCN_M_l2_writes], 4);
	expect("L2 atomics", memory[GCN_M_l2_atomics], 4);
}

/* ---- occupancy ------------------------------------------------------------------------------- */

static void test_occupancy(void)
{
	struct gcn_kernel kernel = {.name = "k"};

	for (uint32_t v = 1; v <= 256; v++) {
		const struct gcn_entry entry = {.kernel = &kernel, .vgprs = v, .sgprs = 16};
		const struct gcn_dispatch d = {.entry = &entry, .waves = 1};
		uint32_t waves = 256 / ((v + 3) / 4 * 4);
		expect("wavefronts by registers", gcn_occupancy(&model, &d).waves,
			4 * (waves < 10 ? waves : 10));
	}
	for (uint32_t bytes = 1; bytes <= 65536; bytes += 1000) {
		const struct gcn_entry entry = {.kernel = &kernel, .vgprs = 4, .sgprs = 16};
		const struct gcn_dispatch d = {.entry = &entry, .waves = 4, .group_bytes = bytes};
		uint32_t groups = 65536 / ((bytes + 255) / 256 * 256);
		expect("work-groups by LDS", gcn_occupancy(&model, &d).groups,
			groups < 10 ? groups : 10);
	}
}

/* ---- latencies ------------------------------------------------------------------------------- */

static uint64_t run_loads(void)
{
	make_ring(700);
	return follow(1500);
}
static uint64_t run_lds(void)
{
	return lds_loop(V_LSHL_7, 50);
}
static uint64_t run_barriers(void)
{
	repeat((uint32_t)S_BARRIER, 50);
	return run(512, 40, 0);
}
static uint64_t run_alus(void)
{
	repeat_two(v_fma_f64, 50);
	return run(512, 40, 0);
}

static void test_monotone(void)
{
	static uint64_t (*const runs[])(void) = {run_loads, run_lds, run_barriers, run_alus};
	static const uint8_t steps[] = {1, 3, 17, 100};

	for (unsigned k = 0; k < ARRAY_LEN(runs); k++)
		for (unsigned p = 0; p < GCN_PARAMETER_COUNT; p++) {
			const struct gcn_parameter_info *i =
				gcn_parameter_info((enum gcn_parameter)p);
			if (strcmp(i->unit, "cycles") != 0 || strstr(i->name, "queue") != NULL ||
				p == GCN_P_watchdog)
				continue;
			reset();
			uint64_t last = runs[k]();
			for (unsigned s = 0; s < ARRAY_LEN(steps); s++) {
				model.values[p] += steps[s];
				uint64_t now = runs[k]();
				if (now < last) {
					printf("%s: %" PRIu64 " cycles fall to %" PRIu64 "\n",
						i->name, last, now);
					failures++;
				}
				last = now;
			}
		}
	reset();
}

int main(void)
{
	reset();
	test_alus();
	test_overlap();
	test_lds();
	test_barriers();
	test_latencies();
	test_in_flight();
	test_stores_and_atomics();
	test_occupancy();
	test_monotone();
	return failures != 0;
}
