/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Describes in words why a queue is in its error state, and where the work-groups of a dispatch
 * were that did not end. */
#include <signal.h>
#include <string.h>
#include "hsaemu/failure.h"

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

/* Appends the names of the exceptions in `bits`, which are numbered as in PRM 12.2. */
static void put_exceptions(uint32_t bits, struct buf *out)
{
	static const char *const names[] = {
		"invalid operation", "divide by zero", "overflow", "underflow", "inexact"};
	const char *between = "";
	buf_puts(out, "exception (");
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if ((bits >> i & 1) == 0)
			continue;
		buf_printf(out, "%s%s", between, names[i]);
		between = ", ";
	}
	buf_puts(out, ")");
}

/* Appends what kind of trap it was, without saying where. */
static void put_trap(const struct rt_report *r, struct buf *out)
{
	if (r->trap == HSAEMU_TRAP_FBARRIER)
		buf_puts(out, misuse(r->trap_value));
	else if (r->trap == HSAEMU_TRAP_EXCEPTION)
		put_exceptions(r->trap_value, out);
	else
		buf_printf(out, "%s %u", trap_name(r->trap), r->trap_value);
}

static bool find_line(const struct rt_code *c, uint64_t vaddr, struct image_line *out)
{
	static const struct diag_options quiet = {.tool = ""};
	struct arena arena;
	struct diag d;
	struct elf_view view;
	struct image_lines lines = {0};
	if (c->file == NULL)
		return false;
	arena_init(&arena);
	diag_init(&d, &quiet);
	if (elf_view_open(&view, "", c->file, c->file_bytes, &arena, &d))
		lines = image_lines_of(&view);
	bool found = image_line_find(&lines, vaddr, out);
	diag_release(&d);
	arena_release(&arena);
	return found;
}

/* Appends " (FILE:LINE)" for the code at `pc`, or else for its caller. Appends nothing when neither
 * line is known. */
static void put_line(const struct rt_code *c, uint64_t pc, uint64_t caller, struct buf *out)
{
	uint64_t vaddr = 0;
	struct image_line line;
	if (pc == 0 || !rt_image_address(c->image, pc, &vaddr))
		return;
	if (find_line(c, vaddr, &line) ||
		(caller != 0 && rt_image_address(c->image, caller, &vaddr) &&
			find_line(c, vaddr, &line)))
		buf_printf(out, " (%s:%llu)", line.file, (unsigned long long)line.line);
}

/* Appends `text` and the code's address, if the address lies in the image. */
static void put_code(const struct rt_code *c, const char *text, uint64_t pc, struct buf *out)
{
	uint64_t vaddr = 0;
	if (rt_image_address(c->image, pc, &vaddr))
		buf_printf(out, "%s0x%llx", text, (unsigned long long)vaddr);
}

static bool is_of_device(const struct rt_device_code *d)
{
	return d->instruction[0] != '\0';
}

/* Appends `text` and the address of the device's code, or else of the image's. */
static void put_address(const struct rt_code *c, const struct rt_device_code *device,
	const char *text, uint64_t pc, struct buf *out)
{
	if (is_of_device(device))
		buf_printf(out, "%s0x%llx", text, (unsigned long long)device->address);
	else
		put_code(c, text, pc, out);
}

static void put_source(const struct rt_code *c, const struct rt_device_code *device, uint64_t pc,
	uint64_t caller, struct buf *out)
{
	if (!is_of_device(device))
		put_line(c, pc, caller, out);
	else if (device->line != 0)
		buf_printf(out, " (%s:%llu)", device->file, (unsigned long long)device->line);
}

/* Appends the text of a device's instruction. */
static void put_instruction(const struct rt_device_code *device, struct buf *out)
{
	if (is_of_device(device))
		buf_printf(out, ": %s", device->instruction);
}

/* Appends a work-item's flat id and, where the work-group has several dimensions, its ids. */
static void put_item(uint32_t item, const uint32_t size[3], struct buf *out)
{
	buf_printf(out, "work-item %u", item);
	if (size[0] != 0 && (size[1] > 1 || size[2] > 1))
		buf_printf(out, " (%u, %u, %u)", item % size[0], item / size[0] % size[1],
			item / size[0] / size[1]);
}

static void put_group(const uint32_t group[3], struct buf *out)
{
	buf_printf(out, "work-group (%u, %u, %u)", group[0], group[1], group[2]);
}

