/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records the calls of a module while code blocks are verified, and the properties of each function
 * that its callers must know. */
#include "brig/verify/verify_call_graph_impl.h"
#include "brig/verify/verify_function_impl.h"

void brig_call_graph_init(struct brig_verifier *vf)
{
	vf->call_graph = mem_new(1, sizeof *vf->call_graph);
	str_map_init(&vf->call_graph->lists);
}

void brig_call_graph_release(struct brig_verifier *vf)
{
	mem_free(vf->call_graph->edges);
	mem_free(vf->call_graph->facts);
	str_map_release(&vf->call_graph->lists);
	mem_free(vf->call_graph);
}

static uint32_t number_of(const struct brig_verifier *vf, uint32_t function_off)
{
	return (uint32_t)(brig_verify_function_at(vf, function_off) - vf->functions);
}

static void add_edge(struct brig_verifier *vf, uint32_t caller, uint32_t callee, uint32_t at)
{
	struct brig_call_graph *r = vf->call_graph;
	ARRAY_GROW(r->edges, r->edge_count, r->edge_cap);
	r->edges[r->edge_count++] = (struct brig_call_edge){caller, callee, at};
}

void brig_call_graph_add_call(struct brig_verifier *vf, uint32_t function_off, uint32_t at)
{
	add_edge(vf, number_of(vf, vf->body->function.off), number_of(vf, function_off), at);
}

void brig_call_graph_add_list(struct brig_verifier *vf, uint32_t data_off, uint32_t at)
{
	struct str_map *lists = &vf->call_graph->lists;
	struct str key = {(const char *)&data_off, sizeof data_off};
	uint64_t node = vf->function_count + lists->count;
	if (!str_map_find(lists, key, &node)) {
		struct brig_list l = brig_verify_list(vf, data_off);
		str_map_put(lists, key, node);
		for (uint32_t i = 0; i < l.count; i++)
			add_edge(vf, (uint32_t)node, number_of(vf, brig_list_at(&l, i)), at);
	}
	add_edge(vf, number_of(vf, vf->body->function.off), (uint32_t)node, at);
}

void brig_call_graph_add_fact(struct brig_verifier *vf, uint16_t control, uint32_t off)
{
	struct brig_call_graph *r = vf->call_graph;
	ARRAY_GROW(r->facts, r->fact_count, r->fact_cap);
	r->facts[r->fact_count++] =
		(struct brig_function_fact){number_of(vf, vf->body->function.off), off, control};
}
