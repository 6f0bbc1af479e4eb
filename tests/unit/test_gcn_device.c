/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The GPU as a device of the runtime: when there is none. */
#include <criterion/criterion.h>
#include <pthread.h>
#include "hsaemu/gcn_device.h"

static void expect_none(const char *model, const char *message)
{
	const struct diag_options quiet = {.tool = "test", .error_limit = 1};
	const struct gcn_device_options o = {.model = model};
	struct gcn_device *device = NULL;
	struct buf text = BUF_INIT;
	struct diag d;

	diag_init(&d, &quiet);
	cr_assert(!gcn_device_new(&o, &device, &d));
	diag_take(&d, &text);
	buf_u8(&text, 0);
	cr_assert(strstr((const char *)text.data, message) != NULL, "%s", (const char *)text.data);
	buf_release(&text);
	diag_release(&d);
}

Test(gcn_device, unknown_model)
{
	expect_none("tahoe", "'tahoe' is no model of a GPU");
}

/* Threads have a key for what they keep, of which a process has a limited number. */
Test(gcn_device, no_key)
{
	pthread_key_t key;

	while (pthread_key_create(&key, NULL) == 0)
		;
	expect_none("none", "out of memory: the emulator of a GPU");
}

/* A key is there as long as a device is. */
Test(gcn_device, keys_are_given_back)
{
	const struct diag_options quiet = {.tool = "test", .error_limit = 1};
	const struct gcn_device_options o = {.model = "none"};
	struct diag d;

	diag_init(&d, &quiet);
	for (unsigned k = 0; k < 2 * PTHREAD_KEYS_MAX; k++) {
		struct gcn_device *a = NULL, *b = NULL;

		cr_assert(gcn_device_new(&o, &a, &d));
		cr_assert(gcn_device_new(&o, &b, &d));
		gcn_device_free(a);
		gcn_device_free(b);
	}
	diag_release(&d);
}
