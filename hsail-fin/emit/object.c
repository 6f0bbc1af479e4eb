/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernel descriptors and the notes of docs/kernel-abi.md. */
#include "hsaemu/cli.h"
#include "hsaemu/image.h"
#include "emit/object.h"

static char *z_string(const struct fin_unit *u, struct str s)
{
	return arena_strndup(u->m->arena, s.p, s.n);
}

static char *symbol_of(const struct fin_unit *u, struct str name, const char *prefix,
	const char *suffix)
{
	struct buf b = BUF_INIT;
	char *s;

	buf_puts(&b, prefix);
	image_mangle(name, &b);
	buf_puts(&b, suffix);
	s = arena_strndup(u->m->arena, (const char *)b.data, b.len);
	buf_release(&b);
	return s;
}

/* ---- descriptors ---------------------------------------------------------------------------- */

static LLVMValueRef byte_string(const struct fin_unit *u, const uint8_t *p, size_t n)
{
	return LLVMConstStringInContext2(u->l->ctx, (const char *)p, n, true);
}

/* The descriptor as a constant. The linker fills in the distance from it to the entry. */
static LLVMValueRef descriptor_value(const struct fin_unit *u, const struct fin_descriptor *d)
{
	enum {
		OFFSET = offsetof(struct hsaemu_kernel_descriptor, entry_offset),
		AFTER = OFFSET + 8
	};
	struct buf bytes = BUF_INIT;
	LLVMValueRef values[3], r;

	image_kd_write(&d->kd, &bytes);
	values[0] = byte_string(u, bytes.data, OFFSET);
	values[1] = LLVMConstSub(LLVMConstPtrToInt(d->entry, u->l->i64),
		LLVMConstPtrToInt(d->global, u->l->i64));
	values[2] = byte_string(u, bytes.data + AFTER, HSAEMU_KD_BYTES - AFTER);
	r = LLVMConstStructInContext(u->l->ctx, values, 3, true);
	buf_release(&bytes);
	return r;
}

static void define_descriptor(const struct fin_unit *u, const char *name, struct fin_descriptor *d)
{
	enum { BEFORE = offsetof(struct hsaemu_kernel_descriptor, entry_offset) };
	LLVMTypeRef parts[] = {LLVMArrayType2(u->l->i8, BEFORE), u->l->i64,
		LLVMArrayType2(u->l->i8, HSAEMU_KD_BYTES - BEFORE - 8)};
	LLVMTypeRef type = LLVMStructTypeInContext(u->l->ctx, parts, 3, true);

	d->global = LLVMAddGlobal(u->l->mod, type, name);
	LLVMSetVisibility(d->global, LLVMHiddenVisibility);
	LLVMSetInitializer(d->global, descriptor_value(u, d));
	LLVMSetGlobalConstant(d->global, true);
	LLVMSetSection(d->global, ".rodata.hsa.kd");
	LLVMSetAlignment(d->global, HSAEMU_KD_BYTES);
}

static LLVMValueRef distance(const struct fin_unit *u, LLVMValueRef to, LLVMValueRef from)
{
	return LLVMConstSub(LLVMConstPtrToInt(to, u->l->i64), LLVMConstPtrToInt(from, u->l->i64));
}

/* Returns what the names of a module's own functions begin with where other objects see them. */
static const char *own_prefix(const struct fin_unit *u, const char *prefix)
{
	return symbol_of(u, u->m->name, arena_printf(u->m->arena, "%shsa_static.", prefix), "$.");
}

LLVMValueRef fin_object_handle(const struct fin_unit *u, const struct fin_function *f,
	const char *suffix)
{
	LLVMTypeRef words[] = {u->l->i32, u->l->i32, u->l->i64, u->l->i64, u->l->i64};
	LLVMTypeRef type = LLVMStructTypeInContext(u->l->ctx, words, ARRAY_LEN(words), true);
	bool is_own = !f->program_linkage && !f->is_indirect && f->definition;
	const char *name = symbol_of(u, f->name,
		is_own && fin_is_split(u) ? own_prefix(u, "fd.") : "fd.", suffix);
	LLVMValueRef fd = LLVMGetNamedGlobal(u->l->mod, name);

	if (fd != NULL)
		return fd;
	fd = LLVMAddGlobalInAddressSpace(u->l->mod, type, name, u->l->target.arch->global_space);
	if (!is_own || fin_is_split(u))
		LLVMSetVisibility(fd, LLVMHiddenVisibility);
	else
		LLVMSetLinkage(fd, LLVMInternalLinkage);
	LLVMSetGlobalConstant(fd, true);
	LLVMSetAlignment(fd, HSAEMU_FD_BYTES);
	return fd;
}

