/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef BENCH_VERIFY_H
#define BENCH_VERIFY_H

#include "engine.h"

/* Runs the image of each of the wanted cases in the folder once in this process and compares it
 * with the C loops. False when one is wrong or missing. */
bool verify_images(const char *folder, const char *bin, const bool *cases, enum suite_size size,
	const struct engine_file *how);

#endif
