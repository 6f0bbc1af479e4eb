/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes code blocks: labels and branches become blocks, operands are resolved (PRM 18.5.2, 18.6).
 *
 * A label starts a block; a branch, ret, barrier or wavebarrier ends one. An scall becomes a switch
 * over blocks with one direct call each (PRM 10.7), so that the inliner sees only direct calls. */
#include "hsaemu/kernel_abi.h"
#include "ir/profile.h"
#include "front/front.h"

enum { REGISTER_KINDS = 4, MAX_REGISTERS = 2048 }; /* PRM 4.7: the kinds $c, $s, $d and $q */

struct body {
	struct fin_module *m;
	struct fin_function *f;
	struct isa_context isa;
	struct fin_block *cur; /* the block being filled; NULL after a terminator */
	const struct fin_loc *loc;
	/* by kind and number: index in fin_function.regs + 1, or 0 */
	uint32_t *regs[REGISTER_KINDS];
	uint32_t begin, end;
	struct fin_block **labels; /* by position in the code section: (offset - begin) / 4 */
	bool ok;
};

static struct fin_block *label_block(struct body *b, uint32_t off)
{
	struct fin_block **label;

	if (off < b->begin || off >= b->end)
		BUG("label at code+0x%x outside of the function", off);
	label = &b->labels[(off - b->begin) / 4];
	if (*label == NULL)
		*label = fin_block_new(b->f);
	return *label;
}

static struct fin_block *current(struct body *b)
{
	if (b->cur == NULL)
		b->cur = fin_block_new(b->f); /* unreachable code after a terminator */
	return b->cur;
}

/* Ends the current block with a terminator, which is returned. */
static struct fin_term *terminate(struct body *b, enum fin_term_kind kind, uint32_t succ_count,
	uint32_t off)
{
	struct fin_block *cur = current(b);

	fin_term_set(b->m, cur, kind, succ_count);
	cur->term.off = off;
	cur->term.loc = b->loc;
	b->cur = NULL;
	return &cur->term;
}

static void start_label(struct body *b, uint32_t off)
{
	struct fin_block *next = label_block(b, off);

	if (b->cur != NULL)
		terminate(b, FIN_TERM_BR, 1, off)->succ[0] = next;
	b->cur = next;
}

/* ---- operands ------------------------------------------------------------------------------- */

static struct brig_operand operand_at(const struct body *b, uint32_t off)
{
	struct brig_operand o;

	if (!brig_operand_at(b->m->view, off, &o))
		BUG("operand at operand+0x%x after verification", off);
	return o;
}

static struct brig_list list_at(const struct body *b, uint32_t data_off)
{
	struct brig_list l;

	if (!brig_list(b->m->view, data_off, &l))
		BUG("list at data+0x%x after verification", data_off);
	return l;
}

static uint32_t register_index(struct body *b, uint16_t kind, uint16_t number)
{
	uint32_t *slot;

	if (kind >= REGISTER_KINDS || number >= MAX_REGISTERS)
		BUG("register %u:%u after verification", kind, number);
	slot = &b->regs[kind][number];
	if (*slot == 0)
		*slot = fin_reg_new(b->f, (struct fin_reg){(uint8_t)isa_register_bits(kind),
						  isa_register_letter(kind), number}) +
		        1;
	return *slot - 1;
}

static struct fin_value constant(const struct body *b, const struct brig_operand *o)
{
	struct fin_value v = {.kind = FIN_VALUE_IMM};
	struct str bytes;

	if (!brig_data(b->m->view, o->u.constant.bytes, &bytes))
		BUG("constant at data+0x%x after verification", o->u.constant.bytes);
	v.lo = brig_constant_u64(bytes);
	if (bytes.n > 8)
		v.hi = brig_constant_u64(str_skip(bytes, 8));
	return v;
}

static struct fin_value element(struct body *b, const struct brig_operand *o)
{
	if (o->kind == BRIG_KIND_OPERAND_REGISTER)
		return (struct fin_value){.kind = FIN_VALUE_REG,
			.reg = register_index(b, o->u.reg.reg_kind, o->u.reg.number)};
	if (o->kind == BRIG_KIND_OPERAND_WAVESIZE)
		return (struct fin_value){.kind = FIN_VALUE_IMM, .lo = HSAEMU_WAVESIZE};
	return constant(b, o);
}

