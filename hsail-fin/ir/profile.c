/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the blocks of a module count; see profile.h. */
#include "ir/profile.h"

/* What a block's instructions count, by kind, noted while it is decoded. */
struct fin_block_counts {
	uint32_t count[HSAEMU_PROFILE_KINDS], bytes[HSAEMU_PROFILE_KINDS];
};

/* ---- what an instruction is ----------------------------------------------------------------- */

static enum hsaemu_profile_kind class_by_type(const struct isa_inst *i)
{
	const struct isa_type *t = isa_type_find(i->type);

	if (t == NULL)
		return HSAEMU_PROFILE_OTHER;
	switch (t->kind) {
	case ISA_KIND_FLOAT:
		return HSAEMU_PROFILE_FLOAT;
	case ISA_KIND_PACKED_SIGNED:
	case ISA_KIND_PACKED_UNSIGNED:
	case ISA_KIND_PACKED_FLOAT:
		return HSAEMU_PROFILE_PACKED;
	default:
		return HSAEMU_PROFILE_INTEGER;
	}
}

/* Stands in lowerings.def for the class of the instruction's type; it is itself no class of
 * hsaemu/profile.h. */
#define HSAEMU_PROFILE_BY_TYPE HSAEMU_PROFILE_KINDS

static enum hsaemu_profile_kind class_of(const struct isa_inst *i, enum isa_lowering lowering)
{
	static const enum hsaemu_profile_kind classes[] = {
#define LOWER(id, decode, lower, wave, shape, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = HSAEMU_PROFILE_##profile,
#include "ir/lowerings.def"
	};

	if (i->opcode == BRIG_OPCODE_WAVEBARRIER)
		return HSAEMU_PROFILE_WAVEBARRIER;
	return classes[lowering] == HSAEMU_PROFILE_BY_TYPE ? class_by_type(i) : classes[lowering];
}

/* The kind of access to memory that the instruction is; HSAEMU_PROFILE_KINDS if it is none. */
static enum hsaemu_profile_kind access_of(const struct isa_inst *i, enum isa_lowering lowering)
{
	bool is_store = lowering == ISA_LOWER_STORE;

	if (lowering == ISA_LOWER_ATOMIC)
		return i->segment == BRIG_SEGMENT_GLOBAL  ? HSAEMU_PROFILE_GLOBAL_ATOMIC
		       : i->segment == BRIG_SEGMENT_GROUP ? HSAEMU_PROFILE_GROUP_ATOMIC
		                                          : HSAEMU_PROFILE_FLAT_ATOMIC;
	if (lowering != ISA_LOWER_LOAD && !is_store)
		return HSAEMU_PROFILE_KINDS;
	switch (i->segment) {
	case BRIG_SEGMENT_GLOBAL:
		return is_store ? HSAEMU_PROFILE_GLOBAL_STORE : HSAEMU_PROFILE_GLOBAL_LOAD;
	case BRIG_SEGMENT_GROUP:
		return is_store ? HSAEMU_PROFILE_GROUP_STORE : HSAEMU_PROFILE_GROUP_LOAD;
	case BRIG_SEGMENT_PRIVATE:
		return is_store ? HSAEMU_PROFILE_PRIVATE_STORE : HSAEMU_PROFILE_PRIVATE_LOAD;
	case BRIG_SEGMENT_SPILL:
		return is_store ? HSAEMU_PROFILE_SPILL_STORE : HSAEMU_PROFILE_SPILL_LOAD;
	case BRIG_SEGMENT_ARG:
		return is_store ? HSAEMU_PROFILE_ARG_STORE : HSAEMU_PROFILE_ARG_LOAD;
	case BRIG_SEGMENT_READONLY:
		return HSAEMU_PROFILE_READONLY_LOAD;
	case BRIG_SEGMENT_KERNARG:
		return HSAEMU_PROFILE_KERNARG_LOAD;
	default:
		return is_store ? HSAEMU_PROFILE_FLAT_STORE : HSAEMU_PROFILE_FLAT_LOAD;
	}
}

