/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Carries out image statements. */
#ifndef HSA_RUN_LOAD_IMAGE_H
#define HSA_RUN_LOAD_IMAGE_H

#include "session.h"

/* Waits for pending dispatches and replaces the session's image. Returns false after an error. */
bool run_image_open(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

#endif
