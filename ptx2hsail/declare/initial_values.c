/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Initial values in PTX may contain constants and addresses (PTX ISA 5.4.8), those in HSAIL only
 * constants. This file makes the constants; for each address it records a pragma, by which
 * hsail-fin knows it (docs/kernel-abi.md). */
#include "base/constant_bits.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/tr.h"
#include "declare/function_address.h"
#include "declare/initial_values.h"
#include "declare/variables.h"

enum { ADDRESS_BYTES = 8 };

/* A byte of an address, which 0xff00(name) selects. Only complete addresses have a translation: all
 * bytes of one, in order. */
struct piece {
	const struct ptx_init *init; /* NULL: there is no unfinished address */
	uint64_t offset;
	unsigned byte;
};

struct filler {
	struct tr *t;
	const struct ptx_var *var;
	struct hir_var *hir;
	uint8_t *bytes;
	unsigned scalar;    /* bytes of an element */
	struct piece piece; /* the last byte of an address that is not complete yet */
};

static void store_scalar(struct filler *f, uint64_t offset, uint64_t value)
{
	for (unsigned k = 0; k < f->scalar && k < 8; k++)
		f->bytes[offset + k] = (uint8_t)(value >> (8 * k));
}

static void unsupported_part(struct filler *f, const struct ptx_init *i)
{
	tr_unsupported(f->t, i->span, "part of the address of '" STR_FMT "' in an initialiser",
		STR_ARG(i->value->name));
}

static void add_address(struct filler *f, const struct ptx_init *i, const struct symbol *s,
	uint64_t offset)
{
	bool is_function = s->kind == SYM_FUNC;
	tr_add_symbolic(f->t,
		(struct symbolic){.var = f->hir,
			.target = is_function ? NULL : s->var,
			.function = is_function ? s->func : NULL,
			.offset = offset,
			.addend = is_function ? 0 : s->offset + (uint64_t)i->value->offset});
}

/* Returns whether byte `byte` of i's address, at `offset`, is the one that follows the last
 * piece. */
static bool continues(const struct piece *p, const struct ptx_init *i, uint64_t offset,
	unsigned byte)
{
	return p->init != NULL && offset == p->offset + 1 && byte == p->byte + 1 &&
	       i->value->offset == p->init->value->offset &&
	       str_eq(i->value->name, p->init->value->name);
}

static void end_piece(struct filler *f)
{
	if (f->piece.init != NULL)
		unsupported_part(f, f->piece.init);
	f->piece.init = NULL;
}

/* Sets *byte to the number of the byte that a mask selects (0 for 0xff, 1 for 0xff00). Returns
 * false for any other mask. */
static bool byte_of_mask(uint64_t mask, unsigned *byte)
{
	for (*byte = 0; *byte < ADDRESS_BYTES; (*byte)++)
		if (mask == UINT64_C(0xff) << (8 * *byte))
			return true;
	return false;
}

static void masked_address(struct filler *f, const struct ptx_init *i, const struct symbol *s,
	uint64_t offset)
{
	unsigned byte = 0;
	if (!byte_of_mask(i->mask, &byte)) {
		tr_error(f->t, i->span, "mask of an address must be 0xff, 0xff00, and so on");
		return;
	}
	if (byte != 0 && !continues(&f->piece, i, offset, byte)) {
		end_piece(f);
		unsupported_part(f, i);
		return;
	}
	if (byte == 0)
		end_piece(f);
	f->piece = (struct piece){i, offset, byte};
	if (f->scalar != 1 || byte == ADDRESS_BYTES - 1)
		f->piece.init = NULL;
	if (f->scalar != 1)
		unsupported_part(f, i);
	else if (byte == ADDRESS_BYTES - 1)
		add_address(f, i, s, offset - byte);
}

