/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cache of finalized code: keys, entries, and everything that can be wrong with its folder. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "hsaemu/cache.h"

static char dir[] = "/tmp/test_cache.XXXXXX";

/* A disk that is full: stands in for the C library's function. */
static bool disk_is_full;

ssize_t write(int fd, const void *bytes, size_t count)
{
	if (disk_is_full) {
		errno = ENOSPC;
		return -1;
	}
	return syscall(SYS_write, fd, bytes, count);
}

static void setup(void)
{
	cr_assert_not_null(mkdtemp(dir));
	cr_assert(chdir(dir) == 0);
	unsetenv("HSAEMU_CACHE");
	unsetenv("HSAEMU_CACHE_SIZE");
	unsetenv("HSAEMU_CACHE_DIR");
	unsetenv("XDG_CACHE_HOME");
	setenv("HOME", dir, 1);
}

static void teardown(void)
{
	char command[100];
	snprintf(command, sizeof command, "rm -rf %s", dir);
	cr_assert(chdir("/") == 0 && system(command) == 0);
}

TestSuite(cache, .init = setup, .fini = teardown);

static struct cache *open_here(uint64_t max_bytes)
{
	char path[200];
	snprintf(path, sizeof path, "%s/c", dir);
	const struct cache_options o = {path, max_bytes};
	struct cache *c = cache_open(&o);
	cr_assert_not_null(c);
	return c;
}

static struct cache_key key_of(uint64_t n)
{
	struct cache_key_maker m;
	struct cache_key k;
	cache_key_begin(&m, "test");
	cache_key_add_number(&m, n);
	cache_key_end(&m, &k);
	return k;
}

static void path_of(uint64_t n, char *path)
{
	struct cache_key k = key_of(n);
	path += sprintf(path, "%s/c/", dir);
	for (size_t i = 0; i < sizeof k.bytes; i++)
		path += sprintf(path, "%02x", k.bytes[i]);
}

/* The product of entry n: many bytes that differ. */
static struct str product_of(uint64_t n, char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		bytes[i] = (char)(n * 31 + i * 7);
	return (struct str){bytes, count};
}

static void store(struct cache *c, uint64_t n, size_t count)
{
	static char bytes[1 << 16];
	struct cache_key k = key_of(n);
	cache_store(c, &k, product_of(n, bytes, count), STR("a warning\n"));
}

/* Finds entry n; what is found must be what was stored. */
static bool finds(struct cache *c, uint64_t n)
{
	static char bytes[1 << 16];
	struct buf product = BUF_INIT, messages = BUF_INIT;
	struct cache_key k = key_of(n);
	buf_u8(&product, 'x'); /* results are appended */
	bool found = cache_find(c, &k, &product, &messages);
	cr_assert_eq(messages.len, found ? 10 : 0);
	if (found) {
		struct str wanted = product_of(n, bytes, product.len - 1);
		cr_assert(product.data[0] == 'x');
		cr_assert(str_eq(wanted, str_skip(buf_slice(&product), 1)));
		cr_assert(str_is(buf_slice(&messages), "a warning\n"));
	} else {
		cr_assert_eq(product.len, 1);
	}
	buf_release(&product);
	buf_release(&messages);
	return found;
}

/* Another process, which has nothing in its memory, finds entry n. */
static bool another_finds(uint64_t n)
{
	struct cache *c = open_here(0);
	bool found = finds(c, n);
	cache_close(c);
	return found;
}

static size_t count_files(void)
{
	char path[200];
	size_t n = 0;
	snprintf(path, sizeof path, "%s/c", dir);
	DIR *d = opendir(path);
	for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
		n += strspn(e->d_name, "0123456789abcdef") == 64;
	if (d != NULL)
		closedir(d);
	return n;
}

/* ---- keys ----------------------------------------------------------------------------------- */

static struct cache_key key_from(const char *kind, const char *a, const char *b)
{
	struct cache_key_maker m;
	struct cache_key k;
	cache_key_begin(&m, kind);
	cache_key_add_text(&m, a);
	cache_key_add_text(&m, b);
	cache_key_end(&m, &k);
	return k;
}