void fin_profile_note(struct fin_module *m, struct fin_block *b, const struct isa_inst *i,
	enum isa_lowering lowering)
{
	enum hsaemu_profile_kind access = access_of(i, lowering);

	if (b->counts == NULL)
		b->counts = ARENA_NEW(m->arena, struct fin_block_counts);
	b->counts->count[class_of(i, lowering)]++;
	if (access == HSAEMU_PROFILE_KINDS)
		return;
	b->counts->count[access]++;
	b->counts->bytes[access] +=
		isa_type_find(i->type)->bits / 8u *
		(i->operands[0].kind == ISA_OPND_VECTOR ? i->operands[0].count : 1u);
}

/* ---- instructions that count ---------------------------------------------------------------- */

static void add_entry(struct fin_profile *p, uint32_t counter, enum hsaemu_profile_kind kind,
	uint32_t count, uint32_t bytes)
{
	ARRAY_GROW(p->entries, p->entry_count, p->entry_cap);
	p->entries[p->entry_count++] = (struct hsaemu_profile_entry){counter, kind, count, bytes};
}

static struct fin_inst *counting(struct fin_function *f, const struct fin_block *b,
	enum fin_pseudo pseudo, uint32_t counter)
{
	struct fin_inst *i = ARENA_NEW(f->module->arena, struct fin_inst);

	i->lowering = ISA_LOWER_NOP;
	i->pseudo = pseudo;
	i->counter = counter;
	i->off = b->term.off;
	i->loc = b->term.loc;
	return i;
}

/* Adds an entry for each kind that the block has, which `items` work-items run. Returns how many
 * instructions it has. */
static uint32_t add_block_entries(struct fin_profile *p, const struct fin_block *b,
	uint32_t counter, uint32_t items)
{
	uint32_t all = 0;

	for (unsigned k = 0; k < HSAEMU_PROFILE_KINDS; k++) {
		if (b->counts->count[k] == 0)
			continue;
		add_entry(p, counter, (enum hsaemu_profile_kind)k, items * b->counts->count[k],
			items * b->counts->bytes[k]);
		all += k < HSAEMU_PROFILE_CLASSES ? b->counts->count[k] : 0;
	}
	return all;
}

/* Adds entries for the waves of a block of `all` instructions. */
static void add_wave_entries(struct fin_profile *p, const struct fin_block *b, uint32_t counter,
	uint32_t all)
{
	add_entry(p, counter, HSAEMU_PROFILE_WAVE_INSTRUCTION, all, 0);
	if (b->counts->count[HSAEMU_PROFILE_BRANCH] != 0)
		add_entry(p, counter, HSAEMU_PROFILE_WAVE_BRANCH, 1, 0);
}

static void count_block(struct fin_function *f, struct fin_block *b)
{
	struct fin_profile *p = f->module->profile;
	uint32_t counter = p->counter_count, all;
	struct fin_inst *i = counting(f, b, FIN_PSEUDO_COUNT, counter);

	add_block_entries(p, b, counter + FIN_COUNT_ITEMS, 1);
	all = add_block_entries(p, b, counter + FIN_COUNT_LANES, 1);
	add_entry(p, counter + FIN_COUNT_LANES, HSAEMU_PROFILE_LANE_INSTRUCTION, all, 0);
	add_wave_entries(p, b, counter + FIN_COUNT_WAVES, all);
	add_block_entries(p, b, counter + FIN_COUNT_WHOLE, HSAEMU_WAVESIZE);
	add_entry(p, counter + FIN_COUNT_WHOLE, HSAEMU_PROFILE_LANE_INSTRUCTION,
		HSAEMU_WAVESIZE * all, 0);
	add_wave_entries(p, b, counter + FIN_COUNT_WHOLE, all);
	p->counter_count += FIN_COUNTS;
	i->next = b->first;
	b->first = i;
	if (b->last == NULL)
		b->last = i;
}

