/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mnemonics as text. A module repeats few of them, so their text is kept: it follows from the form,
 * the parts of the instruction before its operands and the sizes of vector operands. */
#include "brig/print/print_impl.h"

enum { HEAD_BYTES = offsetof(struct isa_inst, operand_count) };

struct key {
	const struct isa_form *form;
	unsigned char head[HEAD_BYTES];
	uint32_t vectors; /* number of elements of each operand, 4 bits each */
};
_Static_assert(ISA_MAX_OPERANDS * 4 <= 32 && sizeof(struct key) == BRIG_MNEMONIC_KEY_BYTES,
	"the key has no padding");

static void make_key(const struct isa_form *form, const struct isa_inst *inst, struct key *key)
{
	key->form = form;
	memcpy(key->head, inst, HEAD_BYTES);
	key->vectors = 0;
	for (unsigned i = 0; i < inst->operand_count; i++)
		key->vectors = key->vectors << 4 | inst->operands[i].count;
}

void brig_print_mnemonic(struct brig_printer *p, const struct isa_form *form,
	const struct isa_inst *inst)
{
	struct key key;
	make_key(form, inst, &key);
	struct brig_mnemonic *m =
		&p->mnemonics[str_hash(&key, sizeof key) & (ARRAY_LEN(p->mnemonics) - 1)];
	if (m->length != 0 && memcmp(m->key, &key, sizeof key) == 0) {
		buf_append(p->out, m->text, m->length);
		return;
	}
	size_t start = p->out->len;
	isa_mnemonic_print(form, inst, p->out);
	size_t n = p->out->len - start;
	if (n > sizeof m->text)
		return;
	memcpy(m->key, &key, sizeof key);
	memcpy(m->text, p->out->data + start, n);
	m->length = (uint8_t)n;
}
