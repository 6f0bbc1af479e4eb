/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds what can be run in the bytes that a program gives to cuModuleLoadData(), which has no size
 * for them: PTX up to its 0, and files whose heads say how long they are. What the heads say is
 * checked against itself; that the bytes are there is the caller's word, as with every driver. */
#include <elf.h>
#include <sha2.h>
#include <string.h>
#include "hsaemu/base.h"
#include "hsaemu/cuda_container.h"
#include "hsaemu/kernel_abi.h"
#include "module_impl.h"

enum { ELF_OF_CUDA = 190 }; /* e_machine of code for GPUs */

struct finding {
	const uint8_t *bytes;
	size_t count; /* SIZE_MAX: not known */
	struct cu_codes *codes;
};

static void add(struct finding *f, const struct cu_code *code)
{
	if (f->codes->count < CU_MAX_CODES)
		f->codes->code[f->codes->count++] = *code;
}

/* ---- ELF ------------------------------------------------------------------------------------- */

/* Makes *end at least the end of `bytes` from `first` on; false: that is no number. */
static bool reach(uint64_t *end, uint64_t first, uint64_t bytes)
{
	if (bytes > UINT64_MAX - first)
		return false;
	if (first + bytes > *end)
		*end = first + bytes;
	return true;
}

/* Returns the size that the heads tell; 0: they are not where they should be. */
static size_t elf_bytes(const struct finding *f, const Elf64_Ehdr *h)
{
	uint64_t end = 0, table = (uint64_t)h->e_phnum * sizeof(Elf64_Phdr);
	if (h->e_phentsize != sizeof(Elf64_Phdr) || table > f->count ||
		h->e_phoff > f->count - table ||
		!reach(&end, h->e_shoff, (uint64_t)h->e_shnum * h->e_shentsize))
		return 0;
	for (unsigned i = 0; i < h->e_phnum; i++) {
		Elf64_Phdr p;
		memcpy(&p, f->bytes + h->e_phoff + i * sizeof p, sizeof p);
		if (!reach(&end, p.p_offset, p.p_filesz))
			return 0;
	}
	return end > f->count ? 0 : (size_t)end;
}

static void find_elf(struct finding *f)
{
	Elf64_Ehdr h;
	if (f->count < sizeof h)
		return;
	memcpy(&h, f->bytes, sizeof h);
	size_t bytes = elf_bytes(f, &h);
	if (h.e_machine == ELF_OF_CUDA)
		f->codes->gpu_only = 1;
	else if (bytes != 0 && h.e_machine == EM_X86_64 && h.e_ident[EI_CLASS] == ELFCLASS64)
		add(f, &(struct cu_code){.kind = CU_CODE_IMAGE, .bytes = f->bytes, .count = bytes});
}

/* ---- containers ------------------------------------------------------------------------------ */

static bool is_whole(const struct finding *f, const struct cuda_container *h)
{
	uint8_t sum[SHA256_DIGEST_LENGTH];
	SHA2_CTX c;
	uint64_t table = sizeof *h + (uint64_t)h->member_count * sizeof(struct cuda_member);
	if (h->version != CUDA_CONTAINER_VERSION || h->member_count > CUDA_CONTAINER_MAX_MEMBERS ||
		(h->flags & ~(uint32_t)CUDA_CONTAINER_MANAGED) != 0 || table > h->bytes ||
		h->bytes > f->count)
		return false;
	SHA256Init(&c);
	SHA256Update(&c, f->bytes + sizeof *h, (size_t)(h->bytes - sizeof *h));
	SHA256Final(sum, &c);
	return memcmp(sum, h->sum, sizeof sum) == 0;
}

static void add_member(struct finding *f, const struct cuda_container *h,
	const struct cuda_member *m)
{
	if (m->first > h->bytes || m->bytes > h->bytes - m->first || m->bytes == 0)
		return;
	struct cu_code code = {.kind = CU_CODE_PTX,
		.bytes = f->bytes + m->first,
		.count = (size_t)m->bytes,
		.architecture = m->arch};
	if (m->kind == CUDA_MEMBER_IMAGE && h->abi == HSAEMU_ABI_VERSION)
		code.kind = CU_CODE_IMAGE;
	else if (m->kind != CUDA_MEMBER_PTX)
		return;
	add(f, &code);
}

static void read_member(const struct finding *f, unsigned i, struct cuda_member *m)
{
	memcpy(m, f->bytes + sizeof(struct cuda_container) + i * sizeof *m, sizeof *m);
}

/* Adds the members that are PTX, or those that are not. Returns how many there are. */
static unsigned add_members(struct finding *f, const struct cuda_container *h, bool ptx)
{
	struct cuda_member m;
	unsigned count = 0;
	for (unsigned i = 0; i < h->member_count; i++) {
		read_member(f, i, &m);
		if ((m.kind == CUDA_MEMBER_PTX) != ptx)
			continue;
		add_member(f, h, &m);
		count++;
	}
	return count;
}

/* PTX of several files is one program, as the image is that comes before it. */
static void find_container(struct finding *f)
{
	struct cuda_container h;
	if (f->count < sizeof h)
		return;
	memcpy(&h, f->bytes, sizeof h);
	if (!is_whole(f, &h))
		return;
	add_members(f, &h, false);
	unsigned first = f->codes->count, texts = add_members(f, &h, true);
	/* What has no room, or is damaged, is missing in the program. */
	if (f->codes->count - first != texts)
		f->codes->count = first;
	else if (texts != 0)
		f->codes->code[first].files = texts;
}

/* ---- all ------------------------------------------------------------------------------------- */

static bool is_ptx(const char *text)
{
	for (;;) {
		text += strspn(text, " \t\r\n");
		if (text[0] != '/' || (text[1] != '/' && text[1] != '*'))
			break;
		const char *end = text[1] == '/' ? strchr(text, '\n') : strstr(text, "*/");
		if (end == NULL)
			return false;
		text = end + (text[1] == '/' ? 1 : 2);
	}
	return strncmp(text, ".version", 8) == 0;
}

static void find(struct finding *f)
{
	const char *text = (const char *)f->bytes;
	if (strncmp(text, CUDA_CONTAINER_MAGIC, sizeof CUDA_CONTAINER_MAGIC) == 0)
		find_container(f);
	else if (strncmp(text, ELFMAG, SELFMAG) == 0)
		find_elf(f);
	else if (strnlen(text, 4) == 4 && cu_fat_binary_is(f->bytes))
		cu_fat_binary_find(f->bytes, f->count, f->codes);
	else if (is_ptx(text))
		add(f, &(struct cu_code){
			       .kind = CU_CODE_PTX, .bytes = f->bytes, .count = strlen(text)});
}

/* Files have no wrappers, whose pointers are of a process. */
void cu_code_find(const struct cu_bytes *b, struct cu_codes *codes)
{
	static const uint8_t wrapped[4] = {0xb1, 0x43, 0x62, 0x46};
	struct finding f = {b->at, b->count, codes};
	struct cuda_wrapper w;
	if (strncmp(b->at, (const char *)wrapped, sizeof wrapped) == 0) {
		if (b->count != SIZE_MAX)
			return;
		memcpy(&w, b->at, sizeof w);
		f.bytes = w.bytes;
	}
	if (f.bytes != NULL)
		find(&f);
}
