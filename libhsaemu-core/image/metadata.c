/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Metadata notes: the tables, and MessagePack from and to them.
 *
 * Key names are those of AMDGPU's code object metadata where it has the notion, so that its readers
 * feel at home; ours begin with ".hsaemu." or "hsaemu.". A reader skips keys it does not know. */
#include "metadata_impl.h"

enum { META_MAJOR = 1, META_MINOR = 0 };

static const struct meta_field arg_fields[] = {
	META_FIELD(image_arg, ".name", STR, OPTIONAL, name),
	META_FIELD(image_arg, ".type_name", STR, REQUIRED, type),
	META_FIELD(image_arg, ".offset", U32, REQUIRED, offset),
	META_FIELD(image_arg, ".size", U32, REQUIRED, bytes),
	META_WORDS(image_arg, ".value_kind", REQUIRED, info.kind, kernel_arg_kinds),
	META_FIELD(image_arg, ".hsaemu.align", U32, REQUIRED, align),
	META_FIELD(image_arg, ".hsaemu.dim", U32, OPTIONAL, dim),
	META_WORDS(image_arg, ".address_space", OPTIONAL, info.space, kernel_arg_spaces),
	META_WORDS(image_arg, ".access", OPTIONAL, info.access, kernel_arg_accesses),
	META_FIELD(image_arg, ".is_const", BOOL, OPTIONAL, info.is_const),
	META_FIELD(image_arg, ".is_volatile", BOOL, OPTIONAL, info.is_volatile),
	META_FIELD(image_arg, ".is_restrict", BOOL, OPTIONAL, info.is_restrict),
	META_FIELD(image_arg, ".hsaemu.source_name", STR, OPTIONAL, info.source_name),
	META_FIELD(image_arg, ".hsaemu.source_type", STR, OPTIONAL, info.source_type),
};
static const struct meta_map arg_map = {
	"argument", arg_fields, ARRAY_LEN(arg_fields), sizeof(struct image_arg), 64};

static const struct meta_field kernel_fields[] = {
	META_FIELD(image_kernel, ".name", STR, REQUIRED, name),
	META_FIELD(image_kernel, ".symbol", KD_SYMBOL, REQUIRED, symbol),
	META_FIELD(image_kernel, ".kernarg_segment_size", U32, REQUIRED, kernarg_bytes),
	META_FIELD(image_kernel, ".kernarg_segment_align", U32, REQUIRED, kernarg_align),
	META_FIELD(image_kernel, ".group_segment_fixed_size", U32, REQUIRED, group_bytes),
	META_FIELD(image_kernel, ".private_segment_fixed_size", U32, REQUIRED, private_bytes),
	META_FIELD(image_kernel, ".wavefront_size", U32, REQUIRED, wavefront_size),
	META_FIELD(image_kernel, ".max_flat_workgroup_size", U32, OPTIONAL, max_flat_wg),
	META_FIELD(image_kernel, ".reqd_workgroup_size", XYZ, OPTIONAL, required_wg),
	META_ITEMS(image_kernel, ".args", LIST, OPTIONAL, args, arg_count, &arg_map),
	META_FIELD(image_kernel, ".hsaemu.module", STR, OPTIONAL, module),
	META_FIELD(image_kernel, ".hsaemu.program_linkage", BOOL, OPTIONAL, program_linkage),
	META_FIELD(image_kernel, ".vec_type_hint", STR, OPTIONAL, info.vec_type_hint),
	META_FIELD(image_kernel, ".workgroup_size_hint", XYZ, OPTIONAL, info.wg_hint),
	META_FIELD(image_kernel, ".hsaemu.uniform_work_groups", BOOL, OPTIONAL,
		info.uniform_work_groups),
};
static const struct meta_map kernel_map = {
	"kernel", kernel_fields, ARRAY_LEN(kernel_fields), sizeof(struct image_kernel), 128};

