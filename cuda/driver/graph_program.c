/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the operations of a graph a list for one stream. */
#include <stdlib.h>
#include <string.h>
#include "graph_exec_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/kernel_abi.h"
#include "module_impl.h"

static void free_branch(struct cu_branch *b)
{
	for (size_t i = 0; b != NULL && i < b->count; i++)
		cu_program_release(&b->bodies[i]);
	if (b != NULL)
		cu_condition_drop(b->condition);
	free(b);
}

void cu_program_release(struct cu_program *p)
{
	for (size_t i = 0; i < p->count; i++) {
		free(p->steps[i].kernarg);
		free_branch(p->steps[i].branch);
	}
	free(p->steps);
	free(p->parts);
	*p = (struct cu_program){0};
}

CUresult cu_step_set(struct cu_step *s, const struct cu_op *op)
{
	if (op->kind == CU_OP_LAUNCH) {
		size_t bytes = op->launch.function->kd->kernarg_bytes;
		uint8_t *kernarg = mem_try_new(bytes, 1);
		if (kernarg == NULL)
			return CUDA_ERROR_OUT_OF_MEMORY;
		memcpy(kernarg, op->launch.kernarg, bytes);
		free(s->kernarg);
		s->kernarg = kernarg;
	}
	bool joins = s->op.joins;
	uint32_t ahead = s->op.ahead;
	s->op = *op;
	s->op.joins = joins;
	s->op.ahead = ahead;
	if (op->kind == CU_OP_LAUNCH)
		s->op.launch.kernarg = s->kernarg;
	return CUDA_SUCCESS;
}

static bool does_something(const struct CUgraphNode_st *n)
{
	switch (n->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL:
	case CU_GRAPH_NODE_TYPE_HOST:
	case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
	case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
	case CU_GRAPH_NODE_TYPE_CONDITIONAL:
		return true;
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return n->op.copy.width != 0 && n->op.copy.height != 0 && n->op.copy.depth != 0;
	case CU_GRAPH_NODE_TYPE_MEMSET:
		return n->op.fill.width != 0 && n->op.fill.height != 0;
	default:
		return false;
	}
}

/* How many steps and parts a graph has at most. */
static void count_all(const struct CUgraph_st *g, size_t *steps, size_t *parts)
{
	for (const struct cu_conditions *l = g->conditions; l != NULL; l = l->next)
		++*steps;
	for (const struct CUgraphNode_st *n = g->first; n != NULL; n = n->next) {
		if (n->child == NULL) {
			++*steps;
			continue;
		}
		++*parts;
		count_all(n->child, steps, parts);
	}
}

/* Where in the steps the graph is that is being added. */
struct adding {
	struct cu_program *program;
	size_t batch; /* first step of the last batch */
	bool parted;  /* the next step begins a batch */
};

static bool stands_alone(const struct CUgraphNode_st *n)
{
	return n->event != NULL || n->type == CU_GRAPH_NODE_TYPE_HOST ||
	       n->type == CU_GRAPH_NODE_TYPE_CONDITIONAL;
}

/* Begins a batch where a node depends on one of the last batch, and where others cannot be beside
 * it. `first` is the place in the steps of each node of the graph, in its order. */
static bool must_begin(const struct adding *a, const struct CUgraphNode_st *n, const size_t *first)
{
	if (a->parted || a->program->count == a->batch || stands_alone(n))
		return true;
	for (size_t i = 0; i < n->dependency_count; i++)
		if (first[n->dependencies[i].node->place] >= a->batch)
			return true;
	return false;
}

