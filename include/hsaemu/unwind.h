/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scopes that oom() and BUG() return to, in place of ending the process.
 *
 * A library's entry point runs its work in a scope. When the work calls oom() or BUG(), it is left
 * where it is: guards are run, the memory that it took with mem_new(), mem_resize() or mem_grow()
 * and did not give back with mem_free() is freed, and unwind_run() returns. Nothing else is undone,
 * so the work must hold no lock without a guard, and what it has changed of its caller's must stay
 * valid. Memory of work that comes to its end stays as it is.
 *
 * A scope belongs to the thread that runs it. Scopes nest. Memory that was taken in a scope is
 * given back in it, by the same thread, or after it. */
#ifndef HSAEMU_UNWIND_H
#define HSAEMU_UNWIND_H

#include "hsaemu/base.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

enum unwind_end {
	UNWIND_DONE,
	UNWIND_NO_MEMORY,
	UNWIND_BUG,
};

struct unwind_report {
	char text[512]; /* what BUG() has to say */
};

/* Runs the work and says how it ended. *why is filled if that was by BUG(). */
enum unwind_end unwind_run(void (*work)(void *arg), void *arg, struct unwind_report *why) NODISCARD;
/* Ends the work of this thread's scope, or else the process, as another scope's ended. */
NORETURN void unwind_again(enum unwind_end end, const struct unwind_report *why);
/* Tells whether this thread is in a scope. */
bool unwind_is_on(void);

/* Something that is not mem_new()'s and is to be given back when the work is left. */
struct unwind_guard {
	struct unwind_guard *below;
	void (*release)(void *arg);
	void *arg;
	/* `release` calls a library that unwind_from_library() may leave. It does not run then, and
	 * what it would give back is lost. */
	bool is_of_library;
};

/* Begins a guard, which is the caller's and must live until its end. Does nothing outside of any
 * scope. `release` is run by the thread that is about to leave the work; it may not start any. */
void unwind_guard_begin(struct unwind_guard *g);
/* Ends a guard without running it. Guards end in the reverse order of their beginnings. */
void unwind_guard_end(struct unwind_guard *g);

/* Ends the work of this thread's scope out of the midst of another library's functions. `text` is
 * for the report of UNWIND_BUG, else NULL. */
NORETURN void unwind_from_library(enum unwind_end end, const char *text);

HSAEMU_END_DECLS

#endif
