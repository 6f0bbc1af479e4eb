/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists the cases of memory.c: all combinations of types, segments and numbers of registers, with
 * every shape of addresses; the other modifiers are tried one at a time. */
#include <stdio.h>
#include <string.h>
#include "memory.h"

enum { BATCH = 12, REPORTS = 20 };

static const struct isa_context context = {
	.profile = BRIG_PROFILE_FULL, .machine_model = BRIG_MACHINE_LARGE};

static struct {
	struct memory_case batch[BATCH];
	unsigned count, cases, wrong;
	const struct forms_plan *plan;
	uint32_t next;
	bool failed;
} run;

/* ---- running a batch ------------------------------------------------------------------------- */

static uint32_t place(uint32_t *bytes, uint32_t n)
{
	uint32_t at = *bytes;

	*bytes += n;
	return at;
}

static void place_columns(uint32_t *in_bytes, uint32_t *out_bytes)
{
	for (unsigned k = 0; k < run.count; k++) {
		struct memory_case *c = &run.batch[k];
		uint32_t column = ROWS * column_bytes(c->type), slots = ROWS * c->slot_bytes;

		c->slots_off = place(in_bytes, slots);
		c->slots_out = place(out_bytes, slots);
		for (unsigned e = 0; e < 4; e++) {
			c->value_off[e] = place(in_bytes, column);
			c->result_off[e] = place(out_bytes, column);
		}
	}
}

/* Fills slots with edge values, some of them equal to the operands that atomics compare with. */
static void fill_slots(const struct memory_case *c, uint8_t *in)
{
	unsigned bytes = c->type->bits / 8;

	for (unsigned k = 0; k < ROWS * c->slot_bytes / bytes; k++) {
		union cell v = k % 3 == 0 && c->count == 1
		                       ? c->value[0][k % ROWS]
		                       : edge_value(c->type, mixed(k + run.next));

		memcpy(in + k * bytes, v.b, bytes);
	}
}

static void fill(uint8_t *in, uint8_t *out)
{
	for (unsigned k = 0; k < run.count; k++) {
		const struct memory_case *c = &run.batch[k];
		unsigned bytes = column_bytes(c->type);

		fill_slots(c, in + c->slots_off);
		memcpy(out + c->slots_out, in + c->slots_off, ROWS * c->slot_bytes);
		for (unsigned e = 0; e < c->value_count; e++)
			for (unsigned row = 0; row < ROWS; row++)
				memcpy(in + c->value_off[e] + row * bytes, c->value[e][row].b,
					bytes);
	}
}

static void compare(const uint8_t *in, const uint8_t *out, const struct buf *text)
{
	bool shown = false;

	for (unsigned k = 0; k < run.count; k++) {
		const struct memory_case *c = &run.batch[k];
		int row = memory_differs(c, in, out);

		if (row < 0)
			continue;
		run.failed = true;
		if (run.wrong++ < REPORTS)
			fprintf(stderr, "%s: wrong in row %d\n", c->name, row);
		if (!shown && run.plan->prefix != NULL)
			fprintf(stderr, "%.*s", (int)text->len, (const char *)text->data);
		shown = true;
	}
}

static void flush_batch(void)
{
	struct buf text = BUF_INIT, in = BUF_INIT, out = BUF_INIT;
	uint32_t in_bytes = 0, out_bytes = 0;
	uint8_t blob[256];

	if (run.count == 0)
		return;
	place_columns(&in_bytes, &out_bytes);
	(void)buf_extend(&in, in_bytes);
	(void)buf_extend(&out, out_bytes);
	fill(in.data, out.data);
	for (unsigned k = 0; k < sizeof blob; k++)
		blob[k] = blob_byte(k);
	say_memory_module(run.batch, run.count, &text);
	if (engine_run(&text, "&k", in.data, out.data, blob)) {
		compare(in.data, out.data, &text);
	} else {
		fprintf(stderr, "batch of '%s' cannot be run:\n%.*s", run.batch[0].name,
			(int)text.len, (const char *)text.data);
		run.failed = true;
	}
	run.count = 0;
	buf_release(&text);
	buf_release(&in);
	buf_release(&out);
}

/* ---- one case -------------------------------------------------------------------------------- */

static bool is_atomic_opcode(uint16_t opcode)
{
	return opcode == BRIG_OPCODE_ATOMIC || opcode == BRIG_OPCODE_ATOMICNORET;
}

/* Whether the addresses keep what the alignment and width modifiers promise, and only loads use the
 * same address in several work-items. */
static bool keeps_promises(const struct memory_case *c)
{
	unsigned aligned = c->slot_bytes & -c->slot_bytes;
	bool same = c->shape == SHAPE_SAME;

	if (c->inst.align > BRIG_ALIGNMENT_1 &&
		1u << (c->inst.align - 1) > (aligned < 16 ? aligned : 16))
		return false;
	if (c->inst.opcode == BRIG_OPCODE_LD && c->inst.width > BRIG_WIDTH_1 && !same)
		return false;
	return !same || c->inst.opcode == BRIG_OPCODE_LD;
}

