/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a code object for Southern Islands GPUs and, from the first byte on, as code.
 * Objects are loaded into the emulator, and their kernels checked; they are not run, as
 * addresses are the host's. */
#include "fuzz.h"
#include "hsaemu/gcn_emu.h"

static void decode_all(const uint8_t *bytes, size_t len, struct buf *text)
{
	struct gcn_refusal why;
	struct gcn_inst i;

	for (size_t off = 0; off < len; off++) {
		if (!gcn_decode(bytes + off, len - off, &i, &why))
			continue;
		if (i.bytes > len - off)
			BUG("an instruction longer than the bytes");
		gcn_print(&i, NULL, text);
		buf_clear(text);
	}
}

static void load(const struct gcn_object *o, struct diag *d)
{
	struct gcn_program p;
	struct buf text = BUF_INIT;

	if (!gcn_program_load(&p, o, NULL, d))
		return;
	for (uint32_t n = 0; n < p.entry_count; n++)
		if (gcn_program_check(&p, &p.entries[n], d))
			gcn_program_place(&p, p.entries[n].code->pc, &text);
	buf_release(&text);
	gcn_program_release(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const struct gcn_list_options options = {.kernel = NULL, .lines = true};
	struct buf text = BUF_INIT;
	struct gcn_object o;
	struct arena a;
	struct diag d;

	fuzz_diag_init(&d);
	arena_init(&a);
	bool good = gcn_object_open(&o, "fuzz.o", bytes, len, &a, &d);
	if (good)
		load(&o, &d);
	good = good && gcn_list_object(&o, &options, &text, &d);
	buf_clear(&text);
	good |= gcn_list_code("fuzz.bin", bytes, len, &options, &text, &d);
	(void)good;
	decode_all(bytes, len, &text);
	fuzz_diag_release(&d);
	arena_release(&a);
	buf_release(&text);
	return 0;
}
