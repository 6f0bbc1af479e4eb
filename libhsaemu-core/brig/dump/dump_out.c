/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The two forms of a dump: lines of offset, bytes, name and value; or JSON. */
#include <ctype.h>

#include "brig/dump/dump_impl.h"

enum { BYTES_PER_LINE = 16, FIELD_BYTES = 8, NAME_WIDTH = 22 };

static void offer(struct brig_dumper *p)
{
	if (!sink_offer(p->sink, p->out))
		p->stopped = true;
}

void brig_dump_begin(struct brig_dumper *p)
{
	if (p->format == BRIG_DUMP_TEXT) {
		buf_printf(p->out, "%s: %zu bytes\n", p->view.file, p->len);
		return;
	}
	buf_puts(p->out, "{\"file\":");
	buf_json_string(p->out, str_from(p->view.file));
	buf_printf(p->out, ",\"bytes\":%zu,\"items\":[", p->len);
}

static void end_json_item(struct brig_dumper *p)
{
	if (p->any_item)
		buf_puts(p->out, "]}");
}

void brig_dump_end(struct brig_dumper *p)
{
	if (p->format == BRIG_DUMP_JSON) {
		end_json_item(p);
		buf_puts(p->out, "\n]}\n");
	}
}

void brig_dump_item(struct brig_dumper *p, uint64_t off, uint64_t n, const char *section,
	uint64_t section_off, const char *what, const char *remark)
{
	offer(p);
	if (p->format == BRIG_DUMP_TEXT) {
		buf_puts(p->out, "\n");
		if (section)
			buf_printf(p->out, "%s+0x%llx ", section, (unsigned long long)section_off);
		buf_printf(p->out, "%s, %llu bytes", what, (unsigned long long)n);
		buf_printf(p->out, remark[0] ? ": %s\n" : "%s\n", remark);
		return;
	}
	end_json_item(p);
	buf_puts(p->out, p->any_item ? ",\n" : "\n");
	p->any_item = true;
	p->any_field = false;
	buf_printf(p->out, "{\"offset\":%llu,\"bytes\":%llu,", (unsigned long long)off,
		(unsigned long long)n);
	if (section)
		buf_printf(p->out, "\"section\":\"%s\",\"section_offset\":%llu,", section,
			(unsigned long long)section_off);
	buf_printf(p->out, "\"what\":\"%s\",", what);
	if (remark[0]) {
		buf_puts(p->out, "\"remark\":");
		buf_json_string(p->out, str_from(remark));
		buf_puts(p->out, ",");
	}
	buf_puts(p->out, "\"fields\":[");
}

/* Appends a name of records.def in the spelling of the standard: first_in_arg becomes
 * firstInArg. */
static void put_name(struct buf *out, const char *name)
{
	for (; *name; name++) {
		if (*name == '_' && name[1])
			buf_u8(out, (uint8_t)toupper((unsigned char)*++name));
		else
			buf_u8(out, (uint8_t)*name);
	}
}

static void begin_json_field(struct brig_dumper *p, uint64_t off, uint64_t n, const char *name)
{
	buf_printf(p->out, "%s\n{\"offset\":%llu,\"hex\":\"", p->any_field ? "," : "",
		(unsigned long long)off);
	p->any_field = true;
	for (uint64_t i = 0; i < n && !p->stopped; i++) {
		buf_hex(p->out, p->bytes[off + i], 2);
		offer(p);
	}
	buf_puts(p->out, "\",\"name\":\"");
	put_name(p->out, name);
	buf_puts(p->out, "\"");
}

/* Appends offset and bytes, in a column that is wide enough for `room` bytes. */
static void put_bytes(struct brig_dumper *p, uint64_t off, unsigned n, unsigned room)
{
	buf_hex(p->out, off, 8);
	buf_u8(p->out, ' ');
	for (unsigned i = 0; i < n; i++) {
		buf_u8(p->out, ' ');
		buf_hex(p->out, p->bytes[off + i], 2);
	}
	buf_fill(p->out, ' ', 3 * (size_t)(room - n));
}

/* Appends offset, up to eight bytes, and name of a field, in columns. */
static void begin_line(struct brig_dumper *p, uint64_t off, unsigned n, const char *name)
{
	put_bytes(p, off, n, FIELD_BYTES);
	buf_puts(p->out, "  ");
	size_t start = p->out->len;
	put_name(p->out, name);
	size_t width = p->out->len - start;
	buf_fill(p->out, ' ', width < NAME_WIDTH ? NAME_WIDTH - width : 0);
}

/* Offsets and kinds are hexadecimal, numbers and enumerators decimal. */
static bool is_hexadecimal(const struct brig_field *f, uint64_t value)
{
	switch (f->role) {
	case BRIG_ROLE_STRING:
	case BRIG_ROLE_BYTES:
	case BRIG_ROLE_CODE:
	case BRIG_ROLE_OPERAND:
	case BRIG_ROLE_CODE_LIST:
	case BRIG_ROLE_DATA_LIST:
	case BRIG_ROLE_KIND:
		return true;
	default:
		return value >= 1u << 20;
	}
}

void brig_dump_field(struct brig_dumper *p, uint64_t off, const struct brig_field *f,
	struct str text)
{
	unsigned long long value =
		brig_constant_u64((struct str){(const char *)p->bytes + off, f->bytes});

	if (p->format == BRIG_DUMP_JSON) {
		begin_json_field(p, off, f->bytes, f->name);
		buf_printf(p->out, ",\"value\":%llu", value);
		if (text.n > 0) {
			buf_puts(p->out, ",\"text\":");
			buf_json_string(p->out, text);
		}
		buf_puts(p->out, "}");
		return;
	}
	begin_line(p, off, f->bytes, f->name);
	if (is_hexadecimal(f, value)) {
		buf_puts(p->out, " 0x");
		buf_hex(p->out, value, 1);
	} else {
		buf_u8(p->out, ' ');
		buf_decimal(p->out, value);
	}
	buf_puts(p->out, text.n > 0 ? "  " : "");
	buf_str(p->out, text);
	buf_puts(p->out, "\n");
}

static void put_ascii(struct brig_dumper *p, uint64_t off, unsigned n)
{
	buf_puts(p->out, " |");
	for (unsigned i = 0; i < n; i++) {
		uint8_t c = p->bytes[off + i];
		buf_u8(p->out, c >= ' ' && c <= '~' ? c : '.');
	}
	buf_puts(p->out, "|");
}

/* Appends lines of 16 bytes, of which the first ends in the name. */
static void put_run(struct brig_dumper *p, uint64_t off, uint64_t n, const char *name)
{
	for (uint64_t i = 0; i < n && !p->stopped; i += BYTES_PER_LINE) {
		unsigned line = n - i < BYTES_PER_LINE ? (unsigned)(n - i) : BYTES_PER_LINE;
		put_bytes(p, off + i, line, BYTES_PER_LINE);
		buf_u8(p->out, ' ');
		put_ascii(p, off + i, line);
		if (i == 0)
			buf_printf(p->out, " %s", name);
		buf_puts(p->out, "\n");
		offer(p);
	}
}

void brig_dump_bytes(struct brig_dumper *p, uint64_t off, uint64_t n, const char *name)
{
	if (p->format == BRIG_DUMP_JSON) {
		begin_json_field(p, off, n, name);
		buf_puts(p->out, "}");
	} else if (n <= FIELD_BYTES) {
		begin_line(p, off, (unsigned)n, name);
		put_ascii(p, off, (unsigned)n);
		buf_puts(p->out, "\n");
	} else {
		put_run(p, off, n, name);
	}
}
