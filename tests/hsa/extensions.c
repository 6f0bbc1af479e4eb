/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests extensions: which versions there are, and the tables of their functions, which are those of
 * the functions' names. */
#include <hsa/hsa_ven_amd_loader.h>
#include "expect.h"

struct version {
	uint16_t extension, major, minor;
	bool there;
};

static const struct version versions[] = {
	{HSA_EXTENSION_FINALIZER, 1, 0, true},
	{HSA_EXTENSION_FINALIZER, 1, 1, false},
	{HSA_EXTENSION_FINALIZER, 0, 9, false},
	{HSA_EXTENSION_FINALIZER, 2, 0, false},
	{HSA_EXTENSION_IMAGES, 1, 0, true},
	{HSA_EXTENSION_IMAGES, 1, 1, true},
	{HSA_EXTENSION_IMAGES, 1, 2, false},
	{HSA_EXTENSION_PERFORMANCE_COUNTERS, 1, 0, false},
	{HSA_EXTENSION_PROFILING_EVENTS, 1, 0, false},
	{HSA_EXTENSION_AMD_PROFILER, 1, 0, false},
	{HSA_EXTENSION_AMD_LOADER, 1, 0, true},
	{HSA_EXTENSION_AMD_AQLPROFILE, 1, 0, false},
};

static void supported(struct agents a)
{
	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		const struct version *v = &versions[i];
		bool result = !v->there;
		OK(hsa_system_extension_supported(v->extension, v->major, v->minor, &result));
		EXPECT(result == v->there);
		result = !v->there;
		OK(hsa_agent_extension_supported(v->extension, a.gpu, v->major, v->minor, &result));
		EXPECT(result == v->there);
		const char *name = NULL;
		OK(hsa_extension_get_name(v->extension, &name));
		EXPECT(strncmp(name, "HSA_EXTENSION_", 14) == 0);
	}
	bool result = true;
	OK(hsa_agent_extension_supported(HSA_EXTENSION_FINALIZER, a.cpu, 1, 0, &result));
	EXPECT(!result);
	uint16_t minor = 9;
	OK(hsa_agent_major_extension_supported(HSA_EXTENSION_IMAGES, a.cpu, 1, &minor, &result));
	EXPECT(!result);
	OK(hsa_agent_major_extension_supported(HSA_EXTENSION_IMAGES, a.gpu, 1, &minor, &result));
	EXPECT(result && minor == 1);
	OK(hsa_system_major_extension_supported(HSA_EXTENSION_FINALIZER, 1, &minor, &result));
	EXPECT(result && minor == 0);
	OK(hsa_system_major_extension_supported(HSA_EXTENSION_FINALIZER, 2, &minor, &result));
	EXPECT(!result);
}

static void finalizer_is_whole(const hsa_ext_finalizer_1_00_pfn_t *t)
{
	EXPECT(t->hsa_ext_program_create == hsa_ext_program_create);
	EXPECT(t->hsa_ext_program_destroy == hsa_ext_program_destroy);
	EXPECT(t->hsa_ext_program_add_module == hsa_ext_program_add_module);
	EXPECT(t->hsa_ext_program_iterate_modules == hsa_ext_program_iterate_modules);
	EXPECT(t->hsa_ext_program_get_info == hsa_ext_program_get_info);
	EXPECT(t->hsa_ext_program_finalize == hsa_ext_program_finalize);
}

