/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the images and samplers of run files. */
#ifndef HSA_RUN_PICTURE_H
#define HSA_RUN_PICTURE_H

#include "session.h"

/* Makes the statement's image, which is a buffer with a handle. Fails the run and returns false
 * when it cannot. */
bool run_picture(struct run_session *s, const struct run_stmt *stmt) NODISCARD;
/* Destroys the image's handle, and frees its data unless the data belong to another image. */
void run_picture_release(struct run_buffer *b);
/* Makes the statement's sampler. Fails the run and returns false when it cannot. */
bool run_sampler(struct run_session *s, const struct run_stmt *stmt, uint64_t *handle) NODISCARD;
/* Packs an argument for a formal of type roimg, woimg, rwimg or samp. `b` is the buffer that the
 * argument names, or NULL. Fails the run and returns false when the argument is of another kind. */
bool run_pack_handle(struct run_session *s, const struct run_arg *arg,
	const struct image_arg *formal, const struct run_buffer *b, uint8_t *at) NODISCARD;

#endif