static bool same(struct cache_key a, struct cache_key b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

Test(cache, keys_differ_where_items_do)
{
	struct cache_key k = key_from("image", "ab", "c"), other;
	struct cache_key_maker m;
	cr_assert(same(k, key_from("image", "ab", "c")));
	cr_assert(!same(k, key_from("object", "ab", "c")));
	cr_assert(!same(k, key_from("image", "a", "bc")));
	cr_assert(!same(key_from("image", "", ""), key_from("image", NULL, "")));
	cache_key_begin(&m, "image");
	cache_key_add_text(&m, "ab");
	cache_key_add_bytes(&m, "c", 1);
	cache_key_end(&m, &other);
	cr_assert(!same(k, other), "a text is not bytes");
}

static struct cache_key key_for(const char *cpus)
{
	struct cache_key_maker m;
	struct cache_key k;
	cache_key_begin(&m, "");
	cache_key_add_cpu(&m, cpus);
	cache_key_end(&m, &k);
	return k;
}

Test(cache, native_has_the_processor_in_its_key)
{
	cr_assert(same(key_for("native"), key_for("native")));
	cr_assert(same(key_for("x86-64-v3"), key_from("", "x86-64-v3", NULL)) == false);
	struct cache_key_maker m;
	struct cache_key name_alone;
	cache_key_begin(&m, "");
	cache_key_add_text(&m, "x86-64-v3");
	cache_key_end(&m, &name_alone);
	cr_assert(same(key_for("x86-64-v3"), name_alone));
	cache_key_begin(&m, "");
	cache_key_add_text(&m, "x86-64-v2,native");
	cache_key_end(&m, &name_alone);
	cr_assert(!same(key_for("x86-64-v2,native"), name_alone));
}

/* ---- who compiles --------------------------------------------------------------------------- */

Test(cache, identity_of_a_file_is_that_of_the_loaded_object)
{
	struct buf file = BUF_INIT, loaded = BUF_INIT, library = BUF_INIT;
	cr_assert(cache_identity_of_file("/proc/self/exe", &file));
	cr_assert(cache_identity_of_loaded((const void *)(uintptr_t)setup, &loaded));
	cr_assert(file.len > 8 && file.data[0] == 'b');
	cr_assert(str_eq(buf_slice(&file), buf_slice(&loaded)));
	cr_assert(cache_identity_of_loaded((const void *)(uintptr_t)mkdtemp, &library));
	cr_assert(!str_eq(buf_slice(&library), buf_slice(&loaded)));
	buf_release(&file);
	buf_release(&loaded);
	buf_release(&library);
}

static void run(const char *command)
{
	cr_assert_eq(system(command), 0, "%s", command);
}

static bool have_gcc(void)
{
	return system("gcc --version >/dev/null 2>&1") == 0;
}

static bool identity_is(const char *path, struct buf *before)
{
	struct buf now = BUF_INIT;
	cr_assert(cache_identity_of_file(path, &now));
	bool same_one = str_eq(buf_slice(before), buf_slice(&now));
	buf_clear(before);
	buf_str(before, buf_slice(&now));
	buf_release(&now);
	return same_one;
}

Test(cache, without_build_id_a_file_counts_as_it_lies_there)
{
	struct buf id = BUF_INIT;
	if (!have_gcc())
		cr_skip_test("no gcc");
	run("echo 'int a;' | gcc -shared -Wl,--build-id=none -x c - -o a.so");
	cr_assert(!identity_is("a.so", &id) && id.data[0] == 'f');
	cr_assert(identity_is("a.so", &id));
	run("touch -d '2001-01-01' a.so");
	cr_assert(!identity_is("a.so", &id));
	run("cp -p a.so b.so && mv b.so a.so");
	cr_assert(!identity_is("a.so", &id));
	buf_release(&id);
}

Test(cache, another_llvm_is_another_compiler)
{
	struct buf id = BUF_INIT;
	if (!have_gcc())
		cr_skip_test("no gcc");
	run("mkdir l m; echo 'int f(void) { return 1; }' >f.c");
	run("gcc -shared -Wl,-soname,libLLVM.so.9 f.c -o l/libLLVM.so.9");
	run("echo 'int f(void); int g(void) { return f(); }' | "
	    "gcc -shared -x c - -o a.so -x none l/libLLVM.so.9 -Wl,-rpath,'$ORIGIN/l'");
	cr_assert(!identity_is("./a.so", &id));
	cr_assert(identity_is("./a.so", &id));
	run("sed -i s/1/2/ f.c; gcc -shared -Wl,-soname,libLLVM.so.9 f.c -o m/libLLVM.so.9");
	char path[200];
	snprintf(path, sizeof path, "%s/m", dir);
	setenv("LD_LIBRARY_PATH", path, 1);
	cr_assert(!identity_is("./a.so", &id), "the user's folders come first");
	unsetenv("LD_LIBRARY_PATH");
	cr_assert(!identity_is("./a.so", &id));
	run("mv m/libLLVM.so.9 l");
	cr_assert(!identity_is("./a.so", &id));
	run("rm -r l");
	cr_assert(!cache_identity_of_file("./a.so", &id), "nobody knows what would be loaded");
	buf_release(&id);
}

Test(cache, what_is_no_elf_file_has_no_identity)
{
	struct buf id = BUF_INIT;
	cr_assert(!cache_identity_of_file("/nowhere", &id));
	cr_assert(!cache_identity_of_file("/dev/null", &id));
	cr_assert(!cache_identity_of_file("/", &id));
	cr_assert(!cache_identity_of_file("/etc/passwd", &id));
	run("head -c 4000 /proc/self/exe >half");
	for (off_t n = 4000; n > 0; n -= 13) {
		cr_assert(truncate("half", n) == 0);
		(void)!cache_identity_of_file("half", &id);
	}
	buf_release(&id);
}

/* ---- entries -------------------------------------------------------------------------------- */

Test(cache, what_was_stored_is_found)
{
	struct cache *c = open_here(0);
	cr_assert(!finds(c, 1));
	store(c, 1, 1000);
	store(c, 2, 0);
	cr_assert(finds(c, 1) && finds(c, 2) && !finds(c, 3));
	cr_assert(another_finds(1) && another_finds(2));
	cache_close(c);
}

Test(cache, any_damaged_byte_is_noticed)
{
	enum { BYTES = 40 };
	char path[300];
	struct cache *c = open_here(0);
	store(c, 1, BYTES);
	path_of(1, path);
	struct stat st;
	cr_assert(stat(path, &st) == 0 && st.st_size > BYTES);
	for (off_t i = 0; i < st.st_size; i++) {
		unsigned char byte;
		int fd = open(path, O_RDWR);
		cr_assert(fd >= 0 && pread(fd, &byte, 1, i) == 1);
		byte ^= (unsigned char)(1 << i % 8);
		cr_assert(pwrite(fd, &byte, 1, i) == 1 && close(fd) == 0);
		cr_assert(!finds(c, 1), "byte %ld", (long)i);
		cr_assert(access(path, F_OK) != 0, "it is deleted");
		store(c, 1, BYTES);
		cr_assert(another_finds(1), "and made again");
	}
	cache_close(c);
}

Test(cache, any_other_length_is_noticed)
{
	char path[300];
	struct stat st;
	struct cache *c = open_here(0);
	store(c, 1, 40);
	path_of(1, path);
	cr_assert(stat(path, &st) == 0);
	for (off_t n = 0; n <= 2 * st.st_size; n++) {
		if (n == st.st_size)
			continue;
		cr_assert(truncate(path, n) == 0);
		cr_assert(!finds(c, 1) && access(path, F_OK) != 0);
		store(c, 1, 40);
	}
	cr_assert(truncate(path, (off_t)1 << 42) == 0 && !finds(c, 1));
	cache_close(c);
}

Test(cache, one_entry_under_the_name_of_another_is_noticed)
{
	char one[300], two[300];
	struct cache *c = open_here(0);
	store(c, 1, 40);
	path_of(1, one);
	path_of(2, two);
	cr_assert(rename(one, two) == 0);
	cr_assert(!finds(c, 2) && access(two, F_OK) != 0);
	cache_close(c);
}

/* ---- folders -------------------------------------------------------------------------------- */

Test(cache, folder_and_files_are_closed_to_others)
{
	char path[300];
	struct stat st;
	struct cache *c = open_here(0);
	umask(0);
	store(c, 1, 40);
	cr_assert(stat("c", &st) == 0 && (st.st_mode & 0777) == 0700);
	path_of(1, path);
	cr_assert(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
	cr_assert(access("c/CACHEDIR.TAG", R_OK) == 0);
	cache_close(c);
}

Test(cache, a_folder_open_to_others_is_not_used)
{
	struct cache *c = open_here(0);
	cr_assert(mkdir("c", 0700) == 0 && chmod("c", 0770) == 0);
	store(c, 1, 40);
	cr_assert_eq(count_files(), 0);
	cr_assert(finds(c, 1), "it is in memory");
	cr_assert(!another_finds(1));
	cache_close(c);
	cr_assert(chmod("c", 0700) == 0);
	c = open_here(0);
	store(c, 1, 40);
	cr_assert(chmod("c", 0702) == 0);
	cr_assert(!another_finds(1), "nor is what lies there");
	cache_close(c);
}

Test(cache, a_foreign_folder_is_not_used)
{
	struct cache *c = open_here(0);
	store(c, 1, 40);
	if (chown("c", 65534, 65534) != 0)
		cr_skip_test("only root gives files away");
	cr_assert(!finds(c, 1));
	store(c, 2, 40);
	cr_assert_eq(count_files(), 1);
	cache_close(c);
}

Test(cache, a_foreign_or_open_file_is_not_used)
{
	char path[300];
	struct cache *c = open_here(0);
	path_of(1, path);
	store(c, 1, 40);
	cr_assert(chmod(path, 0620) == 0);
	cr_assert(!finds(c, 1) && access(path, F_OK) != 0);
	store(c, 1, 40);
	if (chown(path, 65534, 65534) != 0)
		cr_skip_test("only root gives files away");
	cr_assert(!finds(c, 1) && access(path, F_OK) != 0);
	cache_close(c);
}

Test(cache, links_to_entries_are_not_followed)
{
	char path[300];
	struct cache *c = open_here(0);
	path_of(1, path);
	store(c, 1, 40);
	cr_assert(rename(path, "elsewhere") == 0 && symlink("../elsewhere", path) == 0);
	cr_assert(!finds(c, 1));
	cr_assert(access(path, F_OK) != 0 && access("elsewhere", F_OK) == 0);
	cr_assert(mkfifo(path, 0600) == 0);
	cr_assert(!finds(c, 1), "and a pipe keeps nobody waiting");
	cr_assert(symlink("../victim", "c/tally") == 0 || errno == EEXIST);
	store(c, 1, 40);
	cr_assert(access("victim", F_OK) != 0);
	cr_assert(another_finds(1));
	cache_close(c);
}

Test(cache, a_folder_may_be_a_link)
{
	struct cache *c = open_here(0);
	cr_assert(mkdir("elsewhere", 0700) == 0 && symlink("elsewhere", "c") == 0);
	store(c, 1, 40);
	cr_assert(another_finds(1));
	cache_close(c);
}

Test(cache, a_file_in_place_of_the_folder)
{
	struct cache *c = open_here(0);
	int fd = open("c", O_WRONLY | O_CREAT, 0600);
	cr_assert(fd >= 0 && close(fd) == 0);
	store(c, 1, 40);
	cr_assert(finds(c, 1) && !another_finds(1));
	cr_assert(unlink("c") == 0);
	store(c, 2, 40);
	cr_assert(another_finds(2), "made when the way is free");
	run("rm -r c; touch c");
	cr_assert(!finds(c, 2));
	store(c, 3, 40);
	cr_assert(finds(c, 3) && !another_finds(3));
	cache_close(c);
}

Test(cache, a_folder_that_vanishes_is_made_again)
{
	struct cache *c = open_here(0);
	store(c, 1, 40);
	run("rm -r c");
	cr_assert(!finds(c, 1));
	store(c, 1, 40);
	cr_assert(another_finds(1));
	cache_close(c);
}

Test(cache, a_full_disk_leaves_no_file)
{
	struct cache *c = open_here(0);
	store(c, 1, 40);
	disk_is_full = true;
	store(c, 2, 40);
	disk_is_full = false;
	cr_assert_eq(count_files(), 1);
	cr_assert(finds(c, 2) && !another_finds(2) && another_finds(1));
	cache_close(c);
}

Test(cache, a_limit_of_file_sizes_ends_nobody)
{
	struct rlimit limit = {1000, RLIM_INFINITY};
	struct cache *c = open_here(0);
	cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	store(c, 1, 4000);
	cr_assert_eq(count_files(), 0);
	cr_assert(finds(c, 1));
	cache_close(c);
}

Test(cache, memory_is_bounded)
{
	struct cache_options o = {"/dev/null", 0};
	struct cache *c = cache_open(&o);
	struct buf big = BUF_INIT;
	struct cache_key first = key_of(0);
	buf_extend(&big, 20 << 20);
	for (uint64_t n = 0; n < 4; n++) {
		struct cache_key k = key_of(n);
		cache_store(c, &k, buf_slice(&big), STR(""));
	}
	struct buf product = BUF_INIT, messages = BUF_INIT;
	cr_assert(!cache_find(c, &first, &product, &messages));
	first = key_of(3);
	cr_assert(cache_find(c, &first, &product, &messages) && product.len == big.len);
	buf_release(&product);
	buf_release(&messages);
	buf_release(&big);
	cache_close(c);
}

/* ---- size ----------------------------------------------------------------------------------- */

static void set_age(uint64_t n, int seconds)
{
	char path[300];
	struct timespec times[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
	path_of(n, path);
	cr_assert(utimensat(AT_FDCWD, path, times, 0) == 0);
}

Test(cache, those_go_that_were_not_used_for_long)
{
	enum { COUNT = 10, BYTES = 30000 };
	struct cache *c = open_here(COUNT * 32768);
	for (uint64_t n = 0; n < COUNT; n++)
		store(c, n, BYTES);
	cr_assert_eq(count_files(), COUNT);
	for (uint64_t n = 0; n < COUNT; n++)
		set_age(n, 1000 - (int)n);
	cr_assert(finds(c, 0), "used now");
	set_age(5, -100000); /* no time to come counts */
	store(c, COUNT, BYTES);
	cr_assert(count_files() < COUNT && count_files() > COUNT / 2);
	cr_assert(finds(c, 0) && !finds(c, 1) && !finds(c, 5) && finds(c, 9) && finds(c, COUNT));
	cache_close(c);
}

Test(cache, what_is_larger_than_the_cache_stays_in_memory)
{
	struct cache *c = open_here(10000);
	store(c, 1, 20000);
	cr_assert_eq(count_files(), 0);
	cr_assert(finds(c, 1));
	cache_close(c);
}

Test(cache, foreign_files_are_left_alone_and_unfinished_ones_go)
{
	char path[300];
	struct timespec old[2] = {{1, 0}, {1, 0}};
	struct cache *c = open_here(20000);
	store(c, 1, 9000);
	path_of(2, path);
	strcat(path, ".123.0");
	int fd = open(path, O_WRONLY | O_CREAT, 0600);
	cr_assert(fd >= 0 && close(fd) == 0);
	cr_assert(utimensat(AT_FDCWD, path, old, 0) == 0);
	run("echo mine >c/mine; touch -d 2001-01-01 c/mine");
	store(c, 3, 9000);
	store(c, 4, 9000);
	cr_assert(access(path, F_OK) != 0);
	cr_assert(access("c/mine", F_OK) == 0);
	cache_close(c);
}

Test(cache, sizes_are_read)
{
	uint64_t n;
	cr_assert(cache_read_size("0", &n) && n == 0);
	cr_assert(cache_read_size("12K", &n) && n == 12288);
	cr_assert(cache_read_size("256M", &n) && n == 256 << 20);
	cr_assert(cache_read_size("18446744073709551615", &n) && n == UINT64_MAX);
	static const char *const bad[] = {"", "M", "-1", "1T", "1MB", "18446744073709551616",
		"18014398509481984K", "0x10", " 1"};
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		cr_assert(!cache_read_size(bad[i], &n), "%s", bad[i]);
}

/* ---- many ----------------------------------------------------------------------------------- */

enum { ROUNDS = 40, DISTINCT = 12 };

static void *use(void *arg)
{
	struct cache *c = arg;
	for (uint64_t i = 0; i < ROUNDS; i++)
		if (!finds(c, i % DISTINCT))
			store(c, i % DISTINCT, 5000);
	return NULL;
}

Test(cache, twenty_processes)
{
	pid_t pids[20];
	for (size_t i = 0; i < ARRAY_LEN(pids); i++) {
		pids[i] = fork();
		if (pids[i] == 0) { /* the cache is too small, so they delete, too */
			use(open_here(8 * 8192));
			_exit(0);
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(pids); i++) {
		int status;
		cr_assert(waitpid(pids[i], &status, 0) == pids[i] && status == 0);
	}
	struct cache *c = open_here(0);
	store(c, 1, 5000);
	cr_assert(count_files() <= DISTINCT && another_finds(1));
	cache_close(c);
}

/* Their finds() shares a buffer for what is expected, which is of no use here. */
static void *use_from_thread(void *arg)
{
	struct cache *c = arg;
	for (uint64_t i = 0; i < ROUNDS; i++) {
		struct buf product = BUF_INIT, messages = BUF_INIT;
		struct cache_key k = key_of(i % DISTINCT);
		if (!cache_find(c, &k, &product, &messages))
			cache_store(c, &k, STR("code"), STR("text"));
		else
			cr_assert(str_is(buf_slice(&product), "code"));
		buf_release(&product);
		buf_release(&messages);
	}
	return NULL;
}

static void run_threads(struct cache *c)
{
	pthread_t threads[8];
	for (size_t i = 0; i < ARRAY_LEN(threads); i++)
		cr_assert(pthread_create(&threads[i], NULL, use_from_thread, c) == 0);
	for (size_t i = 0; i < ARRAY_LEN(threads); i++)
		cr_assert(pthread_join(threads[i], NULL) == 0);
}

Test(cache, threads)
{
	struct cache_options in_memory = {"/dev/null", 0};
	struct cache *c = open_here(0);
	run_threads(c);
	cache_close(c);
	c = cache_open(&in_memory);
	run_threads(c);
	cache_close(c);
}

/* ---- environment ---------------------------------------------------------------------------- */

static bool stores_into(const char *folder)
{
	struct cache *c = cache_open(NULL);
	cr_assert_not_null(c);
	store(c, 1, 40);
	cr_assert(finds(c, 1));
	cache_close(c);
	return folder != NULL && access(folder, F_OK) == 0;
}

Test(cache, places)
{
	cr_assert(stores_into(".cache/hsaemu"), "the home");
	setenv("XDG_CACHE_HOME", "relative", 1);
	run("rm -r .cache");
	cr_assert(stores_into(".cache/hsaemu") && !stores_into("relative"));
	char path[200];
	snprintf(path, sizeof path, "%s/xdg", dir);
	setenv("XDG_CACHE_HOME", path, 1);
	cr_assert(stores_into("xdg/hsaemu"));
	snprintf(path, sizeof path, "%s/own", dir);
	setenv("HSAEMU_CACHE_DIR", path, 1);
	cr_assert(stores_into("own"));
	setenv("HSAEMU_CACHE_DIR", "", 1);
	run("rm -r xdg own");
	cr_assert(stores_into("xdg") && !stores_into("own"));
}

Test(cache, no_home)
{
	unsetenv("HOME");
	cr_assert(!stores_into(".cache"));
	setenv("HOME", "", 1);
	cr_assert(!stores_into(".cache"));
	char path[200];
	snprintf(path, sizeof path, "%s/there/is/no", dir);
	setenv("HOME", path, 1);
	cr_assert(!stores_into("there"), "a home is not ours to make");
}

Test(cache, no_folder_is_made_in_the_home_of_another_user)
{
	if (chown(dir, 65534, 65534) != 0)
		cr_skip_test("only root gives files away");
	cr_assert(!stores_into(".cache"));
	cr_assert(mkdir(".cache", 0700) == 0 && chown(".cache", 65534, 65534) == 0);
	cr_assert(!stores_into(".cache/hsaemu"));
}

Test(cache, an_unwritable_home)
{
	setenv("HOME", "/proc", 1);
	cr_assert(!stores_into("/proc/.cache"));
}

Test(cache, off)
{
	setenv("HSAEMU_CACHE", "0", 1);
	cr_assert_null(cache_open(NULL));
	cr_assert(!finds(NULL, 1));
	store(NULL, 1, 40);
	cache_close(NULL);
	setenv("HSAEMU_CACHE", "1", 1);
	setenv("HSAEMU_CACHE_SIZE", "0", 1);
	cr_assert(!stores_into(".cache"));
	setenv("HSAEMU_CACHE_SIZE", "much", 1);
	cr_assert(stores_into(".cache"));
}

Test(cache, standard_streams_that_are_closed_get_nothing)
{
	fflush(NULL);
	int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
	for (int i = 0; i < 3; i++)
		close(i);
	struct cache *c = open_here(0);
	store(c, 1, 40);
	bool found = another_finds(1);
	cache_close(c);
	int none = fcntl(STDERR_FILENO, F_GETFD);
	dup2(kept, STDERR_FILENO);
	cr_assert(found && none == -1);
}
