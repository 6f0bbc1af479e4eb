/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Global and readonly variables: symbols, sections, initialisers (PRM 4.3.8, 18.6). */
#include "hsaemu/image.h"
#include "hsaemu/image_abi.h"
#include "emit/object.h"

bool fin_is_static(const struct fin_variable *v)
{
	return v->module_scope && v->linkage != BRIG_LINKAGE_PROGRAM &&
	       (v->segment == BRIG_SEGMENT_GLOBAL || v->segment == BRIG_SEGMENT_READONLY);
}

void fin_variable_symbol(const struct fin_unit *u, const struct fin_variable *v, struct buf *out)
{
	if (fin_is_static(v) || (fin_is_split(u) && v->linkage != BRIG_LINKAGE_PROGRAM)) {
		buf_puts(out, "hsa_static.");
		image_mangle(u->m->name, out);
		buf_puts(out, "$.");
	}
	if (v->owner != NULL) {
		image_mangle(v->owner->name, out);
		buf_u8(out, '.');
	}
	image_mangle(v->name, out);
	buf_u8(out, 0);
}

static LLVMValueRef add_global(const struct fin_unit *u, LLVMTypeRef type, const char *name)
{
	return LLVMAddGlobalInAddressSpace(u->l->mod, type, name, u->l->target.arch->global_space);
}

/* A variable that another module defines, or another part of this one. Code reaches that of another
 * module through a table entry, as it may be anywhere in memory. */
static LLVMValueRef declare(const struct fin_unit *u, const struct fin_variable *v)
{
	struct buf name = BUF_INIT;
	LLVMValueRef g;

	fin_variable_symbol(u, v, &name);
	g = LLVMGetNamedGlobal(u->l->mod, (const char *)name.data);
	if (g == NULL) {
		g = add_global(u, v->definition ? LLVMArrayType2(u->l->i8, v->bytes) : u->l->i8,
			(const char *)name.data);
		LLVMSetAlignment(g, v->align);
	}
	if (v->definition)
		LLVMSetVisibility(g, LLVMHiddenVisibility);
	buf_release(&name);
	return g;
}

LLVMValueRef fin_global_of(const struct fin_unit *u, const struct fin_variable *v)
{
	if (u->globals[v->index] == NULL)
		u->globals[v->index] = v->handle_of != NULL
		                               ? fin_object_handle(u, v->handle_of, u->least_suffix)
		                               : declare(u, v);
	return u->globals[v->index];
}

/* ---- images (PRM 7.1.7) ---------------------------------------------------------------------- */

/* Defines the block to which the handle points, and the image's data, which are zero and which the
 * loader therefore allocates. The data may be larger than what code reaches, so they are in a
 * section behind the others. */
static LLVMValueRef define_image(const struct fin_unit *u, const struct hsaemu_image *im)
{
	struct fin_llvm *l = u->l;
	LLVMTypeRef data_type = LLVMArrayType2(l->i8, im->data_bytes);
	LLVMValueRef data = LLVMAddGlobal(l->mod, data_type, "hsa.image.data"), parts[2], block,
		     value;

	LLVMSetInitializer(data, LLVMConstNull(data_type));
	LLVMSetSection(data, ".bss.hsa.images");
	LLVMSetAlignment(data, HSAEMU_IMAGE_ALIGN);
	LLVMSetLinkage(data, LLVMInternalLinkage);
	parts[0] = data;
	parts[1] = LLVMConstStringInContext2(l->ctx, (const char *)im + sizeof im->data,
		sizeof *im - sizeof im->data, true);
	value = LLVMConstStructInContext(l->ctx, parts, 2, true);
	block = LLVMAddGlobal(l->mod, LLVMTypeOf(value), "hsa.image");
	LLVMSetInitializer(block, value);
	LLVMSetSection(block, ".data.hsa.agent");
	LLVMSetAlignment(block, HSAEMU_IMAGE_ALIGN);
	LLVMSetLinkage(block, LLVMInternalLinkage);
	return block;
}

static uint8_t access_of(uint16_t type)
{
	return type == BRIG_TYPE_ROIMG   ? HSAEMU_IMAGE_RO
	       : type == BRIG_TYPE_WOIMG ? HSAEMU_IMAGE_WO
	                                 : HSAEMU_IMAGE_RW;
}

/* Defines the image of an initial value. Returns NULL after a diagnostic. */
static LLVMValueRef image_of(const struct fin_unit *u, const struct fin_variable *v,
	const struct brig_operand_constant_image *c)
{
	struct hsaemu_image im = {.geometry = c->geometry,
		.channel_order = c->channel_order,
		.channel_type = c->channel_type,
		.access = access_of(c->type),
		.width = (uint32_t)c->width,
		.height = (uint32_t)c->height,
		.depth = (uint32_t)c->depth,
		.layers = (uint32_t)c->array};
	bool fits = ((c->width | c->height | c->depth | c->array) >> 32) == 0;

	if (fits && hsaemu_image_lay_out(&im))
		return define_image(u, &im);
	diag_unsupported(u->m->diag, fin_place(u->m, v->off),
		"image of '" STR_FMT "' is larger than this agent's images (PRM A)",
		STR_ARG(v->name));
	return NULL;
}

