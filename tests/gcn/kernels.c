/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that clang made of kernels.cl, in the emulator and in plain C: kernels OBJECT. They run
 * twice, the second time by steps of one instruction. */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include "emulate.h"

enum { GROUP = 128, ITEMS = 16 * GROUP, ROOM = ITEMS + 512 };

static struct emulated e;
static unsigned failures;
static uint64_t state = 88172645463325252;

static uint32_t rnd(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 20);
}

static void dispatch(const char *kernel, uint32_t items, uint16_t group, const void *args,
	size_t bytes)
{
	static uint64_t kernarg[64];
	struct emulated_packet p = {.size = {group, 1, 1}, .grid = {items, 1, 1}};
	enum gcn_outcome outcome;

	memset(kernarg, 0, sizeof(kernarg));
	memcpy(kernarg, args, bytes);
	p.kernarg = (uint64_t)(uintptr_t)kernarg;
	emulate_dispatch(&e, kernel, &p, &outcome);
	if (outcome != GCN_ENDED) {
		printf("%s: %s\n", kernel, gcn_outcome_text(outcome));
		exit(1);
	}
}
#define DISPATCH(kernel, items, group, ...) \
	dispatch(kernel, items, group, (uint64_t[]){__VA_ARGS__}, sizeof((uint64_t[]){__VA_ARGS__}))
#define ADDRESS(p) (uint64_t)(uintptr_t)(p)

static void compare(const char *kernel, const void *got, const void *want, size_t bytes)
{
	const uint8_t *g = got, *w = want;
	size_t n = 0;

	while (n < bytes && g[n] == w[n])
		n++;
	if (n == bytes)
		return;
	printf("%s: byte %zu is 0x%02x, expected 0x%02x\n", kernel, n, g[n], w[n]);
	failures++;
}

static float some_float(void)
{
	static const float special[] = {0, -0.0F, 1, INFINITY, -INFINITY, 0x1p-120F, 0x1p126F};
	float f;
	uint32_t u = rnd();

	if (rnd() % 8 == 0)
		return special[rnd() % ARRAY_LEN(special)];
	if (rnd() % 2 == 0)
		return (float)(int32_t)rnd() / 1000;
	memcpy(&f, &u, sizeof(f));
	return isnan(f) || fabsf(f) < 0x1p-126F ? 1.5F : f;
}

/* The grid's last work-group is a partial one. */
static void run_vecadd(void)
{
	static float a[ROOM], b[ROOM], c[ROOM], want[ROOM];

	for (unsigned i = 0; i < ROOM; i++) {
		a[i] = (float)(int32_t)rnd() / 77;
		b[i] = (float)(int32_t)rnd() / 1024;
		want[i] = i < ITEMS - 37 ? a[i] + b[i] : 0;
	}
	DISPATCH("vecadd", ITEMS - 37, GROUP, ADDRESS(a), ADDRESS(b), ADDRESS(c));
	compare("vecadd", c, want, sizeof(c));
}

static void run_reduce(void)
{
	static int32_t a[ITEMS], sum[8], want[8];

	memset(want, 0, sizeof(want));
	for (unsigned i = 0; i < ITEMS; i++) {
		a[i] = (int32_t)rnd() >> 8;
		want[i / 256] += a[i];
	}
	DISPATCH("reduce", ITEMS, 256, ADDRESS(a), ADDRESS(sum));
	compare("reduce", sum, want, sizeof(sum));
}

static void run_histogram(void)
{
	static uint32_t a[ITEMS], bins[32], want[32];
	static uint64_t total[2];
	static int32_t least[2];

	memset(bins, 0, sizeof(bins));
	memset(want, 0, sizeof(want));
	total[0] = total[1] = 0;
	least[0] = least[1] = 100000;

	for (unsigned i = 0; i < ITEMS; i++) {
		a[i] = rnd() & 0xfffff;
		want[a[i] & 31]++;
		total[1] += (uint64_t)a[i] << 20;
		least[1] = (int32_t)a[i] - 500 < least[1] ? (int32_t)a[i] - 500 : least[1];
	}
	DISPATCH("histogram", ITEMS, GROUP, ADDRESS(a), ADDRESS(bins), ADDRESS(&total[0]),
		ADDRESS(&least[0]));
	compare("histogram", bins, want, sizeof(want));
	compare("histogram", &total[0], &total[1], sizeof(total[0]));
	compare("histogram", &least[0], &least[1], sizeof(least[0]));
}