void fin_object_function(const struct fin_unit *u, const struct fin_function *f, LLVMValueRef item,
	LLVMValueRef wave)
{
	LLVMValueRef fd = fin_object_handle(u, f, u->l->suffix);
	LLVMValueRef values[] = {LLVMConstInt(u->l->i32, HSAEMU_FD_MAGIC, false),
		LLVMConstNull(u->l->i32), distance(u, item, fd), distance(u, wave, fd),
		LLVMConstNull(u->l->i64)};

	LLVMSetInitializer(fd,
		LLVMConstStructInContext(u->l->ctx, values, ARRAY_LEN(values), true));
	LLVMSetSection(fd, ".rodata.hsa.kd");
}

/* Sets how large a stack the kernel needs: for its frame, for a piece, as if each kernel had some,
 * and for a function that kernels share. One KiB more is for return addresses and alignment. */
static void set_stack(const struct fin_object *o, struct fin_descriptor *d)
{
	uint64_t bytes = d->stack_bytes + o->piece_stack_bytes + o->shared_stack_bytes;
	uint64_t kib = (bytes + 1023) / 1024 + 1;

	d->kd.stack_kib = kib > UINT16_MAX ? UINT16_MAX : (uint16_t)kib;
	LLVMSetInitializer(d->global, descriptor_value(o->unit, d));
}

static void note_most(uint64_t *most, uint64_t bytes)
{
	if (bytes > *most)
		*most = bytes;
}

/* Notes the size of a stack frame, of a kernel, a piece or a function that kernels share.
 * LLVM calls this when it has laid out the frame; descriptors come later in the file, so they can
 * still be changed. */
static void note_stack(void *arg, struct str function, uint64_t bytes)
{
	struct fin_object *o = arg;
	bool is_shared = str_starts(function, STR(FIN_SHARED_PREFIX));
	bool is_piece = str_starts(function, STR(FIN_PIECE_PREFIX));

	if (is_shared || is_piece)
		note_most(is_shared ? &o->shared_stack_bytes : &o->piece_stack_bytes, bytes);
	for (size_t i = 0; i < o->descriptor_count; i++) {
		struct fin_descriptor *d = &o->descriptors[i];
		struct str name;

		name.p = LLVMGetValueName2(d->entry, &name.n);
		if (d->kd.stack_kib == 0)
			continue;
		if (str_eq(function, name))
			d->stack_bytes = bytes;
		else if (!is_shared && !is_piece)
			continue;
		set_stack(o, d);
	}
}

/* ---- metadata ------------------------------------------------------------------------------- */

/* What an HSAIL type says of an argument. */
static uint32_t kind_of_type(const struct isa_type *type)
{
	if (type->kind == ISA_KIND_IMAGE)
		return KERNEL_ARG_IMAGE;
	return type->kind == ISA_KIND_SAMPLER ? KERNEL_ARG_SAMPLER : KERNEL_ARG_BY_VALUE;
}

static struct image_arg *describe_args(const struct fin_unit *u, const struct fin_function *f)
{
	struct image_arg *args = ARENA_ARRAY(u->m->arena, struct image_arg, f->in_count);

	for (uint32_t i = 0; i < f->in_count; i++) {
		const struct fin_variable *v = f->in[i];

		args[i].name = z_string(u, v->name);
		args[i].type = v->type->text;
		args[i].bytes = (uint32_t)v->bytes;
		args[i].align = v->align;
		args[i].dim = v->is_array ? (uint32_t)v->dim : 0;
		if (f->arg_infos != NULL)
			args[i].info = f->arg_infos[i];
		if (args[i].info.kind == KERNEL_ARG_BY_VALUE)
			args[i].info.kind = kind_of_type(v->type);
		for (size_t k = 0; k < f->local_count; k++)
			if (f->locals[k].var == v)
				args[i].offset = (uint32_t)f->locals[k].offset;
	}
	return args;
}