/* Appends the work-groups of work-items that ran together. */
static void put_groups(const struct rt_report *r, struct buf *out)
{
	if (memcmp(r->group, r->last_group, sizeof r->group) == 0) {
		put_group(r->group, out);
		return;
	}
	buf_printf(out, "one of the work-groups (%u, %u, %u) to (%u, %u, %u)", r->group[0],
		r->group[1], r->group[2], r->last_group[0], r->last_group[1], r->last_group[2]);
}

static void put_fault(const struct rt_report *r, struct buf *out)
{
	const char *name = signal_name(r->signal);
	switch (r->fault) {
	case RT_FAULT_ADDRESS:
		buf_printf(out, "%s at address 0x%llx", name, (unsigned long long)r->address);
		return;
	case RT_FAULT_NO_ADDRESS:
		buf_printf(out, "%s at a misaligned or non-canonical address", name);
		return;
	case RT_FAULT_STACK:
		buf_puts(out, "call stack exhausted");
		return;
	case RT_FAULT_INSTRUCTION:
		buf_puts(out, name);
		return;
	case RT_FAULT_DEVICE:
		buf_puts(out, r->detail);
		return;
	case RT_FAULT_DEVICE_ADDRESS:
		buf_printf(out, "%s (address 0x%llx)", r->detail, (unsigned long long)r->address);
		return;
	}
}

static void report_trap(const struct rt_report *r, const struct rt_code *code, struct buf *out)
{
	put_trap(r, out);
	buf_puts(out, " in ");
	put_group(r->group, out);
	buf_puts(out, ", ");
	put_item(r->trap_flat_id, r->size, out);
	put_source(code, &r->code, r->pc, r->caller, out);
	put_instruction(&r->code, out);
}

static void report_fault(const struct rt_report *r, const struct rt_code *code, struct buf *out)
{
	uint32_t first = r->first_item;
	put_fault(r, out);
	put_address(code, &r->code, " by code at ", r->pc, out);
	put_source(code, &r->code, r->pc, r->caller, out);
	buf_puts(out, " in ");
	put_groups(r, out);
	if (memcmp(r->group, r->last_group, sizeof r->group) != 0) {
		put_instruction(&r->code, out);
		return;
	}
	if (r->item_count == 1) {
		buf_puts(out, ", ");
		put_item(first, r->size, out);
	} else if (r->item_count != 0) {
		buf_printf(out, ", work-items %u to %u", first, first + r->item_count - 1);
	}
	put_instruction(&r->code, out);
}

void rt_failure_text(const struct rt_report *r, const char *kernel, const struct rt_code *code,
	struct buf *out)
{
	if (r->cause == RT_CAUSE_PACKET) {
		buf_printf(out, "dispatch of '%s' refused: %s: %s", kernel, r->detail, r->figures);
		return;
	}
	if (r->cause == RT_CAUSE_MEMORY) {
		buf_printf(out, "%s, in kernel '%s'", r->detail, kernel);
		return;
	}
	buf_printf(out, "kernel '%s': ", kernel);
	if (r->cause == RT_CAUSE_TRAP)
		report_trap(r, code, out);
	else if (r->cause == RT_CAUSE_FAULT)
		report_fault(r, code, out);
	else if (r->cause == RT_CAUSE_BOUNDS)
		buf_printf(out, "%s, at offset %lld", r->detail, (long long)r->offset);
	else
		buf_puts(out, r->detail);
}

/* ---- kernels that do not end ----------------------------------------------------------------- */

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

void rt_place_text(const struct rt_place *p, const struct rt_code *code, struct buf *out)
{
	put_group(p->group, out);
	if (p->item_count == 1) {
		buf_puts(out, ": ");
		put_item(p->first_item, p->size, out);
	} else if (p->item_count > 1) {
		buf_printf(out, ": %u work-items from %u on", p->item_count, p->first_item);
	}
	buf_printf(out, " %s", doing(p->kind, p->item_count > 1));
	put_address(code, &p->code, ", code at ", p->pc, out);
	put_source(code, &p->code, p->pc, p->caller, out);
	put_instruction(&p->code, out);
}

/* ---- addresses ------------------------------------------------------------------------------- */

void rt_address_text(const struct rt_allocation *a, const void *address, struct buf *out)
{
	const uintptr_t at = (uintptr_t)address, start = (uintptr_t)a->base, end = start + a->bytes;
	if (at < start)
		buf_printf(out, "%ju bytes before ", (uintmax_t)(start - at));
	else if (at >= end)
		buf_printf(out, "%ju bytes behind ", (uintmax_t)(at - end));
	else
		buf_printf(out, "byte %ju of ", (uintmax_t)(at - start));
}