static void tables(void)
{
	hsa_ext_finalizer_1_00_pfn_t f;
	OK(hsa_system_get_extension_table(HSA_EXTENSION_FINALIZER, 1, 0, &f));
	finalizer_is_whole(&f);
	memset(&f, 0, sizeof f);
	OK(hsa_system_get_major_extension_table(HSA_EXTENSION_FINALIZER, 1, sizeof f, &f));
	finalizer_is_whole(&f);
	/* a 1.0 table has no room for what 1.1 has brought */
	struct {
		hsa_ext_images_1_00_pfn_t table;
		uint64_t behind;
	} images = {.behind = 7};
	OK(hsa_system_get_extension_table(HSA_EXTENSION_IMAGES, 1, 0, &images.table));
	EXPECT(images.behind == 7);
	EXPECT(images.table.hsa_ext_sampler_destroy == hsa_ext_sampler_destroy);
	hsa_ext_images_1_pfn_t whole;
	OK(hsa_system_get_extension_table(HSA_EXTENSION_IMAGES, 1, 1, &whole));
	EXPECT(memcmp(&whole, &images.table, sizeof images.table) == 0);
	EXPECT(whole.hsa_ext_image_get_capability_with_layout ==
		hsa_ext_image_get_capability_with_layout);
	EXPECT(whole.hsa_ext_image_data_get_info_with_layout ==
		hsa_ext_image_data_get_info_with_layout);
	EXPECT(whole.hsa_ext_image_create_with_layout == hsa_ext_image_create_with_layout);
	/* functions are written as far as they fit, whole ones only */
	void *few[3] = {NULL, NULL, NULL};
	OK(hsa_system_get_major_extension_table(HSA_EXTENSION_IMAGES, 1, 2 * sizeof *few + 1, few));
	EXPECT(memcmp(few, &whole, 2 * sizeof *few) == 0 && few[2] == NULL);
	hsa_ven_amd_loader_1_00_pfn_t loader;
	OK(hsa_system_get_extension_table(HSA_EXTENSION_AMD_LOADER, 1, 0, &loader));
	const void *host = NULL;
	OK(loader.hsa_ven_amd_loader_query_host_address(&loader, &host));
	EXPECT(host == &loader);
}

static void wrong(struct agents a)
{
	bool result;
	uint16_t minor;
	const char *name;
	uint64_t table[16];
	const hsa_agent_t nobody = {0};
	IS(NULL_ARGUMENT, hsa_extension_get_name(4, &name));
	IS(NULL_ARGUMENT, hsa_extension_get_name(0, NULL));
	IS(NULL_ARGUMENT, hsa_system_extension_supported(UINT16_MAX, 1, 0, &result));
	IS(NULL_ARGUMENT, hsa_system_extension_supported(0, 1, 0, NULL));
	IS(NULL_ARGUMENT, hsa_system_major_extension_supported(0x203, 1, &minor, &result));
	IS(NULL_ARGUMENT, hsa_system_major_extension_supported(0, 1, NULL, &result));
	IS(NULL_ARGUMENT, hsa_system_major_extension_supported(0, 1, &minor, NULL));
	IS(HSA_STATUS_ERROR_INVALID_AGENT, hsa_agent_extension_supported(0, nobody, 1, 0, &result));
	IS(NULL_ARGUMENT, hsa_agent_extension_supported(4, a.gpu, 1, 0, &result));
	IS(NULL_ARGUMENT, hsa_agent_extension_supported(0, a.gpu, 1, 0, NULL));
	IS(HSA_STATUS_ERROR_INVALID_AGENT,
		hsa_agent_major_extension_supported(0, nobody, 1, &minor, &result));
	IS(NULL_ARGUMENT, hsa_agent_major_extension_supported(0, a.gpu, 1, NULL, &result));
	IS(NULL_ARGUMENT, hsa_system_get_extension_table(4, 1, 0, table));
	IS(NULL_ARGUMENT, hsa_system_get_extension_table(0, 1, 0, NULL));
	IS(HSA_STATUS_ERROR, hsa_system_get_extension_table(0, 1, 1, table));
	IS(HSA_STATUS_ERROR, hsa_system_get_extension_table(2, 1, 0, table));
	IS(NULL_ARGUMENT, hsa_system_get_major_extension_table(0, 1, 8, NULL));
	IS(HSA_STATUS_ERROR, hsa_system_get_major_extension_table(0, 2, 8, table));
}

int main(void)
{
	OK(hsa_init());
	struct agents a = find_agents();
	supported(a);
	tables();
	wrong(a);
	OK(hsa_shut_down());
	return 0;
}
