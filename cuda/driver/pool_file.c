/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The file that has the memory of a pool that processes share. Each piece of memory has a page
 * before it that says which one it is, so that one which was freed is known. Places in the file are
 * not used again: it has holes, which take no memory. */
#define _GNU_SOURCE /* fallocate(), pwrite() */
#include <fcntl.h>
#include <unistd.h>
#include "hsaemu/base.h"
#include "pool_impl.h"

enum { POOL_MAGIC = 0x4c4f4f50, PIECE_MAGIC = 0x43454950 };

/* What the first page of a piece, and of the file, says. */
struct head {
	uint64_t magic;
	struct cu_piece piece;
};

static uint64_t piece_bytes(uint64_t bytes)
{
	return CU_PAGE_BYTES + align_up(bytes, CU_PAGE_BYTES);
}

static bool write_head(int file, uint64_t at, const struct head *h)
{
	return pwrite(file, h, sizeof *h, (off_t)at) == (ssize_t)sizeof *h;
}

static bool read_head(int file, uint64_t at, struct head *h)
{
	return pread(file, h, sizeof *h, (off_t)at) == (ssize_t)sizeof *h;
}

bool cu_pool_file_is(int file)
{
	struct head h;
	uint64_t bytes;
	return cu_shared_file_is(file, &bytes) && read_head(file, 0, &h) && h.magic == POOL_MAGIC;
}

bool cu_piece_find(int file, uint64_t offset, struct cu_piece *out)
{
	struct head h;
	uint64_t end;
	if (!cu_shared_file_is(file, &end) || offset % CU_PAGE_BYTES != 0 || offset > end ||
		!read_head(file, offset, &h))
		return false;
	*out = h.piece;
	return h.magic == PIECE_MAGIC && out->bytes != 0 && out->bytes <= end &&
	       piece_bytes(out->bytes) <= end - offset;
}

bool cu_pool_share(struct CUmemPoolHandle_st *p)
{
	const struct head h = {.magic = POOL_MAGIC};
	p->file = cu_shared_file(CU_PAGE_BYTES);
	p->file_end = CU_PAGE_BYTES;
	return p->file >= 0 && write_head(p->file, 0, &h);
}

bool cu_pool_is_shared(const struct CUmemPoolHandle_st *p)
{
	return p->file >= 0 && !p->is_import;
}

bool cu_pool_place(struct CUmemPoolHandle_st *p, struct cu_block *b, size_t bytes)
{
	if (!cu_pool_is_shared(p))
		return true;
	b->offset = p->file_end;
	if (ftruncate(p->file, (off_t)(b->offset + piece_bytes(bytes))) != 0)
		return false;
	p->file_end += piece_bytes(bytes);
	return cu_shared_replace(b->base, bytes, p->file, b->offset + CU_PAGE_BYTES);
}

static void punch(struct CUmemPoolHandle_st *p, const struct cu_block *b, uint64_t bytes)
{
	if (fallocate(p->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)b->offset,
		    (off_t)bytes) != 0)
		BUG("a file in memory takes no hole");
}

/* Where there is no memory for the page, the piece cannot be imported, and cuMemPoolExportPointer()
 * says so. */
void cu_pool_announce(struct CUmemPoolHandle_st *p, const struct cu_block *b, size_t bytes)
{
	static atomic_ullong pieces_made;
	const struct head h = {PIECE_MAGIC, {atomic_fetch_add(&pieces_made, 1) + 1, bytes}};
	if (cu_pool_is_shared(p) && !write_head(p->file, b->offset, &h))
		cu_pool_revoke(p, b);
}

void cu_pool_revoke(struct CUmemPoolHandle_st *p, const struct cu_block *b)
{
	if (cu_pool_is_shared(p))
		punch(p, b, CU_PAGE_BYTES);
}

void cu_pool_release(struct CUmemPoolHandle_st *p, const struct cu_block *b, size_t bytes)
{
	if (cu_pool_is_shared(p))
		punch(p, b, piece_bytes(bytes));
}
