/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the bytes of a code object, and describes its symbols. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/gcn_device.h"
#include "hsaemu/isa.h"
#include "hsaemu/mapped.h"
#include "hsaemu/stage.h"
#include "objects_impl.h"

enum { KERNARG_UNIT = 16 }; /* of sizes and alignments (hsa_executable_symbol_info_t) */

/* ---- symbols --------------------------------------------------------------------------------- */

static void name_symbol(struct hr_symbol *sym, const char *name, const char *module,
	bool program_linkage)
{
	sym->name = name;
	sym->module = module;
	sym->name_length = (uint32_t)strlen(name);
	sym->module_length = program_linkage ? 0 : (uint32_t)strlen(module);
	sym->linkage = program_linkage ? HSA_SYMBOL_LINKAGE_PROGRAM : HSA_SYMBOL_LINKAGE_MODULE;
}

static uint32_t max_u32(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Kernels of code objects that other compilers have made go by the ELF symbols of their
 * descriptors, as on AMD's own runtime. */
static void describe_kernel(struct hr_code *c, struct hr_symbol *sym, const struct image_kernel *k)
{
	const char *name = c->is_adopted ? arena_printf(&c->arena, "%s.kd", k->symbol) : k->name;
	name_symbol(sym, name, k->module, k->program_linkage);
	sym->kind = HSA_SYMBOL_KIND_KERNEL;
	sym->is_definition = true;
	sym->kernel = k;
	/* A segment whose size has no multiple in 32 bits cannot be allocated either. */
	sym->kernarg_bytes = k->kernarg_bytes > UINT32_MAX - KERNARG_UNIT
	                             ? k->kernarg_bytes
	                             : (uint32_t)align_up(k->kernarg_bytes, KERNARG_UNIT);
	sym->kernarg_align = max_u32(k->kernarg_align, KERNARG_UNIT);
	sym->group_bytes = k->group_bytes;
	sym->private_bytes = k->private_bytes;
}

static uint32_t bytes_of(const struct hr_code *c, const struct image_symbol *v)
{
	const struct image_export *e = v->definition ? image_export_of(&c->image, v) : NULL;
	const struct isa_type *type = isa_type_by_name(str_from(v->type));
	uint64_t count = v->is_array ? v->dim : 1, bytes = 0;
	if (e != NULL)
		bytes = e->bytes;
	else if (type == NULL || __builtin_mul_overflow(count, type->bits / 8u, &bytes))
		bytes = 0;
	return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

static void describe_variable(const struct hr_code *c, struct hr_symbol *sym,
	const struct image_symbol *v)
{
	bool readonly = strcmp(v->kind, "readonly") == 0;
	name_symbol(sym, v->name, v->module, v->program_linkage);
	sym->kind = HSA_SYMBOL_KIND_VARIABLE;
	sym->is_definition = v->definition;
	sym->variable = v;
	sym->allocation = v->agent_allocation ? HSA_VARIABLE_ALLOCATION_AGENT
	                                      : HSA_VARIABLE_ALLOCATION_PROGRAM;
	sym->segment = readonly ? HSA_VARIABLE_SEGMENT_READONLY : HSA_VARIABLE_SEGMENT_GLOBAL;
	sym->align = v->align;
	sym->bytes = bytes_of(c, v);
	sym->is_const = v->is_const;
}

static void describe_function(struct hr_symbol *sym, const struct image_symbol *f)
{
	name_symbol(sym, f->name, f->module, f->program_linkage);
	sym->kind = HSA_SYMBOL_KIND_INDIRECT_FUNCTION;
	sym->is_definition = f->definition;
	sym->variable = f;
}

static void describe_symbols(struct hr_code *c)
{
	const struct image_meta *m = &c->image.meta;
	size_t n = (size_t)m->kernel_count + m->symbol_count;
	c->symbols = ARENA_ARRAY(&c->arena, struct hr_symbol, n);
	for (uint32_t i = 0; i < m->kernel_count; i++)
		describe_kernel(c, &c->symbols[c->symbol_count++], &m->kernels[i]);
	for (uint32_t i = 0; i < m->symbol_count; i++) {
		const struct image_symbol *v = &m->symbols[i];
		struct hr_symbol *sym = &c->symbols[c->symbol_count];
		/* what the finalizer has made for itself is no symbol of the program */
		if (strncmp(v->name, HSAEMU_DEVICE_PREFIX, strlen(HSAEMU_DEVICE_PREFIX)) == 0)
			continue;
		if (strcmp(v->kind, "global") == 0 || strcmp(v->kind, "readonly") == 0)
			describe_variable(c, sym, v);
		else if (strcmp(v->kind, "indirect function") == 0)
			describe_function(sym, v);
		else
			continue;
		c->symbol_count++;
	}
	for (size_t i = 0; i < c->symbol_count; i++)
		c->symbols[i].is_small = c->model == HSA_MACHINE_MODEL_SMALL;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void describe(struct hr_code *c)
{
	const struct image_meta *m = &c->image.meta;
	c->profile = strcmp(m->profile, "base") == 0 ? HSA_PROFILE_BASE : HSA_PROFILE_FULL;
	c->model = strcmp(m->machine_model, "small") == 0 ? HSA_MACHINE_MODEL_SMALL
	                                                  : HSA_MACHINE_MODEL_LARGE;
	/* Modules that differ have no mode in common, as those that leave it open. */
	c->rounding = strcmp(m->round, "zero") == 0    ? HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO
	              : strcmp(m->round, "mixed") == 0 ? HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT
	                                               : HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR;
	describe_symbols(c);
}

struct reading {
	const struct gcn_device *gpu;
	struct hr_code *code;
	struct buf made; /* the image, if it is not what was given */
};

/* Makes an image of what another compiler has made for the GPU. */
static bool adopt(struct reading *r, struct diag *d)
{
	struct hr_code *c = r->code;
	c->is_adopted = stage_of(NULL, (struct str){(const char *)c->given, c->given_count}) ==
	                STAGE_CODE_OBJECT;
	return !c->is_adopted ||
	       gcn_device_adopt(r->gpu, "code object", c->given, c->given_count, &r->made, d);
}

static bool open_image(struct reading *r, struct diag *d)
{
	struct hr_code *c = r->code;
	const uint8_t *bytes = c->is_adopted ? r->made.data : c->given;
	size_t count = c->is_adopted ? r->made.len : c->given_count;
	return image_open(&c->image, "code object", bytes, count, &c->arena, d);
}

static hsa_status_t read_code(void *arg)
{
	struct reading *r = arg;
	struct hr_code *c = r->code;
	struct diag d;
	hsa_status_t status = HSA_STATUS_SUCCESS;
	hr_diag_init(&d);
	if (adopt(r, &d) && open_image(r, &d))
		describe(c);
	else
		status = hr_explain("a code object was refused", &d,
			d.error_count == 0 && d.unsupported_count != 0
				? HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS
				: HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
	diag_release(&d);
	if (status != HSA_STATUS_SUCCESS) {
		arena_release(&c->arena);
		buf_release(&r->made);
	}
	return status;
}

static void code_free(struct hr_code *c)
{
	if (c->bytes != c->given)
		free(c->bytes);
	free(c->given);
	free(c);
}

/* The image is the code's once the scope has ended that would free it. */
static void take_image(struct hr_code *c, const struct buf *made)
{
	c->bytes = c->is_adopted ? made->data : c->given;
	c->count = c->is_adopted ? made->len : c->given_count;
}

hsa_status_t hr_code_new(const struct gcn_device *gpu, const void *bytes, size_t count,
	struct hr_code **out)
{
	if (!mem_is_mapped(bytes, count))
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
	struct hr_code *c = mem_try_new(1, sizeof *c);
	uint8_t *copy = c == NULL ? NULL : mem_try_new(1, count);
	if (copy == NULL) {
		free(c);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	memcpy(copy, bytes, count);
	c->given = c->bytes = copy;
	c->given_count = c->count = count;
	atomic_init(&c->refs, 1);
	arena_init(&c->arena);
	struct reading r = {gpu, c, BUF_INIT};
	hsa_status_t status = hr_protect("a code object", read_code, &r);
	if (status != HSA_STATUS_SUCCESS) {
		code_free(c);
		return status;
	}
	take_image(c, &r.made);
	*out = c;
	return HSA_STATUS_SUCCESS;
}

struct hr_code *hr_code_ref(struct hr_code *c)
{
	/* relaxed: the caller has a reference already */
	atomic_fetch_add_explicit(&c->refs, 1, memory_order_relaxed);
	return c;
}

void hr_code_unref(struct hr_code *c)
{
	/* acq_rel: all uses come before the end */
	if (atomic_fetch_sub_explicit(&c->refs, 1, memory_order_acq_rel) != 1)
		return;
	arena_release(&c->arena);
	code_free(c);
}
