/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps the folder below its size. To look at all files after each store would take longer the more
 * there are, so the file "tally" estimates their size: each store appends one byte for each 4 KiB,
 * which is safe with many processes and needs no lock. Only when the estimate is above the limit
 * all files are looked at and the oldest are deleted. The tally is then set right. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "cache/cache_impl.h"

enum {
	UNIT_BYTES = 4096,
	UNIT_PIECE = 1024,
	ABANDONED_SECONDS = 3600, /* age of an unfinished file whose writer has surely ended */
};

static const char tally_name[] = "tally";

struct file {
	struct cache_name name;
	int64_t seconds, nanoseconds;
	uint64_t units;
};

static uint64_t units_of(uint64_t bytes)
{
	return bytes / UNIT_BYTES + 1;
}

/* Adds units to the tally. Returns how many it has; UINT64_MAX if that cannot be told. */
static uint64_t add_to_tally(int folder, uint64_t units)
{
	static const char zeros[UNIT_PIECE];
	struct stat st;
	int fd = cache_open_high(folder, tally_name, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW);
	if (fd < 0)
		return UINT64_MAX;
	bool good = true;
	while (units > 0 && good) {
		ssize_t n = write(fd, zeros, units < UNIT_PIECE ? units : UNIT_PIECE);
		good = n > 0;
		units -= good ? (uint64_t)n : 0;
	}
	good = fstat(fd, &st) == 0 && good;
	close(fd);
	return good ? (uint64_t)st.st_size : UINT64_MAX;
}

static void set_tally(int folder, uint64_t units)
{
	int fd = cache_open_high(folder, tally_name, O_WRONLY | O_CREAT | O_NOFOLLOW);
	if (fd < 0)
		return;
	(void)!ftruncate(fd, (off_t)units);
	close(fd);
}

/* ---- all files ------------------------------------------------------------------------------- */

static size_t key_chars(const char *name)
{
	return strspn(name, "0123456789abcdef");
}

/* Takes an entry into the list, and deletes an unfinished file that nobody will finish. Files with
 * other names are none of ours. */
static void look_at(int folder, const char *name, int64_t now, struct buf *files)
{
	struct stat st;
	struct file f;
	if (key_chars(name) != CACHE_NAME_CHARS ||
		fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return;
	if (name[CACHE_NAME_CHARS] == '.' && st.st_mtim.tv_sec < now - ABANDONED_SECONDS)
		unlinkat(folder, name, 0);
	if (name[CACHE_NAME_CHARS] != '\0')
		return;
	memcpy(f.name.text, name, sizeof f.name.text);
	/* A time to come is no time at which the entry was used. */
	f.seconds = st.st_mtim.tv_sec > now + 1 ? 0 : st.st_mtim.tv_sec;
	f.nanoseconds = st.st_mtim.tv_nsec;
	f.units = units_of((uint64_t)st.st_size);
	buf_append(files, &f, sizeof f);
}

static void list(int folder, struct buf *files)
{
	int fd = cache_open_high(folder, ".", O_RDONLY | O_DIRECTORY);
	DIR *all = fd < 0 ? NULL : fdopendir(fd);
	int64_t now = time(NULL);
	if (all == NULL) {
		if (fd >= 0)
			close(fd);
		return;
	}
	for (const struct dirent *d = readdir(all); d != NULL; d = readdir(all))
		look_at(folder, d->d_name, now, files);
	closedir(all);
}

static int by_time(const void *pa, const void *pb)
{
	const struct file *a = pa, *b = pb;
	if (a->seconds != b->seconds)
		return a->seconds < b->seconds ? -1 : 1;
	if (a->nanoseconds != b->nanoseconds)
		return a->nanoseconds < b->nanoseconds ? -1 : 1;
	return memcmp(a->name.text, b->name.text, sizeof a->name.text);
}

/* Deletes a little more than it must, so that it is not needed again at the next store, but never
 * the newest one. Another process may do the same at the same time; what one of them has deleted is
 * gone for both. */
static void delete_oldest(int folder, uint64_t max_units)
{
	struct buf listed = BUF_INIT;
	uint64_t total = 0, wanted = max_units - max_units / 8;
	list(folder, &listed);
	struct file *files = (struct file *)(void *)listed.data;
	size_t count = listed.len / sizeof *files;
	for (size_t i = 0; i < count; i++)
		total += files[i].units;
	if (count != 0)
		qsort(files, count, sizeof *files, by_time);
	for (size_t i = 0; i + 1 < count && total > wanted; i++) {
		unlinkat(folder, files[i].name.text, 0);
		total -= files[i].units;
	}
	buf_release(&listed);
	set_tally(folder, total);
}

void cache_folder_grew(int folder, uint64_t bytes, uint64_t max_bytes)
{
	uint64_t max_units = max_bytes / UNIT_BYTES;
	if (add_to_tally(folder, units_of(bytes)) > max_units)
		delete_oldest(folder, max_units);
}