static void resolve_address(struct body *b, const struct brig_operand_address *a,
	struct fin_operand *out)
{
	out->kind = FIN_OPND_ADDRESS;
	out->local = FIN_NO_LOCAL;
	out->offset = a->offset;
	if (a->symbol != 0) {
		const struct fin_variable *v = fin_variable_at(b->m, a->symbol);

		if (v->segment == BRIG_SEGMENT_GLOBAL || v->segment == BRIG_SEGMENT_READONLY)
			out->global = v;
		else
			out->local = fin_local_of(b->f, v);
	}
	if (a->reg != 0) {
		struct brig_operand r = operand_at(b, a->reg);

		out->has_reg = true;
		out->reg = register_index(b, r.u.reg.reg_kind, r.u.reg.number);
	}
}

static void resolve_vector(struct body *b, uint32_t elements, struct fin_operand *out)
{
	struct brig_list l = list_at(b, elements);

	out->kind = FIN_OPND_VALUES;
	out->is_vector = true;
	out->count = (uint8_t)l.count;
	for (uint32_t i = 0; i < l.count && i < ARRAY_LEN(out->v); i++) {
		struct brig_operand o = operand_at(b, brig_list_at(&l, i));

		out->v[i] = element(b, &o);
	}
}

/* Sets all of *out but its type, which the caller has set. */
static void resolve_operand(struct body *b, uint32_t off, struct fin_operand *out)
{
	struct brig_operand o = operand_at(b, off);

	switch (o.kind) {
	case BRIG_KIND_OPERAND_REGISTER:
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
	case BRIG_KIND_OPERAND_WAVESIZE:
		out->kind = FIN_OPND_VALUES;
		out->count = 1;
		out->v[0] = element(b, &o);
		if (out->type == BRIG_TYPE_B1 && o.kind == BRIG_KIND_OPERAND_WAVESIZE)
			out->v[0].lo = 1; /* a number is true unless it is 0 */
		break;
	case BRIG_KIND_OPERAND_OPERAND_LIST:
		resolve_vector(b, o.u.list.elements, out);
		break;
	case BRIG_KIND_OPERAND_ADDRESS:
		resolve_address(b, &o.u.address, out);
		break;
	default: /* the users of labels, functions, fbarriers and lists resolve these */
		break;
	}
}

/* ---- calls ---------------------------------------------------------------------------------- */

static struct fin_arg *arguments(struct body *b, uint32_t operand, uint32_t *count)
{
	struct brig_operand o = operand_at(b, operand);
	struct brig_list l = list_at(b, o.u.list.elements);
	struct fin_arg *args = ARENA_ARRAY(b->m->arena, struct fin_arg, l.count);

	for (uint32_t i = 0; i < l.count; i++)
		args[i] = (struct fin_arg){
			fin_local_of(b->f, fin_variable_at(b->m, brig_list_at(&l, i))),
			FIN_IN_MEMORY};
	*count = l.count;
	return args;
}

static struct fin_call *append_call(struct body *b, struct fin_block *block,
	const struct fin_inst *like, uint32_t callee, uint32_t out_operand, uint32_t in_operand)
{
	struct fin_inst *i = ARENA_NEW(b->m->arena, struct fin_inst);
	struct fin_call *c = ARENA_NEW(b->m->arena, struct fin_call);

	*i = *like;
	i->lowering = ISA_LOWER_CALL;
	i->operand_count = 0;
	i->call = c;
	c->callee = fin_function_at(b->m, callee);
	c->out = arguments(b, out_operand, &c->out_count);
	c->in = arguments(b, in_operand, &c->in_count);
	fin_block_append(block, i);
	return c;
}

static uint32_t code_ref(struct body *b, uint32_t operand)
{
	return operand_at(b, operand).u.code_ref.ref;
}

/* The operands of an icall are: out, handle, in, signature. */
static void decode_icall(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	struct fin_block *block = current(b);

	append_call(b, block, i, code_ref(b, offs[3]), offs[0], offs[2])->indirect = true;
	block->last->operand_count = 1;
	block->last->operands = &i->operands[1];
}

