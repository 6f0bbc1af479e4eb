/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The model of a data TLB for --profile. The code of each memory access remembers which TLB entries
 * it used last and checks these itself; it calls these functions only when the page is another one.
 *
 * They use general registers only, so that the code that calls them keeps its vectors in
 * registers (module.mk has the flag). */
#include "hsaemu/kernel_abi.h"
#include "hsaemu/profile.h"

void hsa_profile_look_up(struct hsaemu_profile_tlb *t, const uint64_t *addresses, uint32_t lanes,
	uint64_t *lasts) __asm__(HSAEMU_HELPER("hsa_profile_look_up"));
void hsa_profile_look_up_one(struct hsaemu_profile_tlb *t, uint64_t address,
	uint64_t *lasts) __asm__(HSAEMU_HELPER("hsa_profile_look_up_one"));
void hsa_profile_flat(struct hsaemu_profile_tlb *t, const uint64_t *addresses, uint32_t lanes,
	const struct hsaemu_dispatch *d,
	const struct hsaemu_wg *wg) __asm__(HSAEMU_HELPER("hsa_profile_flat"));

static struct {
	uint64_t head[4]; /* the members of struct hsaemu_profile_tlb before its entries */
	struct hsaemu_profile_page entry;
} nobodys_tlb;

extern struct hsaemu_profile hsa_profile_control __asm__(HSAEMU_PROFILE_CONTROL);
struct hsaemu_profile hsa_profile_control = {.tlbs = (void *)&nobodys_tlb, .ways = 1};

static struct hsaemu_profile_page *find(struct hsaemu_profile_tlb *t, uint64_t page)
{
	const struct hsaemu_profile *p = &hsa_profile_control;
	struct hsaemu_profile_page *set = &t->entries[(page & p->set_mask) * p->ways],
				   *oldest = set;
	uint64_t least = set->used;

	for (uint64_t k = 0; k < p->ways; k++) {
		uint64_t used = set[k].used;

		if (set[k].page == page)
			return &set[k];
		/* no branch, and no load that waits for the choice before */
		oldest = used < least ? &set[k] : oldest;
		least = used < least ? used : least;
	}
	t->misses++;
	oldest->page = page;
	return oldest;
}

/* Makes `e` the entry that was used last if it is that of the page, or else the page's own. */
static struct hsaemu_profile_page *use(struct hsaemu_profile_tlb *t, struct hsaemu_profile_page *e,
	uint64_t page)
{
	if (e->page != page)
		e = find(t, page);
	e->used = ++t->now;
	return e;
}

/* Counts one access, by the words of its instruction. */
static void look_up(struct hsaemu_profile_tlb *t, uint64_t address, uint64_t *lasts)
{
	uint64_t page = address >> hsa_profile_control.page_shift;
	uint64_t *last = &lasts[page % HSAEMU_PROFILE_LASTS];
	struct hsaemu_profile_page *e =
		(struct hsaemu_profile_page *)((uint8_t *)t->entries + *last);

	e = use(t, e, page);
	*last = (uint64_t)((const uint8_t *)e - (const uint8_t *)t->entries);
}

/* Counts an access of the addresses whose bits are set in `lanes`. */
void hsa_profile_look_up(struct hsaemu_profile_tlb *t, const uint64_t *addresses, uint32_t lanes,
	uint64_t *lasts)
{
	for (; lanes != 0; lanes &= lanes - 1)
		look_up(t, addresses[__builtin_ctz(lanes)], lasts);
}

void hsa_profile_look_up_one(struct hsaemu_profile_tlb *t, uint64_t address, uint64_t *lasts)
{
	look_up(t, address, lasts);
}

/* Counts an access of the flat addresses whose bits are set in `lanes`. Addresses in group and
 * private memory are left out, because they do not use the TLB. */
void hsa_profile_flat(struct hsaemu_profile_tlb *t, const uint64_t *addresses, uint32_t lanes,
	const struct hsaemu_dispatch *d, const struct hsaemu_wg *wg)
{
	enum { ROUND = HSAEMU_WAVESIZE - 1 };
	uint64_t items =
		((uint64_t)wg->size_x * wg->size_y * wg->size_z + ROUND) & ~(uint64_t)ROUND;
	uint64_t group = (uintptr_t)wg->group, block = (uintptr_t)wg->private_memory;
	struct hsaemu_profile_page *e = t->entries;
	uint32_t item_bytes;

	__builtin_memcpy(&item_bytes, (const uint8_t *)d->packet + HSAEMU_PACKET_PRIVATE_BYTES,
		sizeof item_bytes);
	for (; lanes != 0; lanes &= lanes - 1) {
		uint64_t a = addresses[__builtin_ctz(lanes)];

		if (a - group < d->group_bytes || a - block < items * item_bytes)
			continue;
		t->flat_accesses++;
		e = use(t, e, a >> hsa_profile_control.page_shift);
	}
}
