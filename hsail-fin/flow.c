/* See flow.h. */
#include "flow.h"

/* A region's graph; nodes are numbered in reverse post-order, or in the final order. */
struct graph {
	struct arena *a;
	uint32_t n;
	struct fin_block **block;
	uint32_t *node;          /* by block index */
	uint32_t **succ, *succ_count;
	uint32_t **pred, *pred_count;
	uint32_t *idom;
	struct fin_loop *loops;  /* latch is not set */
	uint32_t loop_count;
	uint32_t *loop_of;
};

/* ---- nodes and edges ------------------------------------------------------------------------ */

static bool leaves_region(const struct fin_block *b)
{
	return b->term.kind == FIN_TERM_BARRIER || b->term.kind == FIN_TERM_RET;
}

struct frame {
	const struct fin_block *block;
	uint32_t next;
};

/* Nodes in reverse post-order. */
static void number_nodes(struct graph *g, const struct fin_function *f, const struct fin_region *r)
{
	struct frame *stack = mem_new(f->block_count + 1, sizeof *stack);
	struct fin_bits seen = fin_bits_new(g->a, f->block_count);
	uint32_t depth = 0, at;

	for (size_t k = 0; k < f->block_count; k++)
		g->n += fin_bits_has(&r->blocks, k);
	at = g->n;
	g->block = ARENA_ARRAY(g->a, struct fin_block *, g->n);
	g->node = ARENA_ARRAY(g->a, uint32_t, f->block_count);
	memset(g->node, 0xff, f->block_count * sizeof *g->node);
	stack[depth++].block = r->entry;
	fin_bits_add(&seen, r->entry->index);
	while (depth > 0) {
		struct frame *top = &stack[depth - 1];
		const struct fin_block *s;

		if (leaves_region(top->block) || top->next == top->block->term.succ_count) {
			g->block[--at] = f->blocks[top->block->index];
			g->node[top->block->index] = at;
			depth--;
			continue;
		}
		s = top->block->term.succ[top->next++];
		if (!fin_bits_has(&seen, s->index)) {
			fin_bits_add(&seen, s->index);
			stack[depth++] = (struct frame){s, 0};
		}
	}
	free(stack);
}

static void add_edge(struct graph *g, uint32_t from, uint32_t to)
{
	for (uint32_t k = 0; k < g->succ_count[from]; k++)
		if (g->succ[from][k] == to)
			return;
	g->succ[from][g->succ_count[from]++] = to;
	g->pred_count[to]++;
}

static void connect(struct graph *g)
{
	g->succ = ARENA_ARRAY(g->a, uint32_t *, g->n);
	g->pred = ARENA_ARRAY(g->a, uint32_t *, g->n);
	g->succ_count = ARENA_ARRAY(g->a, uint32_t, g->n);
	g->pred_count = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++) {
		const struct fin_term *t = &g->block[k]->term;

		g->succ[k] = ARENA_ARRAY(g->a, uint32_t, t->succ_count);
		for (uint32_t i = 0; !leaves_region(g->block[k]) && i < t->succ_count; i++)
			add_edge(g, k, g->node[t->succ[i]->index]);
	}
	for (uint32_t k = 0; k < g->n; k++) {
		g->pred[k] = ARENA_ARRAY(g->a, uint32_t, g->pred_count[k]);
		g->pred_count[k] = 0;
	}
	for (uint32_t k = 0; k < g->n; k++)
		for (uint32_t i = 0; i < g->succ_count[k]; i++) {
			uint32_t s = g->succ[k][i];

			g->pred[s][g->pred_count[s]++] = k;
		}
}

/* ---- loops ---------------------------------------------------------------------------------- */

static uint32_t common_dominator(const uint32_t *idom, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (a > b)
			a = idom[a];
		while (b > a)
			b = idom[b];
	}
	return a;
}

static void dominators(struct graph *g)
{
	bool changed = true;

	g->idom = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 1; k < g->n; k++)
		g->idom[k] = FIN_NOWHERE;
	while (changed) {
		changed = false;
		for (uint32_t k = 1; k < g->n; k++) {
			uint32_t d = FIN_NOWHERE;

			for (uint32_t i = 0; i < g->pred_count[k]; i++) {
				uint32_t p = g->pred[k][i];

				if (p == 0 || g->idom[p] != FIN_NOWHERE)
					d = d == FIN_NOWHERE ? p : common_dominator(g->idom, d, p);
			}
			changed |= d != g->idom[k];
			g->idom[k] = d;
		}
	}
}

static bool dominates(const struct graph *g, uint32_t a, uint32_t b)
{
	while (b > a)
		b = g->idom[b];
	return a == b;
}

