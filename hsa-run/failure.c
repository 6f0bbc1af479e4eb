/* What a queue in its error state says about a kernel, as a message. */
#include <signal.h>
#include <stdio.h>
#include "session.h"

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

/* Bits of PRM 12.2. */
static const char *exception_names(struct run_session *s, uint32_t bits)
{
	static const char *const names[] = {"invalid operation", "divide by zero", "overflow",
		"underflow", "inexact"};
	const char *text = "";
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if ((bits >> i & 1) != 0)
			text = arena_printf(&s->arena, "%s%s%s", text, *text == '\0' ? "" : ", ",
				names[i]);
	return text;
}

/* What happened, without a place. */
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

/* " (FILE:LINE)" of the code, if it is known. */
static const char *place_of(struct run_session *s, uint64_t pc)
{
	uint64_t vaddr = 0;
	struct image_line line;
	if (pc == 0 || !rt_image_address(s->image, pc, &vaddr) || !find_line(s, vaddr, &line))
		return "";
	return arena_printf(&s->arena, " (%s:%llu)", line.file, (unsigned long long)line.line);
}

static bool report_trap(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r)
{
	return run_fail(s, RUN_FAULT, place,
		"kernel '%s': %s in work-group (%u, %u, %u), work-item %u%s", kernel,
		trap_text(s, r), r->group[0], r->group[1], r->group[2], r->trap_flat_id,
		place_of(s, r->pc));
}

static bool report_fault(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r)
{
	char where[40] = "", item[64] = "";
	uint64_t vaddr = 0;
	if (rt_image_address(s->image, r->pc, &vaddr))
		snprintf(where, sizeof where, " by code at 0x%llx", (unsigned long long)vaddr);
	if (r->item_count == 1)
		snprintf(item, sizeof item, ", work-item %u", r->first_item);
	else if (r->item_count > 1)
		snprintf(item, sizeof item, ", work-items %u to %u", r->first_item,
			r->first_item + r->item_count - 1);
	return run_fail(s, RUN_FAULT, place,
		"kernel '%s': %s at address 0x%llx%s%s in work-group (%u, %u, %u)%s", kernel,
		signal_name(r->signal), (unsigned long long)r->address, where, place_of(s, r->pc),
		r->group[0], r->group[1], r->group[2], item);
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
		return run_fail(s, RUN_FAILURE, place, "dispatch of '%s' refused: %s", kernel,
			r->detail);
	case RT_CAUSE_TRAP:
		return report_trap(s, kernel, place, r);
	case RT_CAUSE_FAULT:
		return report_fault(s, kernel, place, r);
	case RT_CAUSE_BOUNDS:
		return report_bounds(s, kernel, place, r);
	case RT_CAUSE_MEMORY:
	case RT_CAUSE_NONE:
	case RT_CAUSE_COUNT:
		break;
	}
	return run_fail(s, RUN_FAILURE, place, "kernel '%s': %s", kernel, r->detail);
}
