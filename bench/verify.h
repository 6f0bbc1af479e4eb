/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef BENCH_VERIFY_H
#define BENCH_VERIFY_H

#include "engine.h"

/* Runs the wanted cases' images in the folder, each once and in this process, and compares the
 * results with those of the C loops. Returns false when one is wrong or missing. */
bool verify_images(const char *folder, const char *bin, const bool *cases, enum suite_size size,
	const struct engine_file *how);

#endif
