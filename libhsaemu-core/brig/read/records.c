/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* records.def as a table, indexed by kind. The reader checks sizes against it, and the verifier and
 * the dump go through its fields. */
#include "brig/read/codec_impl.h"

#define RECORD(kind, name, bytes) static const struct brig_field name##_fields[] = {
#define RECORD_EMPTY(kind, name, bytes)
#define FIELD(ctype, fname, off, role) {#fname, off, sizeof(ctype), BRIG_ROLE_##role},
#define FIELD_RESERVED(bytes, off) {"reserved", off, bytes, BRIG_ROLE_RESERVED},
#define RECORD_END(kind) \
	} \
	;
#include "hsaemu/records.def"

/* Asserts that the fields of each record fill it. */
#define RECORD(kind, name, bytes) _Static_assert((bytes) == BRIG_BASE_BYTES
#define RECORD_EMPTY(kind, name, bytes)
#define FIELD(ctype, name, off, role) +sizeof(ctype)
#define FIELD_RESERVED(bytes, off) +(bytes)
#define RECORD_END(kind) , #kind);
#include "hsaemu/records.def"

#define SLOT(kind) BRIG_RECORD_SLOT(BRIG_KIND_##kind)

const struct brig_record brig_records[BRIG_RECORD_SLOTS] = {
#define ROW(kind, name) \
	[SLOT(kind)] = {#kind, BRIG_BYTES_##name, ARRAY_LEN(name##_fields), name##_fields},
#define ROW_EMPTY(kind, name) [SLOT(kind)] = {#kind, BRIG_BYTES_##name, 0, NULL},
#define RECORD(kind, name, bytes) ROW(kind, name)
#define RECORD_EMPTY(kind, name, bytes) ROW_EMPTY(kind, name)
#define FIELD(ctype, name, off, role)
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(kind)
#define ALIAS(kind, name) ROW(kind, name)
#define ALIAS_EMPTY(kind, name) ROW_EMPTY(kind, name)
#include "hsaemu/records.def"
};
