/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a queue in its error state says about a kernel, and where the work-groups of one were that
 * did not end, as messages. */
#include <signal.h>
#include "failure.h"
#include "interrupt.h"
#include "kernel_names.h"
#include "results.h"

static const char *signal_name(int number)
{
	switch (number) {
	case SIGSEGV:
		return "segmentation fault";
	case SIGBUS:
		return "bus error";
	case SIGFPE:
		return "arithmetic fault";
	case SIGILL:
		return "illegal instruction";
	}
	return "fault";
}

static const char *trap_name(uint32_t trap)
{
	switch (trap) {
	case HSAEMU_TRAP_DEBUG:
		return "debugtrap";
	case HSAEMU_TRAP_UNREACHABLE:
		return "control reached undefined code";
	case HSAEMU_TRAP_INDIRECT:
		return "indirect call of no function";
	case HSAEMU_TRAP_STACK:
		return "private stack full, bytes wanted:";
	case HSAEMU_TRAP_CROSS_LANE:
		return "cross-lane operation of a work-item that runs alone";
	case HSAEMU_TRAP_DEADLOCK:
		return "all work-items wait at barriers, their number:";
	case HSAEMU_TRAP_FBARRIER:
		return "misuse of an fbarrier";
	case HSAEMU_TRAP_ASSERTION:
		return "failed assertion, line";
	case HSAEMU_TRAP_HEAP:
		return "free of what is no block of the heap, low half of its address:";
	}
	return "trap";
}

static const char *misuse(uint32_t error)
{
	static const char *const texts[] = {
		[HSAEMU_FBARRIER_BAD_ADDRESS] = "no fbarrier has this address",
		[HSAEMU_FBARRIER_INITIALISED] = "fbarrier is initialised already",
		[HSAEMU_FBARRIER_NOT_INITIALISED] = "fbarrier is not initialised",
		[HSAEMU_FBARRIER_MEMBER] = "fbarrier is joined twice",
		[HSAEMU_FBARRIER_NO_MEMBER] = "fbarrier has no such member",
		[HSAEMU_FBARRIER_ARRIVED] = "member of an fbarrier has arrived already",
		[HSAEMU_FBARRIER_HAS_MEMBERS] = "fbarrier has members when it is released",
		[HSAEMU_FBARRIER_NOT_UNIFORM] = "work-items of a wave disagree on an fbarrier",
	};
	return error < ARRAY_LEN(texts) && texts[error] != NULL ? texts[error]
	                                                        : trap_name(HSAEMU_TRAP_FBARRIER);
}

/* Names the exceptions of a set of bits (PRM 12.2). */
static const char *exception_names(struct run_session *s, uint32_t bits)
{
	static const char *const names[] = {
		"invalid operation", "divide by zero", "overflow", "underflow", "inexact"};
	const char *text = "";
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if ((bits >> i & 1) != 0)
			text = arena_printf(&s->arena, "%s%s%s", text, *text == '\0' ? "" : ", ",
				names[i]);
	return text;
}

/* Says what happened, but not where. */
static const char *trap_text(struct run_session *s, const struct rt_report *r)
{
	if (r->trap == HSAEMU_TRAP_FBARRIER)
		return misuse(r->trap_value);
	if (r->trap == HSAEMU_TRAP_EXCEPTION)
		return arena_printf(&s->arena, "exception (%s)", exception_names(s, r->trap_value));
	return arena_printf(&s->arena, "%s %u", trap_name(r->trap), r->trap_value);
}

static bool find_line(struct run_session *s, uint64_t vaddr, struct image_line *out)
{
	const struct run_image_file *file = s->image_file;
	struct elf_view view;
	const struct elf_section *lines = NULL;
	if (file != NULL &&
		elf_view_open(&view, file->key, file->bytes, file->len, &s->arena, s->diag))
		lines = elf_section_find(&view, ".debug_line");
	return lines != NULL && lines->bytes != NULL &&
	       image_line_find(lines->bytes, lines->size, vaddr, out);
}

/* " (FILE:LINE)" of the code, or else of its caller, if it is known. */
static const char *place_of(struct run_session *s, uint64_t pc, uint64_t caller)
{
	uint64_t vaddr = 0;
	struct image_line line;
	if (pc == 0 || !rt_image_address(s->image, pc, &vaddr))
		return "";
	if (!find_line(s, vaddr, &line) &&
		!(caller != 0 && rt_image_address(s->image, caller, &vaddr) &&
			find_line(s, vaddr, &line)))
		return "";
	return arena_printf(&s->arena, " (%s:%llu)", line.file, (unsigned long long)line.line);
}

/* `text` and the address of the code, if it is the image's. */
static const char *code_at(struct run_session *s, const char *text, uint64_t pc)
{
	uint64_t vaddr = 0;
	return rt_image_address(s->image, pc, &vaddr)
	               ? arena_printf(&s->arena, "%s0x%llx", text, (unsigned long long)vaddr)
	               : "";
}

/* ", work-items 32 to 63", if they are known. */
static const char *items_of(struct run_session *s, uint32_t first, uint32_t count)
{
	if (count == 0)
		return "";
	return count == 1
	               ? arena_printf(&s->arena, ", work-item %u", first)
	               : arena_printf(&s->arena, ", work-items %u to %u", first, first + count - 1);
}

static bool report_trap(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r)
{
	return run_fail(s, RUN_FAULT, place,
		"kernel '%s': %s in work-group (%u, %u, %u), work-item %u%s", kernel,
		trap_text(s, r), r->group[0], r->group[1], r->group[2], r->trap_flat_id,
		place_of(s, r->pc, r->caller));
}

