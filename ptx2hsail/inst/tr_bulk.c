/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates st.async, red.async, asynchronous copies and reductions of many bytes (PTX
 * ISA 9.7.9.16 to 9.7.9.27), and st.bulk. Each is done at once, by a call of a PTX function made
 * for its form (library.c), which also tells the mbarrier that the bytes have come. A cluster is
 * one work-group. */
#include "base/constant_bits.h"
#include "base/message.h"
#include "base/tr.h"
#include "declare/call_site.h"
#include "declare/library.h"
#include "inst/row_functions.h"
#include "inst/tr_mbarrier.h"
#include "operand/address.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* A PTX function under construction, which does what the current instruction says, and the
 * arguments (ins) of its call. */
struct bulk {
	struct tr *t;
	struct buf name, formals, body;
	struct hir_op ins[12];
	unsigned count;
};

static void bulk_init(struct bulk *b, struct tr *t)
{
	*b = (struct bulk){.t = t, .name = BUF_INIT, .formals = BUF_INIT, .body = BUF_INIT};
	buf_printf(&b->name, "%%" STR_FMT, STR_ARG(t->at.inst->root));
	for (unsigned i = 0; i < t->at.inst->mod_count; i++) {
		buf_u8(&b->name, '_');
		for (size_t k = 0; k < t->at.inst->mods[i].n; k++)
			buf_u8(&b->name, t->at.inst->mods[i].p[k] == ':'
						 ? '_'
						 : (uint8_t)t->at.inst->mods[i].p[k]);
	}
}

static void bulk_release(struct bulk *b)
{
	buf_release(&b->name);
	buf_release(&b->formals);
	buf_release(&b->body);
}

static void add(struct bulk *b, const char *name, const char *type, struct hir_op value)
{
	buf_printf(&b->formals, "%s.reg %s %s", b->count == 0 ? "" : ", ", type, name);
	b->ins[b->count++] = value;
}

static void call(struct bulk *b)
{
	struct tr *t = b->t;
	struct str name = str_dup(&t->arena, buf_slice(&b->name));
	struct func *f = tr_library_find(t, name);
	if (f == NULL) {
		struct buf text = BUF_INIT;
		struct str formals = buf_slice(&b->formals), body = buf_slice(&b->body);
		buf_printf(&text,
			".func " STR_FMT "(" STR_FMT ")\n{\n\t.reg .b32 %%w<4>;\n"
			"\t.reg .b64 %%d<4>;\n\t.reg .b%u %%g<2>;\n\t.reg .b16 %%h;\n\t.reg .pred %%p, %%q;\n" STR_FMT
			"\tret;\n}\n",
			STR_ARG(name), STR_ARG(formals), t->is_small ? 32u : 64u, STR_ARG(body));
		f = tr_library_add(t, name, buf_slice(&text));
		buf_release(&text);
	}
	tr_call_function(t, f, NULL, b->ins);
}

static bool has(const struct tr *t, enum ptx_mod m)
{
	return ptx_words_has(&t->at.words, m);
}

/* Adds an address argument: a group address, or a flat one when the space is global. Returns false
 * after a message. */
static bool add_address(struct bulk *b, const char *name, const struct ptx_operand *o,
	enum ptx_space space)
{
	struct hir_op value;
	struct tr_address a;
	if (space == PTX_SPACE_GLOBAL) {
		if (!tr_address(b->t, o, space, 0, &a) || !tr_address_value(b->t, &a, &value))
			return false;
		add(b, name, b->t->is_small ? ".b32" : ".b64", value);
		return true;
	}
	if (!tr_group_address(b->t, o, space, &value))
		return false;
	add(b, name, ".b32", value);
	return true;
}

static bool add_value(struct bulk *b, const char *name, const struct ptx_operand *o,
	enum ptx_type type)
{
	struct hir_op value;
	if (!tr_source(b->t, o, type, &value))
		return false;
	add(b, name, ptx_types[type].bits == 64 ? ".b64" : ".b32", value);
	return true;
}