/* ---- variables of other modules in segments -------------------------------------------------- */

/* A number in memory that hsa-ld sets to the value of the symbol `of`. It is externally
 * initialised: if it were a constant to LLVM, LLVM would compute it as a distance from the code. */
static LLVMValueRef linked_number(const struct fin_unit *u, const char *name, LLVMValueRef of)
{
	LLVMValueRef g = LLVMAddGlobal(u->l->mod, u->l->i32, name);

	LLVMSetInitializer(g, LLVMConstPtrToInt(of, u->l->i32));
	LLVMSetGlobalConstant(g, true);
	LLVMSetExternallyInitialized(g, true);
	LLVMSetLinkage(g, LLVMInternalLinkage);
	LLVMSetSection(g, ".data.hsa.linked");
	LLVMSetAlignment(g, sizeof(uint32_t));
	return g;
}

LLVMValueRef fin_linked_word(const struct fin_unit *u, const struct fin_variable *v)
{
	struct buf name = BUF_INIT;
	LLVMValueRef g;

	buf_puts(&name, "hsa_at.");
	fin_variable_symbol(u, v, &name);
	g = LLVMGetNamedGlobal(u->l->mod, (const char *)name.data);
	if (g == NULL)
		g = linked_number(u, (const char *)name.data, fin_global_of(u, v));
	buf_release(&name);
	return g;
}

LLVMValueRef fin_linked_private_bytes(const struct fin_unit *u)
{
	static const char name[] = "hsa_private_bytes";
	LLVMValueRef g = LLVMGetNamedGlobal(u->l->mod, name), total;

	if (g != NULL)
		return g;
	total = LLVMAddGlobal(u->l->mod, u->l->i8, HSAEMU_LINKED_PRIVATE_SYMBOL);
	LLVMSetVisibility(total, LLVMHiddenVisibility);
	return linked_number(u, name, total);
}

/* ---- initialisers --------------------------------------------------------------------------- */

struct address { /* an address in an initial value, of 8 bytes */
	size_t offset;
	LLVMValueRef value; /* NULL: not known yet */
};

struct init {
	struct buf bytes;          /* the whole value, with zeroes where addresses are */
	struct address *addresses; /* sorted by offset */
	size_t address_count, address_cap;
};

static void add_address(struct init *in, size_t offset, LLVMValueRef value)
{
	ARRAY_GROW(in->addresses, in->address_count, in->address_cap);
	in->addresses[in->address_count++] = (struct address){offset, value};
}

static bool append_image(const struct fin_unit *u, const struct fin_variable *v,
	const struct brig_operand_constant_image *c, struct init *in)
{
	LLVMValueRef image = image_of(u, v, c);

	if (image == NULL)
		return false;
	add_address(in, in->bytes.len, image);
	buf_u64(&in->bytes, 0);
	return true;
}

static bool append_init(const struct fin_unit *u, const struct fin_variable *v, uint32_t operand,
	struct init *in)
{
	struct brig_operand o;
	struct brig_list l;
	struct str bytes;

	if (!brig_operand_at(u->m->view, operand, &o))
		BUG("initialiser of '" STR_FMT "' after verification", STR_ARG(v->name));
	switch (o.kind) {
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		if (!brig_data(u->m->view, o.u.constant.bytes, &bytes))
			BUG("constant of '" STR_FMT "' after verification", STR_ARG(v->name));
		buf_str(&in->bytes, bytes);
		return true;
	case BRIG_KIND_OPERAND_ALIGN:
		buf_extend(&in->bytes, align_up(in->bytes.len, (size_t)1 << (o.u.align.align - 1)) -
					       in->bytes.len);
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST:
		if (!brig_list(u->m->view, o.u.constant_list.elements, &l))
			BUG("list of '" STR_FMT "' after verification", STR_ARG(v->name));
		for (uint32_t i = 0; i < l.count; i++)
			if (!append_init(u, v, brig_list_at(&l, i), in))
				return false;
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_IMAGE:
		return append_image(u, v, &o.u.image, in);
	case BRIG_KIND_OPERAND_CONSTANT_SAMPLER:
		buf_u64(&in->bytes, hsaemu_sampler_handle(o.u.sampler.coord, o.u.sampler.filter,
					    o.u.sampler.addressing));
		return true;
	default:
		BUG("initialiser of '" STR_FMT "' is of kind 0x%x", STR_ARG(v->name), o.kind);
	}
}

/* Reads the initial value of a variable: bytes and, where pragmas want them, addresses, which are
 * known only when all symbols exist. Returns false after a diagnostic. */
static bool init_of(const struct fin_unit *u, const struct fin_variable *v, struct init *in)
{
	*in = (struct init){.bytes = BUF_INIT};
	if (v->init != 0 && !append_init(u, v, v->init, in))
		return false;
	if (v->address_count == 0)
		return true;
	if (in->address_count != 0) {
		diag_error(u->m->diag, fin_place(u->m, v->off),
			"'" STR_FMT "' has images in its initial value and addresses by pragmas",
			STR_ARG(v->name));
		return false;
	}
	if (in->bytes.len < v->bytes)
		buf_extend(&in->bytes, v->bytes - in->bytes.len);
	for (size_t i = 0; i < v->address_count; i++)
		add_address(in, v->addresses[i].offset, NULL);
	return true;
}

