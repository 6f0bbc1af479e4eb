/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells debuggers and profilers where which code lies.
 *
 * gdb and lldb read a list of symbol files in the process, the "JIT interface". There is one list
 * in a process, under fixed names, so it is the one global variable here. A symbol file is the
 * image file with all addresses changed to those after loading: in sections, segments and symbols,
 * and in debug information, where hsa-ld's relocations say which words are addresses. Debuggers
 * take a time that grows with the square of the number of files. So an image is one file, and it is
 * listed only if it is useful: when it has debug information, or when a debugger is attached.
 *
 * When perf makes its report it reads /tmp/perf-PID.map, to which this file appends if
 * HSAEMU_PERF=1. */
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "hsaemu/unwind.h"
#include "rt/load/announce_code_impl.h"

/* ---- the interface, by gdb's manual --------------------------------------------------------- */

enum jit_action { JIT_NOACTION, JIT_REGISTER, JIT_UNREGISTER };

struct jit_code_entry {
	struct jit_code_entry *next, *previous;
	const char *file;
	uint64_t bytes;
};

struct jit_descriptor {
	uint32_t version, action;
	struct jit_code_entry *relevant, *first;
};

extern struct jit_descriptor __jit_debug_descriptor;
void __jit_debug_register_code(void);

struct jit_descriptor __jit_debug_descriptor = {.version = 1};

/* Debuggers set a breakpoint in this function. */
__attribute__((noinline, used)) void __jit_debug_register_code(void)
{
	__asm__ volatile("" ::: "memory");
}

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

static void tell(struct jit_code_entry *e, enum jit_action action)
{
	__jit_debug_descriptor.relevant = e;
	__jit_debug_descriptor.action = action;
	__jit_debug_register_code();
	__jit_debug_descriptor.relevant = NULL;
	__jit_debug_descriptor.action = JIT_NOACTION;
}

static void enter(struct jit_code_entry *e)
{
	pthread_mutex_lock(&list_lock);
	e->next = __jit_debug_descriptor.first;
	if (e->next != NULL)
		e->next->previous = e;
	__jit_debug_descriptor.first = e;
	tell(e, JIT_REGISTER);
	pthread_mutex_unlock(&list_lock);
}

static void leave(struct jit_code_entry *e)
{
	pthread_mutex_lock(&list_lock);
	if (e->previous != NULL)
		e->previous->next = e->next;
	else
		__jit_debug_descriptor.first = e->next;
	if (e->next != NULL)
		e->next->previous = e->previous;
	tell(e, JIT_UNREGISTER);
	pthread_mutex_unlock(&list_lock);
}

/* ---- symbol files --------------------------------------------------------------------------- */

/* The copy of the image file that is changed. The parts that elf_view_open() has checked lie within
 * it; all other offsets are checked here. */
struct symbol_file {
	uint8_t *bytes;
	size_t len;
	uint64_t base;
	const struct elf_view *v;
};

static void move_word(struct symbol_file *f, uint64_t off)
{
	uint64_t value;

	if (off > f->len || f->len - off < sizeof value)
		return;
	memcpy(&value, f->bytes + off, sizeof value);
	value += f->base;
	memcpy(f->bytes + off, &value, sizeof value);
}

static void move_symbols(struct symbol_file *f, const struct elf_section *table)
{
	for (uint64_t at = 0; table->size - at >= sizeof(Elf64_Sym); at += sizeof(Elf64_Sym)) {
		uint16_t section;
		memcpy(&section, table->bytes + at + offsetof(Elf64_Sym, st_shndx), sizeof section);
		if (section != SHN_UNDEF && section < f->v->section_count &&
			(f->v->sections[section].flags & SHF_ALLOC) != 0)
			move_word(f, table->off + at + offsetof(Elf64_Sym, st_value));
	}
}

/* Relocates the addresses in a section that is not loaded, such as debug information. */
static void move_contents(struct symbol_file *f, const struct elf_section *rela)
{
	if (rela->info == 0 || rela->info >= f->v->section_count)
		return;
	const struct elf_section *to = &f->v->sections[rela->info];
	if ((to->flags & SHF_ALLOC) != 0 || to->bytes == NULL)
		return;
	for (uint64_t at = 0; rela->size - at >= sizeof(Elf64_Rela); at += sizeof(Elf64_Rela)) {
		Elf64_Rela r;
		memcpy(&r, rela->bytes + at, sizeof r);
		if (r.r_offset < to->size && to->size - r.r_offset >= sizeof(uint64_t))
			move_word(f, to->off + r.r_offset);
	}
}

