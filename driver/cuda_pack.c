/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuda-pack: writes the containers in which kernels of CUDA lie in host programs
 * (cuda_container.h), and takes what is to be linked out of the objects, archives and programs in
 * which they lie. It finds them by their magic number and sum, wherever they are: so it needs to
 * know neither ELF nor archives. A step of hsaemu-cc and hsaemu-nvcc. */
#include <errno.h>
#include <sha2.h>
#include "hsaemu/abi_version.h"
#include "hsaemu/cuda_container.h"
#include "hsaemu/fileio.h"
#include "hsaemu/image.h"

struct options {
	const char *output, *unpack, *arch;
	struct cli_settings members;
};

#define OPTION(name, type, field, arg, help) \
	{name, NULL, type, offsetof(struct options, field), arg, NULL, help}

static const struct cli_option option_table[] = {
	OPTION("-o", CLI_STRING, output, "FILE", "write the container to FILE"),
	OPTION("-arch", CLI_STRING, arch, "NAME", "the virtual GPU (default: sm_75)"),
	OPTION("--image", CLI_ORDERED, members, "FILE", "a member: an image of hsa-ld"),
	OPTION("--ptx", CLI_ORDERED, members, "FILE", "a member: PTX"),
	OPTION("--object", CLI_ORDERED, members, "FILE",
		"a member: an object of hsail-fin, to be linked with others"),
	OPTION("--unpack", CLI_STRING, unpack, "DIR",
		"write the members of the containers in the files that have objects to DIR, as "
		"ID.o and ID.ptx, and a line for each, with its ID, its virtual GPU and the file; "
		"what is linked already, by a file made of linked_units.c, is left out"),
};

static const struct cli_tool tool = {
	.name = "cuda-pack",
	.summary = "write and read containers of kernels of CUDA",
	.usage = "[options] [FILE...]",
	.description = "cuda-pack is a step of hsaemu-cc and hsaemu-nvcc.",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
	.max_files = SIZE_MAX,
};

static void sum_of(const uint8_t *container, size_t bytes, uint8_t *sum)
{
	SHA2_CTX c;
	SHA256Init(&c);
	SHA256Update(&c, container + sizeof(struct cuda_container),
		bytes - sizeof(struct cuda_container));
	SHA256Final(sum, &c);
}

/* ---- to a container ---- */

/* Returns whether an image has managed variables: any imports that it has are such. */
static bool is_managed(const char *name, const struct file_data *f, struct diag *d)
{
	struct arena a;
	struct image im;
	arena_init(&a);
	bool managed = image_open(&im, name, f->bytes, f->len, &a, d) && im.import_count != 0;
	arena_release(&a);
	return managed;
}

static uint32_t kind_of(const char *option)
{
	switch (option[2]) {
	case 'i':
		return CUDA_MEMBER_IMAGE;
	case 'p':
		return CUDA_MEMBER_PTX;
	default:
		return CUDA_MEMBER_OBJECT;
	}
}

static bool add_member(struct buf *b, size_t row, const struct cli_setting *s, uint32_t arch,
	uint32_t *flags, struct diag *d)
{
	struct file_data f;
	if (!file_read(&f, s->value, d))
		return false;
	if (f.len == 0) {
		diag_error(d, diag_in_file(s->value), "an empty file is no member");
		file_release(&f);
		return false;
	}
	buf_align(b, CUDA_CONTAINER_ALIGN);
	struct cuda_member m = {
		.kind = kind_of(s->name), .arch = arch, .first = b->len, .bytes = f.len};
	memcpy(b->data + sizeof(struct cuda_container) + row * sizeof m, &m, sizeof m);
	if (m.kind == CUDA_MEMBER_IMAGE && is_managed(s->value, &f, d))
		*flags |= CUDA_CONTAINER_MANAGED;
	buf_append(b, f.bytes, f.len);
	file_release(&f);
	return true;
}