/* All nodes that reach `from` without passing the header. */
static void fill_loop(struct graph *g, struct fin_loop *l, uint32_t from, uint32_t *stack)
{
	uint32_t depth = 0;

	if (!fin_bits_has(&l->blocks, from)) {
		fin_bits_add(&l->blocks, from);
		stack[depth++] = from;
	}
	while (depth > 0) {
		uint32_t b = stack[--depth];

		for (uint32_t i = 0; i < g->pred_count[b]; i++) {
			uint32_t p = g->pred[b][i];

			if (fin_bits_has(&l->blocks, p))
				continue;
			fin_bits_add(&l->blocks, p);
			stack[depth++] = p;
		}
	}
}

static struct fin_loop *loop_at(struct graph *g, uint32_t header)
{
	struct fin_loop *l;

	for (uint32_t k = 0; k < g->loop_count; k++)
		if (g->loops[k].header == header)
			return &g->loops[k];
	l = &g->loops[g->loop_count++];
	*l = (struct fin_loop){header, FIN_NOWHERE, FIN_NOWHERE, fin_bits_new(g->a, g->n)};
	fin_bits_add(&l->blocks, header);
	return l;
}

static uint32_t header_count(const struct graph *g)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < g->n; k++)
		for (uint32_t i = 0; i < g->pred_count[k]; i++)
			if (g->pred[k][i] >= k) {
				n++;
				break;
			}
	return n;
}

static uint32_t size_of(const struct fin_bits *s)
{
	uint32_t n = 0;

	for (size_t w = 0; w < s->count; w++)
		n += (uint32_t)__builtin_popcountll(s->words[w]);
	return n;
}

/* The smallest loop with the node other than `except`, of those larger than it. */
static uint32_t innermost(const struct graph *g, uint32_t node, uint32_t except)
{
	uint32_t best = FIN_NOWHERE, best_size = FIN_NOWHERE;

	for (uint32_t k = 0; k < g->loop_count; k++) {
		uint32_t size = size_of(&g->loops[k].blocks);

		if (k == except || !fin_bits_has(&g->loops[k].blocks, node) || size >= best_size)
			continue;
		best = k;
		best_size = size;
	}
	return best;
}

/* False when a loop has two entries. */
static bool find_loops(struct graph *g)
{
	uint32_t *stack = mem_new(g->n, sizeof *stack);
	bool reducible = true;

	g->loops = ARENA_ARRAY(g->a, struct fin_loop, header_count(g));
	for (uint32_t k = 0; k < g->n && reducible; k++)
		for (uint32_t i = 0; i < g->pred_count[k]; i++) {
			uint32_t p = g->pred[k][i];

			if (p < k)
				continue;
			reducible = reducible && dominates(g, k, p);
			if (reducible)
				fill_loop(g, loop_at(g, k), p, stack);
		}
	free(stack);
	if (!reducible)
		return false;
	g->loop_of = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++)
		g->loop_of[k] = innermost(g, k, FIN_NOWHERE);
	for (uint32_t k = 0; k < g->loop_count; k++)
		g->loops[k].parent = innermost(g, g->loops[k].header, k);
	return true;
}

static bool make_graph(struct graph *g, struct fin_function *f, const struct fin_region *r)
{
	*g = (struct graph){.a = f->module->arena};
	number_nodes(g, f, r);
	connect(g);
	dominators(g);
	return find_loops(g);
}

/* ---- latches and preheaders ----------------------------------------------------------------- */

/* Whether the edges into the header, from inside or outside of the loop, are one plain branch. */
static bool is_one_branch(const struct graph *g, const struct fin_loop *l, bool inside)
{
	uint32_t n = 0;
	bool plain = true;

	for (uint32_t i = 0; i < g->pred_count[l->header]; i++) {
		uint32_t p = g->pred[l->header][i];

		if (fin_bits_has(&l->blocks, p) != inside)
			continue;
		n++;
		plain &= g->block[p]->term.kind == FIN_TERM_BR && (!inside || p != l->header);
	}
	return n == 0 || (n == 1 && plain);
}

/* Puts a new block on these edges. */
static void funnel(struct fin_function *f, struct graph *g, const struct fin_loop *l, bool inside)
{
	struct fin_block *header = g->block[l->header], *b = fin_block_new(f);

	fin_term_set(f->module, b, FIN_TERM_BR, 1);
	b->term.succ[0] = header;
	b->term.off = header->term.off;
	b->term.loc = header->first != NULL ? header->first->loc : header->term.loc;
	for (uint32_t i = 0; i < g->pred_count[l->header]; i++) {
		struct fin_term *t = &g->block[g->pred[l->header][i]]->term;

		if (fin_bits_has(&l->blocks, g->pred[l->header][i]) != inside)
			continue;
		for (uint32_t k = 0; k < t->succ_count; k++)
			if (t->succ[k] == header)
				t->succ[k] = b;
	}
}

