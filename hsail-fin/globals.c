/* Global and readonly variables: symbols, sections, initialisers (PRM 4.3.8, 18.6). */
#include "hsaemu/image.h"
#include "hsaemu/image_abi.h"
#include "entry.h"

static void local_name(const struct fin_variable *v, struct buf *out)
{
	if (v->owner != NULL) {
		image_mangle(v->owner->name, out);
		buf_u8(out, '.');
	}
	image_mangle(v->name, out);
	buf_u8(out, 0);
}

/* Declared elsewhere: reached through a table entry, as it may be anywhere in memory. */
static LLVMValueRef declare(const struct fin_unit *u, const struct fin_variable *v)
{
	struct buf name = BUF_INIT;
	LLVMValueRef g;

	local_name(v, &name);
	g = LLVMGetNamedGlobal(u->l->mod, (const char *)name.data);
	if (g == NULL) {
		g = LLVMAddGlobal(u->l->mod, u->l->i8, (const char *)name.data);
		LLVMSetAlignment(g, v->align);
	}
	buf_release(&name);
	return g;
}

LLVMValueRef fin_global_of(const struct fin_unit *u, const struct fin_variable *v)
{
	if (u->globals[v->index] == NULL)
		u->globals[v->index] = declare(u, v);
	return u->globals[v->index];
}

/* ---- images (PRM 7.1.7) ---------------------------------------------------------------------- */

/* The block behind a handle and the image's data, which the loader allocates with all that is zero.
 * Data may be larger than what code reaches, and so lies in a section behind the others. */
static LLVMValueRef define_image(const struct fin_unit *u, const struct hsaemu_image *im)
{
	struct fin_llvm *l = u->l;
	LLVMTypeRef data_type = LLVMArrayType2(l->i8, im->data_bytes);
	LLVMValueRef data = LLVMAddGlobal(l->mod, data_type, "hsa.image.data"), parts[2], block, value;

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

/* NULL after a diagnostic. */
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

/* ---- variables of other modules in segments ----------------------------------------------------- */

/* hsa-ld puts the number in that the symbol `of` has. It is no constant to LLVM, which would make a
 * distance from the code of it. */
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
	local_name(v, &name);
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

/* Bytes with addresses of images between them. */
struct init {
	struct buf bytes; /* since the last address */
	LLVMValueRef *parts;
	size_t part_count, part_cap;
	size_t len;       /* of everything */
};

static void end_bytes(const struct fin_unit *u, struct init *in)
{
	if (in->bytes.len == 0)
		return;
	ARRAY_GROW(in->parts, in->part_count, in->part_cap);
	in->parts[in->part_count++] = LLVMConstStringInContext2(u->l->ctx,
		(const char *)in->bytes.data, in->bytes.len, true);
	buf_clear(&in->bytes);
}

static void append_bytes(struct init *in, struct str s)
{
	buf_str(&in->bytes, s);
	in->len += s.n;
}

static bool append_image(const struct fin_unit *u, const struct fin_variable *v,
	const struct brig_operand_constant_image *c, struct init *in)
{
	LLVMValueRef image = image_of(u, v, c);

	if (image == NULL)
		return false;
	end_bytes(u, in);
	ARRAY_GROW(in->parts, in->part_count, in->part_cap);
	in->parts[in->part_count++] = image;
	in->len += sizeof(uint64_t);
	return true;
}

static void append_sampler(const struct brig_operand_constant_sampler *c, struct init *in)
{
	buf_u64(&in->bytes, hsaemu_sampler_handle(c->coord, c->filter, c->addressing));
	in->len += sizeof(uint64_t);
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
		append_bytes(in, bytes);
		return true;
	case BRIG_KIND_OPERAND_ALIGN:
		while (in->len % ((size_t)1 << (o.u.align.align - 1)) != 0)
			append_bytes(in, (struct str){"", 1});
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
		append_sampler(&o.u.sampler, in);
		return true;
	default:
		BUG("initialiser of '" STR_FMT "' is of kind 0x%x", STR_ARG(v->name), o.kind);
	}
}

static bool all_zero(const struct init *in)
{
	for (size_t i = 0; i < in->bytes.len; i++)
		if (in->bytes.data[i] != 0)
			return false;
	return in->part_count == 0;
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

static void define(const struct fin_unit *u, const struct fin_variable *v, struct init *in)
{
	struct buf name = BUF_INIT;
	bool zero = all_zero(in);
	LLVMValueRef g, value = LLVMConstNull(LLVMArrayType2(u->l->i8, v->bytes));

	if (!zero) {
		end_bytes(u, in);
		value = in->part_count == 1 ? in->parts[0]
					    : LLVMConstStructInContext(u->l->ctx, in->parts,
						      (unsigned)in->part_count, true);
	}
	local_name(v, &name);
	g = LLVMAddGlobal(u->l->mod, LLVMTypeOf(value), (const char *)name.data);
	buf_release(&name);
	LLVMSetInitializer(g, value);
	LLVMSetAlignment(g, v->align);
	LLVMSetSection(g, section_of(v, zero));
	if (v->linkage == BRIG_LINKAGE_PROGRAM)
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
		struct init in = {.bytes = BUF_INIT};

		if (!v->definition ||
			(v->segment != BRIG_SEGMENT_GLOBAL && v->segment != BRIG_SEGMENT_READONLY &&
				!v->is_linked))
			continue;
		if (v->init == 0 || append_init(u, v, v->init, &in))
			define(u, v, &in);
		else
			ok = false;
		buf_release(&in.bytes);
		free(in.parts);
	}
	return ok;
}
