/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stands in for CUDA's runtime: prints what is registered with it, and leaves the images. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct wrapper {
	int magic, version;
	const unsigned char *container;
	void *unused;
};
struct size {
	unsigned x, y, z;
};

void **__cudaRegisterFatBinary(const struct wrapper *w);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
int __cudaRegisterFunction(void **handle, const void *stub, char *device_name, const char *name,
	int limit, void *tid, void *bid, void *block, void *grid, int *warp);
void __cudaRegisterVar(void **handle, void *variable, char *device_name, const char *name, int ext,
	size_t bytes, int constant, int global);
unsigned __cudaPushCallConfiguration(struct size grid, struct size block, size_t shared, void *s);
unsigned __cudaPopCallConfiguration(struct size *grid, struct size *block, size_t *shared, void *s);
int cudaLaunchKernel(const void *stub, struct size grid, struct size block, void **arguments,
	size_t shared, void *stream);

static int count;

static void keep_image(const unsigned char *container, const unsigned char *row)
{
	uint64_t first, bytes;
	char name[32];
	memcpy(&first, row + 8, sizeof first);
	memcpy(&bytes, row + 16, sizeof bytes);
	snprintf(name, sizeof name, "registered.%d", ++count);
	FILE *f = fopen(name, "w");
	if (f != NULL && (fwrite(container + first, 1, bytes, f) != bytes || fclose(f) != 0))
		puts("the image was not written");
}

void **__cudaRegisterFatBinary(const struct wrapper *w)
{
	uint32_t members, kind;
	memcpy(&members, w->container + 24, sizeof members);
	printf("container %x %d %s:", (unsigned)w->magic, w->version, (const char *)w->container);
	for (uint32_t i = 0; i < members; i++) {
		const unsigned char *row = w->container + 64 + 32 * i;
		memcpy(&kind, row, sizeof kind);
		printf(" %u", (unsigned)kind);
		if (kind == 1)
			keep_image(w->container, row);
	}
	puts("");
	return (void **)&count;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
	puts(handle == (void **)&count ? "end" : "another handle");
}

void __cudaUnregisterFatBinary(void **handle)
{
	puts(handle == (void **)&count ? "unregistered" : "another handle");
}

int __cudaRegisterFunction(void **handle, const void *stub, char *device_name, const char *name,
	int limit, void *tid, void *bid, void *block, void *grid, int *warp)
{
	(void)stub, (void)device_name, (void)limit, (void)tid, (void)bid, (void)block, (void)grid,
		(void)warp;
	printf("function %s%s\n", name, handle == (void **)&count ? "" : " of another handle");
	return 0;
}

void __cudaRegisterVar(void **handle, void *variable, char *device_name, const char *name, int ext,
	size_t bytes, int constant, int global)
{
	(void)variable, (void)device_name, (void)ext, (void)global;
	printf("%s %s %zu%s\n", constant ? "constant" : "variable", name, bytes,
		handle == (void **)&count ? "" : " of another handle");
}

unsigned __cudaPushCallConfiguration(struct size grid, struct size block, size_t shared, void *s)
{
	(void)grid, (void)block, (void)shared, (void)s;
	return 0;
}

unsigned __cudaPopCallConfiguration(struct size *grid, struct size *block, size_t *shared, void *s)
{
	*grid = *block = (struct size){1, 1, 1};
	*shared = 0;
	*(void **)s = NULL;
	return 0;
}

int cudaLaunchKernel(const void *stub, struct size grid, struct size block, void **arguments,
	size_t shared, void *stream)
{
	(void)stub, (void)grid, (void)block, (void)arguments, (void)shared, (void)stream;
	puts("launch");
	return 0;
}