static bool simplify_region(struct fin_function *f, struct graph *g)
{
	bool changed = false;

	for (uint32_t k = 0; k < g->loop_count; k++)
		for (unsigned inside = 0; inside < 2; inside++)
			if (!is_one_branch(g, &g->loops[k], inside)) {
				funnel(f, g, &g->loops[k], inside);
				changed = true;
			}
	return changed;
}

bool fin_flow_simplify(struct fin_function *f)
{
	size_t rounds = 2 * f->block_count + 2;
	bool changed = true;

	while (changed) {
		struct fin_regions rs;
		struct graph g;

		if (rounds-- == 0)
			return false;
		changed = false;
		fin_regions_find(f, &rs);
		for (uint32_t r = 0; r < rs.count && !changed; r++) {
			if (!make_graph(&g, f, &rs.regions[r]))
				return false;
			changed = simplify_region(f, &g);
		}
		if (changed)
			fin_cfg_renumber(f);
	}
	return true;
}

/* ---- the final order ------------------------------------------------------------------------ */

static unsigned common_loops(const struct graph *g, uint32_t a, uint32_t b)
{
	unsigned n = 0;

	for (uint32_t k = 0; k < g->loop_count; k++)
		n += fin_bits_has(&g->loops[k].blocks, a) && fin_bits_has(&g->loops[k].blocks, b);
	return n;
}

/* Exits of inner loops first, so that they come last in the reverse post-order. */
static void sort_successors(struct graph *g, uint32_t k)
{
	uint32_t *s = g->succ[k];

	for (uint32_t i = 1; i < g->succ_count[k]; i++)
		for (uint32_t j = i; j > 0; j--) {
			uint32_t x = s[j];

			if (common_loops(g, k, s[j - 1]) <= common_loops(g, k, x))
				break;
			s[j] = s[j - 1];
			s[j - 1] = x;
		}
}

/* rank[node]: its position. */
static uint32_t *topological_ranks(struct graph *g)
{
	uint32_t *rank = ARENA_ARRAY(g->a, uint32_t, g->n);
	uint32_t *stack = mem_new(g->n, sizeof *stack), *next = mem_new(g->n, sizeof *next);
	struct fin_bits seen = fin_bits_new(g->a, g->n);
	uint32_t depth = 0, at = g->n;

	for (uint32_t k = 0; k < g->n; k++)
		sort_successors(g, k);
	stack[depth++] = 0;
	fin_bits_add(&seen, 0);
	while (depth > 0) {
		uint32_t k = stack[depth - 1];

		if (next[k] == g->succ_count[k]) {
			rank[k] = --at;
			depth--;
			continue;
		}
		k = g->succ[k][next[k]++];
		if (!fin_bits_has(&seen, k)) {
			fin_bits_add(&seen, k);
			stack[depth++] = k;
		}
	}
	free(next);
	free(stack);
	return rank;
}

static uint32_t latch_of(const struct graph *g, const struct fin_loop *l)
{
	for (uint32_t i = 0; i < g->pred_count[l->header]; i++)
		if (fin_bits_has(&l->blocks, g->pred[l->header][i]))
			return g->pred[l->header][i];
	BUG("loop without a latch");
}

/* Moves the node to the end of the positions up to `last`. */
static void move_to(const struct graph *g, uint32_t *rank, uint32_t node, uint32_t last)
{
	for (uint32_t k = 0; k < g->n; k++)
		if (rank[k] > rank[node] && rank[k] <= last)
			rank[k]--;
	rank[node] = last;
}

/* False when the loop is not one run of positions. */
static bool place_loop(const struct graph *g, const struct fin_loop *l, uint32_t *rank)
{
	uint32_t first = g->n, last = 0, latch = latch_of(g, l);

	for (uint32_t k = 0; k < g->n; k++) {
		if (!fin_bits_has(&l->blocks, k))
			continue;
		first = rank[k] < first ? rank[k] : first;
		last = rank[k] > last ? rank[k] : last;
	}
	if (last - first + 1 != size_of(&l->blocks) || first != rank[l->header])
		return false;
	move_to(g, rank, latch, last);
	return true;
}

static struct fin_bits renumber_set(struct graph *g, const struct fin_bits *s, const uint32_t *rank)
{
	struct fin_bits r = fin_bits_new(g->a, g->n);

	for (uint32_t k = 0; k < g->n; k++)
		if (fin_bits_has(s, k))
			fin_bits_add(&r, rank[k]);
	return r;
}

