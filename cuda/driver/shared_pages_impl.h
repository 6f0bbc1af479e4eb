/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pages that processes share. They are those of a file without a name, which its maker keeps open
 * and others open by /proc, so they need to be of the same user and to see each other's numbers.
 * What a process is told of another one's file may be anything, and is checked before it is
 * used. */
#ifndef HSAEMU_CUDA_SHARED_PAGES_IMPL_H
#define HSAEMU_CUDA_SHARED_PAGES_IMPL_H

#include "context_impl.h"

/* A process: a number is used again, but not with the same start. */
struct cu_process {
	uint64_t started;
	int32_t pid;
};

/* Where others find a file. No other file has all of these at any time. */
struct cu_place {
	uint64_t device, inode, bytes, started;
	int32_t pid, file;
};

enum { CU_PAGE_BYTES = 4096 };

/* A part of a file that others have: what lies there has the number, as long as it does. */
struct cu_extent {
	uint64_t device, inode, offset, number;
};

/* What the 64 bytes that clients pass to other processes are. */
enum cu_handle_magic {
	CU_HANDLE_MEMORY = 0x4d637068,
	CU_HANDLE_EVENT = 0x45637068,
	CU_HANDLE_POOLED = 0x50637068,
};
struct cu_handle {
	uint32_t magic, reserved;
	uint64_t bytes; /* of memory */
	union {
		struct cu_place place;
		struct cu_extent extent; /* POOLED */
	};
	uint64_t sum; /* of what is before it */
};

/* Writes a handle, and reads one; false: the bytes are none of this kind. */
void cu_handle_write(struct cu_handle *h, enum cu_handle_magic magic, char out[64]);
bool cu_handle_read(struct cu_handle *h, enum cu_handle_magic magic, const char in[64]) NODISCARD;

struct cu_process cu_process_self(void);
/* Returns whether the process has not ended. */
bool cu_process_lives(const struct cu_process *p);

/* Makes a file of zeros, which may grow and never shrinks, or -1. The caller closes it. */
int cu_shared_file(uint64_t bytes) NODISCARD;
/* Returns whether a file is one that cannot shrink under those who have mapped it; *bytes is its
 * size. */
bool cu_shared_file_is(int file, uint64_t *bytes);
/* Says where others find the file. False: the system does not tell. */
bool cu_place_of(int file, struct cu_place *out) NODISCARD;
bool cu_place_is_own(const struct cu_place *p);
/* Opens another process's file, which the caller closes. INVALID_HANDLE: there is no such file any
 * more, or never was. MAP_FAILED: this process may not open it. */
CUresult cu_place_open(const struct cu_place *p, int *file) NODISCARD;
/* Maps a file's first `bytes` anywhere; NULL: there is no memory. */
void *cu_shared_map(size_t bytes, int file) NODISCARD;
/* Maps a part of any file, which begins on a page, between pages that cannot be touched, and unmaps
 * it. NULL: there is no memory, or the file cannot be mapped. */
uint8_t *cu_shared_map_fenced(size_t bytes, int file, uint64_t offset) NODISCARD;
void cu_shared_unmap_fenced(uint8_t *pages, size_t bytes);
/* Puts pages of a file in the place of those that are at `base`. False: there is no memory. */
bool cu_shared_replace(void *base, size_t bytes, int file, uint64_t offset) NODISCARD;

#endif
