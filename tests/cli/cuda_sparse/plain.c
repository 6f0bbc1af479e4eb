/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The header is C, too. */
#include <stdio.h>
#include <cusparse.h>

int main(void)
{
	cusparseHandle_t handle;
	int major = 0;
	if (cusparseCreate(&handle) != CUSPARSE_STATUS_SUCCESS ||
		cusparseGetProperty(MAJOR_VERSION, &major) != CUSPARSE_STATUS_SUCCESS)
		return 1;
	puts(major == CUSPARSE_VER_MAJOR && cusparseDestroy(handle) == CUSPARSE_STATUS_SUCCESS
			? "passed"
			: "failed");
	return 0;
}
