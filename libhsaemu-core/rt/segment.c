/* A segment ends at its guard page, so that a kernel that runs over the end of its group or private
 * memory faults at once instead of reading its neighbour's. */
#include "hsaemu/kernel_abi.h"
#include "hsaemu/rt.h"
#include "os_impl.h"
#include "segment_impl.h"

enum { HUGE_BYTES = 2 << 20 };

uint8_t *rt_segment_get(struct rt_segment *s, size_t bytes, bool low)
{
	size_t need = (size_t)align_up(bytes, HSAEMU_SEGMENT_ALIGN);
	if (need > s->page_bytes || s->pages == NULL || (low && !s->low)) {
		rt_segment_release(s);
		size_t page_bytes =
			need == 0 ? OS_PAGE_BYTES : (size_t)align_up(need, OS_PAGE_BYTES);
		s->pages = os_map_guarded(page_bytes, low);
		if (s->pages == NULL)
			return NULL;
		s->page_bytes = page_bytes;
		s->low = low;
	}
	return s->pages + s->page_bytes - need;
}

void rt_segment_release(struct rt_segment *s)
{
	os_unmap_guarded(s->pages, s->page_bytes);
	s->pages = NULL;
	s->page_bytes = 0;
}

void *rt_memory_alloc(size_t bytes)
{
	void *p = os_map(bytes == 0 ? 1 : bytes);
	if (p != NULL && bytes >= HUGE_BYTES)
		os_advise_huge(p, bytes);
	return p;
}

void *rt_memory_alloc_low(size_t bytes)
{
	return os_map_low(bytes == 0 ? 1 : bytes);
}

void rt_memory_free(void *block, size_t bytes)
{
	os_unmap(block, bytes == 0 ? 1 : bytes);
}
