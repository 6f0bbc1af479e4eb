/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dump's inside, shared by dump*.c. Nothing here trusts the module: all reads go through a view
 * whose sections were clamped to the file. */
#ifndef HSAEMU_BRIG_DUMP_IMPL_H
#define HSAEMU_BRIG_DUMP_IMPL_H

#include "brig/read/read_impl.h"

struct brig_dumper {
	const uint8_t *bytes;
	size_t len;
	struct buf *out;
	enum brig_dump_format format;
	struct brig_view view; /* the three standard sections; absent ones have no bytes */
	uint8_t *data_roles;   /* enum brig_role of the data entry at offset / 4, or RESERVED */
	bool any_item, any_field;
	struct buf text; /* scratch of brig_dump_field() callers */
	struct sink *sink;
	bool stopped; /* the sink wants no more */
};

/* dump_out.c. An item is a header, an entry or a gap; its fields follow in order of offset. All
 * offsets are from the start of the file. */
void brig_dump_begin(struct brig_dumper *p);
void brig_dump_item(struct brig_dumper *p, uint64_t off, uint64_t n, const char *section,
	uint64_t section_off, const char *what, const char *remark);
/* Shows a field of at most 8 bytes, at `off` (f->off is not added). `text` says what its value
 * means, and may be empty. */
void brig_dump_field(struct brig_dumper *p, uint64_t off, const struct brig_field *f,
	struct str text);
/* Shows bytes that have no structure. */
void brig_dump_bytes(struct brig_dumper *p, uint64_t off, uint64_t n, const char *name);
void brig_dump_end(struct brig_dumper *p);

/* dump_value.c. Appends what a field's value means: the name of an enumerator, a string, the
 * target of an offset; nothing for plain numbers. */
void brig_dump_value(const struct brig_dumper *p, enum brig_role role, uint64_t value,
	struct buf *out);

/* dump_entry.c */
void brig_dump_data_section(struct brig_dumper *p, const struct brig_section *s);
/* Shows the section hsa_code or hsa_operand. */
void brig_dump_record_section(struct brig_dumper *p, const struct brig_section *s,
	const char *name);
/* Learns from the records what data entries are for. */
void brig_dump_collect_roles(struct brig_dumper *p);

#endif
