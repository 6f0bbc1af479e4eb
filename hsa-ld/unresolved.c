/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Symbols that code or data use and no input defines. They are reported once for each symbol, with
 * the places that use it. Managed variables, and all with --imports, are left to the loader
 * instead. */
#include "hsaemu/kernel_abi.h"
#include "archive_impl.h"
#include "merge_metadata_impl.h"
#include "unresolved_impl.h"

enum { REFERENCES_SHOWN = 3 };

void ld_note_undefined(struct ld *ld, struct ld_symbol *sym, const struct ld_section *section,
	uint64_t off)
{
	if (sym->reference_count == 0) {
		sym->references = ARENA_ARRAY(&ld->arena, struct ld_reference, REFERENCES_SHOWN);
		ARRAY_GROW(ld->undefined, ld->undefined_count, ld->undefined_cap);
		ld->undefined[ld->undefined_count++] = sym;
	}
	if (sym->reference_count < REFERENCES_SHOWN)
		sym->references[sym->reference_count] = (struct ld_reference){section, off};
	sym->reference_count++;
}

static struct diag_place place_of(const struct ld_reference *r)
{
	return diag_at_section(r->section->object->name, r->section->name, r->off);
}

static void report(struct ld *ld, const struct ld_symbol *sym)
{
	unsigned version;
	const char *member = ld_other_version(ld, sym->name, &version);

	diag_error(ld->diag, place_of(sym->references), "undefined %s", ld_describe(ld, sym));
	if (member)
		diag_note(ld->diag, diag_in_file(member),
			"has version %u: finalize again, or use the library of the finalizer's "
			"version",
			version);
	for (size_t k = 1; k < sym->reference_count && k < REFERENCES_SHOWN; k++)
		diag_note(ld->diag, place_of(&sym->references[k]), "also used here");
	if (sym->reference_count > REFERENCES_SHOWN)
		diag_note(ld->diag, diag_in_file(sym->references[0].section->object->name),
			"and %zu more times", sym->reference_count - REFERENCES_SHOWN);
}

void ld_report_undefined(struct ld *ld)
{
	for (size_t i = 0; i < ld->undefined_count; i++)
		report(ld, ld->undefined[i]);
}

struct ld_symbol *ld_managed(struct ld *ld, const struct ld_symbol *sym)
{
	uint64_t idx;
	const char *own = arena_printf(&ld->arena, "%s" HSAEMU_MANAGED_SUFFIX, sym->name);

	return str_map_find(&ld->global_idx, str_from(own), &idx) &&
	                       ld->globals[idx]->state == LD_DEFINED
	               ? ld->globals[idx]
	               : NULL;
}

bool ld_is_importable(struct ld *ld, const struct ld_symbol *sym)
{
	const struct ld_hsail_name *h = ld_hsail_name(ld, sym);

	return h && h->is_importable && (ld->options->imports || ld_managed(ld, sym));
}

void ld_note_import(struct ld *ld, struct ld_symbol *sym)
{
	sym->import_uses++;
	if (sym->imported)
		return;
	sym->imported = true;
	ARRAY_GROW(ld->imports, ld->import_count, ld->import_cap);
	ld->imports[ld->import_count++] = sym;
}

void ld_mark_imports(struct ld *ld)
{
	uint64_t idx;

	for (uint32_t i = 0; i < ld->meta.symbol_count; i++) {
		struct image_symbol *s = &ld->meta.symbols[i];
		s->imported = !s->definition &&
		              str_map_find(&ld->global_idx, str_from(s->symbol), &idx) &&
		              ld->globals[idx]->imported;
	}
}
