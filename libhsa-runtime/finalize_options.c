/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The vendor's options that programs and their finalization take: words with spaces between them,
 * "-O0" to "-O3" and "-hsaemu_simd=off" (auto, sse, avx2, avx512). Unknown ones are ignored, as the
 * standard says of all options. */
#include <string.h>
#include "finalizer_impl.h"

static const struct {
	const char *word;
	enum hsaemu_simd simd;
} simds[] = {
	{"-hsaemu_simd=auto", HSAEMU_SIMD_AUTO},
	{"-hsaemu_simd=off", HSAEMU_SIMD_OFF},
	{"-hsaemu_simd=sse", HSAEMU_SIMD_SSE},
	{"-hsaemu_simd=avx2", HSAEMU_SIMD_AVX2},
	{"-hsaemu_simd=avx512", HSAEMU_SIMD_AVX512},
};

static void take_word(struct str word, struct hsaemu_program *p)
{
	if (word.n == 3 && str_starts(word, STR("-O")) && word.p[2] >= '0' && word.p[2] <= '3')
		p->optimisation = (unsigned)(word.p[2] - '0') + 1;
	for (size_t i = 0; i < ARRAY_LEN(simds); i++)
		if (str_is(word, simds[i].word))
			p->simd = simds[i].simd;
}

void hr_finalize_options(const char *options, struct hsaemu_program *p)
{
	static const char spaces[] = " \t\n";
	while (options != NULL && options[0] != 0) {
		size_t n = strcspn(options, spaces);
		take_word((struct str){options, n}, p);
		options += n;
		options += strspn(options, spaces);
	}
}