static const struct meta_field symbol_fields[] = {
	META_FIELD(image_symbol, ".name", STR, REQUIRED, name),
	META_FIELD(image_symbol, ".symbol", STR, REQUIRED, symbol),
	META_FIELD(image_symbol, ".kind", STR, REQUIRED, kind),
	META_FIELD(image_symbol, ".type_name", STR, OPTIONAL, type),
	META_FIELD(image_symbol, ".align", U32, OPTIONAL, align),
	META_FIELD(image_symbol, ".is_array", BOOL, OPTIONAL, is_array),
	META_FIELD(image_symbol, ".dim", U64, OPTIONAL, dim),
	META_FIELD(image_symbol, ".definition", BOOL, OPTIONAL, definition),
	META_FIELD(image_symbol, ".program_linkage", BOOL, OPTIONAL, program_linkage),
	META_FIELD(image_symbol, ".agent_allocation", BOOL, OPTIONAL, agent_allocation),
	META_FIELD(image_symbol, ".is_const", BOOL, OPTIONAL, is_const),
	META_FIELD(image_symbol, ".module", STR, OPTIONAL, module),
	META_FIELD(image_symbol, ".imported", BOOL, OPTIONAL, imported),
};
static const struct meta_map symbol_map = {
	"symbol", symbol_fields, ARRAY_LEN(symbol_fields), sizeof(struct image_symbol), 24};

static const struct meta_field root_fields[] = {
	{"amdhsa.version", META_VERSION, META_REQUIRED, 0, 0, NULL, NULL},
	META_ITEMS(image_meta, "amdhsa.kernels", LIST, REQUIRED, kernels, kernel_count,
		&kernel_map),
	META_ITEMS(image_meta, "hsaemu.modules", STRINGS, REQUIRED, modules, module_count, NULL),
	META_FIELD(image_meta, "hsaemu.profile", STR, REQUIRED, profile),
	META_FIELD(image_meta, "hsaemu.machine_model", STR, REQUIRED, machine_model),
	META_FIELD(image_meta, "hsaemu.round", STR, OPTIONAL, round),
	META_ITEMS(image_meta, "hsaemu.symbols", LIST, OPTIONAL, symbols, symbol_count,
		&symbol_map),
};
const struct meta_map meta_root = {
	"metadata", root_fields, ARRAY_LEN(root_fields), sizeof(struct image_meta), 64};

_Static_assert(ARRAY_LEN(symbol_fields) <= 32, "read_map() keeps a bit per field");

static uint32_t u32_at(const void *object, size_t off)
{
	uint32_t v;
	memcpy(&v, meta_at(object, off), sizeof v);
	return v;
}

static const char *str_at(const void *object, size_t off)
{
	const char *z;
	memcpy(&z, meta_at(object, off), sizeof z);
	return z ? z : "";
}

bool meta_is_absent(const struct meta_field *f, const void *object)
{
	static const uint32_t none[3];

	if (f->presence == META_REQUIRED)
		return false;
	switch (f->kind) {
	case META_STR:
	case META_KD_SYMBOL:
		return *str_at(object, f->off) == 0;
	case META_U32:
	case META_WORD:
		return u32_at(object, f->off) == 0;
	case META_U64:
		return memcmp(meta_at(object, f->off), none, sizeof(uint64_t)) == 0;
	case META_BOOL:
		return !*(const bool *)meta_at(object, f->off);
	case META_XYZ:
		return memcmp(meta_at(object, f->off), none, sizeof none) == 0;
	case META_LIST:
	case META_STRINGS:
		return u32_at(object, f->count_off) == 0;
	case META_VERSION:
	case META_KIND_COUNT:
		break;
	}
	return false;
}

/* ---- writing ---- */

static void write_map(const struct meta_map *map, const void *object, struct buf *out);

static void write_list(const struct meta_field *f, const void *object, struct buf *out)
{
	uint32_t n = u32_at(object, f->count_off);
	const char *items;

	memcpy(&items, meta_at(object, f->off), sizeof items);
	msgpack_write_array(out, n);
	for (uint32_t i = 0; i < n; i++) {
		if (f->kind == META_LIST)
			write_map(f->sub, items + i * f->sub->elem_bytes, out);
		else
			msgpack_write_str(out, str_from(str_at(items, i * sizeof(char *))));
	}
}