/* The kernel's metadata, which is made once for all versions of its code. */
static struct image_kernel *kernel_meta(struct fin_object *o, const struct fin_unit *u,
	const struct fin_function *f, const struct hsaemu_kernel_descriptor *kd)
{
	const char *name = z_string(u, f->name);

	for (size_t k = 0; k < o->kernel_count; k++)
		if (strcmp(o->kernels[k].name, name) == 0)
			return &o->kernels[k];
	ARRAY_GROW(o->kernels, o->kernel_count, o->kernel_cap);
	o->kernels[o->kernel_count] = (struct image_kernel){.name = name,
		.symbol = symbol_of(u, f->name, "", ""),
		.kernarg_bytes = kd->kernarg_bytes,
		.kernarg_align = kd->kernarg_align,
		.group_bytes = kd->group_bytes,
		.private_bytes = kd->private_bytes,
		.wavefront_size = kd->wavefront_size,
		.max_flat_wg = kd->max_flat_wg,
		.required_wg = {kd->required_wg_x, kd->required_wg_y, kd->required_wg_z},
		.args = describe_args(u, f),
		.arg_count = f->in_count,
		.module = z_string(u, u->m->name),
		.program_linkage = f->program_linkage};
	if (f->info != NULL)
		o->kernels[o->kernel_count].info = *f->info;
	return &o->kernels[o->kernel_count++];
}

void fin_object_kernel(struct fin_object *o, const struct fin_unit *u, const struct fin_function *f,
	const struct hsaemu_kernel_descriptor *kd, LLVMValueRef entry)
{
	struct image_kernel *meta = kernel_meta(o, u, f, kd);
	const char *suffix = arena_printf(u->m->arena, ".kd%s", u->l->suffix);

	ARRAY_GROW(o->descriptors, o->descriptor_count, o->descriptor_cap);
	o->descriptors[o->descriptor_count] = (struct fin_descriptor){
		.kd = *kd, .entry = entry, .kernel = (size_t)(meta - o->kernels)};
	define_descriptor(u, symbol_of(u, f->name, "", suffix),
		&o->descriptors[o->descriptor_count++]);
	o->unit = u;
	u->l->on_stack = note_stack;
	u->l->on_stack_arg = o;
}

/* Makes all versions of a kernel ask for the most private memory that any of them needs: the
 * metadata has one size for all. */
static void level_private_bytes(struct fin_object *o, const struct fin_unit *u)
{
	for (size_t i = 0; i < o->descriptor_count; i++) {
		struct image_kernel *k = &o->kernels[o->descriptors[i].kernel];

		if (k->private_bytes < o->descriptors[i].kd.private_bytes)
			k->private_bytes = o->descriptors[i].kd.private_bytes;
	}
	for (size_t i = 0; i < o->descriptor_count; i++) {
		struct fin_descriptor *d = &o->descriptors[i];

		d->kd.private_bytes = o->kernels[d->kernel].private_bytes;
		LLVMSetInitializer(d->global, descriptor_value(u, d));
	}
}

static bool is_exported(const struct fin_variable *v)
{
	if (fin_is_static(v))
		return v->definition;
	return v->module_scope && v->linkage == BRIG_LINKAGE_PROGRAM &&
	       (v->segment == BRIG_SEGMENT_GLOBAL || v->segment == BRIG_SEGMENT_READONLY ||
		       v->segment == BRIG_SEGMENT_GROUP || v->segment == BRIG_SEGMENT_PRIVATE);
}

static const char *kind_of(const struct fin_variable *v)
{
	if (v->segment == BRIG_SEGMENT_PRIVATE)
		return "private";
	if (v->segment == BRIG_SEGMENT_GROUP)
		return v->is_fbarrier ? "fbarrier" : "group";
	return v->segment == BRIG_SEGMENT_GLOBAL ? "global" : "readonly";
}

static char *variable_name(const struct fin_unit *u, const struct fin_variable *v)
{
	struct buf b = BUF_INIT;
	char *s;

	fin_variable_symbol(u, v, &b);
	s = arena_strndup(u->m->arena, (const char *)b.data, b.len - 1);
	buf_release(&b);
	return s;
}

