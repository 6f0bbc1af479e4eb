/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks kernels and indirect functions together with all functions that they call (PRM 10.8,
 * 13.4): control directives agree, kernels have the directives that their callees need, and
 * indirect functions reach no group or private memory of the module and no fbarriers.
 *
 * The graph's nodes are the functions, by their numbers, and then the lists of switch calls, so
 * that a list that many calls share is one node and does not multiply edges. Properties of a
 * function spread from callees to callers. A node hands on at most two values of a directive,
 * because once two differ, all callers are known to be wrong. */
#include <stdlib.h>

#include "brig/verify/verify_call_graph_impl.h"
#include "brig/verify/verify_control_impl.h"
#include "brig/verify/verify_impl.h"
#include "brig/verify/verify_symbol_impl.h"

enum { CONTROLS = BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS + 1 };

struct graph {
	struct brig_verifier *vf;
	size_t node_count;
	uint32_t *first; /* of each node and one more: its first edge as a callee */
	uint32_t *work;  /* nodes whose callers are to be told */
	size_t work_count, work_cap;
};

static int by_callee(const void *a, const void *b)
{
	const struct brig_call_edge *x = a, *y = b;
	if (x->callee != y->callee)
		return x->callee < y->callee ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static void graph_init(struct graph *g, struct brig_verifier *vf)
{
	struct brig_call_graph *r = vf->call_graph;
	*g = (struct graph){.vf = vf, .node_count = vf->function_count + r->lists.count};
	g->first = mem_new(g->node_count + 1, sizeof *g->first);
	if (r->edge_count > 0)
		qsort(r->edges, r->edge_count, sizeof *r->edges, by_callee);
	for (size_t i = 0; i < r->edge_count; i++)
		g->first[r->edges[i].callee + 1]++;
	for (size_t n = 0; n < g->node_count; n++)
		g->first[n + 1] += g->first[n];
}

static void push(struct graph *g, uint32_t node)
{
	ARRAY_GROW(g->work, g->work_count, g->work_cap);
	g->work[g->work_count++] = node;
}

static struct brig_entry function_at(const struct graph *g, size_t node)
{
	struct brig_entry e;
	brig_verify_code(g->vf, g->vf->functions[node].off, &e);
	return e;
}

/* Returns the executable around a code offset. */
static struct brig_entry owner_of(const struct graph *g, uint32_t off)
{
	size_t low = 0, high = g->vf->function_count;
	while (high - low > 1) {
		size_t mid = (low + high) / 2;
		if (g->vf->functions[mid].off <= off)
			low = mid;
		else
			high = mid;
	}
	return function_at(g, low);
}

static struct str owner_name(const struct graph *g, uint32_t off)
{
	struct brig_entry e = owner_of(g, off);
	return brig_verify_name_of(g->vf, &e);
}

static void note(const struct graph *g, uint32_t off, const char *text)
{
	diag_note(g->vf->d, brig_place(g->vf->v, BRIG_SECTION_INDEX_CODE, off), "%s", text);
}

/* ---- indirect functions --------------------------------------------------------------------- */

/* A use of something that a node reaches and an indirect function may not reach. */
struct use {
	uint32_t off; /* 0: nothing */
	uint32_t at;  /* the call on the way there, 0: its own */
};

static void report_use(const struct graph *g, size_t node, const struct use *u)
{
	struct brig_entry e = function_at(g, node);
	if (e.kind != BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION || u->off == 0 || u->at == 0)
		return;
	FAIL_CODE(g->vf, u->at, "10.8",
		"indirect function '" STR_FMT "' may not call what leads to '" STR_FMT
		"', because of a group variable, a module-scope private variable or an fbarrier",
		STR_ARG(brig_verify_name_of(g->vf, &e)), STR_ARG(owner_name(g, u->off)));
	note(g, u->off, "it is used here");
}

static void indirect_functions(struct graph *g)
{
	const struct brig_call_graph *r = g->vf->call_graph;
	struct use *uses = mem_new(g->node_count + 1, sizeof *uses);
	for (size_t i = 0; i < r->fact_count; i++)
		if (r->facts[i].control == BRIG_CONTROL_NONE &&
			uses[r->facts[i].function].off == 0) {
			uses[r->facts[i].function].off = r->facts[i].off;
			push(g, r->facts[i].function);
		}
	while (g->work_count > 0) {
		uint32_t node = g->work[--g->work_count];
		for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++) {
			struct use *u = &uses[r->edges[i].caller];
			if (u->off != 0)
				continue;
			*u = (struct use){uses[node].off, r->edges[i].at};
			push(g, r->edges[i].caller);
		}
	}
	for (size_t n = 0; n < g->vf->function_count; n++)
		report_use(g, n, &uses[n]);
	mem_free(uses);
}

/* ---- control directives --------------------------------------------------------------------- */

/* Offsets of two directives of one kind that differ; 0: none. */
struct values {
	uint32_t off[2];
};

