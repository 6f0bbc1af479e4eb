/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers by their names, and the memory that they lie in. */
#ifndef HSA_RUN_BUFFERS_H
#define HSA_RUN_BUFFERS_H

#include "session.h"

/* Fails for want of a buffer, and says which one can be meant. */
bool run_no_buffer(struct run_session *s, const char *name, struct diag_place place) NODISCARD;
struct run_buffer *run_buffer_find(const struct run_session *s, const char *name);
/* Whether the image has the small machine model, in which kernels address memory below 4 GiB. */
bool run_is_small(const struct run_session *s);
/* Memory that kernels of the image can address; freed by rt_memory_free(). */
void *run_memory(const struct run_session *s, size_t bytes) NODISCARD;
/* Called after a dispatch. Fails the run when something was stored beside a buffer. */
bool run_check_buffers(struct run_session *s, struct diag_place place) NODISCARD;

#endif
