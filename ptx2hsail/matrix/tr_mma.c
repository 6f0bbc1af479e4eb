/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix instructions (PTX ISA 9.7.14): mma, mma.sp, wmma, ldmatrix, stmatrix and movmatrix become
 * calls of functions, one for each shape and type in the module (mma_text.c). */
#include "matrix/mma.h"
#include "base/tr.h"

/* ---- what an instruction says ------------------------------------------------------------ */

static bool read_number(struct str *s, unsigned *log)
{
	unsigned n = 0;
	size_t i = 1;
	for (; i < s->n && s->p[i] >= '0' && s->p[i] <= '9' && n < 1000; i++)
		n = n * 10 + (unsigned)(s->p[i] - '0');
	*s = str_skip(*s, i);
	*log = 0;
	while (1u << *log < n)
		++*log;
	return n != 0 && 1u << *log == n;
}

/* m16n8k16 */
static bool read_shape(struct str s, struct mma *m)
{
	static const char order[] = "mnk";
	for (unsigned i = 0; i < 3; i++)
		if (s.n < 2 || s.p[0] != order[i] || !read_number(&s, &m->log[i]))
			return false;
	return s.n == 0;
}

static enum mma_type read_type(struct str s)
{
	unsigned t = MMA_NONE + 1;
	while (t < MMA_TYPE_COUNT && !str_is(s, mma_types[t].text))
		t++;
	return t < MMA_E2M1_PACKED ? (enum mma_type)t : MMA_NONE;
}

struct words {
	bool has_shape;
	enum mma_type types[4];
	unsigned type_count, scales; /* of .scale_vec */
	bool is_scaled;
	bool by_column[2];
	unsigned order_count;
	char matrix; /* of wmma.load and store */
	bool is_store, trans, popc;
	struct str space;
	unsigned count; /* .x1, .x2, .x4 */
	enum mma_tile tile;
	unsigned bits;    /* of an element of a tile */
	bool is_unpacked; /* .b8x16 */
};