/* The operands of an scall are: out, index, in, functions. */
static void decode_scall(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	struct brig_operand functions = operand_at(b, offs[3]);
	struct brig_list l = list_at(b, functions.u.list.elements);
	struct fin_block *after = fin_block_new(b->f);
	struct fin_term *t = terminate(b, FIN_TERM_SWITCH, l.count, i->off);

	t->value = i->operands[1].v[0];
	t->value_bits = isa_type_find(i->isa->type)->bits;
	t->width = i->isa->width;
	for (uint32_t k = 0; k < l.count; k++) {
		struct fin_block *block = fin_block_new(b->f);

		t->succ[k] = block;
		append_call(b, block, i, brig_list_at(&l, k), offs[0], offs[2]);
		fin_term_set(b->m, block, FIN_TERM_BR, 1);
		block->term.succ[0] = after;
	}
	b->cur = after;
}

/* ---- control flow --------------------------------------------------------------------------- */

static void decode_cbr(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	uint32_t label = code_ref(b, offs[1]);
	struct fin_block *next = fin_block_new(b->f);
	struct fin_term *t = terminate(b, FIN_TERM_CBR, 2, i->off);

	t->value = i->operands[0].v[0];
	t->value_bits = 1;
	t->width = i->isa->width;
	t->succ[0] = label_block(b, label);
	t->succ[1] = next;
	b->cur = next;
}

static void decode_sbr(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	struct brig_operand labels = operand_at(b, offs[1]);
	struct brig_list l = list_at(b, labels.u.list.elements);
	struct fin_term *t = terminate(b, FIN_TERM_SWITCH, l.count, i->off);

	t->value = i->operands[0].v[0];
	t->value_bits = isa_type_find(i->isa->type)->bits;
	t->width = i->isa->width;
	for (uint32_t k = 0; k < l.count; k++)
		t->succ[k] = label_block(b, brig_list_at(&l, k));
}

static void place_barrier(struct body *b, uint32_t off, bool of_wave, uint8_t width)
{
	struct fin_block *next = fin_block_new(b->f);
	struct fin_term *t = terminate(b, FIN_TERM_BARRIER, 1, off);

	t->succ[0] = next;
	t->of_wave = of_wave;
	t->width = width;
	b->f->has_barrier = true;
	b->cur = next;
}

static void decode_barrier(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	(void)offs;
	place_barrier(b, i->off, i->isa->opcode == BRIG_OPCODE_WAVEBARRIER, i->isa->width);
}

/* The instruction stands between two wavebarriers, because a wave executes it as one (PRM 11.2.2):
 * after all that its lanes do before, and before all that they do after it. */
static void decode_exception(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	(void)offs;
	place_barrier(b, i->off, true, BRIG_WIDTH_WAVESIZE);
	fin_block_append(current(b), i);
	place_barrier(b, i->off, true, BRIG_WIDTH_WAVESIZE);
}

/* An fbarrier that is named by its directive becomes the address of the group variable that it is
 * kept in. */
static void resolve_fbarriers(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	for (unsigned k = 0; k < i->operand_count; k++) {
		const struct fin_variable *v;

		if (i->operands[k].kind != FIN_OPND_NONE)
			continue;
		v = fin_variable_at(b->m, code_ref(b, offs[k]));
		i->operands[k].kind = FIN_OPND_ADDRESS;
		i->operands[k].local = fin_local_of(b->f, v);
	}
}

/* Whether the instruction may leave no code behind that a debugger can stop at: control flow, calls
 * that are inlined, and instructions without operands. */
static bool may_vanish(const struct fin_inst *i)
{
	return i->operand_count == 0 || i->lowering == ISA_LOWER_BR ||
	       i->lowering == ISA_LOWER_CBR || i->lowering == ISA_LOWER_SBR ||
	       i->lowering == ISA_LOWER_CALL || i->lowering == ISA_LOWER_SCALL ||
	       i->lowering == ISA_LOWER_ICALL;
}

static void append_stop(struct body *b, const struct fin_inst *like)
{
	struct fin_inst *i = ARENA_NEW(b->m->arena, struct fin_inst);

	i->lowering = ISA_LOWER_NOP;
	i->pseudo = FIN_PSEUDO_NOP;
	i->off = like->off;
	i->loc = like->loc;
	fin_block_append(current(b), i);
}

