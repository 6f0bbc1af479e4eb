/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* deliver FROM TO: copies FROM, which hsaemu-cc or hsaemu-nvcc made, to TO in the way in which all
 * tools write their outputs. A program stays one. */
#include <unistd.h>
#include "hsaemu/fileio.h"

int main(int argc, char **argv)
{
	const struct diag_options options = {.tool = "hsaemu-cc"};
	struct file_data f;
	struct diag d;
	diag_init(&d, &options);
	if (argc != 3)
		diag_usage(&d, "usage: deliver FROM TO");
	else if (file_read(&f, argv[1], &d)) {
		enum file_kind kind = access(argv[1], X_OK) == 0 ? FILE_EXECUTABLE : FILE_TEXT;
		/* The result is ignored because the diagnostics decide the status. */
		(void)!file_write(argv[2], f.bytes, f.len, kind, true, &d);
		file_release(&f);
	}
	diag_flush(&d, stderr);
	int status = diag_exit_status(&d);
	diag_release(&d);
	return status;
}
