/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the map: the address of each section and symbol, and the reason why each archive member
 * was pulled. */
#include <inttypes.h>
#include "link_map_impl.h"
#include "merge_metadata_impl.h"
#include "symbol_table_impl.h"

static void print_inputs(const struct ld *ld, struct buf *out)
{
	buf_puts(out, "objects\n");
	for (size_t i = 0; i < ld->object_count; i++) {
		const char *name = ld->objects[i]->name, *reason = NULL;
		for (size_t m = 0; m < ld->member_count; m++)
			if (ld->members[m].loaded && strcmp(ld->members[m].name, name) == 0)
				reason = ld->members[m].reason;
		buf_printf(out, "  %s%s%s\n", name, reason ? " for " : "", reason ? reason : "");
	}
}

static void print_sections(const struct ld *ld, struct buf *out)
{
	static const char *const names[LD_CLASS_COUNT] = {"read", "code", "data", "not loaded"};

	buf_puts(out, "\nsections\n");
	for (size_t i = 0; i < ld->out_count; i++) {
		const struct ld_out *o = ld->outs[i];
		buf_printf(out, "  0x%08" PRIx64 " %8" PRIu64 " %s (%s)\n", o->addr, o->size,
			o->name, names[o->class]);
		for (size_t p = 0; p < o->part_count; p++)
			if (o->parts[p]->size > 0)
				buf_printf(out, "    0x%08" PRIx64 " %8" PRIu64 " %s:%s\n",
					o->addr + o->parts[p]->out_off, o->parts[p]->size,
					o->parts[p]->object->name, o->parts[p]->name);
	}
}

static void print_collected(const struct ld *ld, struct buf *out)
{
	if (!ld->options->gc && ld->options->keep_count == 0)
		return;
	buf_puts(out, "\nleft out\n");
	for (size_t o = 0; o < ld->object_count; o++)
		for (size_t i = 1; i < ld->objects[o]->section_count; i++) {
			const struct ld_section *s = ld->objects[o]->sections[i];
			if (s && s->collected && s->size > 0)
				buf_printf(out, "  %8" PRIu64 " %s:%s\n", s->size, s->object->name,
					s->name);
		}
}

static void print_symbols(const struct ld *ld, struct buf *out)
{
	buf_puts(out, "\nsymbols\n");
	for (size_t i = 0; i < ld->global_count; i++) {
		const struct ld_symbol *s = ld->globals[i];
		if (s->state == LD_DEFINED && !(s->section && s->section->collected))
			buf_printf(out, "  0x%08" PRIx64 " %8" PRIu64 " %s%s\n",
				ld_symbol_address(s), s->size, s->name,
				s->exported ? " (exported)" : "");
	}
}

static void print_imports(struct ld *ld, struct buf *out)
{
	if (ld->import_count > 0)
		buf_puts(out, "\nimports\n");
	for (size_t i = 0; i < ld->import_count; i++)
		buf_printf(out, "  %s, used %u time%s\n", ld_describe(ld, ld->imports[i]),
			ld->imports[i]->import_uses, ld->imports[i]->import_uses == 1 ? "" : "s");
}

void ld_print_map(struct ld *ld, struct buf *out)
{
	print_inputs(ld, out);
	print_sections(ld, out);
	print_collected(ld, out);
	print_symbols(ld, out);
	print_imports(ld, out);
	if (ld->private_bytes > 0)
		buf_printf(out, "\nprivate memory of modules %" PRIu64 "\n", ld->private_bytes);
	if (ld->group_bytes > 0)
		buf_printf(out, "\ngroup memory of the program %" PRIu64 "\n", ld->group_bytes);
	buf_puts(out, "\n");
	for (unsigned v = 0; v < ld->version_count; v++) {
		const struct image_isa *isa = &ld->versions[v];
		buf_printf(out, "processor %s %s%s%s\n", isa->level, isa->features,
			isa->suffix[0] != 0 ? " symbols *" : "", isa->suffix);
	}
	buf_puts(out, "\nmetadata\n");
	image_meta_print(&ld->meta, out);
}