static void write_field(const struct meta_field *f, const void *object, struct buf *out)
{
	const void *at = meta_at(object, f->off);
	uint64_t v;

	switch (f->kind) {
	case META_STR:
		msgpack_write_str(out, str_from(str_at(object, f->off)));
		break;
	case META_KD_SYMBOL: {
		struct buf kd = BUF_INIT;
		buf_printf(&kd, "%s.kd", str_at(object, f->off));
		msgpack_write_str(out, buf_slice(&kd));
		buf_release(&kd);
		break;
	}
	case META_U32:
		msgpack_write_uint(out, u32_at(object, f->off));
		break;
	case META_U64:
		memcpy(&v, at, sizeof v);
		msgpack_write_uint(out, v);
		break;
	case META_BOOL:
		msgpack_write_bool(out, *(const bool *)at);
		break;
	case META_XYZ:
		msgpack_write_array(out, 3);
		for (unsigned i = 0; i < 3; i++)
			msgpack_write_uint(out, u32_at(object, f->off + 4 * i));
		break;
	case META_LIST:
	case META_STRINGS:
		write_list(f, object, out);
		break;
	case META_VERSION:
		msgpack_write_array(out, 2);
		msgpack_write_uint(out, META_MAJOR);
		msgpack_write_uint(out, META_MINOR);
		break;
	case META_WORD:
		msgpack_write_str(out, str_from(f->words[u32_at(object, f->off)]));
		break;
	case META_KIND_COUNT:
		BUG("not a kind");
	}
}

static void write_map(const struct meta_map *map, const void *object, struct buf *out)
{
	uint32_t pairs = 0;

	for (unsigned i = 0; i < map->field_count; i++)
		pairs += !meta_is_absent(&map->fields[i], object);
	msgpack_write_map(out, pairs);
	for (unsigned i = 0; i < map->field_count; i++) {
		if (meta_is_absent(&map->fields[i], object))
			continue;
		msgpack_write_str(out, str_from(map->fields[i].key));
		write_field(&map->fields[i], object, out);
	}
}

void image_meta_write(const struct image_meta *m, struct buf *out)
{
	write_map(&meta_root, m, out);
}

/* ---- reading ---- */

static bool read_map(struct msgpack_reader *r, struct arena *a, const struct meta_map *map,
	void *object);

static bool read_string(struct msgpack_reader *r, struct arena *a, void *at)
{
	struct str s;
	if (!msgpack_read_str(r, &s))
		return false;
	const char *z = arena_strndup(a, s.p, s.n);
	memcpy(at, &z, sizeof z);
	return true;
}

static bool read_kd_symbol(struct msgpack_reader *r, struct arena *a, void *at)
{
	const uint8_t *start = r->p;
	struct str s;

	if (!msgpack_read_str(r, &s))
		return false;
	if (s.n < 4 || memcmp(s.p + s.n - 3, ".kd", 3) != 0)
		return msgpack_fail(r, start,
			"the kernel descriptor's symbol '" STR_FMT "' does not end in '.kd'",
			STR_ARG(s));
	const char *z = arena_strndup(a, s.p, s.n - 3);
	memcpy(at, &z, sizeof z);
	return true;
}

static bool read_u32(struct msgpack_reader *r, uint32_t *v)
{
	const uint8_t *start = r->p;
	uint64_t wide;

	if (!msgpack_read_uint(r, &wide))
		return false;
	if (wide > UINT32_MAX)
		return msgpack_fail(r, start, "the number %llu does not fit in 32 bits",
			(unsigned long long)wide);
	*v = (uint32_t)wide;
	return true;
}

static bool read_word(struct msgpack_reader *r, const struct meta_field *f, uint32_t *v)
{
	const uint8_t *start = r->p;
	struct str word;

	if (!msgpack_read_str(r, &word))
		return false;
	for (*v = 0; f->words[*v] != NULL; ++*v)
		if (str_is(word, f->words[*v]))
			return true;
	*v = 0;
	return msgpack_fail(r, start, "'" STR_FMT "' is no value of '%s'", STR_ARG(word), f->key);
}

static bool read_list(struct msgpack_reader *r, struct arena *a, const struct meta_field *f,
	void *object)
{
	const uint8_t *start = r->p;
	size_t elem = f->kind == META_LIST ? f->sub->elem_bytes : sizeof(char *);
	size_t least = f->kind == META_LIST ? f->sub->min_bytes : 1;
	uint32_t n;

	if (!msgpack_read_array(r, &n))
		return false;
	if (n > (size_t)(r->end - r->p) / least)
		return msgpack_fail(r, start, "%u elements of %s do not fit into the note", n,
			f->key);
	char *items = arena_alloc_array(a, n, elem, _Alignof(max_align_t));
	for (uint32_t i = 0; i < n; i++) {
		bool ok = f->kind == META_LIST ? read_map(r, a, f->sub, items + i * elem)
		                               : read_string(r, a, items + i * elem);
		if (!ok)
			return false;
	}
	memcpy((char *)object + f->off, &items, sizeof items);
	memcpy((char *)object + f->count_off, &n, sizeof n);
	return true;
}

