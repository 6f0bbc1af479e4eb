/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

/* The first bit of a word is its highest one; so is the first byte. */
void rodinia_huffman(const uint32_t *data, size_t words, const uint32_t *codes,
	const uint32_t *lengths, uint32_t *stream)
{
	uint64_t window = 0;
	uint32_t used = 0; /* bits of the window */
	for (size_t i = 0; i < words; i++) {
		for (int shift = 24; shift >= 0; shift -= 8) {
			uint32_t symbol = data[i] >> shift & 255;
			window = window << lengths[symbol] | codes[symbol];
			used += lengths[symbol];
			if (used >= 32) {
				used -= 32;
				*stream++ = (uint32_t)(window >> used);
			}
		}
	}
	if (used)
		*stream = (uint32_t)(window << (32 - used));
}
