/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Adopts code objects that other compilers have made, such as clang for tahiti: makes an image of
 * one, as if the kernels had been finalized for the host, too. What they take is said by the code
 * object's metadata. */
#include <elf.h>
#include "hsaemu/gcn_device.h"
#include "hsaemu/gcn_emu.h"
#include "hidden_impl.h"
#include "image_file_impl.h"

struct adoption {
	struct arena arena;
	struct gcn_object object;
	struct image_gpu_meta gpu;
	struct diag *d;
};

/* ---- arguments ------------------------------------------------------------------------------- */

/* Types of OpenCL C, as HSAIL has them. */
static const struct type {
	const char *name, *type;
	uint32_t bytes;
} types[] = {{"char", "s8", 1}, {"uchar", "u8", 1}, {"short", "s16", 2}, {"ushort", "u16", 2},
	{"int", "s32", 4}, {"uint", "u32", 4}, {"long", "s64", 8}, {"ulong", "u64", 8},
	{"half", "f16", 2}, {"float", "f32", 4}, {"double", "f64", 8}, {"bool", "u8", 1}};
/* Those of other sizes are arrays of bytes. */
static const struct type unknown[] = {
	{"", "u8", 1}, {"", "u16", 2}, {"", "u32", 4}, {"", "u64", 8}};

/* Finds the type of a vector's elements, or of a number: float4 has float. */
static const struct type *type_of(const struct image_gpu_arg *a)
{
	size_t n = strcspn(a->type_name, "0123456789");

	for (size_t k = 0; k < ARRAY_LEN(types); k++)
		if (strlen(types[k].name) == n && memcmp(types[k].name, a->type_name, n) == 0 &&
			a->bytes % types[k].bytes == 0)
			return &types[k];
	for (size_t k = 0; k < ARRAY_LEN(unknown); k++)
		if (unknown[k].bytes == a->bytes)
			return &unknown[k];
	return &unknown[0];
}

/* The alignment that an argument surely has. */
static uint32_t align_of(const struct image_gpu_arg *a)
{
	uint32_t bits = a->bytes | a->offset | 16;

	return bits & (0 - bits);
}

static uint32_t find_word(const char *const *words, const char *word)
{
	for (uint32_t n = 0; words[n] != NULL; n++)
		if (strcmp(words[n], word) == 0)
			return n;
	return 0;
}

static void describe_arg(struct adoption *o, const struct image_gpu_arg *a, uint32_t number,
	struct image_arg *out)
{
	const struct type *t = type_of(a);
	*out = (struct image_arg){.type = t->type,
		.offset = a->offset,
		.bytes = a->bytes,
		.align = align_of(a),
		.dim = a->bytes == t->bytes ? 0 : a->bytes / t->bytes};
	out->name = a->name[0] != 0 ? arena_printf(&o->arena, "%%%s", a->name)
	                            : arena_printf(&o->arena, "%%arg%u", number);
	out->info = (struct kernel_arg_info){.source_name = a->name,
		.source_type = a->type_name,
		.kind = find_word(kernel_arg_kinds, a->value_kind),
		.space = find_word(kernel_arg_spaces, a->address_space),
		.is_const = a->is_const,
		.is_volatile = a->is_volatile,
		.is_restrict = a->is_restrict};
}

static bool refuse_arg(const struct adoption *o, const struct image_gpu_kernel *k,
	const struct image_gpu_arg *a)
{
	diag_unsupported(o->d, diag_in_file(o->object.elf.file),
		"argument of kernel '%s' that is a '%s'", k->name, a->value_kind);
	return false;
}

