/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia huffman: the frequencies of bytes, a code for them, made by the host, and the bytes in it
 * as one stream of bits. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { SYMBOLS = 256, GROUP = 256, PACK_GROUP = 16, HISTOGRAM_GROUPS = 16, LONGEST = 16 };

struct code {
	uint32_t *bits, *lengths; /* SYMBOLS each */
};

struct huffman {
	uint32_t groups; /* of 256 words */
	size_t words;
	uint32_t *data;
	uint32_t *histogram, *expected_histogram;
	struct code code, expected_code;
	uint32_t *coded, *group_bits, *places, *sums;
	uint32_t *stream, *expected;
	uint32_t *unused;
};

static uint32_t *words(size_t n)
{
	return suite_alloc(n * sizeof(uint32_t));
}

static void *setup(enum suite_size size)
{
	struct huffman *v = suite_alloc(sizeof *v);
	uint64_t seed = 1;
	v->groups = (uint32_t)suite_pick(size, 560, 1024, 1 << 14);
	v->words = (size_t)v->groups * GROUP;
	v->data = words(v->words);
	uint8_t *bytes = (uint8_t *)v->data;
	for (size_t i = 0; i < 4 * v->words; i++) {
		/* text has few frequent bytes and some of all others */
		uint64_t r = suite_random(&seed);
		uint32_t a = r & 255, b = r >> 8 & 255, c = r >> 16 & 255;
		bytes[i] = (uint8_t)(r >> 60 ? a * b * c >> 16 : a);
	}
	v->histogram = words(SYMBOLS);
	v->expected_histogram = words(SYMBOLS);
	v->code = (struct code){words(SYMBOLS), words(SYMBOLS)};
	v->expected_code = (struct code){words(SYMBOLS), words(SYMBOLS)};
	v->coded = words(v->words);
	v->stream = words(v->words + 1);
	v->expected = words(v->words + 1);
	v->group_bits = words(v->groups + GROUP);
	v->places = words(v->groups + GROUP);
	v->sums = words(v->groups);
	v->unused = words(v->words);
	return v;
}

static void reset(void *data)
{
	struct huffman *v = data;
	memset(v->histogram, 0, SYMBOLS * sizeof(uint32_t));
	memset(v->stream, 0, (v->words + 1) * sizeof(uint32_t));
}

static void reset_native(void *data)
{
	struct huffman *v = data;
	memset(v->expected_histogram, 0, SYMBOLS * sizeof(uint32_t));
	memset(v->expected, 0, (v->words + 1) * sizeof(uint32_t));
}

struct tree {
	uint64_t weight[2 * SYMBOLS];
	int parent[2 * SYMBOLS];
	bool used[2 * SYMBOLS]; /* is below another node */
};

static int lightest(const struct tree *t, int nodes)
{
	int best = -1;
	for (int i = 0; i < nodes; i++)
		if (!t->used[i] && (best < 0 || t->weight[i] < t->weight[best]))
			best = i;
	return best;
}

/* The canonical code: of equal lengths the lesser symbol has the lesser bits. */
static void number_codes(struct code *code)
{
	uint32_t next = 0;
	for (uint32_t length = 1; length <= LONGEST; length++, next <<= 1)
		for (size_t s = 0; s < SYMBOLS; s++)
			if (code->lengths[s] == length)
				code->bits[s] = next++;
}

static void make_code(const uint32_t *histogram, struct code *code)
{
	struct tree t = {0};
	int nodes = SYMBOLS;
	for (int i = 0; i < SYMBOLS; i++)
		t.weight[i] = histogram[i];
	for (; nodes < 2 * SYMBOLS - 1; nodes++) {
		for (int i = 0; i < 2; i++) {
			int child = lightest(&t, nodes);
			t.used[child] = true;
			t.parent[child] = nodes;
			t.weight[nodes] += t.weight[child];
		}
	}
	for (int i = 0; i < SYMBOLS; i++) {
		code->lengths[i] = 0;
		for (int k = i; k < nodes - 1; k = t.parent[k])
			code->lengths[i]++;
	}
	number_codes(code);
}

static void launch(struct suite_run *r, const char *kernel, uint32_t groups, uint32_t group,
	uint32_t local_bytes, const void *args, size_t bytes)
{
	suite_launch(r, kernel, (struct suite_dim){groups * group, 1, 1},
		(struct suite_dim){group, 1, 1}, local_bytes, args, bytes);
}

