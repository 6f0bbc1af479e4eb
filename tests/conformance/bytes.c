/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Changes every byte of BRIG modules, one at a time: what comes out is either refused with a
 * message or a module that its text assembles to again.
 *
 *   bytes [-a] FILE...      -a: to all other values, else to the most telling ones */
#include <stdio.h>
#include <stdlib.h>

#include "equal.h"
#include "hsaemu/fileio.h"
#include "returns.h"

static unsigned long refused, equal_count, bad;

static struct diag quiet(void)
{
	static const struct diag_options options = {.error_limit = 1};
	struct diag d;
	diag_init(&d, &options);
	return d;
}

static void try_module(const char *file, const uint8_t *bytes, size_t len, size_t changed, int to)
{
	struct brig_view v;
	struct diag d = quiet();
	bool open = brig_view_open(&v, file, bytes, len, &d);
	bool good = open && brig_verify(&v, &d);
	if (!good && !diag_failed(&d)) {
		printf("%s: byte 0x%zx = 0x%02x is refused without a message\n", file, changed, to);
		bad++;
	} else if (!good) {
		refused++;
	} else if (returns(&v, &d)) {
		equal_count++;
	} else {
		printf("%s: byte 0x%zx = 0x%02x makes another module\n", file, changed, to);
		diag_flush(&d, stdout);
		bad++;
	}
	if (open)
		brig_view_close(&v);
	diag_release(&d);
}

static void try_byte(const char *file, uint8_t *bytes, size_t len, size_t at, bool all)
{
	static const uint8_t changes[] = {1, 2, 4, 8, 16, 32, 64, 128, 255, 3, 5};
	uint8_t was = bytes[at];
	for (unsigned n = 1; n < 256; n++) {
		if (!all && n > ARRAY_LEN(changes))
			break;
		bytes[at] = was ^ (all ? (uint8_t)n : changes[n - 1]);
		try_module(file, bytes, len, at, bytes[at]);
	}
	bytes[at] = was;
}

static int try_file(const char *file, bool all)
{
	struct file_data f;
	struct diag d = quiet();
	if (!file_read(&f, file, &d)) {
		diag_flush(&d, stderr);
		return 1;
	}
	uint8_t *bytes = malloc(f.len);
	memcpy(bytes, f.bytes, f.len);
	for (size_t at = 0; at < f.len; at++)
		try_byte(file, bytes, f.len, at, all);
	free(bytes);
	file_release(&f);
	diag_release(&d);
	return 0;
}

int main(int argc, char **argv)
{
	bool all = argc > 1 && str_is(str_from(argv[1]), "-a");
	int status = 0;
	for (int i = 1 + all; i < argc; i++)
		status |= try_file(argv[i], all);
	printf("%lu refused, %lu equal, %lu bad\n", refused, equal_count, bad);
	return status != 0 || bad != 0 || refused + equal_count == 0;
}
