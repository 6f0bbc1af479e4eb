/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that a library with a runtime in it can be unloaded when the runtime has ended, again and
 * again: no thread, mapping, signal handler or fork handler of its own is left. This file is the
 * program and, with UNLOAD_GUEST, also the library. */
#define _GNU_SOURCE /* usleep() */
#include <dirent.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fake_kernel.h"

#ifdef UNLOAD_GUEST

static void fine(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	memset(wg->group, 1, d->group_bytes);
}

static void segv(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	*(volatile int *)(uintptr_t)0x1230 = 1;
}

static void on_error(hsa_status_t status, hsa_queue_t *queue, void *data)
{
	(void)status, (void)queue;
	rt_signal_update(*(hsa_signal_t *)data, RT_SIGNAL_SUBTRACT, 1);
}

static bool on_value(hsa_signal_value_t value, void *arg)
{
	rt_signal_update(*(hsa_signal_t *)arg, RT_SIGNAL_SUBTRACT, 1);
	return value > 0;
}

static int64_t run(struct rt *rt, hsaemu_kernel_entry *entry, uint64_t timeout_ns)
{
	hsa_signal_t events = fake_signal(rt, 1);
	const struct rt_queue_options o = {.packets = 16, .callback = on_error, .data = &events};
	hsa_queue_t *q = NULL;
	struct fake_kernel k;
	fake_kernel_init(&k, entry);
	k.kd.kernarg_bytes = 0;
	k.kd.group_bytes = 10000;
	k.kd.stack_kib = 4;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, 1000, 10);
	p.completion_signal = fake_signal(rt, 1);
	EXPECT(rt_queue_create(rt, &o, &q) == HSA_STATUS_SUCCESS);
	if (entry == fine)
		EXPECT(rt_signal_watch(rt, p.completion_signal, HSA_SIGNAL_CONDITION_LT, 1,
			       on_value, &events) == HSA_STATUS_SUCCESS);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	int64_t v = rt_signal_wait(p.completion_signal, HSA_SIGNAL_CONDITION_LT, 1, timeout_ns,
		HSA_WAIT_STATE_BLOCKED);
	fake_wait(events);
	return v;
}

__attribute__((visibility("default"))) void guest(void (*between)(void));

/* Calls `between` while a runtime is there. */
void guest(void (*between)(void))
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	void *block = NULL;
	EXPECT(rt_allocate(rt, 100000, 0, 0, &block) == HSA_STATUS_SUCCESS);
	EXPECT(run(rt, fine, RT_FOREVER) == 0);
	between();
	EXPECT(run(rt, segv, RT_FOREVER) == -1);
	EXPECT(run(rt, fine, 60000000000) == 0);
	rt_free(rt);
}

#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

int main(void)
{
	puts("sanitizers have mappings and handlers of their own");
	return 77;
}

#else

enum { HANDLERS = 5 };
static const int numbers[HANDLERS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGURG};

struct state {
	size_t mappings, threads;
	bool has_guest;
	struct sigaction handlers[HANDLERS];
};

static void on_fault(int number)
{
	(void)number;
	_exit(98);
}

static size_t count_threads(void)
{
	DIR *d = opendir("/proc/self/task");
	size_t count = 0;
	EXPECT(d != NULL);
	while (readdir(d) != NULL)
		count++;
	closedir(d);
	return count - 2;
}

static struct state look(void)
{
	struct state s = {0};
	char line[4096];
	/* a thread that has been joined may be there for another moment */
	for (int i = 0; i < 1000 && (s.threads = count_threads()) != 1; i++)
		usleep(1000);
	FILE *f = fopen("/proc/self/maps", "r");
	EXPECT(f != NULL);
	for (; fgets(line, sizeof line, f) != NULL; s.mappings++)
		s.has_guest |= strstr(line, "unload.so") != NULL;
	fclose(f);
	for (size_t i = 0; i < HANDLERS; i++)
		EXPECT(sigaction(numbers[i], NULL, &s.handlers[i]) == 0);
	return s;
}

/* Loads the library from beside this program, runs it, and unloads it. */
static void visit(void (*between)(void))
{
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof path - 4);
	EXPECT(len > 0 && (size_t)len < sizeof path - 4);
	memcpy(path + len, ".so", 4);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void (*guest)(void (*between)(void));
	EXPECT(library != NULL);
	void *symbol = dlsym(library, "guest");
	EXPECT(symbol != NULL);
	memcpy(&guest, &symbol, sizeof guest);
	guest(between);
	EXPECT(dlclose(library) == 0);
}

static void nothing(void)
{
}

/* ---- a handler above the library's ----------------------------------------------------------- */

static struct sigaction below;

static void chain(int number, siginfo_t *info, void *context)
{
	below.sa_sigaction(number, info, context);
}

static void install_above(void)
{
	struct sigaction mine = {.sa_sigaction = chain, .sa_flags = SA_SIGINFO};
	EXPECT(sigaction(SIGSEGV, &mine, &below) == 0 && (below.sa_flags & SA_SIGINFO) != 0);
}

/* A client's handler calls one of the library's even when there is no runtime any more, so the code
 * must stay. */
static void stay(void)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0) {
		struct state s;
		visit(install_above);
		s = look();
		EXPECT(s.has_guest && s.handlers[0].sa_sigaction == chain);
		*(volatile int *)(uintptr_t)0x1230 = 1;
		_exit(97);
	}
	EXPECT(waitpid(child, &status, 0) == child && WIFEXITED(status));
	EXPECT(WEXITSTATUS(status) == 98); /* of on_fault() */
}

static void fork_once(void)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		_exit(7);
	EXPECT(waitpid(child, &status, 0) == child && WIFEXITED(status));
	EXPECT(WEXITSTATUS(status) == 7);
}

int main(void)
{
	struct sigaction mine = {.sa_handler = on_fault};
	EXPECT(sigaction(SIGSEGV, &mine, NULL) == 0);
	for (int i = 0; i < 3; i++)
		visit(nothing); /* the C library keeps stacks and heaps of threads for later use */
	struct state first = look();
	for (int i = 0; i < 100; i++) {
		visit(nothing);
		struct state now = look();
		EXPECT(now.threads == 1 && !now.has_guest);
		EXPECT(now.mappings <= first.mappings + 8); /* one or two of 100 would be more */
		for (size_t h = 0; h < HANDLERS; h++)
			EXPECT(now.handlers[h].sa_handler == first.handlers[h].sa_handler);
		EXPECT(now.handlers[0].sa_handler == on_fault);
	}
	fork_once();
	stay();
	return 0;
}
#endif
