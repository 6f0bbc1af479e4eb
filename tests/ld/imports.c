/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Binds the imports of the images that imports.sh makes, runs their kernels and looks at what these
 * see: imports USER DEFINER SMALL. */
#include "fake_kernel.h"
#include "hsaemu/fileio.h"

enum { RESULTS = 7 };

static struct diag diag;

/* Variables of the host's that images import. */
static uint32_t host = 40, odd[2];

static struct rt_image *load(const char *path)
{
	struct rt_image *image = NULL;
	struct file_data f;

	EXPECT(file_read(&f, path, &diag));
	EXPECT(rt_image_load(path, f.bytes, f.len, &image, &diag));
	file_release(&f);
	return image;
}

/* Returns how many messages there were since the last call, of which one has the text. */
static unsigned messages(const char *text)
{
	static unsigned before;
	static char all[8192];
	FILE *f = tmpfile();
	unsigned count = diag.error_count - before;

	EXPECT(f != NULL);
	diag_flush(&diag, f);
	rewind(f);
	all[fread(all, 1, sizeof all - 1, f)] = 0;
	fclose(f);
	EXPECT(strstr(all, text) != NULL);
	before = diag.error_count;
	return count;
}

/* ---- resolving ---- */

struct known { /* what a resolver knows, and what it was asked */
	struct rt_image *definer;
	void *host;
	unsigned calls;
};

static bool resolve(void *arg, const struct image_symbol *what, uint64_t *address)
{
	struct known *k = arg;
	void *found = strcmp(what->name, "&host") == 0
	                      ? k->host
	                      : rt_image_variable_find(k->definer, what->name, NULL, NULL);

	EXPECT(what->program_linkage && !what->definition && what->imported);
	k->calls++;
	*address = (uint64_t)(uintptr_t)found;
	return found != NULL;
}

/* ---- running ---- */

static struct rt *rt;
static hsa_queue_t *queue;

static void run(struct rt_image *image, uint32_t *out)
{
	const struct image_kernel *k;
	const struct hsaemu_kernel_descriptor *kd = rt_image_kernel_find(image, "&look", &k);
	void **kernarg = rt_memory_alloc_low(16);

	EXPECT(kd != NULL && kd == rt_image_kernel_descriptor(image, k) && kernarg != NULL);
	*kernarg = out;
	hsa_kernel_dispatch_packet_t p = {
		.setup = 1,
		.workgroup_size_x = 1,
		.workgroup_size_y = 1,
		.workgroup_size_z = 1,
		.grid_size_x = 1,
		.grid_size_y = 1,
		.grid_size_z = 1,
		.group_segment_size = kd->group_bytes,
		.private_segment_size = kd->private_bytes,
		.kernel_object = (uint64_t)(uintptr_t)kd,
		.kernarg_address = kernarg,
		.completion_signal = fake_signal(rt, 1),
	};
	(void)fake_submit(queue, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(fake_wait(p.completion_signal) == 0);
	rt_signal_destroy(p.completion_signal);
	rt_memory_free(kernarg, 16);
}

/* ---- tests ---- */

static void before_binding(struct rt_image *user)
{
	EXPECT(!rt_image_is_ready(user) && rt_image_import_count(user) == 4);
	EXPECT(rt_image_variable_find(user, "&pointers", NULL, NULL) != NULL);
	EXPECT(rt_image_variable_find(user, "&table", NULL, NULL) == NULL);
	for (size_t i = 0; i < rt_image_import_count(user); i++)
		EXPECT(rt_image_symbol_address(user, rt_image_import(user, i), NULL) == NULL);
}

static void refuse_what_is_missing(struct rt_image *user, struct rt_image *definer)
{
	struct known k = {.definer = definer};
	const uint64_t *pointers = rt_image_variable_find(user, "&pointers", NULL, NULL);

	EXPECT(!rt_image_bind(user, NULL, NULL, &diag));
	EXPECT(messages("readonly variable '&limits' is imported, and nothing defines it") == 4);
	EXPECT(!rt_image_bind(user, resolve, &k, &diag) && k.calls == 4);
	EXPECT(messages("global variable '&host' is imported, and nothing defines it") == 1);
	k.host = (char *)odd + 1;
	EXPECT(!rt_image_bind(user, resolve, &k, &diag));
	EXPECT(messages("'&host' is not aligned as its declaration says") == 1);
	EXPECT(!rt_image_is_ready(user) && pointers[0] == 0 && pointers[1] == 0);
}

static void bind_and_run(struct rt_image *user, struct rt_image *definer, uint32_t *variable)
{
	struct known k = {.definer = definer, .host = variable};
	const uint32_t want[RESULTS] = {11, 20, 31, *variable, 12, *variable, 31};
	uint32_t *out = rt_memory_alloc(sizeof want);
	uint64_t bytes = 0;
	uint32_t *table = rt_image_variable_find(definer, "&table", NULL, &bytes);

	EXPECT(rt_image_bind(user, resolve, &k, &diag) && k.calls == 4);
	EXPECT(rt_image_is_ready(user));
	EXPECT(rt_image_bind(user, resolve, &k, &diag) && k.calls == 4);
	table[1] = 11;
	table[3] = 13;
	run(user, out);
	EXPECT(memcmp(out, want, sizeof want) == 0);
	EXPECT(bytes == 16 && table[3] == 77);
	run(definer, out); /* sees what the other image's kernel has stored, and stores */
	EXPECT(out[0] == 77 && table[1] == 55);
	run(user, out);
	EXPECT(out[0] == 55);
	rt_memory_free(out, sizeof want);
}

/* The small machine model has addresses below 4 GiB only. */
static void bind_small(struct rt_image *small)
{
	uint32_t *low = rt_memory_alloc_low(8);
	struct known k = {.host = &host};

	EXPECT(low != NULL && rt_image_is_small(small));
	EXPECT(!rt_image_bind(small, resolve, &k, &diag));
	EXPECT(messages("'&host' lies above 4 GiB") == 1);
	*low = 1234;
	k.host = low;
	EXPECT(rt_image_bind(small, resolve, &k, &diag));
	run(small, low + 1);
	EXPECT(low[1] == 1234);
	rt_memory_free(low, 8);
}

int main(int argc, char **argv)
{
	uint32_t other = 41;

	EXPECT(argc == 4);
	diag_init(&diag, &(struct diag_options){.tool = "imports"});
	rt = fake_runtime(2, 2, RT_SCHEDULER_DYNAMIC);
	queue = fake_queue(rt, 16);
	struct rt_image *user = load(argv[1]), *again = load(argv[1]), *definer = load(argv[2]),
			*small = load(argv[3]);
	EXPECT(rt_image_is_ready(definer) && rt_image_import_count(definer) == 0);
	before_binding(user);
	refuse_what_is_missing(user, definer);
	bind_and_run(user, definer, &host);
	bind_and_run(again, definer, &other);
	bind_small(small);
	rt_queue_destroy(queue);
	rt_image_free(user);
	rt_image_free(again);
	rt_image_free(definer);
	rt_image_free(small);
	rt_free(rt);
	diag_release(&diag);
	return 0;
}
