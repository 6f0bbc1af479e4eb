/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What nvcc's host code calls for a managed variable, which it uses by its address. */
#include <stdio.h>

void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterManagedVar(void **handle, void **pointer, char *device, const char *name,
	int ext, size_t size, int constant, int global);
char __cudaInitModule(void **handle);

static const char ptx[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
			  ".visible .global .attribute(.managed) .align 4 .u32 both = 5;\n";
static struct {
	int magic, version;
	const void *bytes, *unused;
} wrapper = {0x466243b1, 1, ptx, NULL};

int main(void)
{
	int *both = NULL;
	void **handle = __cudaRegisterFatBinary(&wrapper);
	__cudaRegisterManagedVar(handle, (void **)&both, NULL, "both", 0, sizeof *both, 0, 1);
	__cudaRegisterFatBinaryEnd(handle);
	__cudaInitModule(handle);
	printf("%d\n", both != NULL ? *both : -1);
	return 0;
}
