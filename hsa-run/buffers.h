/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds buffers by their names, allocates their memory, and checks that kernels stored only within
 * them. */
#ifndef HSA_RUN_BUFFERS_H
#define HSA_RUN_BUFFERS_H

#include "session.h"

/* Fails the run because there is no buffer `name`; the message suggests a buffer of a similar name.
 * Returns false. */
bool run_no_buffer(struct run_session *s, const char *name, struct diag_place place) NODISCARD;
/* Returns the newest buffer of this name; NULL when there is none. */
struct run_buffer *run_buffer_find(const struct run_session *s, const char *name);
/* Tells whether the image has the small machine model, in which kernels address memory below 4
 * GiB. */
bool run_is_small(const struct run_session *s);
/* Allocates memory that kernels of the image can address; NULL when there is none. rt_memory_free()
 * frees it. */
void *run_memory(const struct run_session *s, size_t bytes) NODISCARD;
/* Fails the run and returns false when a kernel stored beside a buffer. run_drain() calls it after
 * dispatches. */
bool run_check_buffers(struct run_session *s, struct diag_place place) NODISCARD;

#endif
