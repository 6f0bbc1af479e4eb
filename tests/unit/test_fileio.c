/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whole-file input and all-or-nothing output. */
#define _GNU_SOURCE /* O_TMPFILE */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "hsaemu/fileio.h"

/* File systems without files that have no name, a machine without /proc, a folder in which nothing
 * may be replaced: stand in for the C library's functions. */
static bool no_nameless, no_links, no_renames;

int open(const char *path, int flags, ...)
{
	va_list ap;
	va_start(ap, flags);
	int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, int) : 0;
	va_end(ap);
	if (no_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	if (no_links) {
		errno = ENOENT;
		return -1;
	}
	return (int)syscall(SYS_linkat, from_dir, from, to_dir, to, flags);
}

int rename(const char *from, const char *to)
{
	if (no_renames) {
		errno = EBUSY; /* as over a mount point */
		return -1;
	}
	return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

static struct diag d;
static char dir[] = "/tmp/test_fileio.XXXXXX";

static void setup(void)
{
	const struct diag_options options = {.tool = "test"};
	diag_init(&d, &options);
	cr_assert_not_null(mkdtemp(dir));
	cr_assert(chdir(dir) == 0);
}

static void teardown(void)
{
	static const char *const names[] = {"a", "b", "link", "big", "fifo"};
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		unlink(names[i]);
	cr_assert(rmdir(dir) == 0, "a file was left behind");
	diag_release(&d);
}

TestSuite(fileio, .init = setup, .fini = teardown);

static void expect_content(const char *path, const char *want)
{
	struct file_data f;
	cr_assert(file_read(&f, path, &d));
	cr_assert(f.len == strlen(want) && memcmp(f.bytes, want, f.len) == 0);
	file_release(&f);
}

Test(fileio, writes_and_reads)
{
	cr_assert(file_write("a", "hello", 5, FILE_TEXT, false, &d));
	expect_content("a", "hello");
	cr_assert(file_write("a", "", 0, FILE_TEXT, false, &d));
	expect_content("a", "");
	cr_assert_not(diag_failed(&d));
}

Test(fileio, large_files_are_whole_and_aligned)
{
	enum { BYTES = 3 * 1000 * 1000 + 7 };
	char *bytes = malloc(BYTES);
	struct file_data f;
	for (size_t i = 0; i < BYTES; i++)
		bytes[i] = (char)(i * 31);
	cr_assert(file_write("big", bytes, BYTES, FILE_BINARY, false, &d));
	cr_assert(file_read(&f, "big", &d));
	cr_assert(f.len == BYTES && memcmp(f.bytes, bytes, BYTES) == 0);
	cr_assert((uintptr_t)f.bytes % 16 == 0);
	file_release(&f);
	free(bytes);
}

Test(fileio, modes)
{
	struct stat st;
	umask(022);
	cr_assert(file_write("a", "", 0, FILE_EXECUTABLE, false, &d));
	cr_assert(stat("a", &st) == 0 && (st.st_mode & 0777) == 0755);
	cr_assert(file_write("b", "", 0, FILE_BINARY, false, &d));
	cr_assert(stat("b", &st) == 0 && (st.st_mode & 0777) == 0644);
	cr_assert(chmod("b", 0600) == 0 && file_write("b", "x", 1, FILE_BINARY, false, &d));
	cr_assert(stat("b", &st) == 0 && (st.st_mode & 0777) == 0600);
}

Test(fileio, a_link_stays_a_link)
{
	struct stat st;
	cr_assert(file_write("a", "old", 3, FILE_TEXT, false, &d));
	cr_assert(symlink("a", "link") == 0);
	cr_assert(file_write("link", "new", 3, FILE_TEXT, false, &d));
	cr_assert(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
	expect_content("a", "new");
}

Test(fileio, failures_are_io_errors)
{
	struct file_data f;
	cr_assert_not(file_read(&f, "none", &d));
	cr_assert_not(file_read(&f, dir, &d));
	cr_assert_not(file_write("/dev/full", "x", 1, FILE_TEXT, false, &d));
	cr_assert_not(file_write("none/a", "x", 1, FILE_TEXT, false, &d));
	cr_assert_not(file_write(dir, "x", 1, FILE_TEXT, false, &d));
	cr_assert_eq(d.io_count, 5);
	cr_assert_eq(diag_exit_status(&d), EXIT_IO);
}

Test(fileio, special_files_are_written_directly)
{
	struct stat st;
	cr_assert(file_write("/dev/null", "x", 1, FILE_BINARY, false, &d));
	cr_assert(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
}

Test(fileio, closed_standard_streams_do_not_mix_into_files)
{
	int saved = dup(STDERR_FILENO);
	fcntl(saved, F_SETFD, FD_CLOEXEC);
	close(STDERR_FILENO);
	bool ok = file_write("a", "clean", 5, FILE_TEXT, false, &d);
	bool free_again = fcntl(STDERR_FILENO, F_GETFD) < 0;
	dup2(saved, STDERR_FILENO);
	close(saved);
	cr_assert(ok && free_again);
	expect_content("a", "clean");
}

Test(fileio, pieces_make_a_file)
{
	struct file_out o;
	cr_assert(file_out_open(&o, "a", FILE_TEXT, false, &d));
	cr_assert(o.sink.take(&o.sink, "hel", 3) && o.sink.take(&o.sink, "lo", 2));
	cr_assert(access("a", F_OK) != 0, "it is there when it is whole");
	cr_assert(file_out_close(&o, true));
	expect_content("a", "hello");
}

Test(fileio, what_is_not_kept_leaves_the_old_file)
{
	struct file_out o;
	cr_assert(file_write("a", "old", 3, FILE_TEXT, false, &d));
	cr_assert(file_out_open(&o, "a", FILE_TEXT, false, &d));
	cr_assert(o.sink.take(&o.sink, "new", 3));
	cr_assert(!file_out_close(&o, false));
	expect_content("a", "old");
	cr_assert_not(diag_failed(&d));
}

/* All ways in which a file comes to its place, with the modes that it shall have. */
Test(fileio, each_way_to_write)
{
	umask(022);
	for (unsigned ways = 0; ways < 16; ways++) {
		struct file_out o;
		struct stat st;
		bool replaces = ways & 8;
		unlink("a");
		if (replaces)
			cr_assert(file_write("a", "old and longer", 14, FILE_TEXT, false, &d) &&
				  chmod("a", 0640) == 0);
		no_nameless = ways & 1;
		no_links = ways & 2;
		no_renames = ways & 4;
		cr_assert(file_out_open(&o, "a", FILE_TEXT, false, &d));
		cr_assert(o.sink.take(&o.sink, "hel", 3) && o.sink.take(&o.sink, "lo", 2));
		cr_assert(replaces || access("a", F_OK) != 0);
		cr_assert(file_out_close(&o, true), "way %u", ways);
		no_nameless = no_links = no_renames = false;
		expect_content("a", "hello");
		cr_assert(stat("a", &st) == 0 && (st.st_mode & 0777) == (replaces ? 0640 : 0644));
	}
}

Test(fileio, links_stay_links)
{
	struct stat st;
	cr_assert(symlink("b", "link") == 0); /* b is not there */
	cr_assert(file_write("link", "new", 3, FILE_TEXT, false, &d));
	cr_assert(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
	expect_content("b", "new");
	cr_assert(link("b", "a") == 0);
	cr_assert(file_write("a", "other", 5, FILE_TEXT, false, &d));
	expect_content("b", "other");
}

Test(fileio, open_files_by_their_path)
{
	char path[64];
	int fd = open("a", O_RDWR | O_CREAT | O_TRUNC, 0666);
	cr_assert(write(fd, "<", 1) == 1);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	cr_assert(file_write(path, "x", 1, FILE_BINARY, false, &d));
	snprintf(path, sizeof path, "/dev/fd/%d", fd);
	cr_assert(file_write(path, "y", 1, FILE_BINARY, false, &d));
	cr_assert(write(fd, ">", 1) == 1);
	close(fd);
	expect_content("a", "<xy>");
	cr_assert_not(file_write(path, "y", 1, FILE_BINARY, false, &d));
}

Test(fileio, inputs_are_spared)
{
	cr_assert(file_write("a", "x", 1, FILE_TEXT, false, &d) && link("a", "b") == 0);
	cr_assert(file_spares("b", "input file", "none", &d));
	cr_assert(file_spares("none", "input file", "none", &d));
	cr_assert(file_spares("/dev/null", "input file", "/dev/null", &d));
	cr_assert(file_outputs_differ("/dev/null", "map file", "/dev/null", &d));
	cr_assert_not(diag_failed(&d));
	cr_assert_not(file_spares("./b", "input file", "a", &d));
	cr_assert_not(file_outputs_differ("a", "map file", "b", &d));
	cr_assert_not(file_outputs_differ("none", "map file", "none", &d));
	cr_assert_eq(diag_exit_status(&d), EXIT_USAGE);
}

Test(fileio, full_disk_is_reported_once)
{
	struct file_out o;
	cr_assert(file_out_open(&o, "/dev/full", FILE_TEXT, false, &d));
	cr_assert(!o.sink.take(&o.sink, "x", 1) && !o.sink.take(&o.sink, "y", 1));
	cr_assert(!file_out_close(&o, true));
	cr_assert_eq(d.io_count, 1);
}
