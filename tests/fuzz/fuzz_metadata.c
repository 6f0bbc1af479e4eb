/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as the metadata of a code object for a GPU, whose one kernel, k, ends at once. An image
 * is made of it, and loaded. */
#include <elf.h>
#include <string.h>
#include "device.h"
#include "fuzz.h"

enum { TEXT = 1, RODATA, NOTE, SYMBOLS, NAMES, SECTIONS };
enum {
	DESCRIPTOR_BYTES = 64,
	KERNARG_BYTES_AT = 8, /* in a descriptor */
	KERNARG_BYTES = 512,
	AMDGPU = 224,
	HSA = 64, /* an operating system to ELF */
	VERSION_5 = 3,
	GFX600 = 0x20,
	METADATA = 32, /* a note */
};

struct file {
	Elf64_Ehdr head;
	Elf64_Shdr sections[SECTIONS];
	Elf64_Sym symbols[3];
	uint32_t text;
	uint8_t descriptor[DESCRIPTOR_BYTES];
	char names[16];
	Elf64_Nhdr note;
	char owner[8];
};

static const struct file file = {
	.head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
			 EV_CURRENT, HSA, VERSION_5},
		.e_type = ET_REL,
		.e_machine = AMDGPU,
		.e_version = EV_CURRENT,
		.e_shoff = offsetof(struct file, sections),
		.e_flags = GFX600,
		.e_ehsize = sizeof(Elf64_Ehdr),
		.e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = SECTIONS,
		.e_shstrndx = NAMES},
	.sections = {[TEXT] = {.sh_type = SHT_PROGBITS,
			     .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
			     .sh_offset = offsetof(struct file, text),
			     .sh_size = sizeof(uint32_t),
			     .sh_addralign = 4},
		[RODATA] = {.sh_type = SHT_PROGBITS,
			.sh_flags = SHF_ALLOC,
			.sh_offset = offsetof(struct file, descriptor),
			.sh_size = DESCRIPTOR_BYTES,
			.sh_addralign = 4},
		[NOTE] = {.sh_type = SHT_NOTE,
			.sh_flags = SHF_ALLOC,
			.sh_offset = offsetof(struct file, note),
			.sh_addralign = 4},
		[SYMBOLS] = {.sh_type = SHT_SYMTAB,
			.sh_offset = offsetof(struct file, symbols),
			.sh_size = 3 * sizeof(Elf64_Sym),
			.sh_link = NAMES,
			.sh_info = 1,
			.sh_addralign = 8,
			.sh_entsize = sizeof(Elf64_Sym)},
		[NAMES] = {.sh_type = SHT_STRTAB,
			.sh_offset = offsetof(struct file, names),
			.sh_size = 16,
			.sh_addralign = 1}},
	.symbols = {[1] = {.st_name = 1,
			    .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
			    .st_shndx = TEXT,
			    .st_size = sizeof(uint32_t)},
		[2] = {.st_name = 3,
			.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
			.st_shndx = RODATA,
			.st_size = DESCRIPTOR_BYTES}},
	.text = 0xbf810000, /* s_endpgm */
	.descriptor = {[KERNARG_BYTES_AT + 1] = KERNARG_BYTES >> 8},
	.names = "\0k\0k.kd",
	.note = {.n_namesz = sizeof "AMDGPU", .n_type = METADATA},
	.owner = "AMDGPU",
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct file head = file;
	struct buf object = BUF_INIT, image = BUF_INIT;
	struct diag d;
	head.note.n_descsz = (Elf64_Word)len;
	head.sections[NOTE].sh_size =
		sizeof head.note + sizeof head.owner + ((len + 3) & ~(size_t)3);
	buf_append(&object, &head, offsetof(struct file, owner) + sizeof head.owner);
	buf_append(&object, bytes, len);
	while (object.len % 4 != 0)
		buf_u8(&object, 0);
	fuzz_diag_init(&d);
	if (gcn_device_adopt(fuzz_device(), "fuzz.o", object.data, object.len, &image, &d))
		fuzz_device_load(image.data, image.len, &d);
	else if (!diag_failed(&d))
		abort(); /* refused without a reason */
	fuzz_diag_release(&d);
	buf_release(&object);
	buf_release(&image);
	return 0;
}
