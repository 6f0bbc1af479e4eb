/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests AMD's copies that wait for signals, handlers of signals, waits for several signals, times,
 * and what is known of queues. */
#include <stdatomic.h>
#include "expect.h"

enum { BYTES = 1 << 16, LONG_NS = 2000000000 };

static hsa_signal_t signal_of(hsa_signal_value_t value)
{
	hsa_signal_t s;
	OK(hsa_amd_signal_create(value, 0, NULL, 0, &s));
	return s;
}

static hsa_signal_value_t wait_below(hsa_signal_t s, hsa_signal_value_t value)
{
	return hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_LT, value, LONG_NS,
		HSA_WAIT_STATE_BLOCKED);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static void copies(struct agents a)
{
	static char from[BYTES], to[BYTES];
	hsa_signal_t first = signal_of(1), second = signal_of(1), done = signal_of(2);
	const hsa_signal_t both[] = {first, second};
	hsa_amd_profiling_async_copy_time_t time;
	memset(from, 'f', sizeof from);
	OK(hsa_amd_profiling_async_copy_enable(true));
	OK(hsa_amd_memory_async_copy(to, a.gpu, from, a.cpu, BYTES, 0, NULL, done));
	EXPECT(wait_below(done, 2) == 1 && to[BYTES - 1] == 'f');
	OK(hsa_amd_profiling_get_async_copy_time(done, &time));
	uint64_t now;
	OK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &now));
	EXPECT(time.start != 0 && time.start <= time.end && time.end <= now);
	memset(from, 'g', sizeof from);
	OK(hsa_amd_memory_async_copy(to, a.gpu, from, a.cpu, BYTES, 2, both, done));
	hsa_signal_store_screlease(second, 0);
	EXPECT(hsa_signal_load_scacquire(done) == 1 && to[0] == 'f');
	hsa_signal_store_screlease(first, 0);
	EXPECT(wait_below(done, 1) == 0 && to[0] == 'g' && to[BYTES - 1] == 'g');
	OK(hsa_amd_memory_async_copy(to, a.gpu, from, a.cpu, 0, 0, NULL, done));
	OK(hsa_amd_svm_prefetch_async(to, BYTES, a.gpu, 2, both, done));
	EXPECT(wait_below(done, 0) == -1);
	hsa_signal_t none = {0};
	IS(NULL_ARGUMENT, hsa_amd_memory_async_copy(to, a.gpu, from, a.cpu, 8, 0, NULL, none));
	IS(NULL_ARGUMENT, hsa_amd_memory_async_copy(NULL, a.gpu, from, a.cpu, 8, 0, NULL, done));
	IS(NULL_ARGUMENT, hsa_amd_memory_async_copy(to, a.gpu, from, a.cpu, 8, 1, NULL, done));
	IS(HSA_STATUS_ERROR_INVALID_SIGNAL,
		hsa_amd_memory_async_copy(to, a.gpu, from, a.cpu, 8, 1, &none, done));
	/* a copy that never begins is forgotten at the end */
	hsa_signal_t never = signal_of(1);
	OK(hsa_amd_memory_async_copy(to, a.gpu, from, a.cpu, 8, 1, &never, done));
	OK(hsa_signal_destroy(first));
	OK(hsa_signal_destroy(second));
}

static void rectangles(struct agents a)
{
	uint32_t from[4][3][8], to[4][3][8];
	const hsa_pitched_ptr_t f = {from, sizeof **from, sizeof *from};
	const hsa_pitched_ptr_t t = {to, sizeof **to, sizeof *to}, odd = {to, 30, sizeof *to};
	const hsa_dim3_t at = {8, 1, 2}, zero = {0, 0, 0}, range = {12, 2, 2}, wide = {28, 2, 1};
	hsa_signal_t done = signal_of(1);
	for (unsigned i = 0; i < 96; i++)
		((uint32_t *)from)[i] = i;
	memset(to, 0xff, sizeof to);
	OK(hsa_amd_memory_async_copy_rect(&t, &zero, &f, &at, &range, a.gpu, hsaHostToDevice, 0,
		NULL, done));
	EXPECT(wait_below(done, 1) == 0);
	EXPECT(to[0][0][0] == from[2][1][2] && to[1][1][2] == from[3][2][4]);
	EXPECT(to[0][0][3] == UINT32_MAX && to[0][2][0] == UINT32_MAX && to[2][0][0] == UINT32_MAX);
	IS(HSA_STATUS_ERROR_INVALID_AGENT, hsa_amd_memory_async_copy_rect(&t, &zero, &f, &at,
						   &range, a.cpu, hsaHostToDevice, 0, NULL, done));
	IS(NULL_ARGUMENT, hsa_amd_memory_async_copy_rect(&odd, &zero, &f, &at, &range, a.gpu,
				  hsaHostToDevice, 0, NULL, done));
	IS(NULL_ARGUMENT, hsa_amd_memory_async_copy_rect(&t, &at, &f, &zero, &wide, a.gpu,
				  hsaHostToDevice, 0, NULL, done));
	IS(NULL_ARGUMENT, hsa_amd_memory_async_copy_rect(NULL, &zero, &f, &at, &range, a.gpu,
				  hsaHostToDevice, 0, NULL, done));
	OK(hsa_signal_destroy(done));
}