static bool has_case(uint8_t segment)
{
	return segment != BRIG_SEGMENT_ARG; /* arg memory exists only within calls */
}

static void fill_values(struct memory_case *c, uint32_t seed)
{
	unsigned bytes = column_bytes(c->type);

	for (unsigned e = 0; e < c->value_count; e++)
		for (unsigned row = 0; row < ROWS; row++) {
			union cell v = edge_value(c->type, mixed(seed + row * 5 + e));

			if (c->type->bits < 32)
				v.u[0] |=
					(uint64_t)(mixed(seed + row) << c->type->bits) & UINT32_MAX;
			memset(&c->value[e][row], 0, sizeof v);
			memcpy(&c->value[e][row], &v, bytes);
		}
}

static void add_case(const struct isa_form *f, const struct isa_inst *inst, enum shape shape,
	bool divergent)
{
	static const char *const shapes[] = {"consecutive", "permuted", "reversed", "same"};
	struct memory_case *c = &run.batch[run.count];
	uint32_t seed = run.next++;
	struct buf name = BUF_INIT;

	if (seed % run.plan->shares != run.plan->share)
		return;
	memset(c, 0, sizeof *c);
	c->form = f;
	c->inst = *inst;
	c->type = isa_type_find(inst->type);
	c->count = inst->vec == 0 ? 1 : inst->vec;
	c->atomic_sources = is_atomic_opcode(inst->opcode) && inst->atomic_op != BRIG_ATOMIC_LD
	                            ? (inst->atomic_op == BRIG_ATOMIC_CAS ? 2 : 1)
	                            : 0;
	c->value_count = c->atomic_sources > c->count ? c->atomic_sources : c->count;
	c->slot_bytes = c->count * c->type->bits / 8;
	c->shape = shape;
	c->divergent = divergent;
	if (!keeps_promises(c))
		return;
	isa_mnemonic_print(f, inst, &name);
	(void)snprintf(c->name, sizeof c->name, "%.*s, %s%s", (int)name.len,
		(const char *)name.data, shapes[shape], divergent ? ", divergent" : "");
	buf_release(&name);
	if (run.plan->prefix != NULL &&
		strncmp(c->name, run.plan->prefix, strlen(run.plan->prefix)) != 0)
		return;
	fill_values(c, seed);
	run.cases++;
	if (++run.count == BATCH)
		flush_batch();
}

/* ---- all forms ------------------------------------------------------------------------------- */

static bool is_legal(const struct isa_form *f, const struct isa_inst *inst)
{
	const struct isa_type *t = isa_type_find(inst->type);

	return t->kind < ISA_KIND_IMAGE && has_case(inst->segment) &&
	       isa_match_mnemonic(inst, &context) == f;
}

static void add_shapes(const struct isa_form *f, const struct isa_inst *inst)
{
	for (int shape = 0; shape < SHAPE_COUNT; shape++)
		for (unsigned divergent = 0; divergent < 2; divergent++)
			add_case(f, inst, (enum shape)shape, divergent != 0);
}

/* Adds cases with all segments and numbers of registers, and with the base modifiers. */
static void add_base(const struct isa_form *f, struct isa_inst inst)
{
	for (unsigned vec = 0; vec <= 4; vec++)
		for (unsigned segment = 0; segment < 16; segment++) {
			inst.vec = (uint8_t)vec;
			inst.segment = (uint8_t)segment;
			if (is_legal(f, &inst))
				add_shapes(f, &inst);
		}
}

/* Adds a case with one modifier off its base value, in a segment and shape that allow it. */
static void add_modified(const struct isa_form *f, struct isa_inst inst)
{
	uint32_t h = mixed(run.next);
	bool uniform = inst.opcode == BRIG_OPCODE_LD && inst.width > BRIG_WIDTH_1;

	for (unsigned k = 0; k < 16; k++) {
		struct isa_inst other = inst;

		other.segment = (uint8_t)((h + k) % 16);
		if (!is_legal(f, &other) || (uniform && other.segment != BRIG_SEGMENT_GLOBAL &&
						    other.segment != BRIG_SEGMENT_GROUP))
			continue;
		add_case(f, &other, uniform ? SHAPE_SAME : (enum shape)(h >> 8) % SHAPE_SAME,
			(h >> 16 & 1) != 0);
		return;
	}
}

bool run_memory_forms(const struct forms_plan *plan)
{
	run.plan = plan;
	for (size_t k = 0; k < isa_form_count(); k++) {
		const struct isa_form *f = isa_form_at(k);
		uint16_t opcode = isa_form_opcode(f)->brig;
		struct isa_samples it;
		struct isa_inst inst;

		if (opcode != BRIG_OPCODE_LD && opcode != BRIG_OPCODE_ST &&
			!is_atomic_opcode(opcode))
			continue;
		isa_samples_init(&it, f);
		while (isa_samples_next(&it, &inst))
			if (it.base)
				add_base(f, inst);
			else
				add_modified(f, inst);
	}
	flush_batch();
	printf("%u cases of loads, stores and atomics, %u wrong\n", run.cases, run.wrong);
	return !run.failed;
}