static bool pack(const struct options *o, struct diag *d)
{
	struct cuda_container head = {.magic = CUDA_CONTAINER_MAGIC,
		.version = CUDA_CONTAINER_VERSION,
		.abi = HSAEMU_ABI,
		.member_count = (uint32_t)o->members.count};
	struct str arch = str_from(o->arch);
	struct buf b = BUF_INIT;
	uint64_t number;
	if (!str_starts(arch, STR("sm_")) ||
		(arch = str_skip(arch, 3), !str_take_decimal(&arch, &number)) || number > 999) {
		diag_usage(d, "'%s' is no virtual GPU; expected sm_NN", o->arch);
		return false;
	}
	buf_extend(&b, sizeof head + o->members.count * sizeof(struct cuda_member));
	bool fine = true;
	for (size_t i = 0; i < o->members.count && fine; i++)
		fine = add_member(&b, i, &o->members.items[i], (uint32_t)number, &head.flags, d);
	if (fine && !diag_failed(d)) {
		head.bytes = b.len;
		sum_of(b.data, b.len, head.sum);
		memcpy(b.data, &head, sizeof head);
		fine = file_write(o->output, b.data, b.len, FILE_BINARY, true, d);
	}
	buf_release(&b);
	return fine;
}

/* ---- out of containers ---- */

enum { ID_DIGITS = 16 };
/* what linked_units.c has before the ID of each container that it registers */
static const char linked_mark[] = "hsaemu-linked:";

struct unit {
	char id[ID_DIGITS + 1]; /* the first digits of the container's sum */
	const uint8_t *bytes;
	const char *file;
};

struct units {
	struct file_data *files;
	size_t file_count;
	struct unit *items;
	size_t count, capacity;
	struct str_map known; /* IDs of those that are found or linked */
};

static const uint8_t *find(const uint8_t *from, const uint8_t *end, const void *what, size_t bytes)
{
	const uint8_t *first = (const uint8_t *)what;
	while ((size_t)(end - from) >= bytes) {
		from = (const uint8_t *)memchr(from, *first, (size_t)(end - from) - bytes + 1);
		if (from == NULL || memcmp(from, what, bytes) == 0)
			return from;
		from++;
	}
	return NULL;
}

static void note_linked(struct units *u, const struct file_data *f)
{
	const uint8_t *end = f->bytes + f->len, *p = f->bytes;
	while ((p = find(p, end, linked_mark, sizeof linked_mark - 1)) != NULL) {
		p += sizeof linked_mark - 1;
		if ((size_t)(end - p) >= ID_DIGITS)
			str_map_put(&u->known, (struct str){(const char *)p, ID_DIGITS}, 1);
	}
}

static bool member_is_inside(const struct cuda_container *head, const struct cuda_member *m)
{
	return m->first % CUDA_CONTAINER_ALIGN == 0 && m->first <= head->bytes &&
	       m->bytes <= head->bytes - m->first && m->bytes != 0;
}

static struct cuda_member member_of(const uint8_t *container, uint32_t i)
{
	struct cuda_member m;
	memcpy(&m, container + sizeof(struct cuda_container) + i * sizeof m, sizeof m);
	return m;
}

enum content { NO_CONTAINER, OTHER_MEMBERS, HAS_OBJECT, DAMAGED, OTHER_VERSION };

/* What begins as a container does need not be one: the driver has the magic number, too. */
static enum content content_of(const uint8_t *p, size_t room, struct cuda_container *head)
{
	uint8_t sum[sizeof head->sum];
	enum content content = OTHER_MEMBERS;
	if (room < sizeof *head)
		return NO_CONTAINER;
	memcpy(head, p, sizeof *head);
	if (head->version > 999 || head->bytes > room || head->bytes < sizeof *head)
		return NO_CONTAINER;
	if (head->version != CUDA_CONTAINER_VERSION)
		return OTHER_VERSION;
	if (head->member_count > CUDA_CONTAINER_MAX_MEMBERS ||
		head->member_count * sizeof(struct cuda_member) > head->bytes - sizeof *head)
		return DAMAGED;
	sum_of(p, head->bytes, sum);
	if (memcmp(sum, head->sum, sizeof sum) != 0)
		return DAMAGED;
	for (uint32_t i = 0; i < head->member_count; i++) {
		struct cuda_member m = member_of(p, i);
		if (!member_is_inside(head, &m))
			return DAMAGED;
		if (m.kind == CUDA_MEMBER_OBJECT)
			content = HAS_OBJECT;
	}
	return content == HAS_OBJECT && head->abi != HSAEMU_ABI ? OTHER_VERSION : content;
}