static void move_all(struct symbol_file *f)
{
	Elf64_Ehdr header;

	memcpy(&header, f->bytes, sizeof header);
	for (uint32_t i = 0; i < f->v->section_count; i++) {
		const struct elf_section *s = &f->v->sections[i];
		if ((s->flags & SHF_ALLOC) != 0)
			move_word(f, header.e_shoff + i * sizeof(Elf64_Shdr) +
					     offsetof(Elf64_Shdr, sh_addr));
		if (s->bytes != NULL && (s->type == SHT_SYMTAB || s->type == SHT_DYNSYM))
			move_symbols(f, s);
		if (s->bytes != NULL && s->type == SHT_RELA && (s->flags & SHF_ALLOC) == 0)
			move_contents(f, s);
	}
	for (uint32_t i = 0; i < f->v->segment_count; i++) {
		uint64_t at = header.e_phoff + i * sizeof(Elf64_Phdr);
		move_word(f, at + offsetof(Elf64_Phdr, p_vaddr));
		move_word(f, at + offsetof(Elf64_Phdr, p_paddr));
	}
}

static struct jit_code_entry *make_entry(const struct rt_image *image, const struct elf_view *v)
{
	struct jit_code_entry *e = mem_try_new(1, sizeof *e);
	struct symbol_file f = {.bytes = mem_try_new(v->len, 1),
		.len = v->len,
		.base = (uint64_t)(uintptr_t)image->base,
		.v = v};

	if (e == NULL || f.bytes == NULL) {
		free(e);
		free(f.bytes);
		return NULL;
	}
	memcpy(f.bytes, v->bytes, v->len);
	move_all(&f);
	*e = (struct jit_code_entry){.file = (const char *)f.bytes, .bytes = f.len};
	return e;
}

/* Returns whether a debugger is attached to the process. */
static bool is_traced(void)
{
	static const char key[] = "\nTracerPid:\t";
	char text[4096];
	int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ssize_t n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n < 0 ? 0 : n] = '\0';
	const char *at = strstr(text, key);
	return at != NULL && at[sizeof key - 1] != '0';
}

/* ---- perf ----------------------------------------------------------------------------------- */

static bool wants_perf_map(void)
{
	const char *v = getenv("HSAEMU_PERF");
	return v != NULL && strcmp(v, "1") == 0;
}

static void put_functions(struct buf *out, const struct rt_image *image, const struct elf_view *v)
{
	struct buf name = BUF_INIT;

	for (uint32_t i = 0; i < v->symbol_count; i++) {
		const struct elf_symbol *s = &v->symbols[i];
		if (s->type != STT_FUNC || s->section == SHN_UNDEF || s->size == 0)
			continue;
		buf_clear(&name);
		image_demangle(str_from(s->name), &name);
		buf_printf(out, "%llx %llx " STR_FMT "\n",
			(unsigned long long)((uintptr_t)image->base + s->value),
			(unsigned long long)s->size, STR_ARG(buf_slice(&name)));
	}
	buf_release(&name);
}

/* Appends the image's functions to perf's map. The text is written in one piece, because other
 * threads and other runtimes of the process append, too. perf accepts only a file that belongs to
 * its user, so a file of another user, or a link, is left alone. */
static void append_perf_map(const struct rt_image *image, const struct elf_view *v)
{
	char path[64];
	struct buf text = BUF_INIT;
	put_functions(&text, image, v);
	snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd >= 0) {
		pthread_mutex_lock(&list_lock);
		/* A failure is no error: perf then knows less code by name. */
		ssize_t unused = write(fd, text.data, text.len);
		(void)unused;
		pthread_mutex_unlock(&list_lock);
		close(fd);
	}
	buf_release(&text);
}

/* ---- entry ---------------------------------------------------------------------------------- */

struct announcement {
	struct rt_image *image;
	const void *bytes;
	size_t len;
};

static void announce(void *arg)
{
	const struct announcement *n = arg;
	struct rt_image *image = n->image;
	struct arena a;
	struct elf_view v;
	struct diag d;

	arena_init(&a);
	diag_init(&d, &(struct diag_options){.tool = ""});
	if (elf_view_open(&v, image->image.file, n->bytes, n->len, &a, &d)) {
		bool has_lines = elf_section_find(&v, ".debug_line") != NULL;
		if (v.section_count != 0 && (has_lines || is_traced()))
			image->announced = make_entry(image, &v);
		if (image->announced != NULL)
			enter(image->announced);
		if (wants_perf_map())
			append_perf_map(image, &v);
	}
	diag_release(&d);
	arena_release(&a);
}

/* For want of memory nobody learns of an image, which is no error. */
void rt_announce_image(struct rt_image *image, const void *bytes, size_t len)
{
	struct announcement n = {image, bytes, len};
	struct unwind_report why;
	enum unwind_end end = unwind_run(announce, &n, &why);
	(void)end;
}

void rt_revoke_image(struct rt_image *image)
{
	struct jit_code_entry *e = image->announced;

	if (e == NULL)
		return;
	leave(e);
	free((void *)(uintptr_t)e->file);
	free(e);
	image->announced = NULL;
}
