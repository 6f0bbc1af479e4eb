/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file parses mnemonics and keeps them, so that each is parsed once per translation. */
#include "hir/mnemonics.h"

void hir_protos_init(struct hir_protos *p, struct arena *arena, uint8_t machine_model)
{
	p->arena = arena;
	p->machine_model = machine_model;
	str_map_init(&p->by_text);
}

void hir_protos_release(struct hir_protos *p)
{
	str_map_release(&p->by_text);
}

static const struct hir_proto *parse(struct hir_protos *p, struct str text)
{
	const struct isa_context context = {
		.profile = BRIG_PROFILE_FULL,
		.machine_model = p->machine_model,
		.image_extension = true,
	};
	struct hir_proto *proto = ARENA_NEW(p->arena, struct hir_proto);
	struct str bad = {0};
	char scratch[200];
	if (!isa_mnemonic_parse(text, &proto->inst, &bad, scratch))
		BUG("mnemonic '" STR_FMT "': '" STR_FMT "'", STR_ARG(text), STR_ARG(bad));
	proto->form = isa_match_mnemonic(&proto->inst, &context);
	if (proto->form == NULL)
		BUG("mnemonic '" STR_FMT "' has no form", STR_ARG(text));
	proto->record = isa_encoding_record(proto->form, &proto->inst);
	proto->operand_count = (uint8_t)isa_form_operand_count(proto->form);
	for (unsigned i = 0; i < proto->operand_count; i++)
		if (isa_form_operand_is_dest(proto->form, i))
			proto->dest_mask |= (uint8_t)(1u << i);
	return proto;
}

const struct hir_proto *hir_proto_get(struct hir_protos *p, struct str mnemonic)
{
	uint64_t known = 0;
	if (str_map_find(&p->by_text, mnemonic, &known))
		return (const struct hir_proto *)(uintptr_t)known;
	const struct hir_proto *proto = parse(p, mnemonic);
	str_map_put(&p->by_text, mnemonic, (uint64_t)(uintptr_t)proto);
	return proto;
}