static const char *fault_text(struct run_session *s, const struct rt_report *r)
{
	const char *name = signal_name(r->signal);
	switch (r->fault) {
	case RT_FAULT_ADDRESS:
		return arena_printf(&s->arena, "%s at address 0x%llx", name,
			(unsigned long long)r->address);
	case RT_FAULT_NO_ADDRESS:
		return arena_printf(&s->arena, "%s at a misaligned or non-canonical address", name);
	case RT_FAULT_STACK:
		return "call stack exhausted";
	case RT_FAULT_INSTRUCTION:
		break;
	}
	return name;
}

static bool report_fault(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r)
{
	return run_fail(s, RUN_FAULT, place, "kernel '%s': %s%s%s in work-group (%u, %u, %u)%s",
		kernel, fault_text(s, r), code_at(s, " by code at ", r->pc),
		place_of(s, r->pc, r->caller), r->group[0], r->group[1], r->group[2],
		items_of(s, r->first_item, r->item_count));
}

static bool report_bounds(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r)
{
	return run_fail(s, RUN_FAULT, place, "kernel '%s': %s, at offset %lld", kernel, r->detail,
		(long long)r->offset);
}

bool run_report(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r)
{
	kernel = run_kernel_text(s, kernel);
	switch (r->cause) {
	case RT_CAUSE_PACKET:
		return run_fail(s, RUN_FAILURE, place, "dispatch of '%s' refused: %s: %s", kernel,
			r->detail, r->figures);
	case RT_CAUSE_TRAP:
		return report_trap(s, kernel, place, r);
	case RT_CAUSE_FAULT:
		return report_fault(s, kernel, place, r);
	case RT_CAUSE_BOUNDS:
		return report_bounds(s, kernel, place, r);
	case RT_CAUSE_MEMORY:
		return run_fail(s, RUN_NO_MEMORY, place, "%s, in kernel '%s'", r->detail, kernel);
	case RT_CAUSE_NONE:
	case RT_CAUSE_COUNT:
		break;
	}
	return run_fail(s, RUN_FAILURE, place, "kernel '%s': %s", kernel, r->detail);
}

/* ---- kernels that do not end ---------------------------------------------------------------- */

enum { MAX_PLACES = 8, STOP_NS = 2000000000 };

static const char *doing(enum rt_place_kind kind, bool many)
{
	static const char *const one[] = {
		[RT_PLACE_RUNS] = "runs",
		[RT_PLACE_NEW] = "has not begun",
		[RT_PLACE_YIELDS] = "lets others run",
		[RT_PLACE_BARRIER] = "waits at a barrier",
		[RT_PLACE_FBARRIER] = "waits at an fbarrier",
		[RT_PLACE_WAVE] = "waits for others of its wave",
	};
	static const char *const several[] = {
		[RT_PLACE_RUNS] = "run",
		[RT_PLACE_NEW] = "have not begun",
		[RT_PLACE_YIELDS] = "let others run",
		[RT_PLACE_BARRIER] = "wait at barriers",
		[RT_PLACE_FBARRIER] = "wait at fbarriers",
		[RT_PLACE_WAVE] = "wait for others of their waves",
	};
	return (many ? several : one)[kind];
}

static const char *place_text(struct run_session *s, const struct rt_place *p)
{
	const char *who = p->item_count == 0 ? ""
	                  : p->item_count == 1
	                          ? arena_printf(&s->arena, ": work-item %u", p->first_item)
	                          : arena_printf(&s->arena, ": %u work-items from %u on",
					    p->item_count, p->first_item);
	return arena_printf(&s->arena, "work-group (%u, %u, %u)%s %s%s%s", p->group[0], p->group[1],
		p->group[2], who, doing(p->kind, p->item_count > 1),
		code_at(s, ", code at ", p->pc), place_of(s, p->pc, p->caller));
}

static void tell(struct run_session *s, struct diag_place place, const char *text)
{
	diag_note(s->diag, place, "%s", text);
	run_result_message(s, RUN_DONE, text);
}

static void tell_places(struct run_session *s, const hsa_queue_t *q, struct diag_place place)
{
	struct rt_place places[MAX_PLACES];
	unsigned count = rt_queue_places(q, places, MAX_PLACES);
	for (unsigned i = 0; i < count && i < MAX_PLACES; i++)
		tell(s, place, place_text(s, &places[i]));
	if (count > MAX_PLACES)
		tell(s, place,
			arena_printf(&s->arena, "and at %u places more", count - MAX_PLACES));
}

static const char *interrupt_name(int number)
{
	return number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : "SIGHUP";
}

bool run_stop(struct run_session *s, hsa_queue_t *q, hsa_signal_t done, struct diag_place place,
	const char *text)
{
	int number = run_interrupted();
	rt_queue_inactivate(q);
	s->stuck = rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, 1, STOP_NS,
			   HSA_WAIT_STATE_BLOCKED) > 0;
	bool news = run_result_is_news(s);
	if (number != 0)
		(void)!run_fail(s, RUN_FAILURE, place, "%s had not ended when %s came", text,
			interrupt_name(number));
	else
		(void)!run_fail(s, RUN_TIMEOUT, place, "%s did not end within %.3f s", text,
			(double)s->options->timeout_ns * 1e-9);
	if (news)
		tell_places(s, q, place);
	return false;
}