static struct image_symbol variable_symbol(const struct fin_unit *u, const struct fin_variable *v)
{
	return (struct image_symbol){.name = z_string(u, v->name),
		.symbol = variable_name(u, v),
		.kind = kind_of(v),
		.type = v->type->text,
		.dim = v->dim,
		.align = v->align,
		.is_array = v->is_array,
		.definition = v->definition,
		.program_linkage = v->linkage == BRIG_LINKAGE_PROGRAM,
		.agent_allocation = v->allocation == BRIG_ALLOCATION_AGENT,
		.is_const = v->is_const,
		.module = z_string(u, u->m->name)};
}

/* Describes a function to the host. For an indirect one the symbol is its descriptor. */
static struct image_symbol function_symbol(const struct fin_unit *u, const struct fin_function *f)
{
	return (struct image_symbol){.name = z_string(u, f->name),
		.symbol = symbol_of(u, f->name, f->is_indirect ? "fd." : "fn.", ""),
		.kind = f->is_indirect ? "indirect function" : "function",
		.type = "",
		.align = 1,
		.definition = f->definition,
		.program_linkage = f->program_linkage,
		.module = z_string(u, u->m->name)};
}

/* Whether an earlier row has the same name. All declarations of a symbol share one row, which
 * becomes the definition's if there is one. */
static bool merge_symbol(struct image_symbol *rows, uint32_t n, const struct image_symbol *s)
{
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(rows[i].name, s->name) == 0) {
			if (s->definition)
				rows[i] = *s;
			return true;
		}
	return false;
}

static void add_symbol(struct image_meta *meta, struct image_symbol s)
{
	if (!merge_symbol(meta->symbols, meta->symbol_count, &s))
		meta->symbols[meta->symbol_count++] = s;
}

/* Whether metadata tell of the function. The first part of a module tells of all. Others need the
 * module's own indirect functions, because hsa-ld renames these by the metadata of each object. */
static bool is_described(const struct fin_unit *u, const struct fin_function *f)
{
	if (f->is_kernel || f->is_signature || f->device != NULL)
		return false;
	return f->is_indirect ? fin_is_first_part(u) || (!f->program_linkage && f->definition)
	                      : fin_is_first_part(u) && f->program_linkage;
}

static void describe_symbols(const struct fin_unit *u, struct image_meta *meta)
{
	const struct fin_module *m = u->m;

	meta->symbols =
		ARENA_ARRAY(m->arena, struct image_symbol, m->variable_count + m->function_count);
	for (size_t i = 0; i < m->variable_count && fin_is_first_part(u); i++)
		if (is_exported(m->variables[i]))
			add_symbol(meta, variable_symbol(u, m->variables[i]));
	for (size_t i = 0; i < m->function_count; i++)
		if (is_described(u, m->functions[i]))
			add_symbol(meta, function_symbol(u, m->functions[i]));
}

static void write_meta(struct fin_object *o, const struct fin_unit *u, struct buf *out)
{
	const char *module = z_string(u, u->m->name);
	struct image_meta meta = {.modules = &module,
		.module_count = fin_is_first_part(u) ? 1 : 0, /* once, of all parts */
		.profile = u->m->header.profile == BRIG_PROFILE_FULL ? "full" : "base",
		.machine_model = u->m->large ? "large" : "small",
		.round = u->m->float_round == BRIG_ROUND_FLOAT_ZERO ? "zero" : "",
		.kernels = o->kernels,
		.kernel_count = (uint32_t)o->kernel_count};

	describe_symbols(u, &meta);
	image_meta_write(&meta, out);
}

/* ---- weak symbols --------------------------------------------------------------------------- */

static void make_weak(const struct fin_unit *u, struct str name, const char *prefix,
	const char *suffix)
{
	const char *symbol = symbol_of(u, name, prefix, suffix);
	LLVMValueRef v = LLVMGetNamedFunction(u->l->mod, symbol);

	if (v == NULL)
		v = LLVMGetNamedGlobal(u->l->mod, symbol);
	if (v != NULL && !LLVMIsDeclaration(v))
		LLVMSetLinkage(v, LLVMWeakAnyLinkage);
}

