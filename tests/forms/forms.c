/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* forms HELPERS LEVEL VALUES MEMORY [TEXT]: runs, with the code of a level, the forms that compute
 * values and the forms that load and store. VALUES and MEMORY choose a share of each: 0/1 is all,
 * 3/10 the fourth tenth. TEXT restricts them to mnemonics that begin with it. See forms.h. */
#include <stdio.h>
#include <string.h>
#include "forms.h"
#include "hsaemu/finalize.h"

enum { BATCH = 24, MAX_REPORTS = 40 };

static const struct isa_context context = {
	.profile = BRIG_PROFILE_FULL, .machine_model = BRIG_MACHINE_LARGE};

static struct {
	struct form_case batch[BATCH];
	unsigned count, cases, values, reports;
	uint32_t next;
	struct forms_plan plan;
	bool failed;
} run;

/* ---- running a batch ------------------------------------------------------------------------- */

static uint32_t place_column(uint32_t *bytes, const struct isa_type *t)
{
	uint32_t at = *bytes;

	*bytes += ROWS * column_bytes(t);
	return at;
}

static void fill_column(uint8_t *at, const struct isa_type *t, const union cell *rows)
{
	unsigned bytes = column_bytes(t);

	for (unsigned row = 0; row < ROWS; row++) {
		/* An s register's bits above a short value are undefined, so they may be anything
		 * here. */
		uint32_t above = t->bits < 32 && t->bits > 1 ? mixed(row + 77) << t->bits : 0;
		union cell v = rows[row];

		v.u[0] |= above;
		memcpy(at + row * bytes, v.b, bytes);
	}
}

static void say_cell(const char *what, const struct isa_type *t, const union cell *v)
{
	fprintf(stderr, "%s%s ", what, t->text);
	if (t->bits > 64)
		fprintf(stderr, "0x%016llx_%016llx", (unsigned long long)v->u[1],
			(unsigned long long)v->u[0]);
	else
		fprintf(stderr, "0x%0*llx", t->bits < 4 ? 1 : t->bits / 4,
			(unsigned long long)low_bits(v->u[0], t->bits));
}

static void report(const struct form_case *c, unsigned row, unsigned result, int elem,
	const struct wanted *w, const union cell *got)
{
	static const char *const rules[] = {
		"exactly", "anything", "a NaN", "a zero", "one of", "about"};
	const struct want *one = &w->of[result][elem < 0 ? 0 : elem];

	run.failed = true;
	if (run.reports++ >= MAX_REPORTS)
		return;
	fprintf(stderr, "%s\n  row %u:", c->name, row);
	for (unsigned s = 0; s < c->source_count; s++)
		say_cell(s == 0 ? " " : ", ", c->source[s].type, &c->source[s].rows[row]);
	if (c->keeps_dest)
		say_cell(", before ", c->result_type, &c->before[row]);
	say_cell("\n  got ", c->result_type, got);
	fprintf(stderr, ", expected %s 0x%llx (%.9g) in element %d of result %u\n",
		rules[one->rule], (unsigned long long)one->bits, one->value, elem, result);
}

/* Whether an integer below 32 bits is extended to fill the register, as it must be. */
static bool is_extended(const struct isa_type *t, const union cell *got)
{
	if (t->bits >= 32 || (t->kind != ISA_KIND_SIGNED && t->kind != ISA_KIND_UNSIGNED))
		return true;
	if (t->kind == ISA_KIND_SIGNED)
		return (uint32_t)sign_extended(got->u[0], t->bits) == (uint32_t)got->u[0];
	return low_bits(got->u[0], t->bits) == (uint32_t)got->u[0];
}

static void compare_case(const struct form_case *c, const uint8_t *out)
{
	unsigned bytes = column_bytes(c->result_type);
	struct wanted w;

	for (unsigned row = 0; row < ROWS; row++) {
		oracle(c, row, &w);
		for (unsigned r = 0; r < c->result_count; r++) {
			union cell got = {{0, 0}};
			int elem;

			memcpy(got.b, out + c->out_off[r] + row * bytes, bytes);
			elem = differs(&w, r, &got);
			run.values++;
			if (elem >= 0 || !is_extended(c->result_type, &got)) {
				report(c, row, r, elem, &w, &got);
				return; /* report only one row of a case */
			}
		}
	}
}

