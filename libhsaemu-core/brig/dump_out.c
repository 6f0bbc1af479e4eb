/* The two forms of a dump: lines of offset, bytes, name and value; or JSON. */
#include <ctype.h>

#include "dump_impl.h"

enum { BYTES_PER_LINE = 16, FIELD_BYTES = 8, NAME_WIDTH = 22 };

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

/* records.def's names in the spelling of the standard: first_in_arg -> firstInArg. */
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
	for (uint64_t i = 0; i < n; i++)
		buf_printf(p->out, "%02x", p->bytes[off + i]);
	buf_puts(p->out, "\",\"name\":\"");
	put_name(p->out, name);
	buf_puts(p->out, "\"");
}

/* Offset, up to eight bytes and name of a field, in columns. */
static void begin_line(struct brig_dumper *p, uint64_t off, unsigned n, const char *name)
{
	buf_printf(p->out, "%08llx ", (unsigned long long)off);
	for (unsigned i = 0; i < n; i++)
		buf_printf(p->out, " %02x", p->bytes[off + i]);
	buf_printf(p->out, "%*s", 3 * (FIELD_BYTES - (int)n) + 2, "");
	size_t start = p->out->len;
	put_name(p->out, name);
	buf_printf(p->out, "%*s", NAME_WIDTH - (int)(p->out->len - start), "");
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
	buf_printf(p->out, is_hexadecimal(f, value) ? " 0x%llx" : " %llu", value);
	if (text.n > 0)
		buf_printf(p->out, "  " STR_FMT, STR_ARG(text));
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

/* Lines of 16 bytes, the name follows the first. */
static void put_run(struct brig_dumper *p, uint64_t off, uint64_t n, const char *name)
{
	for (uint64_t i = 0; i < n; i += BYTES_PER_LINE) {
		unsigned line = n - i < BYTES_PER_LINE ? (unsigned)(n - i) : BYTES_PER_LINE;
		buf_printf(p->out, "%08llx ", (unsigned long long)(off + i));
		for (unsigned k = 0; k < line; k++)
			buf_printf(p->out, " %02x", p->bytes[off + i + k]);
		buf_printf(p->out, "%*s ", 3 * (BYTES_PER_LINE - (int)line), "");
		put_ascii(p, off + i, line);
		if (i == 0)
			buf_printf(p->out, " %s", name);
		buf_puts(p->out, "\n");
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