static void release(struct init *in)
{
	buf_release(&in->bytes);
	mem_free(in->addresses);
}

static bool all_zero(const struct init *in)
{
	for (size_t i = 0; i < in->bytes.len; i++)
		if (in->bytes.data[i] != 0)
			return false;
	return in->address_count == 0;
}

static LLVMValueRef bytes_value(const struct fin_unit *u, const struct init *in, size_t from,
	size_t to)
{
	return LLVMConstStringInContext2(u->l->ctx, (const char *)in->bytes.data + from, to - from,
		true);
}

/* The initial value as a constant of LLVM's: bytes with addresses between them. */
static LLVMValueRef value_of(const struct fin_unit *u, const struct init *in)
{
	LLVMValueRef *parts = mem_new(2 * in->address_count + 1, sizeof *parts), value;
	unsigned n = 0;
	size_t at = 0;

	for (size_t i = 0; i < in->address_count; i++) {
		const struct address *a = &in->addresses[i];

		if (a->offset > at)
			parts[n++] = bytes_value(u, in, at, a->offset);
		parts[n++] = a->value != NULL ? a->value : LLVMConstNull(u->l->global_ptr);
		at = a->offset + FIN_ADDRESS_BYTES;
	}
	if (in->bytes.len > at)
		parts[n++] = bytes_value(u, in, at, in->bytes.len);
	value = n == 1 ? parts[0] : LLVMConstStructInContext(u->l->ctx, parts, n, true);
	mem_free(parts);
	return value;
}

/* ---- definitions ---------------------------------------------------------------------------- */

static const char *section_of(const struct fin_variable *v, bool zero)
{
	if (v->segment == BRIG_SEGMENT_GROUP)
		return ".bss.hsa.group";
	if (v->segment == BRIG_SEGMENT_PRIVATE)
		return ".bss.hsa.private";
	if (v->segment == BRIG_SEGMENT_READONLY)
		return zero ? ".bss.hsa.agent" : ".rodata.hsa.agent";
	if (v->allocation == BRIG_ALLOCATION_AGENT)
		return zero ? ".bss.hsa.agent" : ".data.hsa.agent";
	return zero ? ".bss.hsa.program" : ".data.hsa.program";
}

static void define(const struct fin_unit *u, const struct fin_variable *v, const struct init *in)
{
	struct buf name = BUF_INIT;
	bool zero = all_zero(in);
	LLVMValueRef g,
		value = zero ? LLVMConstNull(LLVMArrayType2(u->l->i8, v->bytes)) : value_of(u, in);

	fin_variable_symbol(u, v, &name);
	g = add_global(u, LLVMTypeOf(value), (const char *)name.data);
	buf_release(&name);
	LLVMSetInitializer(g, value);
	LLVMSetAlignment(g, v->align);
	LLVMSetSection(g, section_of(v, zero));
	/* hosts can ask for variables of module linkage, too */
	if (v->linkage == BRIG_LINKAGE_PROGRAM || fin_is_static(v) || fin_is_split(u))
		LLVMSetVisibility(g, LLVMHiddenVisibility);
	else
		LLVMSetLinkage(g, LLVMInternalLinkage);
	u->globals[v->index] = g;
}

bool fin_emit_globals(const struct fin_unit *u)
{
	bool ok = true;

	for (size_t i = 0; i < u->m->variable_count; i++) {
		const struct fin_variable *v = u->m->variables[i];
		struct init in;

		if (!v->definition || (v->segment != BRIG_SEGMENT_GLOBAL &&
					      v->segment != BRIG_SEGMENT_READONLY && !v->is_linked))
			continue;
		if (init_of(u, v, &in))
			define(u, v, &in);
		else
			ok = false;
		release(&in);
	}
	return ok;
}

/* ---- addresses by pragmas ------------------------------------------------------------------- */

static LLVMValueRef address_of(const struct fin_unit *u, const struct fin_symbolic *a)
{
	LLVMValueRef base = fin_global_of(u, a->target);
	LLVMValueRef addend = LLVMConstInt(u->l->i64, a->addend, false);

	return a->addend != 0 ? LLVMConstGEP2(u->l->i8, base, &addend, 1) : base;
}

void fin_emit_addresses(const struct fin_unit *u)
{
	size_t next = 0;

	while (next < u->m->address_count) {
		const struct fin_variable *v = u->m->addresses[next].variable;
		struct init in;

		if (!init_of(u, v, &in))
			BUG("initial value of '" STR_FMT "' has become wrong", STR_ARG(v->name));
		for (size_t i = 0; i < in.address_count; i++)
			in.addresses[i].value = address_of(u, &u->m->addresses[next++]);
		LLVMSetInitializer(u->globals[v->index], value_of(u, &in));
		release(&in);
	}
}