static bool read_tuple(struct msgpack_reader *r, uint32_t *v, uint32_t count)
{
	const uint8_t *start = r->p;
	uint32_t n;

	if (!msgpack_read_array(r, &n))
		return false;
	if (n != count)
		return msgpack_fail(r, start, "%u numbers expected, not %u", count, n);
	for (uint32_t i = 0; i < n; i++)
		if (!read_u32(r, &v[i]))
			return false;
	return true;
}

static bool read_version(struct msgpack_reader *r)
{
	const uint8_t *start = r->p;
	uint32_t v[2];

	if (!read_tuple(r, v, 2))
		return false;
	if (v[0] != META_MAJOR)
		return msgpack_fail(r, start, "metadata version %u.%u, only %d.x is known", v[0],
			v[1], META_MAJOR);
	return true;
}

static bool read_field(struct msgpack_reader *r, struct arena *a, const struct meta_field *f,
	void *object)
{
	void *at = (char *)object + f->off;
	uint64_t v;

	switch (f->kind) {
	case META_STR:
		return read_string(r, a, at);
	case META_KD_SYMBOL:
		return read_kd_symbol(r, a, at);
	case META_U32:
		return read_u32(r, at);
	case META_U64:
		if (!msgpack_read_uint(r, &v))
			return false;
		memcpy(at, &v, sizeof v);
		return true;
	case META_BOOL:
		return msgpack_read_bool(r, at);
	case META_XYZ:
		return read_tuple(r, at, 3);
	case META_LIST:
	case META_STRINGS:
		return read_list(r, a, f, object);
	case META_VERSION:
		return read_version(r);
	case META_WORD:
		return read_word(r, f, at);
	case META_KIND_COUNT:
		break;
	}
	BUG("not a kind");
}

static int find_field(const struct meta_map *map, struct str key)
{
	for (unsigned i = 0; i < map->field_count; i++)
		if (str_is(key, map->fields[i].key))
			return (int)i;
	return -1;
}

/* Strings that the note leaves out are "", never NULL. */
static void set_empty_strings(const struct meta_map *map, void *object)
{
	const char *empty = "";
	for (unsigned i = 0; i < map->field_count; i++)
		if (map->fields[i].kind == META_STR)
			memcpy((char *)object + map->fields[i].off, &empty, sizeof empty);
}

static bool read_map(struct msgpack_reader *r, struct arena *a, const struct meta_map *map,
	void *object)
{
	const uint8_t *start = r->p;
	uint32_t pairs, seen = 0;
	struct str key;

	set_empty_strings(map, object);
	if (!msgpack_read_map(r, &pairs))
		return false;
	for (uint32_t i = 0; i < pairs; i++) {
		const uint8_t *at = r->p;
		if (!msgpack_read_str(r, &key))
			return false;
		int f = find_field(map, key);
		if (f < 0) {
			if (!msgpack_skip(r))
				return false;
			continue;
		}
		if (seen >> f & 1)
			return msgpack_fail(r, at, "the %s has the key '" STR_FMT "' twice",
				map->what, STR_ARG(key));
		seen |= 1u << f;
		if (!read_field(r, a, &map->fields[f], object))
			return false;
	}
	for (unsigned f = 0; f < map->field_count; f++)
		if (map->fields[f].presence == META_REQUIRED && !(seen >> f & 1))
			return msgpack_fail(r, start, "the %s has no key '%s'", map->what,
				map->fields[f].key);
	return true;
}

bool meta_read(const struct meta_map *map, const void *bytes, size_t len, const char *file,
	struct arena *a, void *out, struct diag *d)
{
	struct msgpack_reader r = {bytes, bytes, (const uint8_t *)bytes + len, file, d, false};

	if (!read_map(&r, a, map, out))
		return false;
	if (r.p != r.end)
		return msgpack_fail(&r, r.p, "%zu bytes behind the metadata",
			(size_t)(r.end - r.p));
	return true;
}

bool image_meta_read(const void *bytes, size_t len, const char *file, struct arena *a,
	struct image_meta *out, struct diag *d)
{
	*out = (struct image_meta){0};
	return meta_read(&meta_root, bytes, len, file, a, out, d);
}
