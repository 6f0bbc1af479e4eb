/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Metadata as YAML, in the order of the tables. */
#include "metadata_impl.h"

static void print_map(const struct meta_map *map, const void *object, unsigned indent, bool in_list,
	struct buf *out);

/* Prints a string in double quotes with JSON's escapes, because HSAIL names start with characters
 * that mean something in YAML, and names from a file may hold any byte. */
static void print_string(const char *z, struct buf *out)
{
	buf_u8(out, '"');
	for (; *z; z++) {
		unsigned char c = (unsigned char)*z;
		if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			buf_printf(out, "\\x%02x", c);
		else
			buf_u8(out, c);
	}
	buf_u8(out, '"');
}

static void print_list(const struct meta_field *f, const void *object, unsigned indent,
	struct buf *out)
{
	const char *items;
	uint32_t n;

	memcpy(&items, meta_at(object, f->off), sizeof items);
	memcpy(&n, meta_at(object, f->count_off), sizeof n);
	buf_puts(out, n ? "\n" : " []\n");
	for (uint32_t i = 0; i < n; i++) {
		buf_printf(out, "%*s- ", (int)indent, "");
		if (f->kind == META_LIST) {
			print_map(f->sub, items + i * f->sub->elem_bytes, indent + 2, true, out);
			continue;
		}
		const char *z;
		memcpy(&z, items + i * sizeof z, sizeof z);
		print_string(z, out);
		buf_u8(out, '\n');
	}
}

static void print_value(const struct meta_field *f, const void *object, struct buf *out)
{
	const void *at = meta_at(object, f->off);
	const char *z;
	uint32_t v[3];
	uint64_t wide;

	buf_u8(out, ' ');
	switch (f->kind) {
	case META_STR:
	case META_KD_SYMBOL:
		memcpy(&z, at, sizeof z);
		print_string(z, out);
		if (f->kind == META_KD_SYMBOL) {
			out->len--;
			buf_puts(out, ".kd\"");
		}
		break;
	case META_U32:
		memcpy(v, at, sizeof v[0]);
		buf_printf(out, "%u", v[0]);
		break;
	case META_U64:
		memcpy(&wide, at, sizeof wide);
		buf_printf(out, "%llu", (unsigned long long)wide);
		break;
	case META_BOOL:
		buf_puts(out, *(const bool *)at ? "true" : "false");
		break;
	case META_XYZ:
		memcpy(v, at, sizeof v);
		buf_printf(out, "[%u, %u, %u]", v[0], v[1], v[2]);
		break;
	case META_VERSION:
		buf_puts(out, "[1, 0]");
		break;
	case META_WORD:
		memcpy(v, at, sizeof v[0]);
		buf_puts(out, f->words[v[0]]);
		break;
	case META_LIST:
	case META_STRINGS:
	case META_KIND_COUNT:
		BUG("not a scalar");
	}
	buf_u8(out, '\n');
}

static void print_map(const struct meta_map *map, const void *object, unsigned indent, bool in_list,
	struct buf *out)
{
	for (unsigned i = 0; i < map->field_count; i++) {
		const struct meta_field *f = &map->fields[i];
		if (meta_is_absent(f, object))
			continue;
		buf_printf(out, "%*s%s:", in_list ? 0 : (int)indent, "", f->key);
		in_list = false;
		if (f->kind == META_LIST || f->kind == META_STRINGS)
			print_list(f, object, indent + 2, out);
		else
			print_value(f, object, out);
	}
}

void image_meta_print(const struct image_meta *m, struct buf *out)
{
	buf_puts(out, "---\n");
	print_map(&meta_root, m, 0, false, out);
	buf_puts(out, "...\n");
}