/* ---- the column `decode` of lowerings.def --------------------------------------------------- */

static void decode_append(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	(void)offs;
	fin_block_append(current(b), i);
}

static void decode_drop(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	(void)b;
	(void)i;
	(void)offs;
}

static void decode_br(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	terminate(b, FIN_TERM_BR, 1, i->off)->succ[0] = label_block(b, code_ref(b, offs[0]));
}

static void decode_ret(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	(void)offs;
	terminate(b, FIN_TERM_RET, 0, i->off);
}

static void decode_call(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	append_call(b, current(b), i, code_ref(b, offs[1]), offs[0], offs[2]);
}

static void decode_fbarrier(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	resolve_fbarriers(b, i, offs);
	fin_block_append(current(b), i);
}

static void decode_alloca(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	b->f->has_alloca = true;
	decode_append(b, i, offs);
}

/* Appends the instruction, or ends blocks by it, as the column says. */
static void place_inst(struct body *b, struct fin_inst *i, const uint32_t *offs)
{
	static void (*const decoders[])(struct body *b, struct fin_inst *i,
		const uint32_t *offs) = {
#define LOWER(id, decode, lower, wave, shape, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = decode_##decode,
#include "ir/lowerings.def"
	};

	decoders[i->lowering](b, i, offs);
}

/* ---- the small machine model ---------------------------------------------------------------- */

/* In the small machine model host addresses have 32 bits (PRM 2.9), and the memory that they name
 * lies below 4 GiB. An address with a register is computed modulo 2^32 by instructions of its own,
 * and then extended to 64 bits; all later passes see only the large model. */

static uint32_t new_reg(struct body *b, uint8_t bits)
{
	return fin_reg_new(b->f, (struct fin_reg){bits, 'v', 0});
}

/* Appends an instruction that computes operands[0] from the others, at the place of `like`. */
static void append_helper(struct body *b, const struct fin_inst *like, enum isa_lowering lowering,
	struct isa_inst isa, const struct fin_operand *operands, uint8_t count)
{
	fin_block_append(current(b), fin_inst_new(b->m, like, lowering, isa, operands, count));
}

static uint32_t convert(struct body *b, const struct fin_inst *like, uint32_t reg, uint16_t to,
	uint16_t from)
{
	uint32_t r = new_reg(b, to == BRIG_TYPE_U64 ? 64 : 32);
	struct fin_operand o[] = {fin_reg_operand(r, to, true), fin_reg_operand(reg, from, false)};

	append_helper(b, like, ISA_LOWER_CVT,
		(struct isa_inst){.opcode = BRIG_OPCODE_CVT, .type = to, .source_type = from}, o,
		2);
	return r;
}

static uint32_t add(struct body *b, const struct fin_inst *like, uint32_t reg, struct fin_value v)
{
	uint32_t r = new_reg(b, 32);
	struct fin_operand o[] = {fin_reg_operand(r, BRIG_TYPE_U32, true),
		fin_reg_operand(reg, BRIG_TYPE_U32, false),
		fin_reg_operand(reg, BRIG_TYPE_U32, false)};

	o[2].v[0] = v;
	append_helper(b, like, ISA_LOWER_ARITH,
		(struct isa_inst){.opcode = BRIG_OPCODE_ADD, .type = BRIG_TYPE_U32}, o, 3);
	return r;
}

/* A register with the address that the operand has without its register. */
static uint32_t symbol_address(struct body *b, const struct fin_inst *like,
	const struct fin_operand *a)
{
	uint32_t r = new_reg(b, 64);
	struct fin_operand o[] = {fin_reg_operand(r, BRIG_TYPE_U64, true), *a};

	o[1].has_reg = false;
	append_helper(b, like, ISA_LOWER_LDA,
		(struct isa_inst){.opcode = BRIG_OPCODE_LDA,
			.type = BRIG_TYPE_U64,
			.segment = like->isa->segment},
		o, 2);
	return convert(b, like, r, BRIG_TYPE_U32, BRIG_TYPE_U64);
}