/* ---- signals --------------------------------------------------------------------------------- */

static _Atomic int calls;

static bool three_times(hsa_signal_value_t value, void *arg)
{
	hsa_signal_t *answer = arg;
	EXPECT(value >= 5);
	int n = atomic_fetch_add(&calls, 1) + 1;
	hsa_signal_store_screlease(*answer, n);
	return n < 3;
}

static void handlers(void)
{
	hsa_signal_t asked = signal_of(0), answer = signal_of(0);
	OK(hsa_amd_signal_async_handler(asked, HSA_SIGNAL_CONDITION_GTE, 5, three_times, &answer));
	EXPECT(hsa_signal_load_scacquire(answer) == 0);
	hsa_signal_store_screlease(asked, 5); /* it stays so: the handler is called again */
	EXPECT(hsa_signal_wait_scacquire(answer, HSA_SIGNAL_CONDITION_EQ, 3, LONG_NS,
		       HSA_WAIT_STATE_BLOCKED) == 3);
	hsa_signal_store_screlease(asked, 6);
	IS(NULL_ARGUMENT,
		hsa_amd_signal_async_handler(asked, HSA_SIGNAL_CONDITION_GTE, 5, NULL, &answer));
	IS(NULL_ARGUMENT, hsa_amd_signal_async_handler(asked, (hsa_signal_condition_t)4, 5,
				  three_times, &answer));
	OK(hsa_signal_destroy(asked));
	EXPECT(hsa_signal_load_scacquire(answer) == 3);
	OK(hsa_signal_destroy(answer));
}

static void answer_call(void *arg)
{
	hsa_signal_store_screlease(*(hsa_signal_t *)arg, 1);
}

static void calls_and_values(void)
{
	hsa_signal_t s = signal_of(0);
	volatile hsa_signal_value_t *value;
	OK(hsa_amd_async_function(answer_call, &s));
	EXPECT(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_EQ, 1, LONG_NS,
		       HSA_WAIT_STATE_BLOCKED) == 1);
	OK(hsa_amd_signal_value_pointer(s, &value));
	EXPECT(*value == 1);
	*value = 12;
	EXPECT(hsa_signal_load_scacquire(s) == 12);
	IS(NULL_ARGUMENT, hsa_amd_signal_value_pointer(s, NULL));
	OK(hsa_signal_destroy(s));
	IS(HSA_STATUS_ERROR_OUT_OF_RESOURCES,
		hsa_amd_signal_create(0, 0, NULL, HSA_AMD_SIGNAL_IPC, &s));
	IS(NULL_ARGUMENT, hsa_amd_signal_create(0, 0, NULL, 4, &s));
	IS(NULL_ARGUMENT, hsa_amd_signal_create(0, 0, NULL, 0, NULL));
	OK(hsa_amd_signal_create(3, 0, NULL, HSA_AMD_SIGNAL_AMD_GPU_ONLY, &s));
	IS(NULL_ARGUMENT, hsa_amd_ipc_signal_create(s, NULL));
	OK(hsa_signal_destroy(s));
}

static void waits(void)
{
	hsa_signal_t s[] = {signal_of(1), signal_of(2), signal_of(3)};
	hsa_signal_condition_t conditions[] = {
		HSA_SIGNAL_CONDITION_EQ, HSA_SIGNAL_CONDITION_LT, HSA_SIGNAL_CONDITION_GTE};
	hsa_signal_value_t values[] = {0, 2, 4}, got = 0;
	EXPECT(hsa_amd_signal_wait_any(3, s, conditions, values, 1000000, HSA_WAIT_STATE_BLOCKED,
		       &got) == UINT32_MAX);
	hsa_signal_store_screlease(s[2], 9);
	EXPECT(hsa_amd_signal_wait_any(3, s, conditions, values, UINT64_MAX, HSA_WAIT_STATE_ACTIVE,
		       &got) == 2 &&
		got == 9);
	hsa_signal_store_screlease(s[2], 0);
	hsa_signal_store_screlease(s[1], -1);
	EXPECT(hsa_amd_signal_wait_any(3, s, conditions, values, LONG_NS, HSA_WAIT_STATE_BLOCKED,
		       NULL) == 1);
	for (int i = 0; i < 3; i++)
		OK(hsa_signal_destroy(s[i]));
	EXPECT(hsa_amd_signal_wait_any(3, s, conditions, values, LONG_NS, HSA_WAIT_STATE_BLOCKED,
		       &got) == UINT32_MAX);
}

