/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Registers the kernels of objects that were compiled with -rdc=true with CUDA's runtime: as one
 * container, as soon as the host code of all of them has asked for it, since each knows its own
 * kernels only. hsaemu-nvcc compiles this file for each program with such objects. UNITS has a line
 * UNIT(name, id) for each of them, CONTAINER is a file. */
#ifdef CONTAINER

void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
int atexit(void (*)(void));

__asm__(".section .nv_fatbin, \"a\"\n"
	".balign 64\n"
	"hsaemu_linked_container:\n"
	".incbin \"" CONTAINER "\"\n"
	".previous");
extern const char container[] __asm__("hsaemu_linked_container")
	__attribute__((visibility("hidden")));

static struct {
	int magic, version;
	const void *container;
	void *unused;
} wrapper __attribute__((section(".nvFatBinSegment"))) = {0x466243b1, 1, container, 0};

enum {
#define UNIT(name, id) OF##name,
#include UNITS
#undef UNIT
	UNIT_COUNT
};

static void (*waiting[UNIT_COUNT])(void **);
static int waiting_count;
static void **handle;

static void unregister(void)
{
	__cudaUnregisterFatBinary(handle);
}

static void take(void (*register_kernels)(void **))
{
	waiting[waiting_count++] = register_kernels;
	if (waiting_count != UNIT_COUNT)
		return;
	handle = __cudaRegisterFatBinary(&wrapper);
	for (int i = 0; i < UNIT_COUNT; i++)
		waiting[i](handle);
	__cudaRegisterFatBinaryEnd(handle);
	atexit(unregister);
}

/* The object is named, so that it comes out of its archive. What finds containers looks for the
 * mark, and leaves out what is linked. */
#define UNIT(name, id) \
	extern const char __fatbinwrap##name[]; \
	static const void *const object##name __attribute__((used)) = __fatbinwrap##name; \
	static const char mark##name[] __attribute__((used)) = "hsaemu-linked:" id; \
	__attribute__((visibility("hidden"))) void \
		__cudaRegisterLinkedBinary##name(void (*register_kernels)(void **), void *unit, \
			void *unit_name, void *dummy) \
	{ \
		(void)unit; \
		(void)unit_name; \
		(void)dummy; \
		take(register_kernels); \
	}
#include UNITS

#else
extern int hsaemu_no_units; /* an empty file is no C */
#endif
