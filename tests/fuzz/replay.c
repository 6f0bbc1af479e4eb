/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main() of a fuzz target that is built without libFuzzer: runs it on each file of the command
 * line, and on that file cut short and with flipped bits at a few places. */
#include <stdlib.h>
#include "fuzz.h"
#include "hsaemu/fileio.h"

enum { VARIANTS = 16 };

static void run(const uint8_t *bytes, size_t len)
{
	/* an own copy, so that ASan sees reads past the end */
	uint8_t *copy = malloc(len == 0 ? 1 : len);
	if (copy == NULL)
		abort();
	if (len != 0)
		memcpy(copy, bytes, len);
	LLVMFuzzerTestOneInput(copy, len);
	free(copy);
}

static void run_variants(struct file_data *f)
{
	uint64_t state = f->len + 1; /* the same variants each time */
	uint8_t *copy = malloc(f->len == 0 ? 1 : f->len);
	if (copy == NULL)
		abort();
	for (int i = 0; i < VARIANTS && f->len > 0; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		size_t at = (size_t)(state >> 33) % f->len;
		memcpy(copy, f->bytes, f->len);
		copy[at] ^= (uint8_t)(1u << (state >> 61));
		run(copy, f->len);
		run(f->bytes, at);
	}
	free(copy);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct diag d;
		struct file_data f;
		fuzz_diag_init(&d);
		if (!file_read(&f, argv[i], &d)) {
			diag_flush(&d, stderr);
			return EXIT_IO;
		}
		run(f.bytes, f.len);
		run_variants(&f);
		file_release(&f);
		diag_release(&d);
	}
	return argc > 1 ? EXIT_DONE
	                : EXIT_USAGE; /* a target that ran on nothing has tested nothing */
}