static void flush_batch(void)
{
	struct buf text = BUF_INIT, in = BUF_INIT, out = BUF_INIT;
	uint32_t in_bytes = 0, out_bytes = 0;

	if (run.count == 0)
		return;
	for (unsigned k = 0; k < run.count; k++) {
		struct form_case *c = &run.batch[k];

		for (unsigned s = 0; s < c->source_count; s++)
			c->in_off[s] = place_column(&in_bytes, c->source[s].type);
		c->before_off = place_column(&in_bytes, c->result_type);
		for (unsigned r = 0; r < c->result_count; r++)
			c->out_off[r] = place_column(&out_bytes, c->result_type);
	}
	(void)buf_extend(&in, in_bytes);
	(void)buf_extend(&out, out_bytes);
	for (unsigned k = 0; k < run.count; k++) {
		struct form_case *c = &run.batch[k];

		for (unsigned s = 0; s < c->source_count; s++)
			fill_column(in.data + c->in_off[s], c->source[s].type, c->source[s].rows);
		fill_column(in.data + c->before_off, c->result_type, c->before);
	}
	buf_puts(&text, "module &forms:1:0:$full:$large:$near;\n");
	say_kernel(run.batch, run.count, "k", &text);
	if (!engine_run(&text, "&k", in.data, out.data, NULL)) {
		fprintf(stderr, "batch of '%s' cannot be run:\n%.*s", run.batch[0].name,
			(int)text.len, (const char *)text.data);
		run.failed = true;
	} else {
		for (unsigned k = 0; k < run.count; k++)
			compare_case(&run.batch[k], out.data);
	}
	run.count = 0;
	buf_release(&text);
	buf_release(&in);
	buf_release(&out);
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* Lists the sources and results; returns false when no values can be given to an operand. */
static bool list_operands(struct form_case *c)
{
	for (unsigned k = 0; k < c->inst.operand_count; k++) {
		const struct isa_operand *o = &c->inst.operands[k];
		const struct isa_type *t =
			isa_type_find(isa_form_operand_type(c->form, &c->inst, k));
		unsigned n = o->kind == ISA_OPND_VECTOR ? o->count : 1;

		if (t == NULL || t->kind >= ISA_KIND_IMAGE ||
			(o->kind != ISA_OPND_REGISTER && o->kind != ISA_OPND_CONSTANT &&
				o->kind != ISA_OPND_VECTOR))
			return false;
		if (isa_form_operand_is_dest(c->form, k)) {
			c->result_type = t;
			c->result_count = n;
			continue;
		}
		for (unsigned e = 0; e < n; e++)
			c->source[c->source_count++] = (struct column){.type = t,
				.operand = k,
				.element = e,
				.is_constant = o->elem[e].kind == ISA_OPND_CONSTANT};
	}
	return c->result_type != NULL;
}

static struct isa_element constant_of(const struct isa_type *t, uint64_t value)
{
	struct isa_element e = {.kind = ISA_OPND_CONSTANT, .type = t->brig, .value = value};

	if (t->kind == ISA_KIND_FLOAT)
		e.constant = ISA_CONST_FLOAT;
	else if (t->kind <= ISA_KIND_UNSIGNED && t->bits <= 64)
		e.constant = ISA_CONST_INTEGER;
	if (t->kind == ISA_KIND_BIT && t->bits == 128)
		e.type = BRIG_TYPE_U64X2;
	return e;
}

/* Makes a source constant if the form allows a constant there. */
static void try_constant(struct form_case *c, unsigned s)
{
	struct column *v = &c->source[s];
	struct isa_operand *o = &c->inst.operands[v->operand], before = *o;
	struct isa_mismatch why;

	o->elem[v->element] = constant_of(v->type, 1);
	if (o->kind != ISA_OPND_VECTOR)
		o->kind = ISA_OPND_CONSTANT;
	if (isa_match(&c->inst, 0, &context, &why) == c->form)
		v->is_constant = true;
	else
		*o = before;
}

static void choose_constants(struct form_case *c, uint32_t seed)
{
	for (unsigned s = 0; s < c->source_count; s++) {
		struct column *v = &c->source[s];
		const struct isa_type *packed = c->source[0].type;

		if (!v->is_constant)
			continue;
		v->rows[0] = edge_value(v->type, mixed(seed + s));
		if (c->inst.opcode == BRIG_OPCODE_UNPACKCVT && s == 1)
			v->rows[0].u[0] &= 3;
		if (c->inst.opcode == BRIG_OPCODE_SHUFFLE && s == 2)
			v->rows[0].u[0] =
				low_bits(mixed(seed), packed->count == 8 ? 24 : packed->count * 2);
	}
}

enum variant { REGISTERS, ONE_CONSTANT, ALL_CONSTANT, VARIANT_COUNT };

static void name_case(struct form_case *c)
{
	struct buf text = BUF_INIT;

	isa_mnemonic_print(c->form, &c->inst, &text);
	for (unsigned s = 0; s < c->source_count; s++) {
		buf_puts(&text, s == 0 ? " " : ", ");
		if (c->source[s].is_constant)
			say_value(c->source[s].type, &c->source[s].rows[0], &text);
		else
			buf_printf(&text, "$%u", s);
	}
	(void)snprintf(c->name, sizeof c->name, "%.*s", (int)text.len, (const char *)text.data);
	buf_release(&text);
}

static bool keeps_dest(const struct isa_inst *inst)
{
	return inst->pack == BRIG_PACK_S || inst->pack == BRIG_PACK_SS ||
	       inst->pack == BRIG_PACK_SSSAT;
}

static void add_case(const struct isa_form *f, const struct isa_inst *inst, enum variant variant)
{
	struct form_case *c = &run.batch[run.count];
	uint32_t seed = run.next++;

	if (seed % run.plan.shares != run.plan.share)
		return;
	memset(c, 0, sizeof *c);
	c->form = f;
	c->inst = *inst;
	if (!list_operands(c))
		return;
	c->keeps_dest = keeps_dest(inst);
	for (unsigned s = 0; s < c->source_count; s++)
		if (variant == ALL_CONSTANT ||
			(variant == ONE_CONSTANT && s == mixed(seed) % c->source_count))
			try_constant(c, s);
	choose_constants(c, seed);
	name_case(c);
	if (run.plan.prefix != NULL &&
		strncmp(c->name, run.plan.prefix, strlen(run.plan.prefix)) != 0)
		return;
	choose_values(c, seed);
	run.cases++;
	if (++run.count == BATCH)
		flush_batch();
}

/* ---- all forms ------------------------------------------------------------------------------- */

/* The values that the modifiers of a form take, collected from samples with one modifier
 * changed. */
struct slots {
	uint64_t round, pack, compare;
	bool ftz;
};

static struct slots slots_of(const struct isa_form *f)
{
	struct slots s = {0};
	struct isa_samples it;
	struct isa_inst inst;

	isa_samples_init(&it, f);
	while (isa_samples_next(&it, &inst)) {
		s.round |= (uint64_t)1 << inst.round;
		s.pack |= (uint64_t)1 << inst.pack;
		s.compare |= (uint64_t)1 << inst.compare;
		s.ftz |= inst.ftz;
	}
	return s;
}

/* Adds the instruction with each legal combination of modifiers. */
static void add_modified(const struct isa_form *f, const struct slots *s, struct isa_inst inst)
{
	struct isa_mismatch why;

	for (unsigned ftz = 0; ftz <= s->ftz; ftz++)
		for (unsigned round = 0; round < 64; round++)
			for (unsigned pack = 0; pack < 64; pack++)
				for (unsigned compare = 0; compare < 64; compare++) {
					if ((s->round >> round & s->pack >> pack &
						    s->compare >> compare & 1) == 0)
						continue;
					inst.ftz = ftz != 0;
					inst.round = (uint8_t)round;
					inst.pack = (uint8_t)pack;
					inst.compare = (uint8_t)compare;
					if (isa_match(&inst, 0, &context, &why) != f)
						continue;
					for (int v = REGISTERS; v < VARIANT_COUNT; v++)
						add_case(f, &inst, (enum variant)v);
				}
}

/* The result of these instructions follows from their operands, so the oracle must know each. */
static const bool computes[ISA_LOWER_COUNT] = {
	[ISA_LOWER_ARITH] = true,
	[ISA_LOWER_DIVIDE] = true,
	[ISA_LOWER_MUL24] = true,
	[ISA_LOWER_SHIFT] = true,
	[ISA_LOWER_LOGIC] = true,
	[ISA_LOWER_INT_UNARY] = true,
	[ISA_LOWER_BITFIELD] = true,
	[ISA_LOWER_COMBINE] = true,
	[ISA_LOWER_EXPAND] = true,
	[ISA_LOWER_MOV] = true,
	[ISA_LOWER_SHUFFLE] = true,
	[ISA_LOWER_PACK] = true,
	[ISA_LOWER_UNPACK] = true,
	[ISA_LOWER_CMOV] = true,
	[ISA_LOWER_CLASS] = true,
	[ISA_LOWER_NATIVE] = true,
	[ISA_LOWER_BITALIGN] = true,
	[ISA_LOWER_PACKCVT] = true,
	[ISA_LOWER_UNPACKCVT] = true,
	[ISA_LOWER_LERP] = true,
	[ISA_LOWER_SAD] = true,
	[ISA_LOWER_CMP] = true,
	[ISA_LOWER_CVT] = true,
};

/* Passes over an instruction that the oracle does not know. It is an error if its result follows
 * from its operands; the other instructions have other tests. */
static void pass_over(const struct isa_inst *inst)
{
	const struct isa_opcode *o = isa_opcode_find(inst->opcode);

	if (!computes[o->lowering])
		return;
	fprintf(stderr, "forms: the oracle does not know '%s'\n", o->text);
	run.failed = true;
}

static void add_form(const struct isa_form *f)
{
	struct slots s = slots_of(f);
	struct isa_samples it;
	struct isa_inst inst;

	isa_samples_init(&it, f);
	while (isa_samples_next(&it, &inst))
		if (it.base && oracle_knows(&inst))
			add_modified(f, &s, inst);
		else if (it.base)
			pass_over(&inst);
}

/* ---- the command line ------------------------------------------------------------------------ */

static const struct engine_level levels[] = {
	{"off", FINALIZE_SIMD_OFF, "native", NULL},
	{"off-v2", FINALIZE_SIMD_OFF, "x86-64-v2", NULL}, /* without F16C and FMA */
	{"sse", FINALIZE_SIMD_SSE, "x86-64-v2", NULL},
	{"avx2", FINALIZE_SIMD_AVX2, "x86-64-v3", NULL},
	{"avx512", FINALIZE_SIMD_AVX512, "x86-64-v4", NULL},
	{"gpu", FINALIZE_SIMD_OFF, "x86-64-v2,gfx600", "none"},
};

static const struct engine_level *level_of(const char *name)
{
	for (size_t k = 0; k < ARRAY_LEN(levels); k++)
		if (strcmp(name, levels[k].name) == 0)
			return &levels[k];
	return NULL;
}

static bool read_share(const char *text, struct forms_plan *plan)
{
	return sscanf(text, "%u/%u", &plan->share, &plan->shares) == 2 &&
	       plan->share < plan->shares;
}

int main(int argc, char **argv)
{
	const struct engine_level *level = argc > 2 ? level_of(argv[2]) : NULL;
	struct forms_plan memory;

	if (level == NULL || argc < 5 || !read_share(argv[3], &run.plan) ||
		!read_share(argv[4], &memory)) {
		fprintf(stderr, "usage: forms HELPERS LEVEL SHARE/SHARES SHARE/SHARES [TEXT]\n");
		return EXIT_USAGE;
	}
	run.plan.prefix = memory.prefix = argc > 5 ? argv[5] : NULL;
	if (!engine_start(argv[1], level)) {
		fprintf(stderr, "forms: cannot start\n");
		return EXIT_IO;
	}
	for (size_t k = 0; k < isa_form_count(); k++)
		add_form(isa_form_at(k));
	flush_batch();
	printf("%u cases, %u values, %u wrong\n", run.cases, run.values, run.reports);
	run.failed |= !run_memory_forms(&memory);
	engine_stop();
	return run.failed ? EXIT_REFUSED : EXIT_DONE;
}
