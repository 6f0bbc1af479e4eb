/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files without names, and how processes find each other's. A file's seal says that it will not
 * shrink, so that nobody who has mapped it faults. */
#define _GNU_SOURCE /* memfd_create(), F_GET_SEALS, MAP_ANONYMOUS */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hsaemu/base.h"
#include "hsaemu/str.h"
#include "shared_pages_impl.h"

/* ---- processes ------------------------------------------------------------------------------- */

/* Returns when a process has started, in the system's ticks; 0: there is none, or it has ended and
 * its parent has not asked for its status (proc(5), /proc/PID/stat). */
static uint64_t start_of(int32_t pid)
{
	char path[32], text[1024];
	char state;
	long threads;
	unsigned long long started;
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	FILE *f = pid > 0 ? fopen(path, "re") : NULL;
	if (f == NULL)
		return 0;
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	fclose(f);
	const char *name_end = strrchr(text, ')'); /* the name may have any characters */
	if (name_end == NULL ||
		sscanf(name_end + 1,
			" %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld "
			"%*d %llu",
			&state, &threads, &started) != 3)
		return 0;
	/* one whose first thread alone has ended goes on */
	return (state == 'Z' || state == 'X') && threads <= 1 ? 0 : started;
}

struct cu_process cu_process_self(void)
{
	int32_t pid = (int32_t)getpid();
	return (struct cu_process){start_of(pid), pid};
}

bool cu_process_lives(const struct cu_process *p)
{
	return p->started != 0 && start_of(p->pid) == p->started;
}

/* ---- files ----------------------------------------------------------------------------------- */

int cu_shared_file(uint64_t bytes)
{
	int file =
		bytes <= INT64_MAX ? memfd_create("libcuda", MFD_CLOEXEC | MFD_ALLOW_SEALING) : -1;
	if (file >= 0 && (ftruncate(file, (off_t)bytes) != 0 ||
				 fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) != 0)) {
		close(file);
		file = -1;
	}
	return file;
}

bool cu_shared_file_is(int file, uint64_t *bytes)
{
	struct stat s;
	int seals = fcntl(file, F_GET_SEALS);
	if (seals < 0 || (seals & F_SEAL_SHRINK) == 0 || fstat(file, &s) != 0)
		return false;
	*bytes = (uint64_t)s.st_size;
	return true;
}

bool cu_place_of(int file, struct cu_place *out)
{
	struct stat s;
	struct cu_process self = cu_process_self();
	if (self.started == 0 || fstat(file, &s) != 0)
		return false;
	*out = (struct cu_place){.device = s.st_dev,
		.inode = s.st_ino,
		.bytes = (uint64_t)s.st_size,
		.started = self.started,
		.pid = self.pid,
		.file = file};
	return true;
}

bool cu_place_is_own(const struct cu_place *p)
{
	struct cu_process self = cu_process_self();
	return self.started == p->started && self.pid == p->pid;
}

static bool is_there(const struct stat *s, const struct cu_place *p)
{
	return S_ISREG(s->st_mode) && s->st_dev == p->device && s->st_ino == p->inode &&
	       (uint64_t)s->st_size == p->bytes;
}

/* What is no such file is not opened: to open a device or a pipe may do something. */
CUresult cu_place_open(const struct cu_place *p, int *file)
{
	char path[64];
	struct stat s;
	uint64_t bytes;
	const struct cu_process maker = {p->started, p->pid};
	if (p->file < 0 || !cu_process_lives(&maker))
		return CUDA_ERROR_INVALID_HANDLE;
	snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)p->pid, (int)p->file);
	if (stat(path, &s) != 0)
		return errno == EACCES || errno == EPERM ? CUDA_ERROR_MAP_FAILED
		                                         : CUDA_ERROR_INVALID_HANDLE;
	if (!is_there(&s, p))
		return CUDA_ERROR_INVALID_HANDLE;
	*file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (*file < 0)
		return CUDA_ERROR_MAP_FAILED;
	if (fstat(*file, &s) == 0 && is_there(&s, p) && cu_shared_file_is(*file, &bytes))
		return CUDA_SUCCESS;
	close(*file);
	return CUDA_ERROR_INVALID_HANDLE;
}

bool cu_shared_replace(void *base, size_t bytes, int file, uint64_t offset)
{
	return mmap(base, (size_t)align_up(bytes, CU_PAGE_BYTES), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_FIXED, file, (off_t)offset) != MAP_FAILED;
}

void *cu_shared_map(size_t bytes, int file)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	return at == MAP_FAILED ? NULL : at;
}

enum { FENCE_BYTES = 64 << 10 };

static size_t with_fences(size_t bytes)
{
	return (size_t)align_up(bytes, CU_PAGE_BYTES) + 2 * FENCE_BYTES;
}

uint8_t *cu_shared_map_fenced(size_t bytes, int file, uint64_t offset)
{
	uint8_t *at = bytes <= SIZE_MAX / 2 && offset <= INT64_MAX
	                      ? mmap(NULL, with_fences(bytes), PROT_NONE,
					MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
	                      : MAP_FAILED;
	if (at == MAP_FAILED)
		return NULL;
	if (cu_shared_replace(at + FENCE_BYTES, bytes, file, offset))
		return at + FENCE_BYTES;
	munmap(at, with_fences(bytes));
	return NULL;
}

void cu_shared_unmap_fenced(uint8_t *pages, size_t bytes)
{
	munmap(pages - FENCE_BYTES, with_fences(bytes));
}

/* ---- handles --------------------------------------------------------------------------------- */

HSAEMU_STATIC_ASSERT(sizeof(struct cu_handle) == 64, "a handle has these bytes");

static uint64_t sum_of(const struct cu_handle *h)
{
	return str_hash(h, offsetof(struct cu_handle, sum));
}

void cu_handle_write(struct cu_handle *h, enum cu_handle_magic magic, char out[64])
{
	h->magic = magic;
	h->reserved = 0;
	h->sum = sum_of(h);
	memcpy(out, h, sizeof *h);
}

bool cu_handle_read(struct cu_handle *h, enum cu_handle_magic magic, const char in[64])
{
	memcpy(h, in, sizeof *h);
	return h->magic == magic && h->reserved == 0 && h->sum == sum_of(h);
}
