/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What happens when LLVM has no memory, or gives up. By itself it would end the process by abort(),
 * after an exception that nobody can catch. Tools end as they do elsewhere: by oom(). A library's
 * entry points are in a scope, which is left.
 *
 * The handlers belong to the whole process, so a library's are there only while it compiles, and
 * the program's own operator new must do what it did before. LLVM's C API cannot ask for most of
 * this, so C++ functions are looked up by their names in the Itanium C++ ABI; they are part of the
 * libraries' interfaces.
 *
 * LLVM is left without unwinding, so what it has begun it never ends. Its locks are not held where
 * it takes memory, but for one kind: variables of functions, which C++ initialises under a guard
 * when they are first reached. A guard that was left stops the next thread for ever. So there is a
 * reserve of memory, without which nothing is begun and which is given up when memory runs out
 * first: it is more than what all such variables take, and small kernels come to their ends with
 * it. When LLVM is left without memory before it has ever come to the end of a module, it is not
 * called again. What it calls a fatal error, as an instruction that it has none for, does not come
 * from the initialisation of a variable. */
#define _GNU_SOURCE /* for RTLD_DEFAULT */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <llvm-c/ErrorHandling.h>
#include "hsaemu/finalize.h"
#include "hsaemu/unwind.h"
#include "llvm/llvm_ctx.h"

typedef void new_handler(void);
typedef new_handler *new_handler_setter(new_handler *);
typedef void bad_alloc_handler(void *data, const char *reason, bool with_crash_dump);
typedef void function(void);

/* Stores the address of a function of another library in a function pointer; POSIX has it fit into
 * a void pointer. False when there is no such function. */
static bool find(const char *name, void *pointer, size_t bytes)
{
	void *found = dlsym(RTLD_DEFAULT, name);
	memcpy(pointer, &found, bytes);
	return found != NULL;
}

static bool find_new_handler(new_handler_setter **set)
{
	return find("_ZSt15set_new_handlerPFvvE", set, sizeof *set);
}

/* Functions of LLVM's that its C interface lacks. They are linked, and not looked up by name: LLVM
 * may be within this object, and the process may have another one. */
void remove_bad_alloc_handler(void) __asm__("_ZN4llvm30remove_bad_alloc_error_handlerEv")
	__attribute__((weak));
void install_bad_alloc_handler(bad_alloc_handler *,
	void *) __asm__("_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_")
	__attribute__((weak));

/* Only one handler may be installed at a time, so any other is removed. */
static void handle_bad_alloc(bad_alloc_handler *handler)
{
	if (remove_bad_alloc_handler == NULL || install_bad_alloc_handler == NULL)
		return;
	remove_bad_alloc_handler();
	if (handler != NULL)
		install_bad_alloc_handler(handler, NULL);
}

/* ---- tools ----------------------------------------------------------------------------------- */

static void end_by_oom(void *data, const char *reason, bool with_crash_dump)
{
	(void)data;
	(void)reason;
	(void)with_crash_dump;
	oom();
}

void fin_watch_memory(void)
{
	new_handler_setter *set;
	if (find_new_handler(&set))
		set(oom);
	handle_bad_alloc(end_by_oom);
}

/* ---- libraries ------------------------------------------------------------------------------- */

enum { RESERVE_BYTES = 32 << 20 };

static struct {
	pthread_mutex_t lock;
	unsigned users;
	void *_Atomic reserve; /* address space; NULL: given up, or none */
	_Atomic bool is_set_up, is_lost;
	new_handler_setter *set_new_handler; /* NULL: there is none */
	function *throw_bad_alloc;
	new_handler *_Atomic before; /* what operator new called before; changes with `users` */
} catching = {.lock = PTHREAD_MUTEX_INITIALIZER};

void fin_llvm_is_set_up(void)
{
	catching.is_set_up = true;
}

static bool give_up_reserve(void)
{
	void *reserve = atomic_exchange(&catching.reserve, NULL);
	return reserve != NULL && munmap(reserve, RESERVE_BYTES) == 0;
}

static bool have_reserve(void)
{
	if (catching.reserve != NULL)
		return true;
	void *p = mmap(NULL, RESERVE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		0);
	if (p != MAP_FAILED)
		catching.reserve = p;
	return p != MAP_FAILED;
}

static NORETURN void leave_llvm(enum unwind_end end, const char *text)
{
	if (end == UNWIND_NO_MEMORY && !catching.is_set_up)
		catching.is_lost = true;
	unwind_from_library(end, text);
}

/* Operator new tries again when this returns. */
static void on_no_memory(void)
{
	if (unwind_is_on() && give_up_reserve())
		return;
	if (unwind_is_on())
		leave_llvm(UNWIND_NO_MEMORY, NULL);
	new_handler *others = catching.before;
	if (others != NULL)
		others();
	else if (catching.throw_bad_alloc != NULL)
		catching.throw_bad_alloc();
}

static void on_bad_alloc(void *data, const char *reason, bool with_crash_dump)
{
	(void)data;
	(void)with_crash_dump;
	if (unwind_is_on())
		leave_llvm(UNWIND_NO_MEMORY, NULL);
	fprintf(stderr, "LLVM ERROR: out of memory: %s\n", reason);
}

/* LLVM ends the process when this returns. */
static void on_fatal_error(const char *reason)
{
	if (unwind_is_on())
		leave_llvm(UNWIND_BUG, reason);
	fprintf(stderr, "LLVM ERROR: %s\n", reason);
}

static void install(void)
{
	if (!find("_ZSt17__throw_bad_allocv", &catching.throw_bad_alloc,
		    sizeof catching.throw_bad_alloc))
		catching.throw_bad_alloc = NULL;
	if (!find_new_handler(&catching.set_new_handler))
		catching.set_new_handler = NULL;
	else
		catching.before = catching.set_new_handler(on_no_memory);
	handle_bad_alloc(on_bad_alloc);
	LLVMInstallFatalErrorHandler(on_fatal_error);
}

/* A handler that the program has set meanwhile stays. */
static void uninstall(void)
{
	if (catching.set_new_handler != NULL) {
		new_handler *now = catching.set_new_handler(catching.before);
		if (now != on_no_memory)
			(void)catching.set_new_handler(now);
	}
	handle_bad_alloc(NULL);
	LLVMResetFatalErrorHandler();
	(void)give_up_reserve();
}

bool fin_catch_begin(void)
{
	pthread_mutex_lock(&catching.lock);
	bool ok = !catching.is_lost && have_reserve();
	if (ok && catching.users++ == 0)
		install();
	pthread_mutex_unlock(&catching.lock);
	return ok;
}

void fin_catch_end(void)
{
	pthread_mutex_lock(&catching.lock);
	if (--catching.users == 0)
		uninstall();
	pthread_mutex_unlock(&catching.lock);
}