static void fill_flow(struct graph *g, const struct fin_function *f, const uint32_t *rank,
	struct fin_flow *w)
{
	w->count = g->n;
	w->order = ARENA_ARRAY(g->a, struct fin_block *, g->n);
	w->position = ARENA_ARRAY(g->a, uint32_t, f->block_count);
	w->succ = ARENA_ARRAY(g->a, uint32_t *, g->n);
	w->succ_count = ARENA_ARRAY(g->a, uint32_t, g->n);
	w->pred_count = ARENA_ARRAY(g->a, uint32_t, g->n);
	w->loop_of = ARENA_ARRAY(g->a, uint32_t, g->n);
	w->loops = g->loops;
	w->loop_count = g->loop_count;
	memset(w->position, 0xff, f->block_count * sizeof *w->position);
	for (uint32_t k = 0; k < g->n; k++) {
		w->order[rank[k]] = g->block[k];
		w->position[g->block[k]->index] = rank[k];
		w->succ[rank[k]] = ARENA_ARRAY(g->a, uint32_t, g->succ_count[k]);
		w->succ_count[rank[k]] = g->succ_count[k];
		w->pred_count[rank[k]] = g->pred_count[k];
		w->loop_of[rank[k]] = g->loop_of[k];
		for (uint32_t i = 0; i < g->succ_count[k]; i++)
			w->succ[rank[k]][i] = rank[g->succ[k][i]];
	}
	for (uint32_t k = 0; k < g->loop_count; k++) {
		struct fin_loop *l = &g->loops[k];

		l->latch = rank[latch_of(g, l)];
		l->blocks = renumber_set(g, &l->blocks, rank);
		l->header = rank[l->header];
	}
}

/* ---- post-dominators ------------------------------------------------------------------------ */

/* order[i]: node number i of the reverse post-order of the reversed graph, whose root, node n, is
 * the region's end; number[node] is its inverse. Returns how many nodes reach the end. */
static uint32_t reverse_order(const struct graph *g, uint32_t *order, uint32_t *number)
{
	uint32_t *stack = mem_new(g->n + 1, sizeof *stack), *next = mem_new(g->n, sizeof *next);
	uint32_t depth = 0, at = g->n;

	for (uint32_t k = 0; k < g->n; k++)
		number[k] = FIN_NOWHERE;
	for (uint32_t root = 0; root < g->n; root++) {
		if (g->succ_count[root] != 0)
			continue;
		stack[depth++] = root;
		number[root] = 0;
		while (depth > 0) {
			uint32_t k = stack[depth - 1];

			if (next[k] == g->pred_count[k]) {
				order[--at] = k;
				depth--;
				continue;
			}
			k = g->pred[k][next[k]++];
			if (number[k] == FIN_NOWHERE) {
				number[k] = 0;
				stack[depth++] = k;
			}
		}
	}
	free(next);
	free(stack);
	memmove(order, order + at, (g->n - at) * sizeof *order);
	for (uint32_t i = 0; i < g->n - at; i++)
		number[order[i]] = i + 1; /* the end has number 0 */
	return g->n - at;
}

/* Blocks that cannot leave their loop have the end. */
static void post_dominators(const struct graph *g, const uint32_t *rank, struct fin_flow *w)
{
	uint32_t *order = mem_new(g->n, sizeof *order), *number = mem_new(g->n + 1, sizeof *number);
	uint32_t *up = mem_new(g->n, sizeof *up), count = reverse_order(g, order, number);
	bool changed = true;

	for (uint32_t k = 0; k < g->n; k++)
		up[k] = FIN_NOWHERE;
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < count; i++) {
			uint32_t k = order[i], d = g->succ_count[k] == 0 ? g->n : FIN_NOWHERE;

			for (uint32_t e = 0; e < g->succ_count[k]; e++) {
				uint32_t s = g->succ[k][e];

				if (number[s] == FIN_NOWHERE || up[s] == FIN_NOWHERE)
					continue;
				d = d == FIN_NOWHERE ? s : d;
				while (d != s)
					if (number[d] > number[s])
						d = up[d];
					else
						s = up[s];
			}
			changed |= d != up[k];
			up[k] = d;
		}
	}
	w->ipdom = ARENA_ARRAY(g->a, uint32_t, g->n);
	for (uint32_t k = 0; k < g->n; k++)
		w->ipdom[rank[k]] = up[k] == FIN_NOWHERE || up[k] == g->n ? g->n : rank[up[k]];
	free(up);
	free(number);
	free(order);
}

bool fin_flow(struct fin_function *f, const struct fin_region *r, struct fin_flow *w)
{
	struct graph g;
	uint32_t *rank;

	*w = (struct fin_flow){0};
	if (!make_graph(&g, f, r))
		return false;
	rank = topological_ranks(&g);
	for (uint32_t k = 0; k < g.loop_count; k++)
		if (!place_loop(&g, &g.loops[k], rank))
			return false;
	fill_flow(&g, f, rank, w);
	post_dominators(&g, rank, w);
	return true;
}
