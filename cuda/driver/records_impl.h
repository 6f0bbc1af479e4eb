/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What processes tell each other of an event that they share: records, which are numbered over all
 * of them, and end. A record of a process that has ended has ended as well: nothing of it runs any
 * more. All is in pages that others write to, so any number may be in them. */
#ifndef HSAEMU_CUDA_RECORDS_IMPL_H
#define HSAEMU_CUDA_RECORDS_IMPL_H

#include "shared_pages_impl.h"

struct cu_records;

/* Makes them, with one use, or NULL: there is no memory. */
struct cu_records *cu_records_new(void) NODISCARD;
/* Opens those of another process; INVALID_HANDLE, MAP_FAILED. */
CUresult cu_records_open(const struct cu_place *p, struct cu_records **out) NODISCARD;
/* Says where others find them; false: they are another process's, or it is not known. */
bool cu_records_place(const struct cu_records *r, struct cu_place *out) NODISCARD;
void cu_records_use(struct cu_records *r);
void cu_records_drop(struct cu_records *r); /* may be NULL */

/* Enters a record, and returns its number, from 1 on. It waits while many others have not ended. */
uint64_t cu_record_begin(struct cu_records *r);
void cu_record_end(struct cu_records *r, uint64_t number);
/* Returns the number of the last record; 0: there is none. */
uint64_t cu_records_last(const struct cu_records *r);
bool cu_record_has_ended(const struct cu_records *r, uint64_t number);
void cu_record_wait(struct cu_records *r, uint64_t number);

/* For who waits for several: a word, and to sleep until it changes or it is time to look whether
 * processes have ended. */
uint32_t cu_records_changes(const struct cu_records *r);
void cu_records_sleep(struct cu_records *r, uint32_t changes);
void cu_records_change(struct cu_records *r);

#endif
