/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints pieces of text for all of the printer, and reports a piece that cannot be had. */
#include "brig/print/print_impl.h"

void brig_print_fail(struct brig_printer *p, uint32_t code_off, const char *what)
{
	if (!p->failed)
		diag_error(p->d, brig_place(p->v, BRIG_SECTION_INDEX_CODE, code_off), "%s", what);
	p->failed = true;
}

void brig_print_pause(struct brig_printer *p)
{
	size_t n = p->out->len;

	if (p->handed_over + n > p->limit)
		brig_print_fail(p, p->statement,
			"text is far larger than the module: too much of it is shared");
	else if (!sink_offer(p->o->sink, p->out))
		p->failed = true;
	if (p->out->len < n)
		p->handed_over += n;
}

struct str brig_print_data(struct brig_printer *p, uint32_t code_off, uint32_t data_off)
{
	struct str s = STR("");

	if (!brig_data(p->v, data_off, &s))
		brig_print_fail(p, code_off, "string is damaged");
	return s;
}

void brig_print_string(struct brig_printer *p, struct str s)
{
	buf_puts(p->out, "\"");
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if (c == '"' || c == '\\')
			buf_printf(p->out, "\\%c", c);
		else if (c >= ' ' && c <= '~')
			buf_u8(p->out, c);
		else
			buf_printf(p->out, "\\%03o", c);
	}
	buf_puts(p->out, "\"");
}

static uint32_t name_of(const struct brig_entry *e)
{
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_LABEL:
		return e->u.label.name;
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return e->u.fbarrier.name;
	case BRIG_KIND_DIRECTIVE_MODULE:
		return e->u.module.name;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return e->u.variable.name;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
	case BRIG_KIND_DIRECTIVE_KERNEL:
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
		return e->u.executable.name;
	}
	return 0;
}

void brig_print_symbol(struct brig_printer *p, uint32_t code_off, uint32_t target)
{
	struct brig_entry e;

	if (brig_code_at(p->v, target, &e) && name_of(&e) != 0)
		buf_str(p->out, brig_print_data(p, code_off, name_of(&e)));
	else
		brig_print_fail(p, code_off, "reference is to something without a name");
}

void brig_print_align(struct brig_printer *p, uint8_t alignment)
{
	if (alignment == BRIG_ALIGNMENT_NONE || alignment > BRIG_ALIGNMENT_MAX)
		brig_print_fail(p, 0, "no such alignment");
	else
		buf_printf(p->out, "align(%u)", 1u << (alignment - 1));
}
