/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Divisions that the compiler made are exact: division OBJECT SEED COUNT. Half of the pairs have
 * close exponents, and denormal operands and quotients are among them. */
#include <math.h>
#include <string.h>
#include "emulate.h"

enum { GROUP = 256, BATCH = 64 * GROUP };

static uint64_t state;

static uint64_t rnd(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static struct emulated e;

static void run(const char *kernel, void *a, void *b, void *c)
{
	uint64_t args[3] = {(uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b, (uint64_t)(uintptr_t)c};
	struct emulated_packet p = {
		.size = {GROUP, 1, 1}, .grid = {BATCH, 1, 1}, .kernarg = (uint64_t)(uintptr_t)args};
	enum gcn_outcome outcome;

	emulate_dispatch(&e, kernel, &p, &outcome);
	if (outcome != GCN_ENDED)
		exit(1);
}

static uint64_t divide32(void)
{
	static uint32_t a[BATCH], b[BATCH], c[BATCH];
	uint64_t wrong = 0;

	for (unsigned i = 0; i < BATCH; i++) {
		a[i] = (uint32_t)rnd();
		b[i] = i & 1 ? (uint32_t)rnd() : a[i] ^ (uint32_t)(rnd() & 0x81ffffff);
	}
	run("div32", a, b, c);
	for (unsigned i = 0; i < BATCH; i++) {
		float x, y, got, want;
		memcpy(&x, &a[i], 4);
		memcpy(&y, &b[i], 4);
		memcpy(&got, &c[i], 4);
		want = x / y;
		if (isnan(want) ? !isnan(got) : memcmp(&got, &want, 4) != 0) {
			if (wrong++ == 0)
				printf("%a / %a is %a, expected %a\n", (double)x, (double)y,
					(double)got, (double)want);
		}
	}
	return wrong;
}

static uint64_t divide64(bool root)
{
	static uint64_t a[BATCH], b[BATCH], c[BATCH];
	uint64_t wrong = 0;

	for (unsigned i = 0; i < BATCH; i++) {
		a[i] = rnd();
		b[i] = i & 1 ? rnd() : a[i] ^ (rnd() & UINT64_C(0x803fffffffffffff));
	}
	if (root)
		b[0] = 0;
	run(root ? "root64" : "div64", a, b, c);
	for (unsigned i = 0; i < BATCH; i++) {
		double x, y, got, want;
		memcpy(&x, &a[i], 8);
		memcpy(&y, &b[i], 8);
		memcpy(&got, &c[i], 8);
		want = root ? sqrt(x) : x / y;
		if (isnan(want) ? !isnan(got) : memcmp(&got, &want, 8) != 0) {
			if (wrong++ == 0)
				printf("%a, %a give %a, expected %a\n", x, y, got, want);
		}
	}
	return wrong;
}

int main(int argc, char **argv)
{
	uint64_t wrong32 = 0, wrong64 = 0, wrong_root = 0, count, done = 0;

	if (argc != 4)
		return 2;
	state = strtoull(argv[2], NULL, 0) * 2 + 88172645463325253;
	count = strtoull(argv[3], NULL, 0);
	emulate_open(&e, argv[1]);
	for (; done < count; done += BATCH) {
		wrong32 += divide32();
		wrong64 += divide64(false);
		wrong_root += divide64(true);
	}
	printf("%" PRIu64 " pairs: wrong are %" PRIu64 " of f32, %" PRIu64 " of f64, %" PRIu64
	       " roots\n",
		done, wrong32, wrong64, wrong_root);
	emulate_close(&e);
	return wrong32 + wrong64 + wrong_root != 0;
}