/* Adds a value. False when the node has the value already, or two others. */
static bool add_value(const struct graph *g, struct values *v, uint32_t off)
{
	for (int i = 0; i < 2; i++) {
		if (v->off[i] == 0) {
			v->off[i] = off;
			return true;
		}
		if (brig_verify_same_control(g->vf, v->off[i], off))
			return false;
	}
	return false;
}

/* Both values are handed on each time; a caller that knows one ignores it. */
static void tell_callers(struct graph *g, struct values *all, uint32_t node)
{
	const struct brig_call_edge *edges = g->vf->call_graph->edges;
	for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++)
		for (int k = 0; k < 2 && all[node].off[k] != 0; k++)
			if (add_value(g, &all[edges[i].caller], all[node].off[k]))
				push(g, edges[i].caller);
}

static void spread_control(struct graph *g, uint16_t control, struct values *all)
{
	const struct brig_call_graph *r = g->vf->call_graph;
	for (size_t i = 0; i < r->fact_count; i++)
		if (r->facts[i].control == control &&
			add_value(g, &all[r->facts[i].function], r->facts[i].off))
			push(g, r->facts[i].function);
	while (g->work_count > 0)
		tell_callers(g, all, g->work[--g->work_count]);
}

static void report_difference(const struct graph *g, const struct brig_entry *kernel,
	const struct values *v, uint16_t control)
{
	if (!brig_verify_controls_differ(g->vf, v->off[0], v->off[1]) ||
		!brig_verify_first_time(g->vf, BRIG_CHECKED_CONTROLS, v->off[0], v->off[1]))
		return;
	FAIL_CODE(g->vf, v->off[1], "13.4",
		"'%s' has another value in '" STR_FMT "', and kernel '" STR_FMT
		"' executes both: the values must be equal",
		isa_modifier_text(ISA_MOD_CONTROL, control), STR_ARG(owner_name(g, v->off[0])),
		STR_ARG(brig_verify_name_of(g->vf, kernel)));
	note(g, v->off[0], "the other directive is here");
}

/* The demands of a function on the dispatch must be stated by its kernels, or by whoever invokes
 * the finalizer (PRM 13.4), so the module is not wrong without them. */
static void check_partial_groups(const struct graph *g, const struct brig_entry *kernel,
	uint32_t off)
{
	const char *directive =
		isa_modifier_text(ISA_MOD_CONTROL, BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS);
	struct str name = brig_verify_name_of(g->vf, kernel);
	if (off == 0 || owner_of(g, off).off == kernel->off ||
		g->vf->partial_groups == BRIG_PARTIAL_GROUPS_NONE)
		return;
	if (g->vf->partial_groups == BRIG_PARTIAL_GROUPS_ALLOWED)
		FAIL_CODE(g->vf, kernel->off, "13.4",
			"kernel '" STR_FMT "' or --control must have '%s', because '" STR_FMT
			"', which it calls, has it",
			STR_ARG(name), directive, STR_ARG(owner_name(g, off)));
	else
		diag_warning(g->vf->d, brig_place(g->vf->v, BRIG_SECTION_INDEX_CODE, kernel->off),
			"kernel '" STR_FMT "' has no '%s', but '" STR_FMT
			"', which it calls, has it: the finalizer must be told",
			STR_ARG(name), directive, STR_ARG(owner_name(g, off)));
	note(g, off, "the directive is here");
}

/* Checks the directives that a kernel and its callees have, as far as they do not differ. */
static void check_kernel(const struct graph *g, size_t node, struct values *const all[])
{
	struct brig_entry kernel = function_at(g, node);
	uint32_t offs[CONTROLS] = {0};
	if (kernel.kind != BRIG_KIND_DIRECTIVE_KERNEL)
		return;
	for (uint16_t c = 1; c < CONTROLS; c++) {
		if (all[c][node].off[1] != 0)
			report_difference(g, &kernel, &all[c][node], c);
		else
			offs[c] = all[c][node].off[0];
	}
	brig_verify_controls_agree(g->vf, offs);
	check_partial_groups(g, &kernel, offs[BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS]);
}

static void control_directives(struct graph *g)
{
	struct values *all[CONTROLS] = {NULL};
	for (uint16_t c = 1; c < CONTROLS; c++) {
		all[c] = mem_new(g->node_count + 1, sizeof **all);
		if (brig_verify_control_must_agree(c))
			spread_control(g, c, all[c]);
	}
	for (size_t n = 0; n < g->vf->function_count; n++)
		check_kernel(g, n, all);
	for (uint16_t c = 1; c < CONTROLS; c++)
		mem_free(all[c]);
}

void brig_verify_reach(struct brig_verifier *vf)
{
	struct graph g;
	if (vf->call_graph->fact_count == 0)
		return;
	graph_init(&g, vf);
	indirect_functions(&g);
	control_directives(&g);
	mem_free(g.first);
	mem_free(g.work);
}
