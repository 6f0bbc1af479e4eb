/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The model of a data TLB for --profile. The code of each memory access remembers the TLB entry
 * that it used last and checks that entry itself; it calls these functions only when the page is
 * another one.
 *
 * They use general registers only, so that the code that calls them keeps its vectors in
 * registers (module.mk has the flag). */
#include "hsaemu/kernel_abi.h"
#include "hsaemu/profile.h"

void hsa_profile_access(struct hsaemu_profile_tlb *t, const uint64_t *addresses, uint32_t lanes,
	uint64_t *last) __asm__(HSAEMU_HELPER("hsa_profile_access"));
void hsa_profile_page(struct hsaemu_profile_tlb *t, uint64_t address,
	uint64_t *last) __asm__(HSAEMU_HELPER("hsa_profile_page"));
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

	for (uint64_t k = 0; k < p->ways; k++) {
		if (set[k].page == page)
			return &set[k];
		if (set[k].used < oldest->used)
			oldest = &set[k];
	}
	t->misses++;
	oldest->page = page;
	return oldest;
}

/* Makes `e` the entry that was used last, and returns it. */
static struct hsaemu_profile_page *use(struct hsaemu_profile_tlb *t, struct hsaemu_profile_page *e,
	uint64_t address)
{
	uint64_t page = address >> hsa_profile_control.page_shift;

	if (e->page != page)
		e = find(t, page);
	e->used = ++t->now;
	return e;
}

/* Counts an access of the addresses whose bits are set in `lanes`. *last becomes the offset of the
 * entry of the last such address, counted from the first entry. */
void hsa_profile_access(struct hsaemu_profile_tlb *t, const uint64_t *addresses, uint32_t lanes,
	uint64_t *last)
{
	struct hsaemu_profile_page *e = t->entries;

	for (; lanes != 0; lanes &= lanes - 1)
		e = use(t, e, addresses[__builtin_ctz(lanes)]);
	*last = (uint64_t)((const uint8_t *)e - (const uint8_t *)t->entries);
}

/* Counts one access. *last becomes the offset of its entry, as above. */
void hsa_profile_page(struct hsaemu_profile_tlb *t, uint64_t address, uint64_t *last)
{
	struct hsaemu_profile_page *e = use(t, t->entries, address);

	*last = (uint64_t)((const uint8_t *)e - (const uint8_t *)t->entries);
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
		e = use(t, e, a);
	}
}
