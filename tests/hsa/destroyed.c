/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects that are destroyed while other threads use them: these go on with what they have, and
 * later calls find the handle to be invalid. */
#include <hsa/hsa_ext_amd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#include "client.h"
#include "nap.h"

enum { USERS = 3, ROUNDS = 5000, GIVE_UP_S = 60 };

static void refill_heap(void)
{
	static void *blocks[1000];
	for (size_t i = 0; i < 1000; i++) {
		blocks[i] = malloc(i % 128);
		EXPECT(blocks[i] != NULL);
		memset(blocks[i], 0xff, i % 128);
	}
	for (size_t i = 0; i < 1000; i++)
		free(blocks[i]);
}

/* ---- a group of signals that is waited on ---------------------------------------------------- */

static hsa_signal_group_t group;
static hsa_signal_t members[2];
static atomic_bool waits;

static void *wait_for_group(void *arg)
{
	const hsa_signal_condition_t conditions[] = {
		HSA_SIGNAL_CONDITION_EQ, HSA_SIGNAL_CONDITION_EQ};
	const hsa_signal_value_t values[] = {1, 1};
	hsa_signal_t found;
	hsa_signal_value_t value;
	(void)arg;
	waits = true;
	OK(hsa_signal_group_wait_any_scacquire(group, conditions, values, HSA_WAIT_STATE_BLOCKED,
		&found, &value));
	EXPECT(found.handle == members[1].handle && value == 1);
	return NULL;
}

static void destroys_group(void)
{
	const hsa_agent_t consumer = gpu();
	pthread_t t;
	for (int i = 0; i < 2; i++)
		OK(hsa_signal_create(0, 0, NULL, &members[i]));
	OK(hsa_signal_group_create(2, members, 1, &consumer, &group));
	EXPECT(pthread_create(&t, NULL, wait_for_group, NULL) == 0);
	while (!waits)
		nap_ms(1);
	nap_ms(20);
	OK(hsa_signal_group_destroy(group));
	refill_heap();
	hsa_signal_store_relaxed(members[1], 1);
	EXPECT(pthread_join(t, NULL) == 0);
	for (int i = 0; i < 2; i++)
		OK(hsa_signal_destroy(members[i]));
}

/* ---- signals of a copy ----------------------------------------------------------------------- */

static hsa_signal_t new_signal(hsa_signal_value_t value)
{
	hsa_signal_t s;
	OK(hsa_signal_create(value, 0, NULL, &s));
	return s;
}

/* The copy looks at its second signal when the first one is 0. It fails then, and the next signals
 * are different ones. */
static void destroys_dependency(void)
{
	uint64_t from = 1, to = 2;
	hsa_signal_t deps[] = {new_signal(1), new_signal(1)}, done = new_signal(1), next[4];
	OK(hsa_amd_memory_async_copy(&to, gpu(), &from, gpu(), sizeof to, 2, deps, done));
	OK(hsa_signal_destroy(deps[1]));
	hsa_signal_store_relaxed(deps[0], 0);
	EXPECT(hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) == -1);
	EXPECT(to == 2);
	for (int i = 0; i < 4; i++) {
		next[i] = new_signal(0);
		for (int k = 0; k < i; k++)
			EXPECT(next[i].handle != next[k].handle);
	}
	for (int i = 0; i < 4; i++)
		OK(hsa_signal_destroy(next[i]));
	OK(hsa_signal_destroy(deps[0]));
	OK(hsa_signal_destroy(done));
}

/* ---- executables and programs ---------------------------------------------------------------- */

static _Atomic uint64_t executable, program;
static atomic_bool enough;

static hsa_status_t look(hsa_executable_t e, hsa_executable_symbol_t symbol, void *data)
{
	char name[8];
	uint64_t address;
	(void)e, (void)data;
	(void)hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name);
	(void)hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS,
		&address);
	return HSA_STATUS_SUCCESS;
}

/* Any of these may find its object or none. */
static void *use(void *arg)
{
	(void)arg;
	while (!enough) {
		static uint32_t other;
		const hsa_executable_t e = {executable};
		hsa_executable_symbol_t symbol;
		hsa_profile_t profile;
		if (hsa_executable_get_symbol_by_name(e, "&v", NULL, &symbol) == HSA_STATUS_SUCCESS)
			(void)look(e, symbol, NULL);
		(void)hsa_executable_iterate_symbols(e, look, NULL);
		(void)hsa_executable_global_variable_define(e, "&w", &other);
		(void)hsa_executable_freeze(e, NULL);
		(void)hsa_ext_program_get_info((hsa_ext_program_t){program},
			HSA_EXT_PROGRAM_INFO_PROFILE, &profile);
	}
	return NULL;
}

static void destroys_used_objects(void)
{
	pthread_t t[USERS];
	uint32_t v;
	for (int i = 0; i < USERS; i++)
		EXPECT(pthread_create(&t[i], NULL, use, NULL) == 0);
	for (int i = 0; i < ROUNDS; i++) {
		hsa_executable_t e = new_executable();
		hsa_ext_program_t p = new_program();
		OK(hsa_executable_global_variable_define(e, "&v", &v));
		executable = e.handle;
		program = p.handle;
		OK(hsa_ext_program_destroy(p));
		OK(hsa_executable_destroy(e));
	}
	enough = true;
	for (int i = 0; i < USERS; i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
}

int main(void)
{
	alarm(GIVE_UP_S);
	OK(hsa_init());
	destroys_group();
	destroys_dependency();
	destroys_used_objects();
	OK(hsa_shut_down());
	return 0;
}
