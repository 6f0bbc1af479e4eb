/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the linker pass by pass. A pass may report several errors; the link ends after a pass with
 * errors. */
#include "hsaemu/unwind.h"
#include "archive_impl.h"
#include "cpu_versions_impl.h"
#include "dynamic_section_impl.h"
#include "group_segment_impl.h"
#include "link_map_impl.h"
#include "merge_metadata_impl.h"
#include "module_linkage_impl.h"
#include "read_object_impl.h"
#include "reloc_x86_64_impl.h"
#include "section_gc_impl.h"
#include "section_layout_impl.h"
#include "symbol_table_impl.h"
#include "unresolved_impl.h"
#include "write_image_impl.h"

static void ld_init(struct ld *ld, const struct link_options *o, struct diag *d)
{
	*ld = (struct ld){.options = o, .diag = d, .errors_before = d->error_count};
	arena_init(&ld->arena);
	str_map_init(&ld->global_idx);
	str_map_init(&ld->member_idx);
	str_map_init(&ld->group_idx);
	str_map_init(&ld->hsail_idx);
}

static void end_elfs(void *arg)
{
	struct ld *ld = arg;
	while (ld->elf_count > 0)
		elf_end(ld->elfs[--ld->elf_count]);
}

static void ld_release(struct ld *ld)
{
	end_elfs(ld);
	for (size_t i = 0; i < ld->out_count; i++) {
		buf_release(&ld->outs[i]->content);
		buf_release(&ld->outs[i]->moved);
		mem_free(ld->outs[i]->parts);
	}
	mem_free(ld->elfs);
	mem_free(ld->objects);
	mem_free(ld->members);
	mem_free(ld->notes);
	mem_free(ld->globals);
	mem_free(ld->hsail_names);
	mem_free(ld->undefined);
	mem_free(ld->commons);
	mem_free(ld->got);
	mem_free(ld->exports);
	mem_free(ld->imports);
	mem_free(ld->outs);
	str_map_release(&ld->global_idx);
	str_map_release(&ld->member_idx);
	str_map_release(&ld->group_idx);
	str_map_release(&ld->hsail_idx);
	arena_release(&ld->arena);
}

static bool add_input(struct ld *ld, const struct link_input *in)
{
	if (ld_is_archive(in->bytes, in->len))
		return ld_add_archive(ld, in->name, in->bytes, in->len);
	Elf *elf = ld_elf_open(ld, in->name, in->bytes, in->len);
	return elf && ld_add_object(ld, elf, in->name);
}

static bool read_inputs(struct ld *ld, const struct link_input *inputs, size_t count)
{
	for (size_t i = 0; i < count && !diag_at_limit(ld->diag); i++)
		if (!add_input(ld, &inputs[i]) && !ld_failed(ld))
			BUG("'%s' failed without a message", inputs[i].name);
	return !ld_failed(ld);
}

static bool link_passes(struct ld *ld, const struct link_input *inputs, size_t count,
	struct buf *out)
{
	/* Objects enter their symbols as they are read; archives only list the names that they
	 * define. */
	if (!read_inputs(ld, inputs, count))
		return false;
	/* No object is added after this pass, so no object will define the names that are still
	 * undefined then. */
	if (!ld_pull_members(ld))
		return false;
	if (ld->object_count == 0)
		diag_warning(ld->diag, diag_in_file(inputs[0].name),
			"no object is among the files, and none of an archive is needed: the image is empty");
	ld_shorten_names(ld);
	ld_allocate_common(ld);
	if (!ld_merge_metadata(ld))
		return false;
	ld_bind_versions(ld);
	ld_define_sizes(ld);
	if (!ld_collect(ld))
		return false;
	ld_choose_exports(ld);
	/* The sizes of the tables for the loader depend on the relocations. */
	if (!ld_scan_relocs(ld) || !ld_assign_sections(ld))
		return false;
	ld_mark_imports(ld);
	if (!ld_place_group(ld))
		return false;
	ld_make_dynamic(ld);
	/* All sizes are known now; after the layout all addresses are known as well. */
	if (!ld_layout(ld))
		return false;
	return ld_write(ld, out);
}

bool link_image(const struct link_input *inputs, size_t count, const struct link_options *o,
	struct buf *out, struct buf *map_text, struct diag *d)
{
	struct ld ld;
	struct unwind_guard guard = {.release = end_elfs, .arg = &ld};

	if (elf_version(EV_CURRENT) == EV_NONE)
		BUG("libelf: %s", elf_errmsg(-1));
	ld_init(&ld, o, d);
	unwind_guard_begin(&guard);
	bool ok = link_passes(&ld, inputs, count, out);
	/* libelf reports a lack of memory as if the input were damaged */
	int elf_error = ok ? 0 : elf_errno();
	if (elf_error != 0 && strcmp(elf_errmsg(elf_error), "out of memory") == 0)
		oom();
	if (ok && o->map)
		ld_print_map(&ld, map_text);
	unwind_guard_end(&guard);
	ld_release(&ld);
	return ok;
}