static bool is_host_segment(uint8_t segment)
{
	return segment != BRIG_SEGMENT_GROUP && segment != BRIG_SEGMENT_PRIVATE &&
	       segment != BRIG_SEGMENT_SPILL && segment != BRIG_SEGMENT_ARG;
}

static void widen_address(struct body *b, const struct fin_inst *i, struct fin_operand *a)
{
	bool symbol = a->global != NULL || a->local != FIN_NO_LOCAL;
	struct fin_value reg = {.kind = FIN_VALUE_REG, .reg = a->reg};
	struct fin_value constant = {.kind = FIN_VALUE_IMM, .lo = (uint32_t)a->offset};
	uint32_t r = a->reg;

	if (!a->has_reg) {
		if (!symbol)
			a->offset = (uint32_t)a->offset;
		return;
	}
	if (symbol)
		r = add(b, i, symbol_address(b, i, a), reg);
	else if (constant.lo != 0)
		r = add(b, i, r, constant);
	*a = (struct fin_operand){.kind = FIN_OPND_ADDRESS,
		.type = a->type,
		.local = FIN_NO_LOCAL,
		.has_reg = true,
		.reg = convert(b, i, r, BRIG_TYPE_U64, BRIG_TYPE_U32)};
}

static void widen_addresses(struct body *b, struct fin_inst *i)
{
	for (unsigned k = 0; k < i->operand_count; k++) {
		struct fin_operand *o = &i->operands[k];

		if (o->kind == FIN_OPND_ADDRESS && is_host_segment(i->isa->segment))
			widen_address(b, i, o);
		else if (i->lowering == ISA_LOWER_ICALL &&
			 o->kind == FIN_OPND_VALUES) /* the handle of the function that is called */
			*o = fin_reg_operand(convert(b, i, o->v[0].reg, BRIG_TYPE_U64,
						     BRIG_TYPE_U32),
				BRIG_TYPE_U64, false);
	}
}

/* ---- instructions --------------------------------------------------------------------------- */

static void decode_inst(struct body *b, struct brig_entry *e)
{
	struct isa_inst *isa = ARENA_NEW(b->m->arena, struct isa_inst);
	struct fin_inst *i = ARENA_NEW(b->m->arena, struct fin_inst);
	uint32_t offs[ISA_MAX_OPERANDS];
	struct isa_mismatch why;
	const struct isa_form *form;

	if (!brig_inst_operands(b->m->view, e, &e->u.inst.inst, offs))
		BUG("operands of code+0x%x after verification", e->off);
	*isa = e->u.inst.inst;
	form = isa_match(isa, e->kind, &b->isa, &why);
	if (form == NULL)
		BUG("code+0x%x matches no form after verification: %s", e->off, why.message);
	i->isa = isa;
	i->lowering = isa_form_opcode(form)->lowering;
	i->off = e->off;
	i->loc = b->loc;
	i->operand_count = isa->operand_count;
	i->operands = ARENA_ARRAY(b->m->arena, struct fin_operand, isa->operand_count);
	for (unsigned k = 0; k < isa->operand_count; k++) {
		i->operands[k].type = isa_form_operand_type(form, isa, k);
		resolve_operand(b, offs[k], &i->operands[k]);
		i->operands[k].is_dest = isa_form_operand_is_dest(form, k);
	}
	b->m->classes[isa->equiv / 64] |= (uint64_t)1 << isa->equiv % 64;
	if (b->m->profile != NULL)
		fin_profile_note(b->m, current(b), isa, i->lowering);
	if (!b->m->large)
		widen_addresses(b, i);
	if (b->m->step_by_step && may_vanish(i))
		append_stop(b, i);
	place_inst(b, i, offs);
}

/* ---- directives ----------------------------------------------------------------------------- */

static uint64_t control_value(struct body *b, const struct brig_list *l, uint32_t i)
{
	struct brig_operand o = operand_at(b, brig_list_at(l, i));

	return element(b, &o).lo;
}

/* The bits of `mask` that stand for exceptions. In the Base profile no policy can be enabled (PRM
 * 12.2). */