static void add_unit(struct units *u, const uint8_t *p, const char *file)
{
	struct buf id = BUF_INIT;
	uint64_t unused;
	for (size_t i = 0; i < ID_DIGITS / 2; i++)
		buf_hex(&id, p[offsetof(struct cuda_container, sum) + i], 2);
	if (!str_map_find(&u->known, buf_slice(&id), &unused)) {
		ARRAY_GROW(u->items, u->count, u->capacity);
		struct unit *found = &u->items[u->count++];
		*found = (struct unit){.bytes = p, .file = file};
		memcpy(found->id, id.data, ID_DIGITS);
		str_map_put(&u->known, buf_slice(&id), 1);
	}
	buf_release(&id);
}

static bool find_units(struct units *u, const struct file_data *f, const char *name, struct diag *d)
{
	const uint8_t *end = f->bytes + f->len, *p = f->bytes;
	struct cuda_container head;
	for (; (p = find(p, end, CUDA_CONTAINER_MAGIC, sizeof head.magic)) != NULL; p++)
		switch (content_of(p, (size_t)(end - p), &head)) {
		case HAS_OBJECT:
			add_unit(u, p, name);
			break;
		case DAMAGED:
			diag_error(d, diag_in_file(name), "damaged container of kernels");
			return false;
		case OTHER_VERSION:
			diag_error(d, diag_in_file(name),
				"its kernels were compiled by another version of HSAEmu");
			return false;
		case NO_CONTAINER:
		case OTHER_MEMBERS:
			break;
		}
	return true;
}

static bool write_unit(const struct unit *u, const char *folder, struct diag *d)
{
	struct cuda_container head;
	struct buf path = BUF_INIT;
	bool fine = true;
	memcpy(&head, u->bytes, sizeof head);
	printf("%s sm_%u %s\n", u->id, (unsigned)member_of(u->bytes, 0).arch, u->file);
	for (uint32_t i = 0; i < head.member_count && fine; i++) {
		struct cuda_member m = member_of(u->bytes, i);
		if (m.kind == CUDA_MEMBER_IMAGE)
			continue;
		buf_clear(&path);
		buf_printf(&path, "%s/%s.%s", folder, u->id,
			m.kind == CUDA_MEMBER_PTX ? "ptx" : "o");
		buf_u8(&path, 0);
		fine = file_write((const char *)path.data, u->bytes + m.first, m.bytes, FILE_BINARY,
			true, d);
	}
	buf_release(&path);
	return fine;
}

static bool unpack_read(struct units *u, const struct cli_strings *names, const char *folder,
	struct diag *d)
{
	bool fine = true;
	for (size_t i = 0; i < u->file_count; i++)
		note_linked(u, &u->files[i]);
	for (size_t i = 0; i < u->file_count && fine; i++)
		fine = find_units(u, &u->files[i], names->items[i], d);
	for (size_t i = 0; i < u->count && fine; i++)
		fine = write_unit(&u->items[i], folder, d);
	return fine;
}

static bool unpack(const struct cli_strings *names, const char *folder, struct diag *d)
{
	struct units u = {0};
	bool fine = true;
	str_map_init(&u.known);
	u.files = (struct file_data *)mem_new(names->count, sizeof *u.files);
	for (; u.file_count < names->count && fine; u.file_count += fine)
		fine = file_read(&u.files[u.file_count], names->items[u.file_count], d);
	fine = fine && unpack_read(&u, names, folder, d);
	for (size_t i = 0; i < u.file_count; i++)
		file_release(&u.files[i]);
	mem_free(u.files);
	mem_free(u.items);
	str_map_release(&u.known);
	return fine;
}

static int run(const struct options *o, const struct cli_result *cli)
{
	struct diag d;
	diag_init(&d, &cli->diag);
	if (o->unpack != NULL)
		/* The results are ignored because the diagnostics decide the status. */
		(void)!unpack(&cli->files, o->unpack, &d);
	else if (o->output == NULL || cli->files.count != 0 || o->members.count == 0 ||
		 o->members.count > CUDA_CONTAINER_MAX_MEMBERS)
		diag_usage(&d, "expected -o, and from 1 to %d members", CUDA_CONTAINER_MAX_MEMBERS);
	else
		(void)!pack(o, &d);
	if (fflush(stdout) != 0)
		diag_io(&d, "<stdout>", "write", errno);
	diag_flush(&d, stderr);
	int status = diag_exit_status(&d);
	diag_release(&d);
	return status;
}

int main(int argc, char **argv)
{
	struct options o = {.arch = "sm_75"};
	struct cli_result cli;
	int status;
	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_RUN)
		status = run(&o, &cli);
	cli_release(&cli);
	return status;
}