/* Checks that a constant size is a multiple of what one step of the loop copies. */
static bool check_size(struct tr *t, const struct ptx_operand *o, unsigned step)
{
	if (o->kind != PTX_OPND_INT || o->value % step == 0)
		return true;
	tr_error(t, o->span, "sizes in bulk are multiples of %u bytes", step);
	return false;
}

static bool add_size(struct bulk *b, const char *name, const struct ptx_operand *o,
	enum ptx_type type, unsigned step)
{
	return check_size(b->t, o, step) && add_value(b, name, o, type);
}

/* The operands are [address], bytes {, cache policy}. A prefetch has no effect here. */
void tr_fn_bulk_prefetch(struct tr *t)
{
	check_size(t, t->at.inst->operands[1], 16);
}

static void complete(struct bulk *b, const char *bytes)
{
	buf_printf(&b->body, "\tmbarrier.complete_tx.relaxed.cta.shared.b64 [bar], %s;\n", bytes);
}

/* ---- st.async, red.async: [address], value, [mbarrier] --------------------------------------- */

/* Returns the space of the address; these instructions have no other space than shared, which may
 * be given as a generic address. */
static enum ptx_space shared_or_generic(const struct tr *t)
{
	return t->at.words.has_space ? PTX_SPACE_SHARED : PTX_SPACE_NONE;
}

void tr_fn_st_async(struct tr *t)
{
	struct ptx_operand **o = t->at.inst->operands;
	struct tr_elements e;
	struct bulk b;
	unsigned count = tr_vector_size(t), bits = ptx_types[t->at.words.types[0]].bits;
	if (!tr_operand_count(t, 3, 3))
		return;
	if (count == 1) {
		e.operands[0] = o[1];
		e.count = 1;
	} else if (!tr_elements(t, o[1], count, &e)) {
		return;
	}
	bulk_init(&b, t);
	bool ok = add_address(&b, "at", o[0], shared_or_generic(t)) &&
	          add_address(&b, "bar", o[2], shared_or_generic(t));
	for (unsigned i = 0; ok && i < count; i++) {
		ok = add_value(&b, arena_printf(&t->arena, "v%u", i), e.operands[i],
			t->at.words.types[0]);
		buf_printf(&b.body, "\tst.shared.b%u [at+%u], v%u;\n", bits, i * bits / 8, i);
	}
	complete(&b, arena_printf(&t->arena, "%u", count * bits / 8));
	if (ok)
		call(&b);
	bulk_release(&b);
}

void tr_fn_red_async(struct tr *t)
{
	struct ptx_operand **o = t->at.inst->operands;
	struct bulk b;
	const struct ptx_type_info *type = &ptx_types[t->at.words.types[0]];
	enum ptx_mod op = ptx_words_of(&t->at.words, PTX_CLASS_ATOM);
	if (!tr_operand_count(t, 3, 3))
		return;
	bulk_init(&b, t);
	bool ok = add_address(&b, "at", o[0], shared_or_generic(t)) &&
	          add_value(&b, "v", o[1], t->at.words.types[0]) &&
	          add_address(&b, "bar", o[2], shared_or_generic(t));
	buf_printf(&b.body, "\tred.relaxed.cta.shared.%s.%s [at], v;\n", ptx_mod_text(op),
		type->text);
	complete(&b, arena_printf(&t->arena, "%u", (unsigned)type->bits / 8));
	if (ok)
		call(&b);
	bulk_release(&b);
}

/* ---- many bytes ------------------------------------------------------------------------------ */

/* Writes a loop over `size` bytes in steps of `step`. `inside` moves one step from [%g0] or [%w0]
 * to [%g1] or [%w1]; %g is a global address, %w a shared one. */
