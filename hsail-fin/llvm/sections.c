/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts each function and variable into a section of its own, so that hsa-ld --gc can leave out what
 * nobody uses. The names of sections begin with those of the families in docs/kernel-abi.md. */
#include <string.h>
#include "llvm/llvm_ctx.h"
#include "hsaemu/buf.h"

static void add_name(LLVMValueRef global, const char *family)
{
	struct buf section = BUF_INIT;
	size_t n;
	const char *name = LLVMGetValueName2(global, &n);

	buf_printf(&section, "%s.%.*s", family, (int)n, name);
	buf_u8(&section, 0);
	LLVMSetSection(global, (const char *)section.data);
	buf_release(&section);
}

static bool is_family(const char *section)
{
	static const char *const families[] = {".data.hsa.", ".bss.hsa.", ".rodata.hsa."};

	for (size_t k = 0; section != NULL && k < sizeof families / sizeof *families; k++)
		if (strncmp(section, families[k], strlen(families[k])) == 0)
			return true;
	return false;
}

void fin_llvm_separate(struct fin_llvm *l)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(l->mod); f != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			add_name(f, ".text");
	for (LLVMValueRef g = LLVMGetFirstGlobal(l->mod); g != NULL; g = LLVMGetNextGlobal(g)) {
		char family[64];
		const char *section = LLVMGetSection(g);

		if (LLVMIsDeclaration(g) || !is_family(section))
			continue;
		/* `section` points into the global, and add_name() changes it there */
		snprintf(family, sizeof family, "%s", section);
		add_name(g, family);
	}
}