static uint32_t private_sum(const int32_t *in, uint32_t i, int32_t n)
{
	uint32_t stack[32], sum = 0;

	for (int32_t k = 0; k < 32; k++)
		stack[k] = (uint32_t)(k * n);
	for (int32_t k = 0; k < n; k++) {
		int32_t v = in[(i + (uint32_t)k) & 255];
		stack[v & 31] += stack[v >> 5 & 31] ^ (uint32_t)k;
	}
	for (int32_t k = 0; k < 32; k++)
		sum = sum * 31 + stack[k];
	return sum;
}

static void run_private_array(void)
{
	static int32_t in[256];
	static uint32_t out[ITEMS], want[ITEMS];

	for (unsigned i = 0; i < 256; i++)
		in[i] = (int32_t)rnd();
	for (unsigned i = 0; i < ITEMS; i++)
		want[i] = private_sum(in, i, 41);
	DISPATCH("private_array", ITEMS, GROUP, ADDRESS(in), ADDRESS(out), 41);
	compare("private_array", out, want, sizeof(out));
}

static void run_doubles(void)
{
	static double a[ROOM], b[ITEMS], want[ITEMS];

	for (unsigned i = 0; i < ROOM; i++)
		a[i] = ldexp((double)(int32_t)rnd(), (int)(rnd() % 80) - 60);
	for (unsigned i = 0; i < ITEMS; i++) {
		double x = a[i], y = a[i + 1];
		want[i] = fma(x, y, x / y) - sqrt(fabs(x)) + floor(y);
	}
	DISPATCH("doubles", ITEMS, GROUP, ADDRESS(a), ADDRESS(b));
	compare("doubles", b, want, sizeof(b));
}

/* Results that are denormal may be flushed, as clang's default for this GPU is. */
static float flushed(float x)
{
	return fabsf(x) < 0x1p-126F ? copysignf(0, x) : x;
}

static void run_quotients(void)
{
	static float a[ITEMS], b[ITEMS], c[ITEMS], want[ITEMS];

	for (unsigned i = 0; i < ITEMS; i++) {
		a[i] = some_float();
		b[i] = some_float();
		want[i] = flushed(a[i] / b[i]);
	}
	DISPATCH("quotients", ITEMS, GROUP, ADDRESS(a), ADDRESS(b), ADDRESS(c));
	for (unsigned i = 0; i < ITEMS; i++)
		if (flushed(c[i]) == want[i] || (isnan(c[i]) && isnan(want[i])))
			c[i] = want[i];
	compare("quotients", c, want, sizeof(c));
}

static void run_collatz(void)
{
	static uint32_t a[ITEMS], steps[ITEMS], want[ITEMS];

	for (unsigned i = 0; i < ITEMS; i++) {
		a[i] = rnd() % 1000;
		want[i] = 0;
		for (uint32_t n = a[i]; n > 1; want[i]++)
			n = n & 1 ? 3 * n + 1 : n >> 1;
	}
	DISPATCH("collatz", ITEMS, GROUP, ADDRESS(a), ADDRESS(steps));
	compare("collatz", steps, want, sizeof(steps));
}

static void run_plane(void)
{
	enum { X = 30, Y = 13, Z = 5, WIDTH = 32 };
	static uint32_t out[WIDTH * 16 * 8], want[WIDTH * 16 * 8];
	static uint64_t args[64] = {0, WIDTH};
	struct emulated_packet p = {
		.size = {8, 4, 2}, .grid = {X, Y, Z}, .kernarg = (uint64_t)(uintptr_t)args};
	enum gcn_outcome outcome;

	args[0] = ADDRESS(out);
	for (uint32_t z = 0; z < Z; z++)
		for (uint32_t y = 0; y < Y; y++)
			for (uint32_t x = 0; x < X; x++)
				want[(z * 16 + y) * WIDTH + x] = x + 1000 * y + 1000000 * z;
	emulate_dispatch(&e, "plane", &p, &outcome);
	compare("plane", out, want, sizeof(out));
}

static uint32_t mixed(uint32_t x, uint32_t n)
{
	static const uint32_t table[] = {3, 1, 4, 1, 5, 9, 2, 6};

	for (uint32_t k = 0; k < n; k++)
		x = x * 33 + table[(x >> k) & 7];
	return x;
}

static void run_calls(void)
{
	static uint32_t a[ROOM];
	static uint64_t b[ITEMS], want[ITEMS];

	for (unsigned i = 0; i < ROOM; i++)
		a[i] = rnd();
	for (unsigned i = 0; i < ITEMS; i++) {
		uint64_t x = mixed(a[i], 5);
		if (i & 1)
			x += (uint64_t)mixed(a[i + 1], i & 3) << 32;
		want[i] = x / (a[i] + 1) + x % 1000003;
	}
	DISPATCH("calls", ITEMS, GROUP, ADDRESS(a), ADDRESS(b));
	compare("calls", b, want, sizeof(b));
}