static uint32_t exception_mask(struct body *b, uint32_t off, uint32_t mask)
{
	mask &= 0x1f;
	if (mask != 0 && b->m->header.profile == BRIG_PROFILE_BASE) {
		diag_error(b->m->diag, fin_place(b->m, off),
			"the Base profile has no exception policies, only 0 is allowed (PRM 12.2)");
		b->ok = false;
	}
	return mask;
}

static void decode_control(struct body *b, uint32_t off, const struct brig_directive_control *c)
{
	struct brig_list l = list_at(b, c->operands);
	struct fin_control *k = &b->f->control;
	uint32_t first = l.count > 0 ? (uint32_t)control_value(b, &l, 0) : 0;

	switch ((enum BrigControlDirective)c->control) {
	case BRIG_CONTROL_ENABLEBREAKEXCEPTIONS:
		k->break_mask |= exception_mask(b, off, first);
		break;
	case BRIG_CONTROL_ENABLEDETECTEXCEPTIONS:
		k->detect_mask |= exception_mask(b, off, first);
		break;
	case BRIG_CONTROL_MAXDYNAMICGROUPSIZE:
		k->has_dynamic_group = true;
		k->max_dynamic_group = first;
		break;
	case BRIG_CONTROL_MAXFLATWORKGROUPSIZE:
		k->max_flat_wg = first;
		break;
	case BRIG_CONTROL_REQUIREDDIM:
		k->required_dim = first;
		break;
	case BRIG_CONTROL_REQUIREDWORKGROUPSIZE:
		for (uint32_t i = 0; i < 3 && i < l.count; i++)
			k->required_wg[i] = (uint32_t)control_value(b, &l, i);
		break;
	case BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS:
		k->no_partial_groups = true;
		break;
	case BRIG_CONTROL_MAXFLATGRIDSIZE:
		k->max_flat_grid = control_value(b, &l, 0);
		break;
	case BRIG_CONTROL_REQUIREDGRIDSIZE:
		for (uint32_t i = 0; i < 3 && i < l.count; i++)
			k->required_grid[i] = control_value(b, &l, i);
		break;
	case BRIG_CONTROL_NONE:
		break;
	}
}

static const struct fin_loc *decode_loc(struct body *b, const struct brig_directive_loc *l)
{
	struct fin_loc *loc = ARENA_NEW(b->m->arena, struct fin_loc);

	if (!brig_data(b->m->view, l->filename, &loc->file))
		BUG("file name at data+0x%x after verification", l->filename);
	loc->line = l->line;
	loc->column = l->column;
	return loc;
}

static void decode_entry(struct body *b, struct brig_entry *e)
{
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_LABEL:
		start_label(b, e->off);
		break;
	case BRIG_KIND_DIRECTIVE_LOC:
		b->loc = decode_loc(b, &e->u.loc);
		if (b->f->loc == NULL)
			b->f->loc = b->loc;
		break;
	case BRIG_KIND_DIRECTIVE_CONTROL:
		decode_control(b, e->off, &e->u.control);
		break;
	default:
		if (brig_is_inst(e))
			decode_inst(b, e);
		/* comments, pragmas, arg block brackets, variables and fbarriers have no code */
		break;
	}
}

bool fin_decode_body(struct fin_function *f, uint32_t begin, uint32_t end)
{
	struct fin_module *m = f->module;
	struct body b = {.m = m, .f = f, .begin = begin, .end = end, .ok = true};

	b.isa = (struct isa_context){m->header.profile, m->header.machine_model, true};
	for (unsigned k = 0; k < REGISTER_KINDS; k++)
		b.regs[k] = ARENA_ARRAY(m->arena, uint32_t, MAX_REGISTERS);
	b.labels = mem_new((end - begin) / 4 + 1, sizeof *b.labels);
	b.cur = fin_block_new(f);
	for (uint32_t off = begin; off < end && !diag_at_limit(m->diag);) {
		struct brig_entry e;

		if (!brig_code_at(m->view, off, &e))
			BUG("entry at code+0x%x after verification", off);
		decode_entry(&b, &e);
		off += e.bytes;
	}
	if (b.cur != NULL)
		terminate(&b, FIN_TERM_RET, 0, end);
	if (m->profile != NULL)
		fin_profile_insert(f);
	mem_free(b.labels);
	return b.ok;
}