static void count_divergence(struct fin_function *f, struct fin_block *b)
{
	struct fin_profile *p = f->module->profile;
	struct fin_inst *i;

	if ((b->term.kind != FIN_TERM_CBR && b->term.kind != FIN_TERM_SWITCH) ||
		b->counts->count[HSAEMU_PROFILE_BRANCH] == 0)
		return;
	i = counting(f, b, FIN_PSEUDO_BRANCH, p->counter_count);
	i->operand_count = 1;
	i->operands = ARENA_NEW(f->module->arena, struct fin_operand);
	i->operands[0] = (struct fin_operand){.kind = FIN_OPND_VALUES,
		.type = b->term.value_bits == 1    ? BRIG_TYPE_B1
	                : b->term.value_bits == 64 ? BRIG_TYPE_U64
	                                           : BRIG_TYPE_U32,
		.count = 1,
		.v = {b->term.value}};
	add_entry(p, p->counter_count++, HSAEMU_PROFILE_DIVERGENT_BRANCH, 1, 0);
	fin_block_append(b, i);
}

/* The address operand of an access to the global, readonly or flat segment, or NULL. */
static const struct fin_operand *address_of(const struct fin_inst *i)
{
	if (i->lowering != ISA_LOWER_LOAD && i->lowering != ISA_LOWER_STORE &&
		i->lowering != ISA_LOWER_ATOMIC)
		return NULL;
	switch (access_of(i->isa, i->lowering)) {
	case HSAEMU_PROFILE_GLOBAL_LOAD:
	case HSAEMU_PROFILE_GLOBAL_STORE:
	case HSAEMU_PROFILE_GLOBAL_ATOMIC:
	case HSAEMU_PROFILE_READONLY_LOAD:
	case HSAEMU_PROFILE_FLAT_LOAD:
	case HSAEMU_PROFILE_FLAT_STORE:
	case HSAEMU_PROFILE_FLAT_ATOMIC:
		for (unsigned k = 0; k < i->operand_count; k++)
			if (i->operands[k].kind == FIN_OPND_ADDRESS)
				return &i->operands[k];
		return NULL;
	default:
		return NULL;
	}
}

/* Puts an instruction before each access to the global, readonly or flat segment that looks the
 * page up in a model of the data TLB. */
static void look_up_pages(struct fin_function *f, struct fin_block *b)
{
	for (struct fin_inst **link = &b->first; *link != NULL; link = &(*link)->next) {
		const struct fin_operand *o = address_of(*link);
		struct fin_inst *i;

		if (o == NULL)
			continue;
		i = counting(f, b, FIN_PSEUDO_PAGE, f->module->profile->counter_count);
		f->module->profile->counter_count += HSAEMU_PROFILE_LASTS;
		i->isa = (*link)->isa;
		i->off = (*link)->off;
		i->loc = (*link)->loc;
		i->operand_count = 1;
		i->operands = ARENA_NEW(f->module->arena, struct fin_operand);
		i->operands[0] = *o;
		i->next = *link;
		*link = i;
		link = &i->next;
	}
}

void fin_profile_insert(struct fin_function *f)
{
	struct fin_profile *p = f->module->profile;
	struct hsaemu_profile_function *g;

	ARRAY_GROW(p->functions, p->function_count, p->function_cap);
	g = &p->functions[p->function_count++];
	*g = (struct hsaemu_profile_function){.name = (uint32_t)p->names.len,
		.is_kernel = f->is_kernel,
		.first_entry = (uint32_t)p->entry_count};
	buf_append(&p->names, f->name.p, f->name.n);
	buf_u8(&p->names, 0);
	for (size_t k = 0; k < f->block_count; k++) {
		struct fin_block *b = f->blocks[k];

		if (b->counts == NULL)
			continue;
		look_up_pages(f, b);
		count_block(f, b);
		count_divergence(f, b);
	}
	g->entry_count = (uint32_t)p->entry_count - g->first_entry;
}

void fin_profile_release(struct fin_profile *p)
{
	mem_free(p->functions);
	mem_free(p->entries);
	buf_release(&p->names);
}