static CUresult make_branch(const struct CUgraphNode_st *n, struct cu_branch **out)
{
	size_t bytes = sizeof **out + n->body_count * sizeof(*out)->bodies[0];
	struct cu_branch *b = mem_try_new(1, bytes);
	CUresult error = CUDA_SUCCESS;
	if (b == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	b->type = n->condition_type;
	b->condition = n->condition;
	cu_condition_use(b->condition);
	*out = b;
	for (; b->count < n->body_count && error == CUDA_SUCCESS; b->count++) {
		error = cu_program_make(n->bodies[b->count], &b->bodies[b->count]);
		if (error != CUDA_SUCCESS)
			break;
	}
	return error;
}

static CUresult add_step(struct adding *a, const struct CUgraphNode_st *n, const size_t *first)
{
	struct cu_step *s = &a->program->steps[a->program->count];
	bool begins = must_begin(a, n, first);
	if (begins)
		a->batch = a->program->count;
	*s = (struct cu_step){.type = n->type,
		.node = n,
		.is_enabled = true,
		.begins = begins,
		.event = n->event};
	a->parted = stands_alone(n);
	a->program->count++;
	if (n->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
		return make_branch(n, &s->branch);
	return n->event == NULL ? cu_step_set(s, &n->op) : CUDA_SUCCESS;
}

static CUresult add_graph(struct adding *a, struct CUgraph_st *g);

static CUresult add_child(struct adding *a, const struct CUgraphNode_st *n)
{
	struct cu_program *p = a->program;
	struct cu_part *part = &p->parts[p->part_count++];
	*part = (struct cu_part){.node = n, .first = p->count};
	a->parted = true;
	CUresult error = add_graph(a, n->child);
	a->parted = true;
	part->count = p->count - part->first;
	return error;
}

/* Gives conditions their default values, before all that the graph does. */
static void add_defaults(struct adding *a, const struct CUgraph_st *g)
{
	for (const struct cu_conditions *l = g->conditions; l != NULL; l = l->next) {
		struct cu_condition *c = l->condition;
		if (!c->has_default)
			continue;
		if (a->parted)
			a->batch = a->program->count;
		a->program->steps[a->program->count++] =
			(struct cu_step){.type = CU_GRAPH_NODE_TYPE_MEMSET,
				.is_enabled = true,
				.begins = a->parted,
				.op = {.kind = CU_OP_FILL,
					.fill = {.to = (uint8_t *)(uintptr_t)&c->value,
						.pitch = sizeof c->value,
						.width = 1,
						.height = 1,
						.value = c->default_value,
						.element_bytes = sizeof c->value}}};
		a->parted = false;
	}
	a->parted = true;
}

/* Nodes that do nothing are passed on: who depends on them depends on what is before them. As what
 * was added last is in the last batch, that is where they are. */
static CUresult add_graph(struct adding *a, struct CUgraph_st *g)
{
	CUresult error = CUDA_SUCCESS;
	struct CUgraphNode_st **order = mem_try_new(g->count, sizeof *order);
	size_t *first = mem_try_new(g->count, sizeof *first);
	if (order == NULL || first == NULL)
		error = CUDA_ERROR_OUT_OF_MEMORY;
	else if (!cu_graph_order(g, order))
		error = CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS && g->conditions != NULL)
		add_defaults(a, g);
	for (size_t i = 0; i < g->count && error == CUDA_SUCCESS; i++) {
		struct CUgraphNode_st *n = order[i];
		first[i] = a->program->count;
		if (n->child != NULL)
			error = add_child(a, n);
		else if (does_something(n))
			error = add_step(a, n, first);
		else if (n->dependency_count != 0)
			a->parted = true;
	}
	free(order);
	free(first);
	return error;
}

void cu_program_settle(struct cu_program *p)
{
	bool joins = false;
	for (size_t i = 0; i < p->count; i++) {
		joins = joins || p->steps[i].begins;
		p->steps[i].op.joins = joins;
		joins = joins && !p->steps[i].is_enabled;
	}
	uint32_t ahead = 0;
	for (size_t i = p->count; i-- != 0;) {
		if (!p->steps[i].is_enabled)
			continue;
		p->steps[i].op.ahead = ahead;
		ahead = p->steps[i].op.joins ? 0 : ahead + 1;
	}
}

CUresult cu_program_make(struct CUgraph_st *g, struct cu_program *out)
{
	struct adding a = {.program = out, .parted = true};
	size_t steps = 0, parts = 0;
	count_all(g, &steps, &parts);
	*out = (struct cu_program){.steps = mem_try_new(steps, sizeof *out->steps),
		.parts = mem_try_new(parts, sizeof *out->parts)};
	CUresult error = CUDA_ERROR_OUT_OF_MEMORY;
	if (out->steps != NULL && out->parts != NULL)
		error = add_graph(&a, g);
	if (error == CUDA_SUCCESS)
		cu_program_settle(out);
	else
		cu_program_release(out);
	return error;
}
