/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the part of a module that one kernel or function needs, by following references; the roles
 * of records.def say which fields are references. */

#include "brig/print/print_impl.h"

struct item { /* a module-level directive and what belongs to it */
	uint32_t off, end;
	struct str name;
	size_t same_name; /* index + 1 of an earlier item with this name, or 0 */
	bool needed;
	bool name_needed; /* another item needs the name: all items of the name are marked */
};

struct needs {
	const struct brig_view *v;
	struct item *items;
	size_t count, capacity;
	struct str_map by_name; /* index + 1 of the last item with the name */
	/* sets (of off / 4) of the data entries that were followed as lists of operands, and as
	 * lists of code */
	uint8_t *lists[2];
	size_t *pending; /* needed items whose references are not followed yet */
	size_t pending_count, pending_capacity;
};

/* The longest chain of operands has a list, an address and a register. */
enum { MAX_OPERAND_DEPTH = 4 };

static bool is_executable(uint16_t kind)
{
	return kind == BRIG_KIND_DIRECTIVE_KERNEL || kind == BRIG_KIND_DIRECTIVE_FUNCTION ||
	       kind == BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION ||
	       kind == BRIG_KIND_DIRECTIVE_SIGNATURE;
}

static void add_item(struct needs *n, struct item i)
{
	uint64_t same = 0;

	if (i.name.n > 0) {
		if (str_map_find(&n->by_name, i.name, &same))
			i.same_name = (size_t)same;
		str_map_put(&n->by_name, i.name, n->count + 1);
	}
	ARRAY_GROW(n->items, n->count, n->capacity);
	n->items[n->count++] = i;
}

static void collect_items(struct needs *n)
{
	struct brig_entry e;
	uint32_t off = n->v->sections[BRIG_SECTION_INDEX_CODE].header_len;

	for (; brig_code_at(n->v, off, &e); off = n->items[n->count - 1].end) {
		struct item i = {.off = off, .end = off + e.bytes};
		uint32_t name = 0;
		if (is_executable(e.kind)) {
			name = e.u.executable.name;
			if (e.u.executable.next_module_entry > i.end)
				i.end = e.u.executable.next_module_entry;
		} else if (e.kind == BRIG_KIND_DIRECTIVE_VARIABLE) {
			name = e.u.variable.name;
		} else if (e.kind == BRIG_KIND_DIRECTIVE_FBARRIER) {
			name = e.u.fbarrier.name;
		}
		if (!brig_data(n->v, name, &i.name))
			i.name = STR("");
		add_item(n, i);
	}
}

static void need(struct needs *n, size_t i)
{
	if (n->items[i].needed)
		return;
	n->items[i].needed = true;
	ARRAY_GROW(n->pending, n->pending_count, n->pending_capacity);
	n->pending[n->pending_count++] = i;
}

/* Marks the item that holds the offset: the last one that begins at or before it. */
static void need_code(struct needs *n, uint32_t code_off)
{
	size_t low = 0, high = n->count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (n->items[middle].off <= code_off)
			low = middle;
		else
			high = middle;
	}
	if (low < n->count && code_off != 0)
		need(n, low);
}

static void follow_operand(struct needs *n, uint32_t off, unsigned depth);

/* Follows the entries of a list, only once for a list that many entries share. */
static void follow_list(struct needs *n, uint32_t off, bool of_code, unsigned depth)
{
	struct brig_list l;

	if (!brig_list(n->v, off, &l) || n->lists[of_code][off / 4])
		return;
	n->lists[of_code][off / 4] = 1;
	for (uint32_t i = 0; i < l.count; i++) {
		if (of_code)
			need_code(n, brig_list_at(&l, i));
		else
			follow_operand(n, brig_list_at(&l, i), depth + 1);
	}
}

static void follow_fields(struct needs *n, uint32_t section, uint32_t off, uint16_t kind,
	unsigned depth)
{
	const struct brig_record *r = brig_record_find(kind);
	const uint8_t *p = r ? brig_section_at(n->v, section, off, r->bytes) : NULL;

	if (!p || is_executable(kind)) /* an executable's own references are to its own parts */
		return;
	for (unsigned i = 0; i < r->field_count; i++) {
		uint32_t value = (uint32_t)brig_field_value(p, &r->fields[i]);
		switch (r->fields[i].role) {
		case BRIG_ROLE_CODE:
			need_code(n, value);
			break;
		case BRIG_ROLE_OPERAND:
			follow_operand(n, value, depth + 1);
			break;
		case BRIG_ROLE_CODE_LIST:
		case BRIG_ROLE_DATA_LIST:
			follow_list(n, value, r->fields[i].role == BRIG_ROLE_CODE_LIST, depth);
			break;
		default: /* not a reference to code */
			break;
		}
	}
}

static void follow_operand(struct needs *n, uint32_t off, unsigned depth)
{
	struct brig_operand o;

	if (depth <= MAX_OPERAND_DEPTH && brig_operand_at(n->v, off, &o))
		follow_fields(n, BRIG_SECTION_INDEX_OPERAND, off, o.kind, depth);
}

/* Marks all items of the name, because references are to the definition, with which declarations
 * must be printed. False when there are none. */
static bool need_name(struct needs *n, struct str name)
{
	uint64_t i = 0;

	if (!str_map_find(&n->by_name, name, &i))
		return false;
	if (n->items[i - 1].name_needed)
		return true;
	n->items[i - 1].name_needed = true;
	for (; i != 0; i = n->items[i - 1].same_name)
		need(n, (size_t)i - 1);
	return true;
}

static void follow_item(struct needs *n, size_t i)
{
	const struct item *item = &n->items[i];
	struct brig_entry e;

	for (uint32_t off = item->off; off < item->end && brig_code_at(n->v, off, &e);
		off += e.bytes)
		follow_fields(n, BRIG_SECTION_INDEX_CODE, off, e.kind, 0);
	need_name(n, item->name);
}

/* Returns whether the name belongs to a kernel or function. */
static bool names_executable(const struct needs *n, struct str name)
{
	uint64_t i = 0;
	struct brig_entry e;

	return str_map_find(&n->by_name, name, &i) && brig_code_at(n->v, n->items[i - 1].off, &e) &&
	       is_executable(e.kind);
}

uint8_t *brig_print_needed(const struct brig_view *v, struct str name, struct diag *d)
{
	struct needs n = {.v = v};
	uint8_t *set = NULL;

	size_t data_len = (size_t)v->sections[BRIG_SECTION_INDEX_DATA].len;
	for (unsigned i = 0; i < ARRAY_LEN(n.lists); i++)
		n.lists[i] = mem_new(data_len / 4 + 1, 1);
	str_map_init(&n.by_name);
	collect_items(&n);
	if (names_executable(&n, name) && need_name(&n, name)) {
		while (n.pending_count > 0)
			follow_item(&n, n.pending[--n.pending_count]);
		set = mem_new((size_t)v->sections[BRIG_SECTION_INDEX_CODE].len / 4 + 1, 1);
		for (size_t i = 0; i < n.count; i++)
			set[n.items[i].off / 4] = n.items[i].needed;
	} else {
		diag_error(d, diag_in_file(v->file), "no kernel or function is named '" STR_FMT "'",
			STR_ARG(name));
	}
	str_map_release(&n.by_name);
	for (unsigned i = 0; i < ARRAY_LEN(n.lists); i++)
		mem_free(n.lists[i]);
	mem_free(n.items);
	mem_free(n.pending);
	return set;
}