static bool read_word(struct str s, struct words *w, struct mma *m)
{
	static const char *const known[] = {"sync", "aligned", "mma", "load", "rn", "and"};
	static const char *const tiles[] = {"", "m8n8", "m16n16", "m8n16", "m16n8"};
	static const struct {
		const char *text;
		unsigned bits;
	} formats[] = {{"b16", 16}, {"b8", 8}, {"b8x16", 8}, {"b6x16_p32", 6}, {"b4x16_p64", 4}};
	static const char *const kinds[] = {
		"", "kind::f8f6f4", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"};
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (str_is(s, known[i]))
			return true;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (str_is(s, kinds[i])) {
			m->kind = (enum mma_kind)i;
			return true;
		}
	for (size_t i = 0; i < ARRAY_LEN(tiles); i++)
		if (str_is(s, tiles[i])) {
			w->tile = (enum mma_tile)i;
			return true;
		}
	for (size_t i = 0; i < ARRAY_LEN(formats); i++)
		if (str_is(s, formats[i].text)) {
			w->bits = formats[i].bits; /* the last one is that of memory */
			w->is_unpacked |= str_is(s, "b8x16");
			return true;
		}
	if (str_starts(s, STR("scale_vec::"))) {
		w->scales = str_is(s, "scale_vec::1X") ? 1 : str_is(s, "scale_vec::2X") ? 2 : 4;
		return w->scales != 4 || str_is(s, "scale_vec::4X");
	}
	enum mma_type type = read_type(s);
	if (type != MMA_NONE) {
		if (w->type_count == ARRAY_LEN(w->types))
			return false;
		w->types[w->type_count++] = type;
	} else if (str_is(s, "row") || str_is(s, "col")) {
		if (w->order_count == ARRAY_LEN(w->by_column))
			return false;
		w->by_column[w->order_count++] = str_is(s, "col");
	} else if (s.n == 1 && strchr("abcd", s.p[0]) != NULL) {
		w->matrix = s.p[0];
	} else if (s.n == 2 && s.p[0] == 'x' && strchr("124", s.p[1]) != NULL) {
		w->count = (unsigned)(s.p[1] - '0');
	} else if (str_is(s, "store")) {
		w->is_store = true;
	} else if (str_is(s, "satfinite")) {
		m->saturates = true;
	} else if (str_is(s, "sp") || str_is(s, "sp::ordered_metadata")) {
		m->is_sparse = true;
	} else if (str_is(s, "block_scale")) {
		w->is_scaled = true;
	} else if (str_is(s, "ue8m0")) {
		m->scale = MMA_SCALE_UE8M0;
	} else if (str_is(s, "ue4m3")) {
		m->scale = MMA_SCALE_UE4M3;
	} else if (str_is(s, "trans")) {
		w->trans = true;
	} else if (str_is(s, "popc")) {
		w->popc = true;
	} else if (str_is(s, "xor")) {
		m->is_xor = true;
	} else if (ptx_space_by_name(s) != PTX_SPACE_NONE) {
		w->space = s;
	} else {
		w->has_shape = read_shape(s, m);
		return w->has_shape;
	}
	return true;
}

static bool read_words(struct tr *t, struct words *w, struct mma *m)
{
	*w = (struct words){0};
	*m = (struct mma){.is_wmma = str_is(t->inst->root, "wmma")};
	for (unsigned i = 0; i < t->inst->mod_count; i++)
		if (!read_word(t->inst->mods[i], w, m))
			return false;
	return true;
}

/* ---- which shapes there are -------------------------------------------------------------- */

enum form { FORM_MMA, FORM_WMMA, FORM_SPARSE };
struct shape { /* of A and B, one element type for several */
	enum form form;
	unsigned m, n, k;
	const char *types;
};
static const struct shape shapes[] = {
#define SHAPE(form, m, n, k, types) {FORM_##form, m, n, k, types},
#include "matrix/mma.def"
};

static bool has_word(const char *words, const char *word)
{
	struct str all = str_from(words), w = str_from(word);
	for (size_t i = 0; i + w.n <= all.n; i++)
		if ((i == 0 || all.p[i - 1] == ' ') &&
			(i + w.n == all.n || all.p[i + w.n] == ' ') &&
			memcmp(all.p + i, w.p, w.n) == 0)
			return true;
	return false;
}

static bool is_shape(const struct mma *m, enum mma_type type)
{
	enum form form = m->is_wmma ? FORM_WMMA : m->is_sparse ? FORM_SPARSE : FORM_MMA;
	for (size_t i = 0; i < ARRAY_LEN(shapes); i++) {
		const struct shape *s = &shapes[i];
		if (s->form == form && s->m == 1u << m->log[0] && s->n == 1u << m->log[1] &&
			s->k == 1u << m->log[2] && has_word(s->types, mma_types[type].text))
			return true;
	}
	return false;
}

static enum mma_type sum_type(enum mma_type type)
{
	return type == MMA_F64 ? MMA_F64 : mma_types[type].is_integer ? MMA_S32 : MMA_F32;
}

static bool is_quad(const struct mma *m)
{
	return !m->is_wmma && m->log[0] == 3 && m->types[MMA_A] == MMA_F16;
}

static void set_quads(struct mma *m)
{
	for (int x = MMA_A; x < MMA_MATRIX_COUNT; x++) {
		bool is_sum = x == MMA_C || x == MMA_D;
		bool along = m->by_column[x] == (x == MMA_B);
		fragment_quad(&m->fragments[x],
			is_sum  ? m->types[x] == MMA_F16 ? FRAGMENT_QUAD_F16 : FRAGMENT_QUAD_F32
			: along ? FRAGMENT_QUAD_ALONG
				: FRAGMENT_QUAD_ACROSS);
	}
}

static bool is_mini(enum mma_type type)
{
	return mma_types[type].own != 0;
}

/* What .kind, block scales and types of fewer than 16 bits have to do with each other. */
static bool kind_fits(const struct mma *m)
{
	enum mma_type a = m->types[MMA_A];
	bool narrow = a != MMA_E4M3 && a != MMA_E5M2;
	narrow |= m->types[MMA_B] != MMA_E4M3 && m->types[MMA_B] != MMA_E5M2;
	switch (m->kind) {
	case MMA_KIND_NONE:
		return m->scales == 0 && (!is_mini(a) || !narrow);
	case MMA_KIND_F8F6F4:
		return m->scales == 0 && is_mini(a) && m->log[2] == 5u + m->is_sparse;
	case MMA_KIND_MXF8F6F4:
		return m->scales == 1 && m->scale == MMA_SCALE_UE8M0 && is_mini(a) &&
		       m->log[2] == 5u + m->is_sparse;
	case MMA_KIND_MXF4:
		return m->scales == 2 && m->scale == MMA_SCALE_UE8M0 && a == MMA_E2M1_PACKED;
	case MMA_KIND_MXF4NVF4:
		return a == MMA_E2M1_PACKED &&
		       (m->scales == 4 || (m->scales == 2 && m->scale == MMA_SCALE_UE8M0));
	}
	BUG("kind %d", (int)m->kind);
}

/* Types of all four matrices, and where their elements are. False for what does not exist. */
static bool complete(struct mma *m)
{
	enum mma_type a = m->types[MMA_A], b = m->types[MMA_B], c = m->types[MMA_C];
	bool same_kind = mma_types[a].bits == mma_types[b].bits &&
	                 mma_types[a].is_integer == mma_types[b].is_integer &&
	                 (mma_types[a].is_integer || a == b || (is_mini(a) && is_mini(b)));
	bool halves = (a == MMA_F16 || (is_mini(a) && m->scales == 0 && m->types[MMA_D] == c)) &&
	              (c == MMA_F16 || c == MMA_F32) &&
	              (m->types[MMA_D] == MMA_F16 || m->types[MMA_D] == MMA_F32);
	if (!is_shape(m, a) || !is_shape(m, b) || !same_kind || !kind_fits(m) ||
		(!halves && (c != sum_type(a) || m->types[MMA_D] != c)))
		return false;
	if (is_quad(m)) {
		set_quads(m);
		return true;
	}
	if (!m->is_wmma && (m->by_column[MMA_A] || !m->by_column[MMA_B]))
		return false;
	fragment_init(&m->fragments[MMA_A], m->log[0], m->log[2] - m->is_sparse,
		mma_types[a].packed);
	fragment_init(&m->fragments[MMA_B], m->log[1], m->log[2], mma_types[b].packed);
	fragment_init(&m->fragments[MMA_C], m->log[0], m->log[1], 1);
	m->fragments[MMA_D] = m->fragments[MMA_C];
	return true;
}

/* ---- calls ------------------------------------------------------------------------------- */

/* "_f8f6f4" of kind::f8f6f4 */
static void put_word(struct buf *b, struct str s)
{
	for (size_t i = 0; i + 1 < s.n; i++)
		if (s.p[i] == ':' && s.p[i + 1] == ':') {
			s = str_skip(s, i + 2);
			break;
		}
	buf_printf(b, "_" STR_FMT, STR_ARG(s));
}

/* "%mma_m16n8k16_row_col_f32_f16_f16_f32": the instruction, but for words that do not matter. */
static const char *function_name(struct tr *t, struct str space)
{
	struct buf b = BUF_INIT;
	buf_printf(&b, "%%" STR_FMT, STR_ARG(t->inst->root));
	for (unsigned i = 0; i < t->inst->mod_count; i++) {
		struct str s = t->inst->mods[i];
		if (!str_is(s, "sync") && !str_is(s, "aligned") &&
			ptx_space_by_name(s) == PTX_SPACE_NONE)
			put_word(&b, s);
	}
	if (space.n != 0)
		buf_printf(&b, "_" STR_FMT, STR_ARG(space));
	struct str name = str_dup(&t->arena, buf_slice(&b));
	buf_release(&b);
	return arena_printf(&t->arena, STR_FMT, STR_ARG(name));
}

enum { MOST_REGISTERS = 8 };

/* {r0, r1, ...}, or one alone; those that a fragment does not use are left out. */
static bool registers(struct tr *t, const struct ptx_operand *o, unsigned written, unsigned used,
	enum ptx_type type, bool is_dest, struct hir_op *out)
{
	struct tr_elements e;
	if (written == 1 && o->kind != PTX_OPND_VECTOR) {
		e.operands[0] = o;
		e.count = 1;
	} else if (!tr_elements(t, o, written, &e)) {
		return false;
	}
	for (unsigned i = 0; i < used; i++) {
		bool ok = is_dest ? tr_dest(t, e.operands[i], type, &out[i])
		                  : tr_source(t, e.operands[i], type, &out[i]);
		if (!ok)
			return false;
	}
	return true;
}

static bool fragment_registers(struct tr *t, const struct mma *m, enum mma_matrix x,
	const struct ptx_operand *o, struct hir_op *out, unsigned *count)
{
	*count = 1u << (m->fragments[x].element_bits - mma_packed(m, x));
	return registers(t, o, mma_registers(m, x), *count,
		m->types[x] == MMA_F64 ? PTX_B64 : PTX_B32, x == MMA_D, out);
}

static void copy_unused(struct tr *t, const struct mma *m, enum mma_matrix x,
	const struct ptx_operand *o, unsigned used)
{
	struct tr_elements e;
	struct hir_op d;
	unsigned all = mma_registers(m, x);
	if (all == used || !tr_elements(t, o, all, &e))
		return;
	for (unsigned i = used; i < all; i++) {
		struct tr_env env = {.type = PTX_B32};
		if (!tr_dest(t, e.operands[i], PTX_B32, &d))
			return;
		tr_env_bind(&env, 'D', d, PTX_B32);
		tr_seq(t, SEQ_BFE_ZERO, &env);
	}
}

static struct func *function_of(struct tr *t, const char *name, const struct buf *text)
{
	struct func *f = tr_library_find(t, str_from(name));
	return f != NULL ? f : tr_library_add(t, str_from(name), buf_slice(text));
}

/* e, f of mma.sp: metadata, selector. */
static bool sparse_operands(struct tr *t, struct ptx_operand **o, struct hir_op *out)
{
	return tr_source(t, o[0], PTX_B32, &out[0]) && tr_source(t, o[1], PTX_U32, &out[1]);
}

/* scale, {byte-id, thread-id} */
static bool scale_operands(struct tr *t, struct ptx_operand **o, struct hir_op *out)
{
	struct tr_elements ids;
	return tr_source(t, o[0], PTX_B32, &out[0]) && tr_elements(t, o[1], 2, &ids) &&
	       tr_source(t, ids.operands[0], PTX_U16, &out[1]) &&
	       tr_source(t, ids.operands[1], PTX_U16, &out[2]);
}

static void multiply(struct tr *t, const struct mma *m)
{
	enum { MATRICES = 4, SPARSE = 2, SCALE = 2 };
	struct ptx_operand **o = t->inst->operands;
	struct hir_op d[MOST_REGISTERS], ins[3 * MOST_REGISTERS + SPARSE + 2 * (SCALE + 1)];
	unsigned count = 0, n = 0;
	unsigned operands =
		MATRICES + (m->is_sparse ? SPARSE : 0) + (m->scales != 0 ? 2 * SCALE : 0);
	if (!tr_operand_count(t, operands, operands) ||
		!fragment_registers(t, m, MMA_D, o[0], d, &n))
		return;
	for (int x = MMA_A; x <= MMA_C; x++, count += n)
		if (!fragment_registers(t, m, (enum mma_matrix)x, o[x + 1], ins + count, &n))
			return;
	o += MATRICES;
	if (m->is_sparse && !sparse_operands(t, o, ins + count))
		return;
	if (m->is_sparse) {
		o += SPARSE;
		count += SPARSE;
	}
	if (m->scales != 0 && (!scale_operands(t, o, ins + count) ||
				      !scale_operands(t, o + SCALE, ins + count + SCALE + 1)))
		return;
	const char *name = function_name(t, (struct str){0});
	struct buf text = BUF_INIT;
	mma_function(m, name, &text);
	tr_call_function(t, function_of(t, name, &text), d, ins);
	buf_release(&text);
}

/* .mxf4 packs e2m1; what .scale_vec is when nothing is said. */
static void complete_kind(struct mma *m, const struct words *w)
{
	if (m->kind == MMA_KIND_MXF4 || m->kind == MMA_KIND_MXF4NVF4)
		for (int x = MMA_A; x <= MMA_B; x++)
			if (m->types[x] == MMA_E2M1)
				m->types[x] = MMA_E2M1_PACKED;
	if (w->is_scaled)
		m->scales = w->scales != 0                 ? w->scales
		            : m->kind == MMA_KIND_MXF8F6F4 ? 1
		            : m->kind == MMA_KIND_MXF4     ? 2
		            : m->scale == MMA_SCALE_UE4M3  ? 4
		                                           : 0;
}

void tr_fn_mma(struct tr *t)
{
	struct words w;
	struct mma m;
	bool ok = read_words(t, &w, &m) && w.has_shape && w.tile == MMA_TILE_NONE && w.bits == 0 &&
	          w.order_count == 2 && w.matrix == 0 &&
	          (w.type_count == 4 || (m.is_wmma && w.type_count == 2));
	if (ok && w.type_count == 4) { /* d a b c */
		m.types[MMA_D] = w.types[0];
		m.types[MMA_A] = w.types[1];
		m.types[MMA_B] = w.types[2];
		m.types[MMA_C] = w.types[3];
	} else if (ok) { /* wmma of f16: d c */
		m.types[MMA_A] = m.types[MMA_B] = MMA_F16;
		m.types[MMA_D] = w.types[0];
		m.types[MMA_C] = w.types[1];
	}
	m.by_column[MMA_A] = w.by_column[0];
	m.by_column[MMA_B] = w.by_column[1];
	if (ok && ((m.types[MMA_A] == MMA_B1) != w.popc ||
			  w.is_scaled != (m.scale != MMA_SCALE_NONE) || (m.is_sparse && m.is_wmma)))
		ok = false;
	complete_kind(&m, &w);
	if (ok && complete(&m))
		multiply(t, &m);
	else
		tr_no_translation(t);
}

/* ---- wmma.load and wmma.store ------------------------------------------------------------ */

/* The address and the space to use with it: "" is generic. */
static bool address_value(struct tr *t, const struct ptx_operand *o, struct str space_name,
	struct hir_op *out, const char **space)
{
	struct tr_address a;
	if (str_is(space_name, "shared::cluster")) {
		tr_refuse_space(t);
		return false;
	}
	enum ptx_space s = space_name.n != 0 ? ptx_space_by_name(space_name) : PTX_SPACE_NONE;
	if (!tr_address(t, o, s, 0, &a) || !tr_address_value(t, &a, out))
		return false;
	bool known = a.segment == BRIG_SEGMENT_GROUP || a.segment == BRIG_SEGMENT_GLOBAL ||
	             a.segment == BRIG_SEGMENT_FLAT;
	*space = a.segment == BRIG_SEGMENT_GROUP    ? "shared"
	         : a.segment == BRIG_SEGMENT_GLOBAL ? "global"
	                                            : "";
	if (!known)
		tr_error(t, o->span, "matrices are in global or shared memory");
	return known;
}

/* Addresses of shared memory have 32 bits. */
static bool is_narrow(const struct tr *t, const char *space)
{
	return t->is_small || space[0] == 's';
}

/* ".shared" */
static const char *dotted(struct tr *t, const char *space)
{
	return space[0] != 0 ? arena_printf(&t->arena, ".%s", space) : "";
}

static void access_fragment(struct tr *t, const struct mma *m, enum mma_matrix x,
	const struct words *w)
{
	struct ptx_operand **o = t->inst->operands;
	struct hir_op regs[MOST_REGISTERS], ins[2 + MOST_REGISTERS] = {0},
						    *r = w->is_store ? ins + 2 : regs;
	const struct ptx_operand *fragment = o[w->is_store ? 1 : 0];
	const struct ptx_operand *at = o[w->is_store ? 0 : 1];
	unsigned n = 1u << (m->fragments[x].element_bits - mma_packed(m, x));
	const char *space = "";
	/* without a stride the matrix is dense */
	unsigned inner = m->by_column[x] ? m->log[x == MMA_B ? 2 : 0] : m->log[x == MMA_A ? 2 : 1];
	ins[1] = hir_op_const(1u << inner);
	if (!registers(t, fragment, mma_registers(m, x), n,
		    m->types[x] == MMA_F64 ? PTX_B64 : PTX_B32, !w->is_store, r) ||
		!address_value(t, at, w->space, &ins[0], &space) ||
		(t->inst->operand_count == 3 && !tr_source(t, o[2], PTX_U32, &ins[1])))
		return;
	const char *name = function_name(t, str_from(space));
	struct buf text = BUF_INIT;
	mma_access_function(m, x, w->is_store, dotted(t, space),
		is_narrow(t, space) ? "u32" : "u64", name, &text);
	tr_call_function(t, function_of(t, name, &text), w->is_store ? NULL : regs, ins);
	if (!w->is_store)
		copy_unused(t, m, x, fragment, n);
	buf_release(&text);
}

static void guess_types(struct mma *m, enum mma_matrix x, enum mma_type type)
{
	for (int i = MMA_A; i < MMA_MATRIX_COUNT; i++)
		m->types[i] = type;
	if (x == MMA_A || x == MMA_B) {
		m->types[MMA_C] = m->types[MMA_D] = sum_type(type);
		return;
	}
	/* any type with such sums that has the shape: the layout of sums is the same for all */
	for (int a = MMA_NONE + 1; a < MMA_TYPE_COUNT; a++)
		if ((sum_type((enum mma_type)a) == type || (a == MMA_F16 && type == MMA_F16)) &&
			is_shape(m, (enum mma_type)a))
			m->types[MMA_A] = m->types[MMA_B] = (enum mma_type)a;
}

static void wmma_access(struct tr *t)
{
	struct words w;
	struct mma m;
	if (!read_words(t, &w, &m) || !w.has_shape || w.order_count != 1 || w.type_count != 1 ||
		w.matrix == 0 || (w.matrix == 'd') != w.is_store) {
		tr_no_translation(t);
		return;
	}
	enum mma_matrix x = (enum mma_matrix)(w.matrix - 'a');
	guess_types(&m, x, w.types[0]);
	m.by_column[x] = w.by_column[0];
	if (!complete(&m))
		tr_no_translation(t);
	else if (tr_operand_count(t, 2, 3))
		access_fragment(t, &m, x, &w);
}

/* wmma.mma, wmma.load.a and so on: with these words names begin. */
static bool is_name_first(const struct tr *t)
{
	struct str first = t->inst->mod_count > 0 ? t->inst->mods[0] : STR("");
	if (str_is(first, "mma"))
		return true;
	return (str_is(first, "load") || str_is(first, "store")) && t->inst->mod_count > 1 &&
	       t->inst->mods[1].n == 1;
}

void tr_fn_wmma(struct tr *t)
{
	if (!is_name_first(t))
		tr_error(t, t->stmt->span,
			"'" STR_FMT "' must begin with 'wmma.mma', 'wmma.load' or 'wmma.store', "
			"and the last two with a matrix behind it",
			STR_ARG(t->inst->text));
	else if (str_is(t->inst->mods[0], "mma"))
		tr_fn_mma(t);
	else
		wmma_access(t);
}

/* ---- ldmatrix, stmatrix ------------------------------------------------------- */

static bool is_tile(const struct words *w, bool store)
{
	switch (w->tile) {
	case MMA_TILE_NONE:
		return false;
	case MMA_TILE_M8N8:
		return w->bits == 16;
	case MMA_TILE_M16N16:
		return !store && w->trans && w->count <= 2 && w->is_unpacked == (w->bits < 8);
	case MMA_TILE_M8N16:
		return !store && !w->trans && w->is_unpacked && w->bits < 8;
	case MMA_TILE_M16N8:
		return store && w->trans && w->bits == 8 && !w->is_unpacked;
	}
	BUG("tile %d", (int)w->tile);
}

void tr_fn_matrix_access(struct tr *t)
{
	struct words w;
	struct mma m;
	struct hir_op regs[4], ins[1 + 4];
	const char *space = "";
	bool store = str_is(t->inst->root, "stmatrix");
	if (!read_words(t, &w, &m) || w.has_shape || w.count == 0 || w.type_count != 0 ||
		!is_tile(&w, store)) {
		tr_no_translation(t);
		return;
	}
	unsigned count = w.tile == MMA_TILE_M16N16 ? 2 * w.count : w.count;
	if (!tr_operand_count(t, 2, 2) ||
		!registers(t, t->inst->operands[store], count, count, PTX_B32, !store,
			store ? ins + 1 : regs) ||
		!address_value(t, t->inst->operands[!store], w.space, &ins[0], &space))
		return;
	const char *name = function_name(t, str_from(space));
	struct mma_access a = {.count = count,
		.trans = w.trans,
		.store = store,
		.tile = w.tile,
		.bits = w.bits,
		.space = dotted(t, space),
		.address_bits = is_narrow(t, space) ? "32" : "64"};
	struct buf text = BUF_INIT;
	mma_matrix_function(&a, name, &text);
	tr_call_function(t, function_of(t, name, &text), store ? NULL : regs, ins);
	buf_release(&text);
}