/* Describes the arguments that clients give, and finds how many bytes they have. */
static bool describe_args(struct adoption *o, const struct image_gpu_kernel *k,
	const struct gcn_kernel *code, struct image_kernel *out)
{
	static const char *const kinds[] = {
		"by_value", "global_buffer", "dynamic_shared_pointer", NULL};
	uint32_t all = code->descriptor.kernarg_bytes, hidden = 0;

	out->args = ARENA_ARRAY(&o->arena, struct image_arg, k->arg_count);
	for (uint32_t n = 0; n < k->arg_count; n++) {
		const struct image_gpu_arg *a = &k->args[n];
		if (strncmp(a->value_kind, "hidden_", strlen("hidden_")) == 0) {
			hidden++;
			continue;
		}
		if (find_word(kinds, a->value_kind) == 0 && strcmp(a->value_kind, kinds[0]) != 0)
			return refuse_arg(o, k, a);
		if (a->offset > all || a->bytes > all - a->offset) {
			diag_error(o->d, diag_in_file(o->object.elf.file),
				"argument %u of kernel '%s' lies outside the kernarg segment",
				n + 1, k->name);
			return false;
		}
		if (a->offset + a->bytes > out->kernarg_bytes)
			out->kernarg_bytes = a->offset + a->bytes;
		describe_arg(o, a, n, &out->args[out->arg_count++]);
	}
	if (hidden == 0)
		out->kernarg_bytes = all;
	return true;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static const struct gcn_kernel *find_code(const struct adoption *o, const char *symbol)
{
	for (uint32_t n = 0; n < o->object.kernel_count; n++)
		if (strcmp(o->object.kernels[n].name, symbol) == 0)
			return &o->object.kernels[n];
	return NULL;
}

static bool describe_kernel(struct adoption *o, const struct image_gpu_kernel *k,
	struct image_kernel *out)
{
	const struct gcn_kernel *code = find_code(o, k->symbol);
	const struct image_gpu_kernel *hidden;

	if (code == NULL) {
		diag_error(o->d, diag_in_file(o->object.elf.file),
			"there is no code of kernel '%s'", k->name);
		return false;
	}
	*out = (struct image_kernel){.name = arena_printf(&o->arena, "&%s", k->name),
		.symbol = k->symbol,
		.kernarg_align = k->kernarg_align > 16 ? k->kernarg_align : 16,
		.group_bytes = code->descriptor.group_bytes,
		.private_bytes = code->descriptor.private_bytes,
		.wavefront_size = HSAEMU_WAVESIZE,
		.max_flat_wg = k->max_flat_wg,
		.module = "",
		.program_linkage = true,
		.info = {.vec_type_hint = k->vec_type_hint,
			.uniform_work_groups = k->uniform_work_groups != 0}};
	memcpy(out->required_wg, k->required_wg, sizeof out->required_wg);
	memcpy(out->info.wg_hint, k->wg_hint, sizeof out->info.wg_hint);
	return describe_args(o, k, code, out) && gcn_hidden_find(&o->gpu, code, out->kernarg_bytes,
							 o->object.elf.file, &hidden, o->d);
}

static bool describe(struct adoption *o, struct image_meta *out)
{
	bool ok = true;

	*out = (struct image_meta){.profile = "full",
		.machine_model = "large",
		.round = "",
		.kernel_count = o->gpu.kernel_count};
	out->kernels = ARENA_ARRAY(&o->arena, struct image_kernel, o->gpu.kernel_count);
	for (uint32_t n = 0; n < o->gpu.kernel_count; n++)
		ok = describe_kernel(o, &o->gpu.kernels[n], &out->kernels[n]) && ok;
	if (o->gpu.kernel_count == 0)
		diag_error(o->d, diag_in_file(o->object.elf.file),
			"it has no kernels, or no metadata that says what they take");
	return ok && o->gpu.kernel_count != 0;
}

static bool has_device(const struct gcn_device *device, const char *file, struct diag *d)
{
	if (device == NULL)
		diag_unsupported(d, diag_in_file(file),
			"machine code for a GPU (gfx600), where kernels run as code of the host; "
			"HSAEMU_DEEP=tahiti runs it");
	return device != NULL;
}

bool gcn_device_adopt(const struct gcn_device *device, const char *file, const void *bytes,
	size_t len, struct buf *image, struct diag *d)
{
	struct adoption o = {.d = d};
	struct image_meta meta;
	bool ok;

	arena_init(&o.arena);
	ok = gcn_object_open(&o.object, file, bytes, len, &o.arena, d) &&
	     has_device(device, file, d) && image_gpu_meta_of(&o.object.elf, &o.arena, &o.gpu, d) &&
	     describe(&o, &meta);
	if (ok)
		gcn_image_write(&meta, (struct str){bytes, len}, image);
	arena_release(&o.arena);
	return ok;
}
