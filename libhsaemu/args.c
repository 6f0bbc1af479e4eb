/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file checks a launch's arguments against the kernel's formals and packs them into the
 * kernarg segment. */
#include "face_impl.h"

enum { GROUP_ALIGN = 16 }; /* alignment of each piece of group memory that an argument asks for */

static const char *kind_name(uint32_t kind)
{
	switch (kind) {
	case HSAEMU_ARG_INTEGER:
		return "an integer";
	case HSAEMU_ARG_FLOAT:
		return "a float";
	case HSAEMU_ARG_POINTER:
		return "a pointer";
	case HSAEMU_ARG_BYTES:
		return "bytes";
	case HSAEMU_ARG_GROUP:
		return "group memory";
	}
	return "nothing that is known";
}

static void say_formal(const struct hsaemu_formal *f, struct buf *out)
{
	buf_printf(out, "%s %s", f->type, f->name);
	if (f->elements != 0)
		buf_printf(out, "[%u]", f->elements);
}

static bool misfit(const struct hsaemu_kernel *k, size_t i, const struct hsaemu_arg *a,
	const char *reason)
{
	struct buf formal = BUF_INIT;
	say_formal(&k->formals[i], &formal);
	if (a->kind == HSAEMU_ARG_POINTER || a->kind == HSAEMU_ARG_GROUP)
		face_fail(HSAEMU_BAD_CALL,
			"argument %zu of kernel '%s' is " STR_FMT ", of %u bytes, not %s%s", i,
			k->info.name, STR_ARG(buf_slice(&formal)), k->formals[i].bytes,
			kind_name(a->kind), reason);
	else
		face_fail(HSAEMU_BAD_CALL,
			"argument %zu of kernel '%s' is " STR_FMT ", of %u bytes, not %s of %u%s",
			i, k->info.name, STR_ARG(buf_slice(&formal)), k->formals[i].bytes,
			kind_name(a->kind), a->bytes, reason);
	buf_release(&formal);
	return false;
}

/* Tells whether the formal is one number whose type begins with a letter of `kinds`. Numbers have
 * types such as "u32", "s8", "b64" and "f32". Packed types ("u8x4"), handles ("roimg", "samp") and
 * arrays are no numbers. */
static bool is_number(const struct hsaemu_formal *f, const char *kinds)
{
	return f->elements == 0 && strchr(kinds, f->type[0]) != NULL && f->type[0] != '\0' &&
	       f->type[1] >= '0' && f->type[1] <= '9' && strchr(f->type, 'x') == NULL;
}

static bool pack_bytes(const struct hsaemu_kernel *k, size_t i, const struct hsaemu_arg *a,
	uint8_t *at)
{
	if (a->bytes != k->formals[i].bytes)
		return misfit(k, i, a, "");
	if (a->value.pointer == NULL)
		return misfit(k, i, a, " at NULL");
	memcpy(at, a->value.pointer, a->bytes);
	return true;
}

static bool pack_bits(const struct hsaemu_kernel *k, size_t i, const struct hsaemu_arg *a,
	uint8_t *at)
{
	const struct hsaemu_formal *f = &k->formals[i];
	bool is_float = a->kind == HSAEMU_ARG_FLOAT;
	if (!is_number(f, is_float ? "fb" : "usb") || a->bytes != f->bytes ||
		f->bytes > sizeof a->value.bits)
		return misfit(k, i, a, "");
	memcpy(at, &a->value.bits, f->bytes);
	return true;
}

/* Packs an address. Addresses have 8 bytes; the formal may have 4 when the address is of group
 * memory or when the machine model is small. Returns false after an error. */
static bool pack_address(const struct hsaemu_kernel *k, size_t i, const struct hsaemu_arg *a,
	uint64_t address, uint8_t *at)
{
	const struct hsaemu_formal *f = &k->formals[i];
	bool small = f->bytes == sizeof(uint32_t) &&
	             (a->kind == HSAEMU_ARG_GROUP || rt_image_is_small(k->module->image));
	if (!is_number(f, "usb") || (!small && f->bytes != sizeof address))
		return misfit(k, i, a, "");
	if (small && address > UINT32_MAX)
		return misfit(k, i, a,
			" above 4 GiB: the machine model is small, hsaemu_alloc() has memory for it");
	memcpy(at, &address, f->bytes);
	return true;
}

static bool pack_group(const struct hsaemu_kernel *k, size_t i, const struct hsaemu_arg *a,
	uint64_t *group_bytes, uint8_t *at)
{
	uint64_t begin = align_up(*group_bytes, GROUP_ALIGN);
	*group_bytes = begin + a->bytes;
	return pack_address(k, i, a, begin, at);
}

static bool pack(const struct hsaemu_kernel *k, size_t i, const struct hsaemu_arg *a,
	uint64_t *group_bytes, uint8_t *at)
{
	switch (a->kind) {
	case HSAEMU_ARG_INTEGER:
	case HSAEMU_ARG_FLOAT:
		return pack_bits(k, i, a, at);
	case HSAEMU_ARG_POINTER:
		return pack_address(k, i, a, (uint64_t)(uintptr_t)a->value.pointer, at);
	case HSAEMU_ARG_BYTES:
		return pack_bytes(k, i, a, at);
	case HSAEMU_ARG_GROUP:
		return pack_group(k, i, a, group_bytes, at);
	}
	return misfit(k, i, a, "");
}

static bool wrong_count(const struct hsaemu_kernel *k, size_t count)
{
	struct buf formals = BUF_INIT;
	for (uint32_t i = 0; i < k->info.formal_count; i++) {
		buf_puts(&formals, i == 0 ? ": " : ", ");
		say_formal(&k->formals[i], &formals);
	}
	face_fail(HSAEMU_BAD_CALL, "kernel '%s' takes %u argument%s, not %zu" STR_FMT, k->info.name,
		k->info.formal_count, k->info.formal_count == 1 ? "" : "s", count,
		STR_ARG(buf_slice(&formals)));
	buf_release(&formals);
	return false;
}

struct packing {
	const struct hsaemu_kernel *k;
	const struct hsaemu_arg *args;
	size_t count;
	uint8_t *kernarg;
	uint64_t *group_bytes;
	bool ok;
};

static bool pack_all(const struct packing *p)
{
	const struct hsaemu_kernel *k = p->k;
	if (p->count != k->info.formal_count || (p->args == NULL && p->count != 0))
		return wrong_count(k, p->args == NULL ? 0 : p->count);
	for (size_t i = 0; i < p->count; i++)
		if (!pack(k, i, &p->args[i], p->group_bytes, p->kernarg + k->formals[i].offset))
			return false;
	return true;
}

/* Its messages take memory. */
static void pack_in_scope(void *arg)
{
	struct packing *p = arg;
	p->ok = pack_all(p);
}

bool face_pack(const struct hsaemu_kernel *k, const struct hsaemu_arg *args, size_t count,
	uint8_t *kernarg, uint64_t *group_bytes)
{
	struct packing p = {k, args, count, kernarg, group_bytes, false};
	return face_run(pack_in_scope, &p) && p.ok;
}
