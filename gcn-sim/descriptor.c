/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernel descriptors: reads the 64 bytes and tells what they mean, by gcn_descriptor.def. */
#include "hsaemu/gcn.h"

static const struct field {
	const char *name, *text;
	uint8_t off, bytes, place; /* place: in struct gcn_descriptor */
} fields[] = {
#define GCN_DESCRIPTOR_FIELD(id, type, off, text) \
	{#id, text, off, sizeof(type), offsetof(struct gcn_descriptor, id)},
#include "hsaemu/gcn_descriptor.def"
};

static const struct {
	uint8_t place, low, width, times, plus;
	const char *text;
} parts[] = {
#define GCN_DESCRIPTOR_BITS(field, low, width, text, times, plus) \
	{offsetof(struct gcn_descriptor, field), low, width, times, plus, text},
#include "hsaemu/gcn_descriptor.def"
};

static uint64_t load(const uint8_t *p, unsigned bytes)
{
	uint64_t v = 0;
	for (unsigned n = 0; n < bytes; n++)
		v |= (uint64_t)p[n] << 8 * n;
	return v;
}

static uint64_t field_value(const struct gcn_descriptor *k, const struct field *f)
{
	uint64_t v = 0;
	memcpy(&v, (const uint8_t *)k + f->place, f->bytes);
	return v;
}

bool gcn_descriptor_read(const uint8_t *bytes, struct diag_place place, const char *name,
	struct gcn_descriptor *out, struct diag *d)
{
	bool known[GCN_DESCRIPTOR_BYTES] = {false};

	for (unsigned n = 0; n < ARRAY_LEN(fields); n++) {
		uint64_t v = load(bytes + fields[n].off, fields[n].bytes);
		memcpy((uint8_t *)out + fields[n].place, &v, fields[n].bytes);
		memset(known + fields[n].off, true, fields[n].bytes);
	}
	for (unsigned n = 0; n < GCN_DESCRIPTOR_BYTES; n++) {
		if (known[n] || bytes[n] == 0)
			continue;
		place.section_off += n;
		diag_error(d, place, "a reserved byte of the descriptor of kernel '%s' is 0x%02x",
			name, bytes[n]);
		return false;
	}
	return true;
}

static void print_parts(const struct field *f, uint64_t v, struct buf *out)
{
	uint64_t told = 0;

	for (unsigned n = 0; n < ARRAY_LEN(parts); n++) {
		uint64_t mask = (UINT64_C(1) << parts[n].width) - 1,
			 part = v >> parts[n].low & mask;
		if (parts[n].place != f->place)
			continue;
		told |= mask << parts[n].low;
		part = (part + parts[n].plus) * parts[n].times;
		if (part != 0)
			buf_printf(out, "//                    %4u  %s\n", (unsigned)part,
				parts[n].text);
	}
	if (told != 0 && (v & ~told) != 0)
		buf_printf(out, "//                    other bits 0x%llx\n",
			(unsigned long long)(v & ~told));
}

void gcn_descriptor_print(const struct gcn_descriptor *k, struct buf *out)
{
	for (unsigned n = 0; n < ARRAY_LEN(fields); n++) {
		uint64_t v = field_value(k, &fields[n]);
		buf_printf(out, "//   %2u %-14s 0x%0*llx  %s\n", fields[n].off, fields[n].name,
			2 * fields[n].bytes, (unsigned long long)v, fields[n].text);
		print_parts(&fields[n], v, out);
	}
}