static void loop(struct bulk *b, bool from_global, bool to_global, unsigned step,
	const char *inside)
{
	unsigned global_bits = b->t->is_small ? 32 : 64, from_bits = from_global ? global_bits : 32,
		 to_bits = to_global ? global_bits : 32;
	const char *from = from_global ? "%g0" : "%w0", *to = to_global ? "%g1" : "%w1";
	buf_printf(&b->body,
		"\tmov.b%u %s, from;\n\tmov.b%u %s, to;\n\tmov.b32 %%w2, size;\n"
		"next:\n\tsetp.eq.u32 %%p, %%w2, 0;\n\t@%%p bra done;\n%s",
		from_bits, from, to_bits, to, inside);
	buf_printf(&b->body,
		"\tadd.u%u %s, %s, %u;\n\tadd.u%u %s, %s, %u;\n\tsub.u32 %%w2, %%w2, %u;\n"
		"\tbra next;\ndone:\n",
		from_bits, from, from, step, to_bits, to, to, step, step);
}

/* The operands are [shared], bytes, 0. */
void tr_fn_st_bulk(struct tr *t)
{
	struct ptx_operand **o = t->at.inst->operands;
	struct bulk b;
	uint64_t value = 0;
	if (!tr_operand_count(t, 3, 3) || !tr_constant(t, o[2], PTX_U64, &value))
		return;
	if (value != 0) {
		tr_error(t, o[2]->span, "only zeros can be stored in bulk");
		return;
	}
	bulk_init(&b, t);
	bool ok = add_address(&b, "to", o[0], shared_or_generic(t)) &&
	          add_size(&b, "bytes", o[1], PTX_U64, 8);
	buf_puts(&b.body,
		"\t.reg .b32 from, size;\n\tmov.b32 from, to;\n\tcvt.u32.u64 size, bytes;\n");
	loop(&b, false, false, 8, "\tst.shared.b64 [%w1], 0;\n");
	if (ok)
		call(&b);
	bulk_release(&b);
}

/* Reads the operands that cp.async.bulk and cp.reduce.async.bulk share: [to], [from], bytes {,
 * [mbarrier]}. *next is the number of the operand after these. Returns false after a message. */
static bool copy_operands(struct bulk *b, bool from_global, bool to_global, uint32_t *next)
{
	struct tr *t = b->t;
	struct ptx_operand **o = t->at.inst->operands;
	bool counts = has(t, PTX_MOD_MBARRIER_TX);
	uint32_t more =
		has(t, PTX_MOD_MULTICAST) + has(t, PTX_MOD_L2_CACHE_HINT) + has(t, PTX_MOD_CP_MASK);
	*next = 3u + counts;
	return tr_operand_count(t, *next + more, *next + more) &&
	       add_address(b, "to", o[0], to_global ? PTX_SPACE_GLOBAL : PTX_SPACE_SHARED) &&
	       add_address(b, "from", o[1], from_global ? PTX_SPACE_GLOBAL : PTX_SPACE_SHARED) &&
	       add_size(b, "size", o[2], PTX_U32, 16) &&
	       (!counts || add_address(b, "bar", o[3], PTX_SPACE_SHARED));
}

/* The last space in the opcode is the source's. Only copies to global memory form groups
 * (.bulk_group). */
static void spaces(const struct tr *t, bool *from_global, bool *to_global)
{
	*from_global = t->at.words.space == PTX_SPACE_GLOBAL;
	*to_global = has(t, PTX_MOD_BULK_GROUP);
}

/* Writes the loop of a copy with a mask, which has a bit for each of 16 bytes: only bytes whose bit
 * is set are copied. */
static void copy_masked(struct bulk *b)
{
	struct buf text = BUF_INIT;
	for (unsigned i = 0; i < 16; i++)
		buf_printf(&text,
			"\tand.b32 %%w3, mask, %u;\n\tsetp.eq.u32 %%q, %%w3, 0;\n"
			"\t@!%%q ld.shared.b8 %%h, [%%w0+%u];\n\t@!%%q st.global.b8 [%%g1+%u], %%h;\n",
			1u << i, i, i);
	buf_u8(&text, 0);
	loop(b, false, true, 16, (const char *)text.data);
	buf_release(&text);
}