/* The greatest power of two that is not above n. */
static uint32_t power_below(uint32_t n)
{
	uint32_t p = 1;
	while (2 * p <= n)
		p *= 2;
	return p;
}

struct part {
	uint32_t *out;
	const uint32_t *in;
	uint32_t *sums;
	int32_t n, block, base;
};

static void scan_part(struct suite_run *r, const char *kernel, uint32_t groups, uint32_t group,
	const struct part *part)
{
	launch(r, kernel, groups, group, 2 * (group + group / 8) * (uint32_t)sizeof(uint32_t), part,
		sizeof *part);
}

static void add_part(struct suite_run *r, uint32_t groups, uint32_t group, const struct part *part)
{
	struct {
		uint32_t *data;
		const uint32_t *sums;
		int32_t n, block, base;
	} args = {part->out, part->sums, part->n, part->block, part->base};
	launch(r, "&uniformAdd", groups, group, 0, &args, sizeof args);
}

/* Whole groups of 512 elements, then the rest; the groups' sums are scanned by one group. */
static void scan(struct suite_run *r, uint32_t *out, const uint32_t *in, uint32_t *sums, uint32_t n)
{
	uint32_t whole = n / (2 * GROUP), rest = n % (2 * GROUP);
	struct part groups = {out, in, sums, 2 * GROUP, 0, 0};
	struct part last = {out, in, sums, (int32_t)rest, (int32_t)whole, (int32_t)(n - rest)};
	uint32_t blocks = whole + (rest > 0);
	struct part top = {sums, sums, NULL, (int32_t)blocks, 0, 0};
	if (whole)
		scan_part(r, "&prescan_sums", whole, GROUP, &groups);
	if (rest)
		scan_part(r, "&prescan_sums", 1, power_below(rest), &last);
	scan_part(r, "&prescan", 1, power_below(blocks), &top);
	if (whole)
		add_part(r, whole, GROUP, &groups);
	if (rest)
		add_part(r, 1, power_below(rest), &last);
}

static void encode(struct suite_run *r, struct huffman *v)
{
	struct {
		const uint32_t *data, *codes, *lengths;
		uint32_t *unused_codes, *unused_lengths, *unused_places;
		uint32_t *out, *out_bits;
	} code = {v->data, v->code.bits, v->code.lengths, v->unused, v->unused, v->unused, v->coded,
		v->group_bits};
	struct {
		const uint32_t *in, *bits, *places;
		uint32_t *out;
		uint32_t group;
	} pack = {v->coded, v->group_bits, v->places, v->stream, GROUP};
	launch(r, "&vlc_encode_kernel_sm64huff", v->groups, GROUP, 3 * GROUP * sizeof(uint32_t),
		&code, sizeof code);
	scan(r, v->places, v->group_bits, v->sums, v->groups);
	launch(r, "&pack2", v->groups / PACK_GROUP, PACK_GROUP, 0, &pack, sizeof pack);
}

static void run(struct suite_run *r, void *data)
{
	struct huffman *v = data;
	struct {
		const uint32_t *data;
		int64_t bytes;
		uint32_t *histogram;
	} histogram = {v->data, (int64_t)(4 * v->words), v->histogram};
	launch(r, "&histo_kernel", HISTOGRAM_GROUPS, GROUP, 0, &histogram, sizeof histogram);
	suite_wait(r);
	make_code(v->histogram, &v->code);
	encode(r, v);
}

static void native(const struct native_loops *c, void *data)
{
	struct huffman *v = data;
	c->histogram((const uint8_t *)v->data, v->expected_histogram, 4 * v->words);
	suite_host_begin();
	make_code(v->expected_histogram, &v->expected_code);
	suite_host_end();
	c->rodinia_huffman(v->data, v->words, v->expected_code.bits, v->expected_code.lengths,
		v->expected);
}

static bool verify(const void *data, FILE *message)
{
	const struct huffman *v = data;
	for (size_t i = 0; i < SYMBOLS; i++) {
		if (v->expected_code.lengths[i] <= LONGEST)
			continue;
		fprintf(message, "the code of %zu has %u bits", i, v->expected_code.lengths[i]);
		return false;
	}
	return suite_same_words("histogram", v->histogram, v->expected_histogram, SYMBOLS,
		       message) &&
	       suite_same_words("stream", v->stream, v->expected, v->words + 1, message);
}

const struct suite_case suite_rodinia_huffman = {
	.name = "rodinia/huffman",
	.source = SUITE_OPENCL,
	.cache = "1 MB of bytes",
	.full = "16 MB of bytes",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