static void run_signs(void)
{
	static float a[ITEMS];
	static int32_t b[ITEMS], want[ITEMS];
	static uint8_t c[ROOM], bytes[ROOM];

	for (unsigned i = 0; i < ITEMS; i++) {
		a[i] = (float)(int32_t)rnd() / 65536;
		want[i] = (int32_t)a[i] + (a[i] < 0);
	}
	/* a work-item reads a byte that its neighbour writes: one group, and so one instruction
	 * each */
	for (unsigned i = 0; i < ROOM; i++)
		c[i] = (uint8_t)rnd();
	for (unsigned i = 0; i < 64; i++)
		bytes[i] = (uint8_t)((uint8_t)(want[i] >> 3) ^ c[i + 1]);
	DISPATCH("signs", 64, 64, ADDRESS(a), ADDRESS(b), ADDRESS(c));
	compare("signs", b, want, 64 * sizeof(b[0]));
	compare("signs", c, bytes, 64);
}

static void run_traps(void)
{
	static int32_t a[GROUP];
	/* what is behind the arguments has to be there, too: a trap reads the queue's address */
	static uint64_t args[64];
	struct emulated_packet p = {
		.size = {GROUP, 1, 1}, .grid = {GROUP, 1, 1}, .kernarg = (uint64_t)(uintptr_t)args};
	enum gcn_outcome outcome;

	args[0] = ADDRESS(a);
	a[100] = 0;
	emulate_dispatch(&e, "traps", &p, &outcome);
	failures += outcome != GCN_ENDED;
	a[100] = 77;
	emulate_dispatch(&e, "traps", &p, &outcome);
	failures += outcome != GCN_TRAP;
}

/* An access fails: the wavefront knows the instruction and the lane. */
static sigjmp_buf fault_left;
static uint64_t fault_address;

static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)number, (void)context;
	fault_address = (uint64_t)(uintptr_t)info->si_addr;
	siglongjmp(fault_left, 1);
}

static void run_fault(void)
{
	enum { PAGE = 4096, LANE = 37 };
	static float a[GROUP], c[GROUP];
	static uint64_t args[64];
	uint8_t *pages = aligned_alloc(PAGE, 2 * PAGE);
	uint8_t *b = pages + PAGE - sizeof(float) * LANE;
	struct emulated_packet p = {.size = {64, 1, 1}, .grid = {64, 1, 1}};
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO}, old;
	struct gcn_dispatch d;
	struct gcn_group g;

	mprotect(pages + PAGE, PAGE, PROT_NONE);
	args[0] = ADDRESS(a);
	args[1] = ADDRESS(b);
	args[2] = ADDRESS(c);
	p.kernarg = ADDRESS(args);
	if (!gcn_dispatch_init(&d, &e.program, gcn_program_find(&e.program, "vecadd"), &p,
		    &e.diag) ||
		!gcn_group_init(&g, &d))
		exit(1);
	sigaction(SIGSEGV, &action, &old);
	if (sigsetjmp(fault_left, 1) == 0) {
		gcn_group_start(&g, (const uint32_t[3]){0, 0, 0});
		gcn_group_run(&g);
		failures++;
	} else {
		const struct gcn_wave *w = &g.waves[g.current];
		gcn_wave_left(&g.waves[g.current]);
		failures += w->at->row->op != GCN_OP_BUFFER_LOAD_DWORD;
		/* the host may begin with any of the lanes whose access fails */
		unsigned lane = gcn_wave_fault(w, fault_address);
		failures += lane < LANE || lane >= GCN_LANES;
	}
	sigaction(SIGSEGV, &old, NULL);
	gcn_group_release(&g);
	mprotect(pages + PAGE, PAGE, PROT_READ | PROT_WRITE);
	free(pages);
}

static void run_all(void)
{
	run_vecadd();
	run_reduce();
	run_histogram();
	run_private_array();
	run_doubles();
	run_quotients();
	run_collatz();
	run_plane();
	run_calls();
	run_signs();
	run_traps();
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	emulate_open(&e, argv[1]);
	run_all();
	run_fault();
	e.steps = true;
	run_all();
	if (e.accesses == 0 || e.branches == 0 || e.lanes < e.accesses)
		failures++;
	emulate_close(&e);
	printf("%u failures\n", failures);
	return failures != 0;
}