void tr_fn_cp_bulk(struct tr *t)
{
	struct bulk b;
	bool from_global = false, to_global = false, masked = has(t, PTX_MOD_CP_MASK);
	uint32_t next = 0;
	spaces(t, &from_global, &to_global);
	bulk_init(&b, t);
	bool ok = copy_operands(&b, from_global, to_global, &next);
	/* group 0 is the only one of the cluster */
	if (ok && has(t, PTX_MOD_MULTICAST)) {
		ok = add_value(&b, "groups", t->at.inst->operands[next], PTX_U16);
		buf_puts(&b.body,
			"\tand.b32 %w0, groups, 1;\n\tsetp.eq.u32 %p, %w0, 0;\n\t@%p bra out;\n");
	}
	if (ok && masked)
		ok = add_value(&b, "mask", t->at.inst->operands[t->at.inst->operand_count - 1],
			PTX_U16);
	if (masked)
		copy_masked(&b);
	else
		loop(&b, from_global, to_global, 16,
			from_global
				? "\tld.global.v2.b64 {%d2, %d3}, [%g0];\n\tst.shared.v2.b64 [%w1], {%d2, %d3};\n"
			: to_global
				? "\tld.shared.v2.b64 {%d2, %d3}, [%w0];\n\tst.global.v2.b64 [%g1], {%d2, %d3};\n"
				: "\tld.shared.v2.b64 {%d2, %d3}, [%w0];\n\tst.shared.v2.b64 [%w1], {%d2, %d3};\n");
	if (!to_global)
		complete(&b, "size");
	buf_puts(&b.body, "out:\n");
	if (ok)
		call(&b);
	bulk_release(&b);
}

void tr_fn_cp_reduce(struct tr *t)
{
	struct bulk b;
	const struct ptx_type_info *type = &ptx_types[t->at.words.types[0]];
	bool from_global = false, to_global = false;
	uint32_t next = 0;
	const char *value = type->bits == 64 ? "%d2" : type->bits == 32 ? "%w3" : "%h";
	enum ptx_mod op = ptx_words_of(&t->at.words, PTX_CLASS_ATOM);
	bool is_half = type->bits == 16;
	spaces(t, &from_global, &to_global);
	bulk_init(&b, t);
	bool ok = copy_operands(&b, false, to_global, &next);
	loop(&b, false, to_global, type->bits / 8u,
		arena_printf(&t->arena,
			"\tld.shared.b%u %s, [%%w0];\n\t%s.relaxed.%s.%s%s.%s [%s], %s;\n",
			(unsigned)type->bits, value, is_half && op != PTX_MOD_ADD ? "$red" : "red",
			to_global ? "gpu.global" : "cta.shared", ptx_mod_text(op),
			is_half && op == PTX_MOD_ADD ? ".noftz" : "", type->text,
			to_global ? "%g1" : "%w1", value));
	if (!to_global)
		complete(&b, "size");
	if (ok)
		call(&b);
	bulk_release(&b);
}

/* ---- clusterlaunchcontrol: no launch is ever cancelled, which the ISA allows ----------------- */

/* The operands are [answer], [mbarrier]. */
void tr_fn_try_cancel(struct tr *t)
{
	struct bulk b;
	if (!tr_operand_count(t, 2, 2))
		return;
	bulk_init(&b, t);
	bool ok = add_address(&b, "at", t->at.inst->operands[0], shared_or_generic(t)) &&
	          add_address(&b, "bar", t->at.inst->operands[1], shared_or_generic(t));
	buf_puts(&b.body, "\tst.shared.v2.b64 [at], {0, 0};\n");
	complete(&b, "16");
	if (ok)
		call(&b);
	bulk_release(&b);
}

/* Sets all elements to 0: a launch that was not cancelled has no first CTA, so any value will
 * do. */
void tr_fn_first_ctaid(struct tr *t)
{
	struct tr_elements e;
	if (!tr_operand_count(t, 2, 2) || !tr_elements(t, t->at.inst->operands[0], 4, &e))
		return;
	for (unsigned i = 0; i < e.count; i++) {
		struct tr_env env = {.type = PTX_B32};
		struct hir_op d;
		if (e.operands[i]->kind == PTX_OPND_SINK)
			continue;
		if (!tr_dest(t, e.operands[i], PTX_B32, &d))
			return;
		tr_env_bind(&env, 'D', d, PTX_B32);
		tr_seq(t, SEQ_BFE_ZERO, &env);
	}
}