/* ---- queues ---------------------------------------------------------------------------------- */

/* Times of a packet, which here is a barrier without dependencies. */
static void times(struct agents a, hsa_queue_t *queue)
{
	hsa_signal_t done = signal_of(1);
	hsa_amd_profiling_dispatch_time_t time = {1, 0};
	uint64_t tick = 0;
	OK(hsa_amd_profiling_set_profiler_enabled(queue, 1));
	uint64_t index = hsa_queue_add_write_index_screlease(queue, 1);
	hsa_barrier_and_packet_t *p = queue->base_address;
	p += index % queue->size;
	memset((char *)p + 2, 0, sizeof *p - 2);
	p->completion_signal = done;
	__atomic_store_n(&p->header, HSA_PACKET_TYPE_BARRIER_AND << HSA_PACKET_HEADER_TYPE,
		__ATOMIC_RELEASE);
	hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
	EXPECT(wait_below(done, 1) == 0);
	OK(hsa_amd_profiling_get_dispatch_time(a.gpu, done, &time));
	EXPECT(time.start <= time.end);
	OK(hsa_amd_profiling_convert_tick_to_system_domain(a.gpu, 77, &tick));
	EXPECT(tick == 77);
	IS(NULL_ARGUMENT, hsa_amd_profiling_get_dispatch_time(a.gpu, done, NULL));
	IS(NULL_ARGUMENT, hsa_amd_profiling_convert_tick_to_system_domain(a.gpu, 77, NULL));
	OK(hsa_signal_destroy(done));
}

static void queues(struct agents a)
{
	hsa_queue_t *queue;
	uint32_t units, all[2] = {0, 5}, one[2] = {1, 0}, got[2];
	OK(hsa_queue_create(a.gpu, 16, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX, UINT32_MAX,
		&queue));
	OK(hsa_agent_get_info(a.gpu, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT,
		&units));
	OK(hsa_amd_queue_cu_get_mask(queue, 64, all));
	EXPECT(units > 31 || all[0] == (1u << units) - 1);
	OK(hsa_amd_queue_cu_set_mask(queue, 64, one));
	OK(hsa_amd_queue_cu_get_mask(queue, 64, got));
	EXPECT(memcmp(got, one, sizeof got) == 0);
	OK(hsa_amd_queue_cu_set_mask(queue, 0, NULL));
	OK(hsa_amd_queue_cu_get_mask(queue, 64, got));
	EXPECT(memcmp(got, all, sizeof got) == 0);
	IS(NULL_ARGUMENT, hsa_amd_queue_cu_set_mask(queue, 33, one));
	IS(NULL_ARGUMENT, hsa_amd_queue_cu_set_mask(queue, 32, NULL));
	IS(NULL_ARGUMENT, hsa_amd_queue_cu_get_mask(queue, 0, got));
	OK(hsa_amd_queue_set_priority(queue, HSA_AMD_QUEUE_PRIORITY_LOW));
	IS(NULL_ARGUMENT, hsa_amd_queue_set_priority(queue, (hsa_amd_queue_priority_t)3));
	times(a, queue);
	OK(hsa_queue_destroy(queue));
	IS(HSA_STATUS_ERROR_INVALID_QUEUE, hsa_amd_queue_set_priority(queue, 0));
}

static hsa_status_t on_event(const hsa_amd_event_t *event, void *data)
{
	(void)event, (void)data;
	return HSA_STATUS_SUCCESS;
}

int main(void)
{
	OK(hsa_init());
	struct agents a = find_agents();
	copies(a);
	rectangles(a);
	handlers();
	calls_and_values();
	waits();
	queues(a);
	OK(hsa_amd_register_system_event_handler(on_event, NULL));
	IS(HSA_STATUS_ERROR, hsa_amd_register_system_event_handler(on_event, NULL));
	OK(hsa_shut_down());
	return 0;
}