static void fill_name(struct filler *f, const struct ptx_init *i, uint64_t offset)
{
	const struct symbol *s = scope_find(f->t, f->t->module.globals, i->value->name);
	if (s == NULL) {
		tr_error(f->t, i->span, "'" STR_FMT "' is not defined", STR_ARG(i->value->name));
		return;
	}
	if (f->t->is_small) {
		tr_unsupported(f->t, i->span, "address in an initialiser with '.address_size 32'");
		return;
	}
	bool is_function = s->kind == SYM_FUNC && i->value->offset == 0;
	bool has_address = s->kind == SYM_VAR && s->var->segment == BRIG_SEGMENT_GLOBAL;
	if (i->mask == 0)
		end_piece(f);
	if (is_function && !tr_has_address(f->t, s->func, i->span))
		return;
	if (!has_address && !is_function)
		tr_unsupported(f->t, i->span, "address of '" STR_FMT "' in an initialiser",
			STR_ARG(i->value->name));
	else if (i->mask != 0)
		masked_address(f, i, s, offset);
	else if (f->scalar == ADDRESS_BYTES)
		add_address(f, i, s, offset);
	else
		unsupported_part(f, i);
}

static void fill_leaf(struct filler *f, const struct ptx_init *i, uint64_t offset, uint64_t room)
{
	if (i->property.n != 0) {
		tr_error(f->t, i->span, "only a '.samplerref' has properties");
		return;
	}
	uint64_t value = 0;
	if (room < f->scalar) {
		tr_error(f->t, i->span, "initialiser has too many values");
		return;
	}
	if (i->value->kind == PTX_OPND_NAME && i->value->is_element) {
		tr_error(f->t, i->span, "element of an array as an initialiser");
		return;
	}
	if (i->value->kind == PTX_OPND_NAME) {
		fill_name(f, i, offset);
		return;
	}
	end_piece(f);
	if (tr_constant(f->t, i->value, f->var->type, &value))
		store_scalar(f, offset, value);
}

/* Fills the bytes of an initial value. `level` is the number of dimensions around it; `room` is how
 * many bytes it may fill. */
static void fill(struct filler *f, const struct ptx_init *i, uint64_t offset, uint64_t room,
	unsigned level)
{
	if (!i->is_list) {
		fill_leaf(f, i, offset, room);
		return;
	}
	if (level > f->var->dim_count) {
		tr_error(f->t, i->span, "initialiser has too many braces");
		return;
	}
	uint64_t step = f->scalar;
	if (level < f->var->dim_count) {
		step = (uint64_t)f->scalar * f->var->vec;
		for (unsigned d = level + 1; d < f->var->dim_count; d++)
			step *= f->var->dims[d];
	}
	uint64_t used = 0;
	for (const struct ptx_init *c = i->children; c != NULL; c = c->next, used += step) {
		if (used + f->scalar > room) {
			tr_error(f->t, c->span, "initialiser has too many values");
			return;
		}
		fill(f, c, offset + used, room - used < step ? room - used : step, level + 1);
	}
}

/* Variables without an initial value are 0 in PTX. Small ones get zeros. Large ones need no bytes
 * in the module, because loaders of ELF images clear memory anyway. */
void tr_initialise(struct tr *t, const struct ptx_var *v, struct hir_var *h)
{
	enum { EXPLICIT_ZEROS = 4096, MOST_BYTES = 1 << 30 };
	uint64_t bytes = hir_var_bytes(h);
	if (!h->is_definition || (v->init == NULL && bytes > EXPLICIT_ZEROS))
		return;
	if (bytes > MOST_BYTES) {
		tr_unsupported(t, v->span, "initialiser of more than 1 GiB");
		return;
	}
	struct filler f = {.t = t, .var = v, .hir = h, .scalar = ptx_types[v->type].bits / 8u};
	f.bytes = ARENA_ARRAY(&t->arena, uint8_t, bytes);
	if (v->init != NULL)
		fill(&f, v->init, 0, bytes, 0);
	end_piece(&f);
	h->init = f.bytes;
}