void fin_object_weak(const struct fin_unit *u, const struct fin_version *versions, unsigned count)
{
	const struct fin_module *m = u->m;

	for (size_t i = 0; i < m->variable_count; i++)
		if (m->variables[i]->is_weak)
			make_weak(u, m->variables[i]->name, "", "");
	for (size_t i = 0; i < m->function_count; i++) {
		const struct fin_function *f = m->functions[i];

		for (unsigned k = 0; f->is_weak && k < count; k++) {
			make_weak(u, f->name, "", versions[k].suffix);
			make_weak(u, f->name, "",
				arena_printf(m->arena, ".kd%s", versions[k].suffix));
			make_weak(u, f->name, "fn.", versions[k].suffix);
			make_weak(u, f->name, "fw.", versions[k].suffix);
			make_weak(u, f->name, "fd.", versions[k].suffix);
		}
	}
}

/* ---- notes ---------------------------------------------------------------------------------- */

static void append_note(struct buf *notes, enum hsaemu_note type, const struct buf *desc)
{
	buf_u32(notes, sizeof HSAEMU_NOTE_OWNER);
	buf_u32(notes, (uint32_t)desc->len);
	buf_u32(notes, type);
	buf_append(notes, HSAEMU_NOTE_OWNER, sizeof HSAEMU_NOTE_OWNER);
	buf_align(notes, 4);
	buf_append(notes, desc->data, desc->len);
	buf_align(notes, 4);
}

static void define_notes(const struct fin_unit *u, const struct buf *notes)
{
	LLVMTypeRef type = LLVMArrayType2(u->l->i8, notes->len);
	LLVMValueRef g = LLVMAddGlobal(u->l->mod, type, "hsa.notes"), used;

	LLVMSetInitializer(g, byte_string(u, notes->data, notes->len));
	LLVMSetGlobalConstant(g, true);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetSection(g, ".note.hsaemu");
	LLVMSetAlignment(g, 4);
	/* keeps the notes, to which nothing refers */
	used = LLVMAddGlobal(u->l->mod, LLVMArrayType2(u->l->ptr, 1), "llvm.compiler.used");
	LLVMSetInitializer(used, LLVMConstArray2(u->l->ptr, &g, 1));
	LLVMSetLinkage(used, LLVMAppendingLinkage);
	LLVMSetSection(used, "llvm.metadata");
}

void fin_object_notes(struct fin_object *o, const struct fin_unit *u,
	const struct finalize_options *options, const struct fin_version *versions, unsigned count,
	struct str brig)
{
	struct buf notes = BUF_INIT, desc = BUF_INIT;

	level_private_bytes(o, u);
	write_meta(o, u, &desc);
	append_note(&notes, HSAEMU_NOTE_METADATA, &desc);
	for (unsigned k = 0; k < count; k++) {
		const struct image_isa isa = {
			versions[k].target.cpu, versions[k].target.required, versions[k].suffix};

		buf_clear(&desc);
		image_isa_write(&isa, &desc);
		append_note(&notes, HSAEMU_NOTE_ISA, &desc);
	}
	buf_clear(&desc);
	buf_printf(&desc, "hsail-fin %s -O%d%s -mcpu=", hsaemu_version, options->opt_level,
		options->profile ? " --profile" : "");
	for (unsigned k = 0; k < count; k++)
		buf_printf(&desc, "%s%s", k > 0 ? "," : "", versions[k].target.tune);
	buf_u8(&desc, 0);
	append_note(&notes, HSAEMU_NOTE_TOOL, &desc);
	buf_clear(&desc);
	buf_u64(&desc, str_hash(brig.p, brig.n));
	append_note(&notes, HSAEMU_NOTE_BRIG, &desc);
	if (u->code_object.n > 0) {
		buf_clear(&desc);
		buf_str(&desc, u->code_object);
		append_note(&notes, HSAEMU_NOTE_CODE_OBJECT, &desc);
	}
	define_notes(u, &notes);
	buf_release(&notes);
	buf_release(&desc);
}

void fin_object_release(struct fin_object *o)
{
	mem_free(o->kernels);
	mem_free(o->descriptors);
}
